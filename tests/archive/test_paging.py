"""Pages by every filter and pair of filters hold what one plain statement says, in the order of the log."""

from __future__ import annotations

import itertools
import re
from calendar import isleap
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.log import schema
from plancia_archive.queries import paging
from plancia_archive.queries.filters import GAME_COLUMNS
from plancia_archive.statistics.registry import compute_statistic
from plancia_data import samples
from plancia_events import Game, read
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
        assert len(rows) <= limit and set(rows[0] if rows else GAME_COLUMNS) == set(GAME_COLUMNS)
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
    for few in (-1, paging.MAX_SORTED_ROWS):
        monkeypatch.setattr(paging, "MAX_SORTED_ROWS", few)
        for spec in wishes(archive):
            filters = Filters(**spec)
            assert walked(archive, filters, 2) == plain(archive, filters), spec
    assert any(plain(archive, Filters(**spec)) for spec in wishes(archive) if len(spec) == 2)


def test_no_page_reads_or_sorts_the_whole_log(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "MAX_SORTED_ROWS", -1)  # else few days are sorted, which is meant
    asked: list[tuple[str, list[Any]]] = []
    execute = archive.db.execute

    def kept(statement: str, values: Any = None) -> Any:
        if "LIMIT" in statement:
            asked.append((statement, list(values)))
        return execute(statement, values) if values is not None else execute(statement)

    monkeypatch.setattr(archive.db, "execute", kept)
    for spec in wishes(archive):
        if len(spec) < 2:
            archive.games(Filters(**spec), "g3", 2)
    for statement, values in asked:
        plan = [str(row[3]) for row in execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()]
        if statement.startswith("SELECT count"):
            continue
        inner = [step for step in plan if "SUBQUERY" not in step and "UNION" not in step]
        assert all("INDEX" in step for step in inner if "game" in step and step.startswith(("SEARCH", "SCAN"))), plan
        sorted_after = [before for before, step in itertools.pairwise(plan) if "TEMP B-TREE" in step]
        assert all(step.startswith("SCAN (subquery") for step in sorted_after), plan  # arms of a page each, merged


DATES = (
    "2026-02-28", "2026-03-01", "2026-12-31", "2027-01-01", "2025-12-31", "2026-02-??", "2024-02-??", "2024-02-2?",
    "2026-??-??", "202?-??-??", "20??-01-01", "????-??-??", "2026-1?-31", "2026-?2-31", "?026-01-01", "2026-02-3?",
    "2026-0?-1?", "2026-11-?1", "2026-??-31", "2026-02-31", "?", "-", None,
)  # fmt: skip
ENDS = (None, "0001-01-01", "2024-02-01", "2024-02-29", "2026-01-01", "2026-01-31", "2026-02-01", "2026-02-28",
        "2026-03-01", "2026-12-31", "2029-12-31", "2030-01-01")  # fmt: skip


def test_a_game_is_of_a_period_where_its_date_can_mean_no_day_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    sample = read(samples()["monopoli-serata.rgn"]).games[0]
    for place, day in enumerate(DATES):
        headers = [(n, value) for n, value in sample.headers if n not in ("Date", "Event")]
        archive.add_game(Game([*headers, ("Event", str(place)), *([("Date", day)] if day else [])], sample.events))
    years = (1, 26, *range(2000, 2100))  # of which a date of DATES can be the first or the last day
    calendar = [(date(year, 1, 1) + timedelta(at)).isoformat() for year in years for at in range(365 + isleap(year))]
    calendar += ["3026-01-01", "9026-01-01", "9999-12-31"]  # as late as anything that DATES can mean
    meant: dict[str, tuple[str, str]] = {}
    for place, day in enumerate(DATES):
        if day and set(day) - set("?-"):
            form = re.compile(day.replace("?", "[0-9]"))
            days = [one for one in calendar if form.fullmatch(one)] or ([day] if "?" not in day else [])
            meant.update({str(place): (days[0], days[-1])} if days else {})
    for few in (-1, paging.MAX_SORTED_ROWS):
        monkeypatch.setattr(paging, "MAX_SORTED_ROWS", few)
        for since, until in itertools.product(ENDS, ENDS):
            inside = [at for at, (one, two) in meant.items() if (since or "") <= one and two <= (until or "~")]
            wanted = inside if since or until else [str(at) for at in range(len(DATES))]
            filters, after, found = Filters(since=since, until=until), None, []
            while True:
                rows, after = archive.games(filters, after, 2)
                found += [row["event"] for row in rows]
                if after is None:
                    break
            assert found == wanted, (since, until)
            assert compute_statistic(archive.db, "results-by-event", filters)["games"] == len(wanted), (since, until)
    listed = archive.games(Filters(since="2026-01-01", until="2026-02-28"))[0]
    assert [row["date"] for row in listed] == ["2026-02-28", "2026-02-??"]


