"""The drawing of tables: sizes by the rules, new opponents, the same for the same seed; legs and pairs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.tournaments import draw
from plancia_archive.tournaments.draw import TableCosts, table_sizes_for
from plancia_archive.tournaments.state import Tournament, apply_event, validate_event
from plancia_events import read

ROOT = Path(__file__).resolve().parent.parent.parent


def opened(system: str, players: int, teams: int = 0) -> Tournament:
    state = Tournament("t")
    apply_event(state, validate_event({"kind": "opened", "title": "t", "system": system}))
    for number in range(players):
        team = {"team": f"T{number // teams}"} if teams else {}
        apply_event(state, validate_event({"kind": "entered", "player": f"p{number:02}", **team}))
    return state


def seat(state: Tournament, tables: list[list[str]]) -> None:
    at = state.rounds + 1
    for place, seats in enumerate(tables):
        apply_event(state, validate_event({"kind": "table", "round": at, "table": str(place), "seats": seats}))


@pytest.mark.parametrize(("system", "players", "sizes"), [
    ("monopoli", 6, [6]), ("monopoli", 8, [4, 4]), ("monopoli", 10, [5, 5]), ("monopoli", 9, [4, 5]),
    ("monopoli", 7, [3, 4]), ("open", 3, [3]), ("open", 5, [5]), ("open", 6, [3, 3]), ("open", 7, [3, 4]),
    ("open", 9, [4, 5]), ("open", 10, [3, 3, 4]), ("open", 11, [3, 4, 4]), ("open", 12, [4, 4, 4]),
    ("open", 13, [4, 4, 5]), ("open", 14, [3, 3, 4, 4]), ("uno-contro-uno", 6, [2, 2, 2]),
])  # fmt: skip
def test_sizes(system: str, players: int, sizes: list[int]) -> None:
    state = opened(system, players)
    tables = draw(state)
    assert sorted(map(len, tables)) == sizes
    assert sorted(player for table in tables for player in table) == sorted(state.players)


def test_every_number_of_players_is_seated() -> None:
    for players in range(2, 120):
        sizes = table_sizes_for(opened("open", 0), players)
        assert sum(sizes) == players and all(2 <= size <= 5 for size in sizes)
        assert sizes.count(5) <= 1 and (5 not in sizes or 3 not in sizes)


def test_the_same_seed_gives_the_same_tables_and_another_one_others() -> None:
    assert draw(opened("open", 16), seed=3) == draw(opened("open", 16), seed=3)
    assert draw(opened("open", 16), seed=3) != draw(opened("open", 16), seed=4)


def test_nobody_meets_again_while_that_can_be_had() -> None:
    state = opened("open", 16)
    for _ in range(3):
        seat(state, draw(state, seed=1))
    met = Counter(frozenset(pair) for table in state.tables.values() for pair in combinations(table.seats, 2))
    assert max(met.values()) == 1 and len(met) == 3 * 4 * 6


def test_no_division_of_ten_players_costs_less() -> None:
    state = opened("monopoli", 10)
    players = list(state.players)
    for _ in range(4):
        tables = draw(state, seed=7)
        weights = TableCosts(state)

        def cost(tables: list[list[str]], weights: TableCosts = weights) -> int:
            return sum(weights.cost([(player,) for player in table]) for table in tables)

        every = ([list(five), [p for p in players if p not in five]] for five in combinations(players, 5))
        assert cost(tables) == min(cost(one) for one in every)
        seat(state, tables)


def test_team_mates_and_tables_of_three_are_spread() -> None:
    state = opened("torneogufo", 12, teams=3)
    for table in draw(state):
        assert max(Counter(state.players[player] for player in table).values()) == 1
    odd = opened("open", 11)
    for _ in range(3):
        seat(odd, draw(odd, seed=2))
    threes = Counter(player for table in odd.tables.values() if len(table.seats) == 3 for player in table.seats)
    assert max(threes.values()) == 1 and sum(threes.values()) == 9


def test_who_left_or_is_absent_is_not_seated() -> None:
    state = opened("monopoli", 10)
    apply_event(state, validate_event({"kind": "left", "player": "p03"}))
    tables = draw(state, absent=["p07"])
    assert sorted(map(len, tables)) == [4, 4] and not {"p03", "p07"} & {p for table in tables for p in table}
    assert [len(table) for table in draw(state, sizes=[5, 4])] == [5, 4]
    for wrong in ([5, 5], [9], [7, 2], [8, 1]):
        with pytest.raises(ArchiveError) as refused:
            draw(state, sizes=wrong)
        assert refused.value.code == "t-sizes" and "9" in refused.value.text("it")
    with pytest.raises(ArchiveError):
        draw(opened("open", 1))
    with pytest.raises(ArchiveError):
        draw(opened("uno-contro-uno", 5))


def test_by_standings_the_first_sit_together() -> None:
    state = opened("open", 8)
    order = sorted(state.players, reverse=True)
    assert draw(state, order=order) == [order[:4], order[4:]]


def test_pairs_sit_crosswise() -> None:
    state = opened("stucchi", 8, teams=2)
    for table in draw(state, seed=1):
        assert state.players[table[0]] == state.players[table[2]] != state.players[table[1]] == state.players[table[3]]
    seat(state, draw(state, seed=1))
    second = draw(state, seed=1)
    met = {frozenset(state.players[p] for p in table.seats) for table in state.tables.values()}
    assert not met & {frozenset(state.players[p] for p in table) for table in second}
    with pytest.raises(ArchiveError) as odd:
        draw(opened("stucchi", 7, teams=2))
    assert odd.value.code == "t-pair" and "T3" in odd.value.text("en")
    with pytest.raises(ArchiveError):
        draw(opened("stucchi", 4))


def legs(archive: Archive, second: list[str], games: tuple[str, str] | None = None) -> list[str]:
    """The remarks of a match whose second game has these seats."""
    events: list[dict[str, Any]] = [
        {"kind": "opened", "title": "t", "system": "uno-contro-uno"},
        {"kind": "entered", "player": "A"}, {"kind": "entered", "player": "B"}, {"kind": "entered", "player": "C"},
        {"kind": "table", "round": 1, "table": "1", "seats": ["A", "B"]},
        {"kind": "table", "round": 2, "table": "1", "seats": second},
    ]  # fmt: skip
    for at in (1, 2):
        if games:
            events.append({"kind": "linked", "round": at, "table": "1", "game": games[at - 1]})
        else:
            seats = ["A", "B"] if at == 1 else second
            points = dict(zip(seats, ("50", "39")))
            events.append({"kind": "result", "round": at, "table": "1", "points": points})
    archive.tournaments.append("t", events)
    return [remark.code for remark in archive.tournaments.remarks("t")]


def test_the_second_leg_has_its_seats_swapped(archive: Archive) -> None:  # ONE-09
    assert legs(archive, ["B", "A"]) == []
    rows = archive.tournaments.standings("t")
    assert [(int(row.total), row.wins) for row in rows] == [(200, 1), (200, 1), (0, 0)]  # 110 + 90 each
    state = archive.tournaments.get("t")
    apply_event(state, validate_event({"kind": "left", "player": list(state.players)[2]}))
    assert draw(state, at=2) == [table.seats[::-1] for table in state.tables_of_round(1)]


def test_legs_that_were_not_swapped_are_told(archive: Archive) -> None:
    assert legs(archive, ["A", "B"]) == ["legs"]
    remark = archive.tournaments.remarks("t")[0]
    assert "003_5a08babef254c10e.txt:5" in remark.text("it") and remark.where == "2/1"


def test_another_opponent_in_the_second_leg_is_told(archive: Archive) -> None:
    assert legs(archive, ["C", "A"]) == ["opponent"]


@pytest.mark.parametrize(("order", "wanted"), [("ORDER * B N G", []), ("ORDER * G N B", ["legs"]),
                                               ("ORDER * N B G", ["legs"])])  # fmt: skip
def test_the_order_of_linked_legs_is_that_of_the_games(archive: Archive, order: str, wanted: list[str]) -> None:
    text = (ROOT / "tests/games/uno-contro-uno/end-roll.rgn").read_text("utf-8")
    text = text.replace("synthetic-B", "A").replace("synthetic-G", "B").replace("synthetic-N", "Nobody")
    assert "ORDER * G N B" in text
    first = archive.add_game(read(text).games[0]).game_id
    other = text.replace("ORDER * G N B", order).replace('"synthetic-11"', '"second"')
    second = archive.add_game(read(other).games[0]).game_id
    assert [code for code in legs(archive, ["B", "A"], (first, second)) if code in ("legs", "opponent")] == wanted
