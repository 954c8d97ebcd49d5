"""Dependencies of an end by a claim, or by an end roll, on options that a document leaves open."""

from __future__ import annotations

from mypy_extensions import i64

from plancia_events.ops import OVER_END_ROLL, OVER_OBJECTIVE, OVER_TARGET
from plancia_replay.kernel.table import Table
from plancia_replay.rules.objectives.targets import was_target_refused

FROM_ROUND = "end_roll.due.from_round"  # when the throws to end the game begin
THRESHOLD = "end_roll.threshold"


def ended_by(t: Table) -> dict[str, object]:
    """Facts: what ended the game, and the options that an end by a claim or by end rolls depends on."""
    facts: dict[str, object] = {"ended_by": t.stop_reason}
    if t.stop_reason == OVER_END_ROLL:
        facts["also"] = f"{FROM_ROUND} {THRESHOLD}"
    for rule in t.rules:
        option = rule.end_depends_on(t)
        if option:
            facts["hangs_on"] = option
    return facts


def depends_on_claim(t: Table) -> bool:
    """True if the game ended by a claim that might be invalid under another reading."""
    return "hangs_on" in ended_by(t)


def refusal_dependency(t: Table, player: i64, reason: i64) -> dict[str, object]:
    """The facts that name the option under which the player might have won as recorded; empty if there is none."""
    for rule in t.rules:
        option = rule.refusal_depends_on(t, player, reason)
        if option:
            return {"hangs_on": option}
    return {}


def may_have_won(t: Table, player: i64, reason: i64) -> bool:
    """True if the player might have won as recorded, had a claim that depends on a reading not ended the game."""
    if reason == OVER_TARGET and was_target_refused(t, player):
        return True
    return reason not in (OVER_TARGET, OVER_OBJECTIVE) or len(refusal_dependency(t, player, reason)) > 0
