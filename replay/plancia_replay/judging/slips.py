"""Is a finding about play, or does the record contradict itself? Several contradictions in one event are a slip."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import product
from typing import TYPE_CHECKING, Any

from plancia_events.ops import ATT, MOVE, OCC
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.rule import ILLEGAL
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.text.fact_values import LAND_CODES

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet

TOGETHER = (
    "attack.adjacent", "attack.own_source", "attack.enemy_target", "attack.attacker_dice", "attack.defender_dice",
    "move.adjacent", "move.own_land", "move.leaves_one", "occupation.after_conquest", "occupation.leaves_one",
)  # fmt: skip
OF_THE_RECORD = (
    "attack.losses_by_dice", "cards.held", "cards.in_deck", "deal.free", "elimination.recorded", "players.distinct",
    "status.known", "combat.table", "occupation.after_conquest",
)  # fmt: skip
WORDINGS = (
    "cards.by_hand_size.told", "garrison.sanction.unwritten", "garrison.pending_loss.unwritten",
    "objective.after_round.unrecorded", "withdrawal.armies_stay.withdrawn", "withdrawal.garrison.kept",
    "elimination.cards_to_eliminator.alive", "elimination.cards_to_deck.alive",
)  # fmt: skip


def kind_of(rule: str, facts: dict[str, Any]) -> str:
    """`record` where the record contradicts itself or lacks a line, `play` where a rule of the game was broken."""
    own = rule.startswith("record.") or rule in OF_THE_RECORD or f"{rule}.{facts.get('wording')}" in WORDINGS
    return "record" if own or "slip" in facts else "play"


def slips_of(rules: RuleSet, found: list[tuple[int, int, int]]) -> set[int]:
    """The events that contradict the table in more than one way."""
    ways: dict[int, set[str]] = {}
    for number, index, code in found:
        rule = rules.clauses[index]["rule"]
        if code == ILLEGAL and rule in TOGETHER:
            ways.setdefault(number, set()).add(rule)
    return {number for number, rules_broken in ways.items() if len(rules_broken) > 1}


def nearest(table: Table, text: str) -> str:
    """The line nearest to the one in hand that the table allows: the other way round, one place changed, two; or ""."""
    if table.op not in (ATT, MOVE, OCC):
        return ""
    source, target = int(table.a), int(table.b)
    best: tuple[float, str] = (0.0, "")
    for one, other in product(range(LANDS), range(LANDS)):
        if (one, other) == (source, target) or not allowed(table, one, other):
            continue
        alike = 4.0 if (one, other) == (target, source) else likeness(source, one) + likeness(target, other)
        if alike > best[0]:
            line = text.replace(f"{LAND_CODES[source]}>{LAND_CODES[target]}", f"{LAND_CODES[one]}>{LAND_CODES[other]}")
            best = (alike, line)
    return best[1]


def likeness(meant: int, other: int) -> float:
    """How alike two territories are written: 2 for the same one, then by the letters their codes share."""
    return 2.0 if meant == other else SequenceMatcher(None, LAND_CODES[meant], LAND_CODES[other]).ratio()


def allowed(t: Table, source: int, target: int) -> bool:
    """Could the event in hand go from here to there, by owners, borders and armies?"""
    if t.owner[source] != t.actor:
        return False
    if t.op == OCC:
        return source == t.emptied_from and target == t.emptied_land and t.c < t.armies[source]
    if t.adjacent[source * LANDS + target] == 0:
        return False
    if t.op == MOVE:
        return bool(t.owner[target] == t.actor and t.c < t.armies[source])
    if t.owner[target] == t.actor or t.owner[target] < 0:
        return False
    lost = int(t.n) % 1000
    return bool(dice_count(t.c) < t.armies[source] and max(int(dice_count(t.d)), lost) <= t.armies[target])
