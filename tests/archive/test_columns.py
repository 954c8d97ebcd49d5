"""The columns of a statistic are known before it has rows: those that its rows have, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.statistics import REGISTERED, Chart, columns_of, compute_statistic
from plancia_archive.statistics.registry import statistic
from plancia_data import messages
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


@pytest.mark.parametrize("name", sorted(REGISTERED))
def test_the_columns_are_those_of_the_rows(archive: Archive, name: str) -> None:
    rows = compute_statistic(archive.db, name, Filters(provenance="all"))["rows"]
    assert rows, f"no game of this test gives {name} a row"
    for row in rows:
        assert list(row) == columns_of(name), f"the columns of {name} are {list(row)}"


def test_a_statistic_that_is_not_registered_has_none() -> None:
    assert columns_of("nessuna") == []


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_column_has_words(lang: str) -> None:
    words = messages("columns", lang)
    left = [(name, column) for name, one in REGISTERED.items() for column in one.columns if column not in words]
    assert left == [], f"add them to data/plancia_data/words/columns_{lang}.toml"


def test_a_definition_that_is_not_complete_is_refused_by_name() -> None:
    def described(scope: object) -> list[dict[str, object]]:
        """What it says."""
        return []

    with pytest.raises(ValueError, match='statistic "new" has no columns'):
        statistic("new", "Nuova", "New", {}, "Dice.")(described)
    with pytest.raises(ValueError, match='statistic "new": its chart draws wins, which is no column of it'):
        statistic("new", "Nuova", "New", {}, "Dice.", columns="player games", chart=Chart(("player",), "wins"))
    with pytest.raises(ValueError, match='statistic "new" has no docstring'):
        statistic("new", "Nuova", "New", {}, "Dice.", columns="games")(lambda scope: [])
    with pytest.raises(ValueError, match='"luck" is defined twice'):
        statistic("luck", "Fortuna", "Luck", {}, "Dice.", columns="games")
    assert "new" not in REGISTERED


def test_every_file_with_a_statistic_is_imported() -> None:
    folder = ROOT / "archive" / "plancia_archive" / "statistics"
    files = {file.stem for file in folder.glob("*.py") if "\n@statistic(" in file.read_text("utf-8")}
    assert files == {one.rows.__module__.rpartition(".")[2] for one in REGISTERED.values()}, (
        "see statistics/__init__.py"
    )
