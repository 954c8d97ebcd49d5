"""The replay loop of the interpreted kernel: one generated function for each kind of event.

CPython specialises each call site for the function called there (PEP 659), which halves the cost of a call; a loop over
rules is a single site for all of them. So the calls are unrolled into a function when a kind first occurs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from plancia_events.ops import BETWEEN_TURNS, FREQUENT, IN_TURN, X
from plancia_replay.kernel.check_inliner import FLAG_NAME, call_check, inline_check
from plancia_replay.kernel.effects.reasons import NOT_AT_TABLE, POSSIBLE
from plancia_replay.kernel.missing_events import supply_missing_event
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
STATE_CONDITIONS = {  # the conditions of `Table.state`, as source text by bit
    UNOCCUPIED: "t.emptied_land >= 0", OUT_OF_TURN: "t.turn != t.actor", DRAWN: "t.draws", MOVED: "t.moves",
    OUT_OF_PLAY: "t.status[t.actor]", LANDLESS: "not t.lands[t.actor] and t.turn != t.actor", ENDED: "t.ended",
    ON_TURN: "t.turn >= 0",
    BEGUN: "t.declared >= 0 or t.placed or t.attacks or t.announced_attacks",
}  # fmt: skip


def generate_step(
    checks: list[Rule],
    effect: Any,
    observers: list[Rule],
    is_frequent: bool = True,
    collect: Any = None,
    needs: int = 0,
) -> Step:
    """Generate the function that runs checks, effect and observers; it returns 0, or why the event is impossible.

    Checks are inlined only if `is_frequent`: for rare kinds generating the code costs more than it saves. `collect`
    records the findings; it is also called if the table is in one of the states in the bit mask `needs`.
    """
    namespace: dict[str, Any] = {"effect": effect, "collect": collect or make_collector(checks)}
    namespace |= {f"observe{place}": rule.observe for place, rule in enumerate(observers)}
    lines = ["def step(t):"]
    if checks or needs:
        lines += check_lines(checks, namespace, is_frequent, needs)
    if observers:
        lines += [" reason = effect(t)", " if reason: return reason"]
        lines += [f" observe{place}(t)" for place in range(len(observers))]
        lines.append(" return 0")
    else:
        lines.append(" return effect(t)")
    exec("\n".join(lines), namespace)
    step: Step = namespace["step"]
    return step


def check_lines(checks: list[Rule], names: dict[str, Any], is_frequent: bool, needs: int) -> list[str]:
    """Returns the source lines that run the unconditional checks, and `collect` if one fails or `needs` requires it."""
    lines = [f" {FLAG_NAME} = 0"]
    for place, rule in enumerate(checks):
        needs |= rule.required_states()
        if not rule.required_states():
            text, check_names = inline_check(rule, place) if is_frequent else call_check(rule, place)
            names |= check_names
            lines.append(textwrap.indent(text, " "))
    if needs & OUT_OF_TURN:
        needs &= ~LANDLESS  # which can only be set out of turn
    conditions = [text for bit, text in STATE_CONDITIONS.items() if needs & bit]
    lines.append(f" if ({' or '.join([FLAG_NAME, *conditions])}) and collect(t): return 0")
    return lines


def make_collector(checks: list[Rule]) -> Callable[[Table], bool]:
    """Returns a function that runs all checks again and records their findings."""

    def collect(t: Table) -> bool:
        for rule in checks:
            code = rule.check(t)
            if code:
                t.record_finding(rule, code)
        return False

    return collect


class Steps:
    """Steps of a rule-set by kind of event, each generated when the kind first occurs."""

    def __init__(self, checks: list[list[Rule]], effects: list[Any], observers: list[list[Rule]]) -> None:
        self.checks = checks
        self.effects = effects
        self.observers = observers
        self.by_kind: list[Any] = [self.placeholder(op) for op in range(len(effects))]

    def placeholder(self, op: int) -> Step:
        """Returns a function that generates the step of a kind at its first call, and replaces itself by it."""

        def generate_and_run(t: Table) -> int:
            state_mask = OUT_OF_TURN if op in IN_TURN else ON_TURN if op in BETWEEN_TURNS else 0
            record_findings = self.make_supplying_collector(op) if state_mask else make_collector(self.checks[op])
            step = generate_step(
                self.checks[op], self.effects[op], self.observers[op], op in FREQUENT, record_findings, state_mask
            )
            self.by_kind[op] = step
            return step(t)

        return generate_and_run

    def make_supplying_collector(self, op: int) -> Callable[[Table], bool]:
        """Does the same as `make_collector` for kinds before which the record may lack an event.

        The returned function first supplies the missing event; it returns True if the current event is to be skipped.
        """
        record_findings = make_collector(self.checks[op])

        def supply_or_collect(t: Table) -> bool:
            return supply_missing_event(t, self.checks, self.observers) or record_findings(t)

        return supply_or_collect


def replay_interpreted(
    t: Table, rows: Any, steps: list[Any], numbers: list[int], start: int, stop: int
) -> tuple[int, int]:
    """Does the same as `engine.replay` with generated steps. `rows` has eight values for each event."""
    at_table: list[Any] = [*t.at_table[:6], *[1] * (COLOURS - 6)]
    values = iter(rows[start * 8 : stop * 8])
    row_numbers: Any = numbers[start:stop] if numbers else range(start + 1, stop + 1)
    if all(at_table[actor] for actor in set(rows[start * 8 + 1 : stop * 8 : 8])):
        for t.number, t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x in zip(row_numbers, *[values] * 8):
            reason = steps[t.op](t)
            if reason:
                return start + row_numbers.index(t.number), reason
        return max(start, stop), POSSIBLE
    for t.number, t.op, t.actor, t.a, t.b, t.c, t.d, t.n, t.x in zip(row_numbers, *[values] * 8):
        if not at_table[t.actor] and t.op != X:
            return start + row_numbers.index(t.number), NOT_AT_TABLE
        reason = steps[t.op](t)
        if reason:
            return start + row_numbers.index(t.number), reason
    return max(start, stop), POSSIBLE
