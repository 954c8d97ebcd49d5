"""Computes what each event of a game changed on the table, in one replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from plancia_events import Event, Game
from plancia_events.ops import TURN
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import ruleset_for_game, run_kernel
from plancia_replay.judging.table_json import colour_letter, hands_json
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet


class TerritoryChange(NamedTuple):
    """A territory (its number) with the owner's letter and the armies on it after an event."""

    territory: int
    owner: str
    armies: int


class Force(NamedTuple):
    """How many territories a colour holds, and the armies on them."""

    territories: int
    armies: int


@dataclass(frozen=True)
class Step:
    """What an event changed, and the table after it.

    `hands` has the cards of those hands that changed. `force` is that of every colour at the table, in the order of
    `Steps.colours`. `income` is that of the turn which the event begins: armies for territories and for continents.
    """

    lands: tuple[TerritoryChange, ...]
    hands: dict[str, list[str]]
    round: int
    turn: str
    force: tuple[Force, ...]
    income: tuple[int, int] | None


@dataclass(frozen=True)
class Steps:
    """The steps of a game by event number; step 0 is the empty table. `played` is each event as it stands (None: void).

    `stopped` is the impossible event at which the replay ended, 0 where it did not: later steps change nothing.
    `reason` says why (`spoken_impossible`).
    """

    colours: str
    steps: list[Step]
    played: list[Event | None]
    stopped: int
    reason: int


def compute_steps(game: Game, ruleset: RuleSet | None = None, as_corrected: bool = True) -> Steps:
    """Computes the steps of a game, as corrected or as recorded. Raises RuleSetError as `judge` does.

    After event `n` the board is that of `state_at(game, n, ruleset, as_corrected)`.
    """
    rules = ruleset or ruleset_for_game(game)
    prepared = prepare(game, as_corrected)
    table = prepared.table(rules)
    colours = "".join(name for colour, name in enumerate(COLOUR_LETTERS) if table.at_table[colour])
    recorder = StepRecorder(table, colours)
    empty = recorder.record(begins_turn=False)
    steps = [empty] * (len(game.events) + 1)
    played: list[Event | None] = [None] * (len(game.events) + 1)
    stopped, reason, last_filled = 0, 0, 0
    for row, number in enumerate(prepared.numbers):
        played[number] = prepared.events[row]
        if stopped:
            continue
        _, reason = run_kernel(rules, table, prepared, row + 1, row, judging=False)
        stopped = number if reason else 0
        last = steps[last_filled]
        for between in range(last_filled + 1, number):
            steps[between] = unchanged_step(last)
        steps[number] = unchanged_step(last) if reason else recorder.record(prepared.events[row].OP == TURN)
        last_filled = number
    for after in range(last_filled + 1, len(steps)):
        steps[after] = unchanged_step(steps[last_filled])
    return Steps(colours, steps, played, stopped, reason)


def unchanged_step(step: Step) -> Step:
    """Returns the step of an event that follows `step` and changes nothing."""
    return Step((), {}, step.round, step.turn, step.force, None)


class StepRecorder:
    """Records the differences of a table between one call and the next."""

    def __init__(self, table: Table, colours: str) -> None:
        self.table = table
        self.colours = [(COLOUR_LETTERS.index(name), name) for name in colours]
        self.lands = [(-1, 0)] * LANDS
        self.hands: dict[str, list[str]] = {name: [] for name in colours}

    def record(self, begins_turn: bool) -> Step:
        """Returns the step from the last recorded state to the current one."""
        table = self.table
        changes = []
        for territory in range(LANDS):
            owner, armies = int(table.owner[territory]), int(table.armies[territory])
            if (owner, armies) != self.lands[territory]:
                self.lands[territory] = owner, armies
                changes.append(TerritoryChange(territory, colour_letter(owner), armies))
        return Step(
            lands=tuple(changes),
            hands=self.changed_hands(),
            round=int(table.round),
            turn=colour_letter(table.turn) if table.turn >= 0 else "",
            force=tuple(Force(int(table.lands[colour]), int(table.army_total[colour])) for colour, _ in self.colours),
            income=(int(table.from_territories), int(table.from_continents)) if begins_turn else None,
        )

    def changed_hands(self) -> dict[str, list[str]]:
        """Returns the hands that changed since the last recorded state, with their cards."""
        hands = hands_json(self.table)
        changed = {name: cards for name, cards in hands.items() if cards != self.hands[name]}
        self.hands.update(changed)
        return changed
