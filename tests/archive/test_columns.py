"""The columns of a statistic are known before it has rows: those that its rows have, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.statistics import REGISTERED, ask
from plancia_archive.statistics.columns import COLUMNS, columns_of
from plancia_events import read

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Games of every variant with a club, a tournament and illegal moves, so that every statistic has rows."""
    made = Archive.open(tmp_path_factory.mktemp("columns") / "a.db", create=True)
    season, others = (ROOT / "docs" / "season").glob("*.rgn"), (ROOT / "tests" / "games").glob("*/*.rgn")
    for file in (*sorted(season), *sorted(others)[:40]):
        for game in read(file.read_bytes(), file.name).games:
            made.add_game(game)
    game_id = made.game_ids()[0]
    players = list(made.game(game_id).players.values())
    made.tournaments.append("t", [
        {"kind": "opened", "title": "T", "system": "open"}, *({"kind": "entered", "player": one} for one in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": game_id},
    ])  # fmt: skip
    return made


@pytest.mark.parametrize("name", sorted({*REGISTERED, *COLUMNS}))
def test_the_columns_are_those_of_the_rows(archive: Archive, name: str) -> None:
    rows = ask(archive.db, name, Filters(provenance="all"))["rows"]
    assert rows and {tuple(row) for row in rows} == {tuple(columns_of(name))}


def test_a_statistic_that_is_not_registered_has_none() -> None:
    assert columns_of("nessuna") == []
