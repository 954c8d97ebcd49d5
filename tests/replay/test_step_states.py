"""The table after every event, from one replay, is the table that a replay up to that event leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_events import Game, read
from plancia_replay import judge, ruleset_for_game, state_at
from plancia_replay.judging.forms import Board
from plancia_replay.judging.step_states import Steps, compute_steps
from plancia_replay.text.fact_values import LAND_CODES

GAMES = Path(__file__).resolve().parents[1] / "games"
WHOLE = ["torneo/faults", "eg/faults", "stucchi/one-on-one-extra-turns", "rcm/extra-turns"]  # after every event
SAMPLED = ["eg/world", "firenze/faults", "monopoli/end-roll", "rcm/target", "imported/pyrisk-1"]  # after every 17th


def load(name: str) -> Game:
    return read((GAMES / f"{name}.rgn").read_bytes(), name).games[0]


def check(game: Game, steps: Steps, every: int, as_corrected: bool = True) -> None:
    board: Board = {}
    hands: dict[str, list[str]] = {letter: [] for letter in steps.colours}
    for number, step in enumerate(steps.steps):
        board.update((LAND_CODES[land], (owner, armies)) for land, owner, armies in step.lands)
        hands.update(step.hands)
        if number % every and number != len(game.events):
            continue
        state = state_at(game, number, ruleset_for_game(game), as_corrected)
        held = {code: place for code, place in board.items() if place[0] != "?"}
        assert (number, held, hands) == (number, state["board"], state["hands"])
        assert (step.round, step.turn or None) == (state["round"], state["turn"])
        for letter, (lands, armies) in zip(steps.colours, step.force, strict=True):
            own = [place[1] for place in held.values() if place[0] == letter]
            assert (len(own), sum(own)) == (lands, armies)
        if step.income:
            assert step.income == (state["due"]["territories"], state["due"]["continents"])


@pytest.mark.parametrize("name", WHOLE)
def test_after_every_event(name: str) -> None:
    game = load(name)
    check(game, compute_steps(game), 1)


@pytest.mark.parametrize("name", SAMPLED)
def test_after_some_events(name: str) -> None:
    game = load(name)
    check(game, compute_steps(game), 17)


def corrected_game() -> Game:
    game = load("eg/faults")
    attack = next(number for number, event in enumerate(game.events, 1) if event.TAG == "ATT")
    put = next(number for number, event in enumerate(game.events, 1) if event.TAG == "PUT")
    lines = f"VOID A {put} {{counted twice}}\nFIX A {attack} NOTE A {{no attack}}\n"
    return read(game.text() + lines).games[0]


def test_corrections_count_where_their_events_stand() -> None:
    game = corrected_game()
    fixed, recorded = compute_steps(game), compute_steps(game, as_corrected=False)
    check(game, fixed, 1)
    check(game, recorded, 1, as_corrected=False)
    void = next(event.event for event in game.events if event.TAG == "VOID")
    assert fixed.played[void] is None and fixed.steps[void].lands == () and recorded.steps[void].lands


def test_an_impossible_event_ends_it() -> None:
    game = load("eg/world")
    attack = next(event for event in game.events if event.TAG == "ATT")
    line = f"ATT {attack.actor} {attack.source}>{attack.target} 666:111 -99-0\n"
    number = next(number for number, event in enumerate(game.events, 1) if event is attack)
    lines = game.text().splitlines(keepends=True)
    at = len(lines) - len(game.events) + number - 1
    broken = read("".join([*lines[:at], line, *lines[at:]])).games[0]
    steps, judgement = compute_steps(broken), judge(broken)
    assert judgement.impossible is not None
    assert (steps.stopped, steps.reason) == (judgement.impossible["event"], judgement.impossible["reason"])
    assert all(step.lands == () for step in steps.steps[steps.stopped :])
    check(broken, steps, 40)
