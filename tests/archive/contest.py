"""A tournament of eight players, and what tests do with it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_data import samples
from plancia_events import read

NAMES = ["Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", "Gaia", "Ugo"]
SAMPLE = samples()["monopoli-serata.rgn"].decode()
OVER = SAMPLE + "OVER * agreement\n"  # Anna 26, Bruno 25, Gino 16, Nadia 26: level at the top


def eight(folder: Path) -> Archive:
    """An archive with a tournament of eight players under the rules of Monopoli, its first round seated."""
    made = Archive.open(folder / "a.db", create=True)
    made.tournaments.append("t", [
        {"kind": "opened", "title": "t", "system": "monopoli"},
        *({"kind": "entered", "player": name} for name in NAMES),
        {"kind": "table", "round": 1, "table": "A", "seats": NAMES[:4]},
        {"kind": "table", "round": 1, "table": "B", "seats": NAMES[4:]},
    ])  # fmt: skip
    return made


def keep(archive: Archive, text: str) -> str:
    """Keeps a game; its id."""
    return archive.add_game(read(text).games[0]).game_id


def add(archive: Archive, *events: dict[str, Any]) -> None:
    """Adds events to the tournament."""
    archive.tournaments.append("t", list(events))


def refused(archive: Archive, *events: dict[str, Any]) -> ArchiveError:
    """The refusal of these events; nothing of them is kept."""
    before = archive.tournaments.get("t").version
    with pytest.raises(ArchiveError) as found:
        add(archive, *events)
    assert archive.tournaments.get("t").version == before
    for lang in ("it", "en"):
        assert "p_" not in found.value.text(lang), "references are no names"
    return found.value


def totals(archive: Archive, until: int | None = None) -> dict[str, Fraction]:
    """Totals by name, as of a round."""
    return {archive.people.name(row.player): row.total for row in archive.tournaments.standings("t", until)}


def codes(archive: Archive) -> list[str]:
    """The codes of the remarks, each of which has its sentences."""
    found = archive.tournaments.remarks("t")
    assert all(remark.text("it") and remark.text("en") for remark in found)
    return [remark.code for remark in found]


def linked(game: str, **more: Any) -> dict[str, Any]:
    """A game linked to the first table."""
    return {"kind": "linked", "round": 1, "table": "A", "game": game, **more}


def result(table: str = "B", **more: Any) -> dict[str, Any]:
    """A typed result."""
    names = NAMES[4:] if table == "B" else NAMES[:4]
    return {"kind": "result", "round": 1, "table": table, "points": dict(zip(names, ["20", "18", "9", "4"])), **more}
