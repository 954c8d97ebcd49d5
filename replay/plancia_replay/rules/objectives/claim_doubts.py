"""Ends by claims of which a document leaves open when they hold, and those that need no claim."""

from __future__ import annotations

from mypy_extensions import i64

from plancia_events.ops import OVER_OBJECTIVE, OVER_TARGET
from plancia_replay.kernel.table import Table
from plancia_replay.rules.objectives.claim_notes import BY_THIS, refused
from plancia_replay.rules.objectives.claims import ContinentOrStrip, ObjectiveMet
from plancia_replay.rules.objectives.targets import RISIKO_POINTS, RisikoPoints, TargetPoints

CONTINENT = "claim.continent_or_strip.continent"
WINS = "claim.objective_met.wins"


def ended_by(t: Table) -> dict[str, object]:
    """What ended the game, and the option that this end hangs on, where it is one by a claim."""
    found: dict[str, object] = {"ended_by": t.stop_reason}
    for rule in t.rules:
        if isinstance(rule, RisikoPoints) and t.memory[rule.base + BY_THIS] == 1:
            found["hangs_on"] = RISIKO_POINTS
        elif isinstance(rule, ContinentOrStrip) and t.memory[rule.base + BY_THIS] == 1:
            found["hangs_on"] = CONTINENT
        elif t.stop_reason == OVER_OBJECTIVE and isinstance(rule, ObjectiveMet):
            found["hangs_on"] = WINS
    return found


def hangs_on_claim(t: Table) -> bool:
    """Did a claim end the game that might not hold under another reading?"""
    return "hangs_on" in ended_by(t)


def hanging_on_refused(t: Table, player: i64, reason: i64) -> dict[str, object]:
    """Names the option under which the player might have won as the record tells, though he did not by these rules."""
    for rule in t.rules:
        if reason == OVER_TARGET and isinstance(rule, RisikoPoints) and refused(t, rule.base, player):
            return {"hangs_on": RISIKO_POINTS}
        if reason == OVER_OBJECTIVE and isinstance(rule, ContinentOrStrip) and t.memory[rule.base + BY_THIS] == 1:
            held = rule.amount(t, player) > 0 and t.total(t.claim_bars, player) == 0
            if held or refused(t, rule.base, player):
                return {"hangs_on": CONTINENT}
    return {}


def target_unknown(t: Table, player: i64) -> bool:
    """Did the player claim a target of points that nothing says for so many players?"""
    for rule in t.rules:
        if isinstance(rule, TargetPoints) and rule.target(t) == 0 and refused(t, rule.base, player):
            return True
    return False


def may_have_won(t: Table, player: i64, reason: i64) -> bool:
    """Might the player have won as the record tells, had a claim that hangs on a reading not ended the game before?"""
    for rule in t.rules:
        if reason == OVER_TARGET and isinstance(rule, TargetPoints) and refused(t, rule.base, player):
            return True
    return reason not in (OVER_TARGET, OVER_OBJECTIVE) or len(hanging_on_refused(t, player, reason)) > 0


def held_unclaimed(t: Table, player: i64) -> bool:
    """Has the player an objective that is the same for all, which wins at once and asks for no claim (EG-13)?"""
    for rule in t.rules:
        if isinstance(rule, ContinentOrStrip) and rule.amount(t, player) > 0:
            return t.total(t.claim_bars, player) == 0
    return False
