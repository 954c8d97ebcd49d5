"""Slips of the pen: whether a finding is of the record or of play, and the line that was probably meant."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import product

from plancia_events.ops import ATT, MOVE, OCC
from plancia_replay.kernel.effects.turn import dice_count
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rulesets.registry import rule_classes
from plancia_replay.text.fact_values import LAND_CODES, Facts, FaultKind


def finding_kind(rule: str, facts: Facts) -> FaultKind:
    """`record` where the record contradicts itself or lacks a line, `play` where a rule of the game was broken."""
    rule_class = rule_classes()[rule]
    is_record_fault = rule_class.FINDS_RECORD_FAULTS or facts.get("wording") in rule_class.RECORD_FAULT_WORDINGS
    return "record" if is_record_fault or "slip" in facts else "play"


def nearest_allowed_line(table: Table, text: str) -> str:
    """The line most similar to the current one that the table allows; "" if there is none.

    Source and target exchanged are the most similar, then one of them replaced, then both.
    """
    if table.op not in (ATT, MOVE, OCC):
        return ""
    recorded_pair = source, target = int(table.a), int(table.b)
    best: tuple[float, str] = (0.0, "")
    for pair in product(range(LANDS), range(LANDS)):
        if pair == recorded_pair or not is_pair_allowed(table, *pair):
            continue
        score = 4.0 if pair == (target, source) else code_similarity(source, pair[0]) + code_similarity(target, pair[1])
        if score > best[0]:
            best = (score, text.replace(format_arrow(*recorded_pair), format_arrow(*pair)))
    return best[1]


def format_arrow(source: int, target: int) -> str:
    """Source and target in the notation: `CIN>SIA`."""
    return f"{LAND_CODES[source]}>{LAND_CODES[target]}"


def code_similarity(land: int, other_land: int) -> float:
    """Similarity of two territory codes: 2 for the same territory, else the ratio of common letters, 0 to 1."""
    if land == other_land:
        return 2.0
    return SequenceMatcher(None, LAND_CODES[land], LAND_CODES[other_land]).ratio()


def is_pair_allowed(t: Table, source: int, target: int) -> bool:
    """True if owners, borders and armies allow the current event from this source to this target."""
    if t.owner[source] != t.actor:
        return False
    armies = t.c
    if t.op == OCC:
        return source == t.emptied_from and target == t.emptied_land and armies < t.armies[source]
    if t.adjacent[source * LANDS + target] == 0:
        return False
    if t.op == MOVE:
        return bool(t.owner[target] == t.actor and armies < t.armies[source])
    if t.owner[target] == t.actor or t.owner[target] < 0:
        return False
    attack_dice, defence_dice, loss_code = t.c, t.d, t.n
    defender_losses = int(loss_code) % 1000
    if dice_count(attack_dice) >= t.armies[source]:
        return False
    return bool(max(int(dice_count(defence_dice)), defender_losses) <= t.armies[target])