def test_a_filter_without_an_index_of_its_own_is_left_to_sqlite(archive: Archive) -> None:
    @dataclass(frozen=True)
    class More(Filters):
        arbiter: str | None = None

        def clauses(self) -> tuple[list[str], list[Any]]:
            conditions, values = super().clauses()
            return [*conditions, *(["arbiter IS ?"] if self.arbiter else [])], [*values, *filter(None, [self.arbiter])]

    player = str(archive.people.find("Anna"))
    assert paging.choose_row_sources(archive.db, More(player=player, arbiter="x")) == [
        paging.RowSource("game", (), (), More(player=player, arbiter="x"))
    ]
    assert walked(archive, More(player=player, arbiter="x"), 2) == []
    assert walked(archive, More(player=player), 2) == plain(archive, Filters(player=player)) != []


def test_an_archive_of_before_gets_its_indexes(tmp_path: Path) -> None:
    made = filled(tmp_path / "a.db")
    seats = "SELECT game, colour, player_ref, number FROM seat ORDER BY game, colour"
    rows = made.db.execute(seats).fetchall()
    for name in ("seat_number", "game_completeness", "game_provenance", "game_illegal", "verdict_game"):
        made.db.execute(f"DROP INDEX {name}")
    made.db.execute("ALTER TABLE seat DROP COLUMN number")
    made.db.execute("ALTER TABLE request DROP COLUMN duplicate")
    made.db.execute("DELETE FROM _sqlite_migrations WHERE name = 'pages'")
    made.close()
    again = Archive.open(tmp_path / "a.db")
    assert again.db.execute(seats).fetchall() == rows
    found = {row[0] for row in again.db.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()}
    assert {
        statement.split()[2] for statement in schema.PAGING_STATEMENTS if statement.startswith("CREATE INDEX")
    } <= found


@pytest.mark.parametrize(("asked", "meant"), [
    ("risiko-rl", {"risiko-rl@1", "risiko-rl@12"}), ("risiko-rl@1", {"risiko-rl@1"}),
    ("risiko-rl-stock", {"risiko-rl-stock@1"}), ("rcm", {"rcm@1", "rcm@1 + no-strip", "rcm@10 + no-strip"}),
    ("rcm@1", {"rcm@1", "rcm@1 + no-strip"}), ("rcm@1 + no-strip", {"rcm@1 + no-strip"}),
])  # fmt: skip
def test_a_variant_s_name_means_no_other_that_begins_alike(tmp_path: Path, asked: str, meant: set[str]) -> None:
    names = ["risiko-rl@1", "risiko-rl@12", "risiko-rl-stock@1", "rcm@1", "rcm@1 + no-strip", "rcm@10 + no-strip"]
    archive = filled(tmp_path / "alike.db")
    numbers = [row[0] for row in archive.db.execute("SELECT number FROM game ORDER BY number").fetchall()]
    for start in range(0, len(names), len(numbers)):
        some = names[start : start + len(numbers)]
        archive.db.execute("UPDATE game SET variant = 'gone@1'")
        for name, number in zip(some, numbers, strict=False):
            archive.db.execute("UPDATE game SET variant = ? WHERE number = ?", [name, number])
        asking = Filters(variant=asked)
        ids = dict(archive.db.execute("SELECT game, variant FROM game").fetchall())
        assert {ids[game] for game in walked(archive, asking, 3)} == meant & set(some)
        assert {ids[game] for game in plain(archive, asking)} == meant & set(some)
        assert set(paging.matching_variants(archive.db, asked)) - {asked} == (meant & set(some)) - {asked}


def test_a_date_not_known_at_all_is_neither_first_nor_last(tmp_path: Path) -> None:
    archive = filled(tmp_path / "dates.db")
    player = str(archive.people.find("Anna"))
    seats = archive.db.execute("SELECT number % 2 FROM seat WHERE player_ref = ?", [player]).fetchall()
    assert {row[0] for row in seats} == {0, 1}
    ended = Filters(provenance="sheet")
    archive.db.execute("UPDATE game SET reason = 'points', event = 'alone', place = 'here', provenance = 'sheet'")
    archive.db.execute("DELETE FROM link")

    def told(*dates: str) -> list[tuple[Any, Any]]:
        for odd, text in enumerate(dates):
            archive.db.execute("UPDATE game SET date = ? WHERE number % 2 = ?", [text, odd])
        ran = (
            compute_statistic(archive.db, name, ended)["rows"][0] for name in ("results-by-event", "results-by-club")
        )
        return [(row["first"], row["last"]) for row in (archive.people.record(player), *ran)]

    assert told("????-??-??", "2003-04-05") == [("2003-04-05", "2003-04-05")] * 3
    assert told("2003-04-05", "-") == [("2003-04-05", "2003-04-05")] * 3
    assert told("2004-??-??", "2003-04-05") == [("2003-04-05", "2004-??-??")] * 3
    assert told("-", "????-??-??") == [(None, None)] * 3
