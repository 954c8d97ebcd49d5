"""One fault is one finding: the table goes on from what was done, and what follows from it is not found again (V21)."""

from __future__ import annotations

import random

import pytest

from plancia_data import board, deck
from plancia_events import format_event, read
from plancia_replay import judge
from plancia_replay.judging.judgement import Judgement
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import mutate
from tests.case_files import newest

VARIANTS = ("eg", "firk", "torneo", "monopoli", "rcm", "stucchi", "firenze", "uno-contro-uno")
WRONG = ("illegal", "assumed")
SHARED = ("record.score",)  # points that come out otherwise are said of the header, too


def wrong(found: Judgement) -> list[tuple[int, str]]:
    """What was found wrong: the event and the rule, points that follow from a board apart."""
    return [(v.event, v.rule) for v in found.verdicts if v.verdict in WRONG and v.rule not in SHARED]


def changed(variant: str, seed: int, change: str) -> list[Judgement]:
    """A legal game of the variant judged with one line changed, for a few of the lines it can be done to."""
    game = generate(GameSpec(newest(variant), seed))
    lines = [format_event(event) for event in game.events]
    chance = random.Random(seed)
    made: list[Judgement] = []
    for place in places(lines, change):
        if len(made) == 4:
            break
        if chance.random() < 0.4:
            text = game.head() + "\n".join(CHANGES[change](lines, place)) + "\n"
            made.append(judge(read(text).games[0], ruleset_for_game(game), lang="en"))
    return made


def places(lines: list[str], change: str) -> list[int]:
    """Where the change can be made."""
    tag = {"turn twice": "TURN", "end late": "END", "pick twice": "PICK", "picks swapped": "PICK"}.get(change, "OCC")
    found = [place for place, line in enumerate(lines) if line.split()[0] == tag]
    if change == "picks swapped":
        found = [place for place in found if lines[place + 1].startswith("PICK")]
    if change == "end late":
        found = [place for place in found if lines[place + 1].startswith("TURN")]
    if change == "occupied late":
        acts = ("DRAW", "MOVE")
        found = [place for place in found if lines[place + 1].split()[0] in acts and clear(lines, place)]
    return found


def clear(lines: list[str], place: int) -> bool:
    """Does the line after an occupation leave both its territories alone?"""
    source, target = lines[place].split()[2].split(">")
    return source not in lines[place + 1] and target not in lines[place + 1]


def twice(lines: list[str], place: int) -> list[str]:
    return [*lines[: place + 1], lines[place], *lines[place + 1 :]]


def swapped(lines: list[str], place: int) -> list[str]:
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


CHANGES = {
    "turn twice": twice, "end late": swapped, "pick twice": twice, "picks swapped": swapped, "occupied late": swapped,
}  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("change", ["turn twice", "end late"])
def test_v21_a_line_twice_or_late_is_one_finding(variant: str, change: str) -> None:
    for found in changed(variant, 1, change):
        assert len(wrong(found)) == 1, (variant, change, wrong(found))


@pytest.mark.parametrize("variant", ["firenze", "rcm"])
def test_v21_two_picks_in_the_wrong_order_are_one_finding(variant: str) -> None:
    for found in changed(variant, 2, "picks swapped"):
        assert [rule for _, rule in wrong(found)] in (["pick.in_order"], ["pick.from_last"])


