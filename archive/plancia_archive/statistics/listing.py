"""What statistics there are, as API and command line list them."""

from __future__ import annotations

from typing import Any

from plancia_archive.statistics.registry import REGISTERED, SUPPOSED
from plancia_archive.statistics.what_if import NEEDS, SAYS, TITLES
from plancia_data import in_language


def statistics_known(lang: str = "en") -> list[dict[str, Any]]:
    """Every statistic: its id, title and meaning in both languages, and what a game must have to count.

    `says` is the meaning in the language asked for.
    """
    told = [(one.id, (one.it, one.en), (one.says_it, one.says_en), one.needs) for one in REGISTERED.values()]
    return [
        {"statistic": name, "title": {"it": title[0], "en": title[1]}, "says": in_language(lang, *says),
         "meaning": {"it": says[0], "en": says[1]}, "needs": list(needs)}
        for name, title, says, needs in [*told, (SUPPOSED, TITLES, SAYS, NEEDS)]
    ]  # fmt: skip
