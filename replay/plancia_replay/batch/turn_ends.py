"""Tables at the end of each turn, replayed from canonical bytes for searches through many games."""

from __future__ import annotations

from collections.abc import Iterator

from plancia_events import pack_canonical
from plancia_events.ops import END
from plancia_replay.batch.audit import audit_context, seats
from plancia_replay.kernel import engine
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import RuleSet


def turn_ends(text: bytes, rules: RuleSet) -> Iterator[tuple[int, Table]]:
    """The number of each END and the table after it, which the next step changes; ends where the replay does.

    Nothing is judged. Corrections are not resolved here: callers give such games to the slower replay.
    Raises NotationError for a line that is not understood.
    """
    log = pack_canonical(text)
    table = audit_context(rules).table(*seats(text[: text.find(b"\n\n")]))
    at = 0
    for place in range(log.count):
        if log.rows[place * 8] != END:
            continue
        _, reason = engine.replay(table, log, rules.state_checks, rules.observers, [], at, place + 1)
        if reason:
            return
        at = place + 1
        yield at, table
