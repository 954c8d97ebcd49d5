"""Who sits where: one person on two seats, and the second game of a match beside the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_cli.main import plancia
from plancia_events import Game, read
from plancia_replay import Judgement, judge
from plancia_replay.judging.seat_headers import first_legs


def game(order: str, leg: int, seats: dict[str, str], variant: str = "uno-contro-uno@1") -> Game:
    names = {"R": "Red", "B": "Blue", "N": "Black"}
    players = "".join(f'[{names[colour]} "{person}"]\n' for colour, person in seats.items())
    text = (
        f'[Notation "rgn 1"]\n[Variant "{variant}"]\n[Match "m"]\n[Leg "{leg}"]\n{players}[Virtual "N"]\n'
        f'[Completeness "full"]\n[Provenance "synthetic"]\n\nORDER * {order}\n'
    )
    return read(text).games[0]


def kinds(found: Judgement, rule: str) -> list[tuple[int, str, str]]:
    return [(v.event, v.rule_id, v.verdict) for v in found.verdicts if v.rule == rule]


FIRST = game("R N B", 1, {"R": "p_a", "B": "p_b", "N": "?"})


@pytest.mark.parametrize(
    ("order", "seats", "verdict"),
    [
        ("B N R", {"R": "p_a", "B": "p_b", "N": "?"}, None),
        ("R N B", {"R": "p_b", "B": "p_a", "N": "?"}, None),  # the same colours in the same seats, but persons swapped
        ("R N B", {"R": "p_a", "B": "p_b", "N": "?"}, "illegal"),
        ("N B R", {"R": "p_a", "B": "p_b", "N": "?"}, "illegal"),  # the dummy's place has changed
        ("B N R", {"R": "p_a", "B": "p_c", "N": "?"}, "illegal"),  # another pair
        ("B N R", {"R": "?", "B": "p_b", "N": "?"}, "undecidable"),
    ],
)
def test_in_the_second_game_the_real_players_swap_places(
    order: str, seats: dict[str, str], verdict: str | None
) -> None:
    found = kinds(judge(game(order, 2, seats), first_leg=FIRST), "match.seats_swapped")
    assert found == ([(1, "ONE-09", verdict)] if verdict else [])


def test_the_first_game_and_one_alone_are_not_measured() -> None:
    again = game("R N B", 2, {"R": "p_a", "B": "p_b", "N": "?"})
    assert not kinds(judge(again), "match.seats_swapped")
    assert not kinds(judge(FIRST, first_leg=FIRST), "match.seats_swapped")
    assert kinds(judge(FIRST), "order.by_roll") and not kinds(judge(again), "order.by_roll")


def test_games_of_one_match_are_found_by_their_headers() -> None:
    second = game("B N R", 2, {"R": "p_a", "B": "p_b", "N": "?"})
    other = Game([("Match", "x") if key == "Match" else (key, value) for key, value in second.headers], second.events)
    assert first_legs([second, other, FIRST]) == {0: FIRST}


def test_the_command_puts_the_two_games_of_a_file_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "match.rgn"
    path.write_text(FIRST.text() + "\n" + game("R N B", 2, {"R": "p_a", "B": "p_b", "N": "?"}).text(), "utf-8")
    outcome = CliRunner().invoke(plancia, ["--lang", "en", "judge", str(path)])
    assert outcome.exit_code == 3 and outcome.output.count("ONE-09") == 1, outcome.output
    assert "In the second game the seats are Red, Black, Blue: the dummy keeps the seat" in outcome.output


def test_where_all_is_open_the_person_on_two_seats_is_assumed() -> None:
    found = judge(game("R N B", 1, {"R": "p_a", "B": "p_a", "N": "?"}, "firk@1"))
    assert kinds(found, "players.distinct") == [(0, "EG-01", "assumed")]


@pytest.mark.parametrize(
    ("seats", "variant", "colours"),
    [
        ({"R": "p_a", "B": "p_b", "N": "p_c"}, "eg@1", []),
        ({"R": "p_a", "B": "P_A", "N": "p_c"}, "eg@1", ["B"]),
        ({"R": "p_a", "B": "p_a", "N": "p_a"}, "monopoli@1", ["B"]),  # the third is the colour without a player
        ({"R": "?", "B": "?", "N": "-"}, "eg@1", []),
        ({"R": "p_a", "B": "p_a", "N": "?"}, "uno-contro-uno@1", ["B"]),
        ({"R": "p_a", "B": "p_a", "N": "p_b"}, "stucchi@1 + one-on-one", []),
        ({"R": "p_a", "B": "p_a", "N": "p_b"}, "stucchi@1", ["B"]),
    ],
)
def test_one_person_on_two_seats_is_reported(seats: dict[str, str], variant: str, colours: list[str]) -> None:
    found = judge(game("R N B", 1, seats, variant), lang="en")
    told = [v for v in found.verdicts if v.rule == "players.distinct"]
    assert [(v.event, v.facts["player"]) for v in told] == [(0, colour) for colour in colours]
