"""Lists the stored verdicts of many games, with sentences, page by page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from plancia_archive.queries.filters import Filters
from plancia_archive.queries.paging import fetch_page
from plancia_replay.judging.forms import Finding, StoredVerdict
from plancia_replay.judging.slips import finding_kind
from plancia_replay.judging.verdicts import stored_sentence

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

CURSOR_PATTERN = re.compile(r"v([0-9]{1,15})-([0-9]{1,9})\Z")
MAX_SORTED_VERDICTS = 2000
FINDING_FIELDS = ("game", "event", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading", "kind")  # of CSV
BATCH_SIZE = 500


def iterate_verdicts(
    archive: Archive, filters: Filters, rule_id: str | None = None, verdict: str | None = None,
    after: str | None = None, lang: str = "it",
) -> Iterator[tuple[str, Finding]]:  # fmt: skip
    """Yields (cursor, verdict) for the stored verdicts of the filtered games, in log order.

    The cursor points after the verdict. Raises ValueError for an invalid cursor.
    """
    number, last_place = parse_cursor(after)
    if verdict == "illegal" and filters.illegal is None:
        filters = replace(filters, illegal=True)
    if rule_id is not None and has_few_verdicts(archive, rule_id):
        batches = games_with_rule(archive, filters, rule_id, number - 1)
    else:
        batches = filtered_games(archive, filters, number - 1)
    for game_number, game_id, variant_rules in batches:
        statement = (
            "SELECT place, event, rule, rule_id, verdict, facts, cite FROM verdict WHERE game = ? ORDER BY place"
        )
        rules = None
        with archive.lock:
            rows = archive.db.execute(statement, [game_id]).fetchall()
        for row in rows:
            already_listed = game_number == number and row[0] <= last_place
            if already_listed or rule_id not in (None, row[3]) or verdict not in (None, row[4]):
                continue
            rules = rules or archive.rules(variant_rules)
            place, event, rule, number_of_rule, kind_of_verdict, facts, cite = row
            stored = StoredVerdict(
                event=event,
                rule=rule,
                rule_id=number_of_rule,
                verdict=kind_of_verdict,
                facts=json.loads(facts),
                cite=cite,
            )
            sentence, reading = stored_sentence(rules, stored, lang)
            yield f"v{game_number}-{place}", Finding(
                game=game_id, event=event, rule=rule, rule_id=number_of_rule, verdict=kind_of_verdict, says=sentence,
                facts=stored["facts"], cite=cite, reading=reading or None, kind=finding_kind(rule, stored["facts"]),
            )  # fmt: skip


def parse_cursor(text: str | None) -> tuple[int, int]:
    """Parses a cursor: game number and place in the game. Raises ValueError."""
    if text is None:
        return -1, -1
    match = CURSOR_PATTERN.match(text)
    if match is None:
        raise ValueError(text)
    return int(match[1]), int(match[2])


def has_few_verdicts(archive: Archive, rule_id: str) -> bool:
    """True if a rule has so few verdicts that sorting their games is cheaper than a scan of the log."""
    statement = "SELECT 1 FROM verdict INDEXED BY verdict_game WHERE rule_id = ? LIMIT ?"
    with archive.lock:
        return (
            int(
                archive.db.execute(
                    f"SELECT count(*) FROM ({statement})", [rule_id, MAX_SORTED_VERDICTS + 1]
                ).fetchone()[0]
            )
            <= MAX_SORTED_VERDICTS
        )


def games_with_rule(archive: Archive, filters: Filters, rule_id: str, after: int) -> Iterator[tuple[int, str, str]]:
    """Yields the games with a verdict of a rare rule, in log order."""
    conditions, values = filters.clauses()
    rule_condition = "game IN (SELECT DISTINCT game FROM verdict INDEXED BY verdict_game WHERE rule_id = ?)"
    where_clause = " AND ".join([rule_condition, "number > ?", *conditions])
    with archive.lock:
        rows = archive.db.execute(
            f"SELECT number, game, rules FROM game WHERE {where_clause} ORDER BY number", [rule_id, after, *values]
        ).fetchall()
    yield from rows


def filtered_games(archive: Archive, filters: Filters, after: int) -> Iterator[tuple[int, str, str]]:
    """Yields the filtered games in log order, in batches; the first batch is small, for short pages."""
    size = 60
    while True:
        with archive.lock:
            rows = fetch_page(archive.db, "number, game, rules", filters, after, size)
        yield from rows
        if len(rows) < size:
            return
        after, size = rows[-1][0], BATCH_SIZE
