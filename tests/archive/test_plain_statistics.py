"""Statistics equal a second computation from the text lines, over any filter; what is altered is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.statistics import REGISTERED, compute_statistic
from tests import plain_statistics as second
from tests.case_files import newest
from tests.check_statistics import QUESTIONS, VARIANTS, checked, compare, filled
from tests.plain_reading import Plain

GAMES = 5


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Archive, dict[str, list[Plain]]]:
    """An archive of a handful of games of every variant, and their plain readings."""
    archive = Archive.open(tmp_path_factory.mktemp("plain") / "a.db", create=True)
    return archive, {variant: filled(archive, variant, GAMES) for variant in VARIANTS}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_statistic_equals_a_second_computation(
    kept: tuple[Archive, dict[str, list[Plain]]], variant: str
) -> None:
    archive, games = kept
    rows, wrong = checked(archive, variant, games[variant])
    assert wrong == [] and rows > 100


def test_what_is_not_computed_twice_is_tried_elsewhere() -> None:
    elsewhere = {"luck-by-game", "dice-by-tournament", "results-by-event", "illegal", "illegal-effects"}
    advice = "add a function under @question to tests/plain_statistics.py"
    assert set(QUESTIONS) | elsewhere == set(REGISTERED), advice
    assert set(QUESTIONS) & elsewhere == set()


FILTERS: dict[str, tuple[dict[str, object], Callable[[Plain], bool]]] = {
    "club": ({"club": "Milano"}, lambda game: game.headers.get("Place") == "Milano"),
    "event": ({"event": "Torneo di Bari"}, lambda game: game.headers.get("Event") == "Torneo di Bari"),
    "period": ({"since": "2021-01-01", "until": "2023-06-30"},
               lambda game: "2021-01-01" <= game.headers["Date"] <= "2023-06-30"),
    "edition": ({"edition": 1}, lambda game: game.headers["Variant"].split(" + ")[0].endswith("@1")),
    "no-edition": ({"edition": 99}, lambda game: False),
    "variant and club": ({"variant": "rcm", "club": "Bari"},
                         lambda game: game.headers["Variant"] == newest("rcm") and game.headers.get("Place") == "Bari"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILTERS)
def test_filters_choose_the_games_that_they_say(kept: tuple[Archive, dict[str, list[Plain]]], name: str) -> None:
    archive, games = kept
    given, holds = FILTERS[name]
    chosen = [game for mine in games.values() for game in mine if holds(game)]
    for statistic in ("throws", "luck", "head-to-head", "over-time", "assaults", "results-by-club"):
        if chosen:
            assert compare(archive, chosen, Filters(**given), statistic)[1] == []  # type: ignore[arg-type]
        else:
            assert compute_statistic(archive.db, statistic, Filters(provenance="all", **given))["rows"] == []  # type: ignore[arg-type]


def test_a_seat_narrows_games_and_players(kept: tuple[Archive, dict[str, list[Plain]]]) -> None:
    archive, games = kept
    every = [game for mine in games.values() for game in mine]
    player = next(reference for colour, reference in every[0].people.items() if every[0].seat(colour) == 2)
    chosen = [game for game in every if any(game.seat(c) == 2 and ref == player for c, ref in game.people.items())]
    found = compute_statistic(archive.db, "luck", Filters(provenance="all", player=player, seat=2))
    seated = {game.people.get(game.order[1]) for game in chosen if any(throw[2] for throw in game.throws)}
    assert found["games"] == len(chosen) and {row["player"] for row in found["rows"]} <= seated
    own = {ref: row for ref, row in second.luck([of_seat(game, 2) for game in chosen]).items() if ref != "other"}
    assert {row["player"]: row["throws"] for row in found["rows"]} == {ref: row["throws"] for ref, row in own.items()}
    rows = compute_statistic(archive.db, "results-by-seat", Filters(provenance="all", seat=2))["rows"]
    assert len(rows) == len({len(g.people) for g in every})


def test_games_by_event(kept: tuple[Archive, dict[str, list[Plain]]]) -> None:
    archive, games = kept
    every = [game for mine in games.values() for game in mine]
    due = {event: sorted(game.headers["Date"] for game in every if game.headers.get("Event", "?") == event)
           for event in {game.headers.get("Event", "?") for game in every}}  # fmt: skip
    rows = compute_statistic(archive.db, "results-by-event", Filters(provenance="all"))["rows"]
    found = {row["event"]: (row["games"], row["clean"], row["first"], row["last"], row["share"]) for row in rows}
    assert found == {event: (len(dates), len(dates), dates[0], dates[-1], 1.0) for event, dates in due.items()}


def test_a_player_over_time(kept: tuple[Archive, dict[str, list[Plain]]]) -> None:
    archive, games = kept
    every = [game for mine in games.values() for game in mine]
    player = max((ref for game in every for ref in game.people.values()),
                 key=lambda ref: sum(ref in game.people.values() for game in every))  # fmt: skip
    due: dict[int, list[tuple[int, int]]] = {}
    for game in every:
        for at, board in game.strengths.items():
            for colour, figures in board.items():
                if game.people.get(colour) == player and game.seat(colour):
                    due.setdefault(at, []).append(figures)
    rows = compute_statistic(archive.db, "over-time", Filters(provenance="all", player=player))["rows"]
    found = {row["round"]: (row["games"], row["territories"], row["armies"]) for row in rows if row["who"] == "player"}
    assert len(due[0]) > 1 and found == {
        at: (len(mine), *(round(sum(pair[k] for pair in mine) / len(mine), 6) for k in (0, 1)))
        for at, mine in due.items()
    }


def of_seat(game: Plain, seat: int) -> Plain:
    """A game in which everybody else is the same other player."""
    others = {colour: ref if game.seat(colour) == seat else "other" for colour, ref in game.players.items()}
    return Plain(game.headers, others, game.order, throws=game.throws)


def test_the_luckiest_games_are_those_of_the_second_computation(kept: tuple[Archive, dict[str, list[Plain]]]) -> None:
    archive, games = kept
    mine = games["monopoli"]
    due = sorted((abs(second.luck_row(sums)["z"]) for sums in second.fortunes(mine).values()), reverse=True)
    found = compute_statistic(archive.db, "luck-by-game", Filters(provenance="all", variant="monopoli"))["rows"]
    assert [abs(row["z"]) for row in found] == pytest.approx(due[:100], abs=1e-5)
    assert found[0]["p_corrected"] == pytest.approx(min(1, found[0]["p"] * len(due)), abs=1e-4)
    assert [row["p_corrected"] for row in found] == sorted(row["p_corrected"] for row in found)


ALTERED = {
    "luck": "UPDATE player_game SET gain = gain + 1", "dice": "UPDATE player_game SET n3 = n3 + 1",
    "throws": "UPDATE game_facts SET t33_21 = t33_21 + 1", "lengths": "UPDATE game_facts SET rounds = rounds + 1",
    "over-time": "UPDATE strength SET lanes = CAST(zeroblob(length(lanes) - 1) || x'07' AS BLOB)",
    "continents": "UPDATE holding SET turns = turns + 1", "assaults": "UPDATE assault SET held = held + 100",
    "conquests": "UPDATE conquest_counts SET lanes = CAST(x'0001' || substr(lanes, 3) AS BLOB), strays = '1 1'",
    "head-to-head": "UPDATE duel SET outcome = 15 - outcome", "sets": "UPDATE tris SET bonus = bonus + 1",
    "streaks": "UPDATE player_game SET wins = 1 - wins", "records": "UPDATE game_facts SET margin = margin + 1",
    "extra-turns": "UPDATE game_facts SET extra_attacks = extra_attacks + 1",
    "results-by-seat": "UPDATE game_facts SET won_seats = 1",
    "results-by-objective": "UPDATE player_game SET half_points = 2",
}  # fmt: skip


@pytest.mark.parametrize("name", ALTERED)
def test_a_fact_that_is_altered_is_noticed(kept: tuple[Archive, dict[str, list[Plain]]], name: str) -> None:
    archive, games = kept
    every = [game for mine in games.values() for game in mine]
    for mine in [games["rcm"]] if name == "extra-turns" else [every]:
        filters = Filters(variant=newest("rcm")) if name == "extra-turns" else Filters()
        assert compare(archive, mine, filters, name)[1] == []
        archive.db.begin()
        archive.db.execute(ALTERED[name])
        wrong = compare(archive, mine, filters, name)[1]
        archive.db.rollback()
        assert wrong and all(line.startswith(name) for line in wrong)
