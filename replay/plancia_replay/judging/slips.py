"""Is a finding about play, or does the record contradict itself? Several contradictions in one event are a slip."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import product
from typing import Any

from plancia_events.ops import ATT, MOVE, OCC
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.text.fact_values import LAND_CODES


def kind_of(rule: str, facts: dict[str, Any]) -> str:
    """`record` where the record contradicts itself or lacks a line, `play` where a rule of the game was broken."""
    kind = rule_classes()[rule]
    own = kind.OF_RECORD or facts.get("wording") in kind.RECORD_WORDINGS
    return "record" if own or "slip" in facts else "play"


def nearest(table: Table, text: str) -> str:
    """The line nearest to the one in hand that the table allows: the other way round, one place changed, two; or ""."""
    if table.op not in (ATT, MOVE, OCC):
        return ""
    source, target = int(table.a), int(table.b)
    best: tuple[float, str] = (0.0, "")
    for one, other in product(range(LANDS), range(LANDS)):
        if (one, other) == (source, target) or not allowed(table, one, other):
            continue
        alike = 4.0 if (one, other) == (target, source) else similarity(source, one) + similarity(target, other)
        if alike > best[0]:
            line = text.replace(f"{LAND_CODES[source]}>{LAND_CODES[target]}", f"{LAND_CODES[one]}>{LAND_CODES[other]}")
            best = (alike, line)
    return best[1]


def similarity(one: int, other: int) -> float:
    """How alike two territories are written: 2 for the same one, then by the letters their codes share."""
    return 2.0 if one == other else SequenceMatcher(None, LAND_CODES[one], LAND_CODES[other]).ratio()


def allowed(t: Table, source: int, target: int) -> bool:
    """True if owners, borders and armies allow the current event from this source to this target."""
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
