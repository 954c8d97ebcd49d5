"""The fast path: canonical bytes straight into the kernel, for whole corpora. Same rules, same findings as `judge`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plancia_events import packed
from plancia_events.headers import COLOUR_HEADERS
from plancia_events.log import Log
from plancia_events.names import LANDS as CODES
from plancia_replay.kernel import engine
from plancia_replay.kernel.table import Table
from plancia_replay.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.supposed import assumptions, rests_on

PLAYER = re.compile(rb'^\[(Red|Blue|Green|Yellow|Black|Violet) "', re.MULTILINE)
BESIDE = re.compile(rb'^\[(Virtual|Team) "([^"]*)"', re.MULTILINE)


@dataclass
class Audit:
    """What a fast replay found: (event, rule index, code) triples, the table, where it stopped and why (0: nowhere)."""

    findings: list[tuple[int, int, int]]
    table: Table
    stopped_at: int
    reason: int
    events: int


def audit(text: bytes, rules: RuleSet) -> Audit:
    """Replays a canonical game from its bytes. Raises NotationError for a line that is not understood.

    Corrections (VOID, FIX) are not resolved here: `judge` does, and callers give such games to it.
    """
    log = packed(text)
    head = text[: text.find(b"\n\n")]
    players = [COLOUR_LETTERS.index(COLOUR_HEADERS[name.decode()]) for name in PLAYER.findall(head)]
    beside = {name.decode(): value.decode() for name, value in BESIDE.findall(head)}
    table = rules.table(players, beside.get("Virtual", ""), beside.get("Team", ""))
    place, reason = engine.replay(table, log, rules.checks, rules.notes, [], 0, log.count)
    found = told_as_supposed(table.found, log, rules) if assumptions(rules) else table.found
    return Audit(found, table, place + 1 if reason else 0, reason, log.count + 1)


def told_as_supposed(found: list[tuple[int, int, int]], log: Log, rules: RuleSet) -> list[tuple[int, int, int]]:
    """Findings that rest on what the document leaves open become assumed (3), as `judge` tells them."""
    made = []
    for event, index, code in found:
        base = (event - 1) * 8
        source, target = int(log.rows[base + 2]), int(log.rows[base + 3])
        lands = {"source": CODES[source], "target": CODES[target]} if 0 <= source < 42 and 0 <= target < 42 else {}
        supposed = code == 1 and bool(rests_on(rules, rules.clauses[index], lands))
        made.append((event, index, 3 if supposed else code))
    return made


def corrected(text: bytes) -> bool:
    """True where a game holds corrections or opened commitments, which the fast path does not resolve."""
    return b"\nVOID " in text or b"\nFIX " in text or b"\nSHOW " in text
