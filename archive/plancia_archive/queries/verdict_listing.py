"""The kept findings of many games, a page at a time, in words again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plancia_archive.queries.filters import Filters
from plancia_archive.queries.paging import page
from plancia_replay.judging.slips import kind_of
from plancia_replay.text.stored_verdicts import retold

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

CURSOR = re.compile(r"v([0-9]{1,15})-([0-9]{1,9})\Z")
SMALL_SCAN = 2000
FIELDS = ("game", "event", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading", "kind")
GAMES = 500


def findings(
    archive: Archive, filters: Filters, rule_id: str | None = None, verdict: str | None = None,
    after: str | None = None, lang: str = "it",
) -> Iterator[tuple[str, dict[str, Any]]]:  # fmt: skip
    """Every kept finding of the games of a filter, each with the cursor that stands behind it, in the order of the log.

    Raises ValueError for a bad cursor.
    """
    number, place = cursor(after)
    if verdict == "illegal" and filters.illegal is None:
        filters = replace(filters, illegal=True)
    if rule_id is not None and few(archive, rule_id):
        batches = rare(archive, filters, rule_id, number - 1)
    else:
        batches = common(archive, filters, number - 1)
    for at, game_id, variant_rules in batches:
        asked = "SELECT place, event, rule, rule_id, verdict, facts, cite FROM verdict WHERE game = ? ORDER BY place"
        rules = None
        with archive.lock:
            rows = archive.db.execute(asked, [game_id]).fetchall()
        for row in rows:
            known = at == number and row[0] <= place
            if known or rule_id not in (None, row[3]) or verdict not in (None, row[4]):
                continue
            rules = rules or archive.rules(variant_rules)
            kept = dict(zip(("event", "rule", "rule_id", "verdict", "facts", "cite"), row[1:], strict=True))
            kept["facts"] = json.loads(kept["facts"])
            says, reading = retold(rules, kept, lang)
            kind = kind_of(kept["rule"], kept["facts"])
            made = {"game": game_id, **kept, "kind": kind, "says": says, "reading": reading or None}
            yield f"v{at}-{row[0]}", {name: made[name] for name in FIELDS}


def cursor(text: str | None) -> tuple[int, int]:
    """The number of the game and the place that a cursor stands behind. Raises ValueError."""
    if text is None:
        return -1, -1
    match = CURSOR.match(text)
    if match is None:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def few(archive: Archive, rule_id: str) -> bool:
    """Has a rule so few findings that sorting their games is cheaper than going through the log?"""
    within = "SELECT 1 FROM verdict INDEXED BY verdict_game WHERE rule_id = ? LIMIT ?"
    with archive.lock:
        return (
            int(archive.db.execute(f"SELECT count(*) FROM ({within})", [rule_id, SMALL_SCAN + 1]).fetchone()[0])
            <= SMALL_SCAN
        )


def rare(archive: Archive, filters: Filters, rule_id: str, after: int) -> Iterator[tuple[int, str, str]]:
    """The games that hold a rare finding, in the order of the log."""
    conditions, values = filters.clauses()
    held = "game IN (SELECT DISTINCT game FROM verdict INDEXED BY verdict_game WHERE rule_id = ?)"
    where = " AND ".join([held, "number > ?", *conditions])
    with archive.lock:
        rows = archive.db.execute(
            f"SELECT number, game, rules FROM game WHERE {where} ORDER BY number", [rule_id, after, *values]
        ).fetchall()
    yield from rows


def common(archive: Archive, filters: Filters, after: int) -> Iterator[tuple[int, str, str]]:
    """The games of a filter in the order of the log, read a batch at a time; the first batch is small, for pages."""
    size = 60
    while True:
        with archive.lock:
            rows = page(archive.db, "number, game, rules", filters, after, size)
        yield from rows
        if len(rows) < size:
            return
        after, size = rows[-1][0], GAMES
