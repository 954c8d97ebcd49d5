"""Pages by every filter and pair of filters hold what one plain statement says, in the order of the log."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, Filters, paging, schema
from plancia_archive.query import COLUMNS
from tests.api.conftest import filled

CHOICES: dict[str, list[Any]] = {
    "variant": ["monopoli", "monopoli@1", "rcm", "nothing"], "event": ["Torneo di prova"],
    "since": ["2026-11-20", "2999-01-01"], "until": ["2026-11-20", "2003-01-01"],
    "completeness": ["full"], "provenance": ["sheet", "synthetic"], "illegal": [True, False],
}  # fmt: skip


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    made = filled(tmp_path_factory.mktemp("paging") / "a.db")
    made.db.execute("INSERT INTO seat SELECT game, 'Z', player_ref, number FROM seat WHERE colour = 'R'")  # sits twice
    return made


def plain(archive: Archive, filters: Filters) -> list[str]:
    conditions, values = filters.clauses()
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = archive.db.execute(f"SELECT game FROM game NOT INDEXED {where} ORDER BY number", values).fetchall()
    return [str(row[0]) for row in rows]


def walked(archive: Archive, filters: Filters, limit: int) -> list[str]:
    found, after = [], None
    while True:
        rows, after = archive.games(filters, after, limit)
        assert len(rows) <= limit and set(rows[0] if rows else COLUMNS) == set(COLUMNS)
        found += [row["game"] for row in rows]
        if after is None:
            return found


def wishes(archive: Archive) -> list[dict[str, Any]]:
    player = str(archive.people.find("Anna"))
    choices = {**CHOICES, "player": [player, "p_none"], "winner": [player, "-"]}
    single = [{name: value} for name, values in choices.items() for value in values]
    pairs = [{**one, **other} for one, other in itertools.combinations(single, 2) if set(one) != set(other)]
    return [{}, *single, *pairs]


def test_pages_hold_what_a_plain_statement_says(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    for few in (-1, paging.FEW):
        monkeypatch.setattr(paging, "FEW", few)
        for wish in wishes(archive):
            filters = Filters(**wish)
            assert walked(archive, filters, 2) == plain(archive, filters), wish
    assert any(plain(archive, Filters(**wish)) for wish in wishes(archive) if len(wish) == 2)


def test_no_page_reads_or_sorts_the_whole_log(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "FEW", -1)  # else few days are sorted, which is meant
    asked: list[tuple[str, list[Any]]] = []
    execute = archive.db.execute

    def kept(statement: str, values: Any = None) -> Any:
        if "LIMIT" in statement:
            asked.append((statement, list(values)))
        return execute(statement, values) if values is not None else execute(statement)

    monkeypatch.setattr(archive.db, "execute", kept)
    for wish in wishes(archive):
        if len(wish) < 2:
            archive.games(Filters(**wish), "g3", 2)
    for statement, values in asked:
        plan = [str(row[3]) for row in execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()]
        if statement.startswith("SELECT count"):
            continue
        inner = [step for step in plan if "SUBQUERY" not in step and "UNION" not in step]
        assert all("INDEX" in step for step in inner if "game" in step and step.startswith(("SEARCH", "SCAN"))), plan
        sorted_after = [before for before, step in itertools.pairwise(plan) if "TEMP B-TREE" in step]
        assert all(step.startswith("SCAN (subquery") for step in sorted_after), plan  # arms of a page each, merged


def test_a_filter_without_an_index_of_its_own_is_left_to_sqlite(archive: Archive) -> None:
    @dataclass(frozen=True)
    class More(Filters):
        arbiter: str | None = None

        def clauses(self) -> tuple[list[str], list[Any]]:
            conditions, values = super().clauses()
            return [*conditions, *(["arbiter IS ?"] if self.arbiter else [])], [*values, *filter(None, [self.arbiter])]

    player = str(archive.people.find("Anna"))
    assert paging.sources(archive.db, More(player=player, arbiter="x")) == [
        paging.Source("game", (), (), More(player=player, arbiter="x"))
    ]
    assert walked(archive, More(player=player, arbiter="x"), 2) == []
    assert walked(archive, More(player=player), 2) == plain(archive, Filters(player=player)) != []


def test_an_archive_of_before_gets_its_indexes(tmp_path: Path) -> None:
    made = filled(tmp_path / "a.db")
    seats = "SELECT game, colour, player_ref, number FROM seat ORDER BY game, colour"
    rows = made.db.execute(seats).fetchall()
    for name in ("seat_number", "game_winner", "game_completeness", "game_provenance", "game_illegal", "verdict_game"):
        made.db.execute(f"DROP INDEX {name}")
    made.db.execute("ALTER TABLE seat DROP COLUMN number")
    made.db.execute("ALTER TABLE request DROP COLUMN duplicate")
    made.db.execute("DELETE FROM _sqlite_migrations WHERE name = 'pages'")
    made.close()
    again = Archive.open(tmp_path / "a.db")
    assert again.db.execute(seats).fetchall() == rows
    found = {row[0] for row in again.db.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()}
    assert {statement.split()[2] for statement in schema.PAGES if statement.startswith("CREATE INDEX")} <= found
