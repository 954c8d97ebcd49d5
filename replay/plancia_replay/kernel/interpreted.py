"""The engine's loop for plain Python, where a call is dear: a function for each kind of event makes all its calls.

The interpreter learns at each place of a call what is called there, and calls that at half the cost; a loop over rules
has one place for them all. So the calls are written out, one after the other, when a kind first occurs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from plancia_events.ops import BETWEEN_TURNS, FREQUENT, IN_TURN
from plancia_replay.kernel.check_inliner import FLAG, call_of, lines_of
from plancia_replay.kernel.effects.reasons import NOT_AT_TABLE, POSSIBLE
from plancia_replay.kernel.missing_events import supply
from plancia_replay.kernel.rule import (
    BEGUN,
    DRAWN,
    ENDED,
    LANDLESS,
    MOVED,
    ON_TURN,
    OUT_OF_PLAY,
    OUT_OF_TURN,
    UNOCCUPIED,
    Rule,
)
from plancia_replay.kernel.table import COLOURS, Table

Step = Callable[[Table], int]
STATES = {  # `Table.state`, bit by bit, as the text of a condition
    UNOCCUPIED: "t.emptied_land >= 0", OUT_OF_TURN: "t.turn != t.actor", DRAWN: "t.draws", MOVED: "t.moves",
    OUT_OF_PLAY: "t.status[t.actor]", LANDLESS: "not t.lands[t.actor] and t.turn != t.actor", ENDED: "t.ended",
    ON_TURN: "t.turn >= 0",
    BEGUN: "t.declared >= 0 or t.placed or t.attacks or t.announced_attacks",
}  # fmt: skip


def step_of(
    checks: list[Rule], effect: Any, notes: list[Rule], often: bool = True, collected: Any = None, needs: int = 0
) -> Step:
    """A function that asks the checks, applies the effect and lets the notes be taken; 0, or why it is impossible.

    For kinds that do not come `often` the checks are called: to write them out would take longer than it saves.
    `collected` keeps what is wrong; it is called too where the table is as `needs` say, whatever the checks.
    """
    names: dict[str, Any] = {"effect": effect, "collect": collected or collector(checks)}
    names |= {f"note{place}": rule.observe for place, rule in enumerate(notes)}
    lines = ["def step(t):"]
    if checks or needs:
        lines += asked(checks, names, often, needs)
    if notes:
        lines += [" reason = effect(t)", " if reason: return reason"]
        lines += [f" note{place}(t)" for place in range(len(notes))]
        lines.append(" return 0")
    else:
        lines.append(" return effect(t)")
    exec("\n".join(lines), names)
    made: Step = names["step"]
    return made


def asked(checks: list[Rule], names: dict[str, Any], often: bool, needs: int) -> list[str]:
    """Lines that ask the checks that need nothing, and all where the table is such as some of the others need."""
    lines = [f" {FLAG} = 0"]
    for place, rule in enumerate(checks):
        needs |= rule.only_when()
        if not rule.only_when():
            text, used = lines_of(rule, place) if often else call_of(rule, place)
            names |= used
            lines.append(textwrap.indent(text, " "))
    if needs & OUT_OF_TURN:
        needs &= ~LANDLESS  # which is so only out of turn
    state = [text for bit, text in STATES.items() if needs & bit]
    lines.append(f" if ({' or '.join([FLAG, *state])}) and collect(t): return 0")
    return lines


def collector(checks: list[Rule]) -> Callable[[Table], bool]:
    """What keeps the faults of an event: something is wrong, so all are asked once more, which changes nothing."""

    def collect(t: Table) -> bool:
        for rule in checks:
            code = rule.finding(t)
            if code:
                t.note(rule, code)
        return False

    return collect


class Steps:
    """The steps of a rule-set by kind of event, each made when it is first needed."""

    def __init__(self, checks: list[list[Rule]], effects: list[Any], notes: list[list[Rule]]) -> None:
        self.checks = checks
        self.effects = effects
        self.observers = notes
        self.made: list[Any] = [self.first(op) for op in range(len(effects))]

    def first(self, op: int) -> Step:
        """What stands in the place of a step until it is made."""

        def make(t: Table) -> int:
            needs = OUT_OF_TURN if op in IN_TURN else ON_TURN if op in BETWEEN_TURNS else 0
            collect = self.completed(op) if needs else collector(self.checks[op])
            made = step_of(self.checks[op], self.effects[op], self.observers[op], op in FREQUENT, collect, needs)
            self.made[op] = made
            return made(t)

        return make

    def completed(self, op: int) -> Callable[[Table], bool]:
        """What keeps the faults of an event before which the record may lack one; True where nothing is left to do."""
        collect = collector(self.checks[op])

        def complete(t: Table) -> bool:
            return supply(t, self.checks, self.observers) or collect(t)

        return complete


def replay_plain(t: Table, rows: Any, steps: list[Any], numbers: list[int], start: int, stop: int) -> tuple[int, int]:
    """As the engine's `replay`; rows come eight values at a time."""
    seated: list[Any] = [*t.at_table[:6], *[1] * (COLOURS - 6)]
    values = iter(rows[start * 8 : stop * 8])
    named: Any = numbers[start:stop] if numbers else range(start + 1, stop + 1)
    if all(seated[actor] for actor in set(rows[start * 8 + 1 : stop * 8 : 8])):
        for t.number, t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x in zip(named, *[values] * 8):
            reason = steps[t.op](t)
            if reason:
                return start + named.index(t.number), reason
        return max(start, stop), POSSIBLE
    for t.number, t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x in zip(named, *[values] * 8):
        if not seated[t.actor]:
            return start + named.index(t.number), NOT_AT_TABLE
        reason = steps[t.op](t)
        if reason:
            return start + named.index(t.number), reason
    return max(start, stop), POSSIBLE
