"""The list of all statistics, for API and command line."""

from __future__ import annotations

from typing import Any

from plancia_archive.statistics.registry import REGISTERED, WHAT_IF
from plancia_archive.statistics.what_if import MEANINGS, NEEDS, TITLES
from plancia_data import in_language


def list_statistics(lang: str = "en") -> list[dict[str, Any]]:
    """Lists all statistics: id, title and meaning in Italian and English, and conditions on a game to be counted.

    `says` is the meaning in `lang`.
    """
    registered = [
        (definition.id, (definition.it, definition.en), (definition.says_it, definition.says_en), definition.needs)
        for definition in REGISTERED.values()
    ]
    return [
        {"statistic": name, "title": {"it": title[0], "en": title[1]}, "says": in_language(lang, *says),
         "meaning": {"it": says[0], "en": says[1]}, "needs": list(needs)}
        for name, title, says, needs in [*registered, (WHAT_IF, TITLES, MEANINGS, NEEDS)]
    ]  # fmt: skip
