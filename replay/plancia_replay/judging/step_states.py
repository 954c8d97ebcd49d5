"""The table after every event of a game, as what each event changed: one replay instead of one for each event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from plancia_events import Event, Game
from plancia_events.ops import TURN
from plancia_replay.judging.prepare import PackedGame, prepare
from plancia_replay.judging.replay import ruleset_for_game, run_kernel
from plancia_replay.judging.table_json import colour_letter, hands_json
from plancia_replay.kernel.table import LANDS, NEUTRAL, Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet


class LandChange(NamedTuple):
    """A territory, by number, with the colour letter and the armies that an event left on it."""

    land: int
    owner: str
    armies: int


@dataclass(frozen=True)
class Step:
    """What an event changed, and the table after it.

    `hands` has the cards of those hands that changed. `force` has the territories and armies of every colour at the
    table, in the order of `Steps.colours`. `income` is that of the turn which the event begins: armies for territories
    and for continents.
    """

    lands: tuple[LandChange, ...]
    hands: dict[str, list[str]]
    round: int
    turn: str
    force: tuple[tuple[int, int], ...]
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
    """The steps of a game, as corrected or as recorded. Raises RuleSetError as `judge` does.

    After event `n` the board is that of `state_at(game, n, ruleset, as_corrected)`.
    """
    rules = ruleset or ruleset_for_game(game)
    prepared = prepare(game, as_corrected)
    table = prepared.table(rules)
    colours = "".join(name for colour, name in enumerate(COLOUR_LETTERS) if table.at_table[colour])
    camera = Camera(table, colours)
    empty = camera.shoot(False)
    steps = [empty] * (len(game.events) + 1)
    played: list[Event | None] = [None] * (len(game.events) + 1)
    stopped, reason, filled = 0, 0, 0
    for row, number in enumerate(prepared.numbers):
        played[number] = prepared.events[row]
        if stopped:
            continue
        _, reason = run_kernel(rules, table, prepared, row + 1, row)
        stopped = number if reason else 0
        last = steps[filled]
        for between in range(filled + 1, number):
            steps[between] = unchanged(last)
        steps[number] = unchanged(last) if reason else camera.shoot(begins_turn(prepared, row))
        filled = number
    for after in range(filled + 1, len(steps)):
        steps[after] = unchanged(steps[filled])
    return Steps(colours, steps, played, stopped, reason)


def begins_turn(prepared: PackedGame, row: int) -> bool:
    """True if the event of a row is a TURN."""
    return bool(prepared.events[row].OP == TURN)


def unchanged(step: Step) -> Step:
    """The step of an event that changes nothing after this one."""
    return Step((), {}, step.round, step.turn, step.force, None)


class Camera:
    """Compares the table with what it was at the picture before."""

    def __init__(self, table: Table, colours: str) -> None:
        self.table = table
        self.colours = [(COLOUR_LETTERS.index(name), name) for name in colours]
        self.lands = [(-1, 0)] * LANDS
        self.sizes = [0] * NEUTRAL
        self.hands: dict[str, list[str]] = {name: [] for name in colours}

    def shoot(self, turn_begins: bool) -> Step:
        """The step from the last picture to the table as it is."""
        table = self.table
        changes = []
        for land in range(LANDS):
            held = (int(table.owner[land]), int(table.armies[land]))
            if held != self.lands[land]:
                self.lands[land] = held
                changes.append(LandChange(land, colour_letter(held[0]), held[1]))
        return Step(
            lands=tuple(changes),
            hands=self.changed_hands(),
            round=int(table.round),
            turn=colour_letter(table.turn) if table.turn >= 0 else "",
            force=tuple((int(table.lands[colour]), int(table.army_total[colour])) for colour, _ in self.colours),
            income=(int(table.from_territories), int(table.from_continents)) if turn_begins else None,
        )

    def changed_hands(self) -> dict[str, list[str]]:
        """The hands that changed since the last picture, with their cards."""
        hands = hands_json(self.table)
        changed = {name: cards for name, cards in hands.items() if cards != self.hands[name]}
        self.hands.update(changed)
        return changed
