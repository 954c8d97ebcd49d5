"""Figures that are added as lanes of one number are those added one by one, whatever a game holds."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.facts.event_rows import LAND_NUMBER, events_with_owners
from plancia_archive.facts.packed_counters import MAX_SUMMANDS, pack_counters, sum_packed
from plancia_archive.facts.tables import EDGES, LANDS
from plancia_archive.facts.timelines import Shape, StrengthTimeline
from plancia_archive.log.schema import VERSION
from plancia_archive.statistics import compute_statistic
from plancia_data import board
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.synthetic import GameSpec, generate


@pytest.mark.parametrize(("most", "width"), [(0, 2), (255, 2), (256, 4), (2**24 - 1, 4), (2**24, 8), (2**56 - 1, 8)])
def test_lanes_are_summed_as_figures_are(most: int, width: int) -> None:
    chance = random.Random(most)
    for games in (0, 1, MAX_SUMMANDS - 1, MAX_SUMMANDS, MAX_SUMMANDS + 1, 2 * MAX_SUMMANDS + 3):
        rows = [[most, chance.randint(0, most), 0, most] for _ in range(games)]
        made = [pack_counters(row) for row in rows]
        assert {found for found, _ in made} <= {width}
        assert sum_packed([lanes for _, lanes in made], width) == [sum(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("figure", [-1, 2**56])
def test_a_figure_without_room_is_refused(figure: int) -> None:
    with pytest.raises(OverflowError):
        pack_counters([1, figure])


def test_no_figures_are_no_bytes() -> None:
    assert pack_counters([]) == (2, b"") and sum_packed([b"", b""], 2) == []


def test_ways_have_the_order_that_kept_rows_have() -> None:
    digest = sha256(",".join(map(str, EDGES)).encode()).hexdigest()[:12]
    told = "another order of the lanes is another version of the tables: raise schema.VERSION"
    assert (VERSION, len(EDGES), digest) == (11, 168, "6c0a5da2d168"), told


def test_rounds_after_a_gap_and_a_winner_without_a_seat() -> None:
    strengths = StrengthTimeline()
    for number in (0, 1, 3):
        strengths.rounds[number] = [20 + number, 10, 12, 0, 0, 0], [300 * (number == 3), 7, 9, 0, 0, 0]
    rows = list(strengths.rows({"R": 1, "B": 2}, ["G"]))
    shapes = [Shape.parse(row["shape"]) for row in rows]
    assert [row["first"] for row in rows] == [0, 3]
    assert shapes == [Shape("12w", "w", 0, 2, 2), Shape("12w", "w", 3, 1, 4)]
    assert [shape.text() for shape in shapes] == [row["shape"] for row in rows]
    assert sum_packed([rows[0]["lanes"]], 2) == [20, 0, 10, 7, 12, 9, 21, 0, 10, 7, 12, 9]
    assert sum_packed([rows[1]["lanes"]], 4) == [23, 300, 10, 7, 12, 9]
    assert [Shape.parse(row["shape"]).won for row in strengths.rows({"R": 1, "B": 2}, ["B"])] == ["2", "2"]
    assert list(StrengthTimeline().rows({}, [])) == []


def over_no_border(seed: int) -> Game:
    """A generated game of which one conquest comes from a territory that does not touch the one conquered."""
    game = generate(GameSpec("monopoli@1", seed))
    near = board().neighbours
    for _, _, event, owner in events_with_owners(game):
        if event.TAG == "OCC":
            for far, land in enumerate(LAND_NUMBER):
                if owner.get(land) == event.actor and far not in near[LAND_NUMBER[event.target]]:
                    way, instead = f" {event.source}>{event.target} ", f" {land}>{event.target} "
                    other = read(game.text().replace(way, instead)).games[0]
                    if judge(other).impossible is None:
                        return other
    raise AssertionError(seed)


def test_conquests_over_no_border_count_with_the_others(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    for seed in range(4):
        archive.add_game(generate(GameSpec("monopoli@1", seed)) if seed else over_no_border(seed))
    ways = Counter[tuple[str, str]]()
    games = Counter[str]()
    for target, source, number in archive.db.execute("SELECT target, source, count(*) FROM conquest GROUP BY 1, 2"):
        ways[target, source] = number
    for target, number in archive.db.execute("SELECT target, count(DISTINCT game) FROM conquest GROUP BY 1"):
        games[target] = number
    assert any(LANDS * LAND_NUMBER[target] + LAND_NUMBER[source] not in EDGES for target, source in ways)
    rows = {
        row["territory"]: row for row in compute_statistic(archive.db, "conquests", Filters(provenance="all"))["rows"]
    }
    assert {land: row["games"] for land, row in rows.items()} == games
    for land, row in rows.items():
        mine = {source: times for (target, source), times in ways.items() if target == land}
        assert row["conquests"] == sum(mine.values()) and row["times_from"] == max(mine.values()) == mine[row["from"]]


def test_records_of_a_seat_are_of_who_sat_there(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    for seed in range(8):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    for seat in (1, 2):
        answer = compute_statistic(archive.db, "records", Filters(provenance="all", seat=seat))
        rows = {(r["record"], r["kind"]): r for r in answer["rows"]}
        best, felled = archive.db.execute(
            "SELECT max(half_points) / 2.0, max(felled) FROM player_game WHERE seat = ?", [seat]
        ).fetchone()
        assert (rows["score", "most"]["value"], rows["players-eliminated", "most"]["value"]) == (best, felled)
        for name in ("score", "luck", "players-eliminated", "losing-score"):
            row = rows[name, "most"]
            asked = "SELECT seat FROM player_game JOIN game_facts USING (number) WHERE game = ? AND player = ?"
            assert archive.db.execute(asked, [row["game"], row["player"]]).fetchone() == (seat,)
