"""What the illegal findings of a game are about: its moves, its headers, or how the rest of it is recorded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from plancia_archive.log.connections import select_in
from plancia_replay import Judgement

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

RECORD_RULES = "record."  # prefix of rules about the record itself: declared points, the end, lines that lack
SELECT_COUNTS = (
    "SELECT game, count(DISTINCT CASE WHEN event > 0 AND rule NOT GLOB 'record.*' THEN event END), sum(event = 0), "
    "sum(event > 0 AND rule GLOB 'record.*') "
    "FROM verdict WHERE verdict = 'illegal' AND game IN ({marks}) GROUP BY game"
)


class Irregularities(NamedTuple):
    """Events that break a rule of the game, each counted once; findings on the headers (event 0) and on the record."""

    moves: int = 0
    headers: int = 0
    record: int = 0


def irregularities_of(judgement: Judgement) -> Irregularities:
    """Counts those of a judgement."""
    illegal = [verdict for verdict in judgement.verdicts if verdict.verdict == "illegal"]
    of_record = [verdict.rule.startswith(RECORD_RULES) for verdict in illegal if verdict.event]
    moves = {verdict.event for verdict in illegal if not verdict.rule.startswith(RECORD_RULES)} - {0}
    return Irregularities(len(moves), len(illegal) - len(of_record), sum(of_record))


def stored_irregularities(archive: Archive, games: Iterable[str]) -> dict[str, Irregularities]:
    """Returns those of stored games by id, for the games that have any."""
    with archive.lock:
        return {row[0]: Irregularities(*row[1:]) for row in select_in(archive.db, SELECT_COUNTS, games)}