@pytest.mark.parametrize("variant", ["firenze", "rcm"])
def test_v21_a_pick_twice_is_the_pick_out_of_turn_and_the_territory_taken(variant: str) -> None:
    for found in changed(variant, 2, "pick twice"):
        assert len({event for event, _ in wrong(found)}) == 1, wrong(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_v21_an_occupation_written_late_is_one_finding(variant: str) -> None:
    for found in changed(variant, 3, "occupied late"):
        assert len({event for event, _ in wrong(found)}) == 1, (variant, wrong(found))


@pytest.mark.parametrize("variant", VARIANTS)
def test_v21_a_turn_begun_for_another_or_armies_too_many_in_a_declaration_are_one_finding(variant: str) -> None:
    for seed in range(3):
        game = generate(GameSpec(newest(variant), seed))
        for kind in ("order", "total") if variant != "stucchi" else ("order",):  # there a penalty follows (STU-41)
            fault = mutate(game, ruleset_for_game(game), kind, random.Random(seed))
            if fault is not None and "chance" not in format_event(fault.game.events[fault.event - 1]):
                found = wrong(judge(fault.game, ruleset_for_game(game)))
                assert len(found) == 1, (variant, seed, kind, found)


def lines_of(variant: str, events: list[str], board: str, headers: str = "") -> Judgement:
    """A small game judged: Red to move with what is given, everything else Black's."""
    head = f'[Notation "rgn 1"]\n[Variant "{variant}"]\n[Red "r"]\n[Blue "b"]\n[Black "n"]\n[Completeness "full"]\n'
    return judge(read("\n".join([head + headers, "ORDER * R B N", *board.split("\n"), *events]) + "\n").games[0])


BLACK = (
    "DEAL N ALB ONT QUE SOC SOR AMC VEN PER BRA ARG ISL GBR SCA ESE EOC EME UCR AFN EGI AFO CON AFS MAD MEO AFG URA "
    "JAC CIT KAM GIA CIN IND SIA INS NGU AOC AOR armies=3"
)
BOARD = f"DEAL R ALA TNO GRO armies=9\nDEAL B SIB MON armies=1\n{BLACK}"


INFANTRY = [code for code, symbol in zip(board("eg").codes, deck("eg")["symbols"], strict=True) if symbol == 0]
CARDS = " ".join([code for code in INFANTRY if code not in ("ALA", "TNO", "GRO")][:3])  # none of Red's: worth six


@pytest.mark.parametrize(
    ("exchange", "told"),
    [
        (("=8", "1+0+8=9", 9), ["cards.set_value"]),  # eight claimed for six, declared and placed
        (("=8", "1+0+6=7", 7), ["cards.set_value"]),  # claimed and taken back
        (("=6", "1+0+6=7", 7), []),
        (("=6", "1+0+8=9", 9), ["declaration.right"]),
        (("=8", "1+0+8=9", 10), ["cards.set_value", "placement.within_income"]),  # one more: a fault of its own
    ],
)
def test_v21_a_wrong_exchange_is_found_at_the_exchange_alone(exchange: tuple[str, str, int], told: list[str]) -> None:
    claim, declared, placed = exchange
    events = [f"DRAW R {CARDS}", "TURN R", f"TRIS R {CARDS} {claim}", f"REIN R {declared}", f"PUT R ALA+{placed}"]
    found = lines_of("eg@1", events, BOARD)
    assert [v.rule for v in found.verdicts if v.verdict in WRONG and v.event > 6] == told


@pytest.mark.parametrize("declared", ["1+0+0=1", "1+0+6=7"])
def test_v21_after_cards_that_are_not_held_the_honest_declaration_is_right(declared: str) -> None:
    events = ["TURN R", f"TRIS R {CARDS} =6", f"REIN R {declared}", f"PUT R ALA+{declared.partition('=')[2]}"]
    found = lines_of("eg@1", events, BOARD)
    assert [v.rule for v in found.verdicts if v.verdict in WRONG and v.event > 5] == ["cards.held"]


def test_v21_after_an_attack_that_cannot_be_followed_up_the_lack_is_told_once() -> None:
    events = ["TURN B", "ATT B SIB>CIT 6:111 -0-3", *4 * ["ATT B MON>CIN 1:6 -0-0"], "MOVE B SIB>MON 1", "END B"]
    found = lines_of("eg@1", ["TURN R", "END R", *events], BOARD)
    assert len([v for v in found.verdicts if v.rule == "record.occupation"]) == 1


def test_v21_a_turn_after_the_end_is_found_once() -> None:
    events = ["OVER * agreement", "TURN B", "REIN B 1+0+0=1", "PUT B SIB+1", "ATT B SIB>CIT 6:1 -0-1", "END B"]
    found = lines_of("eg@1", events, BOARD)
    assert [v.event for v in found.verdicts if v.rule == "game.over_is_final"] == [6]


@pytest.mark.parametrize("variant", ["firenze", "rcm"])
def test_v21_one_wrong_first_pick_is_one_finding(variant: str) -> None:
    """Who picks first is the wrong one, and all others follow in their order from him."""
    game = generate(GameSpec(newest(variant), 1))
    lines = [format_event(event) for event in game.events]
    order = next(line for line in lines if line.startswith("ORDER")).split("slots")[0].split()[2:]
    turned = {letter: order[(place + 1) % len(order)] for place, letter in enumerate(order)}
    changed = list(lines)
    for place, line in enumerate(lines):
        tag, actor, *rest = line.split()
        if tag == "PICK":
            changed[place] = " ".join([tag, turned[actor], *rest])
    picks = [place for place, line in enumerate(lines, start=1) if line.startswith("PICK")]
    found = judge(read(game.head() + "\n".join(changed) + "\n").games[0], ruleset_for_game(game))
    wanted = "pick.in_order" if variant == "firenze" else "pick.from_last"
    assert [(event, rule) for event, rule in wrong(found) if rule == wanted] == [(picks[0], wanted)]
