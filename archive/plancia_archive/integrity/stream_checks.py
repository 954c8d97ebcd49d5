"""Validates log streams and rows of backup tables: each must be in the form that the archive writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plancia_archive.disputes.correction_evidence import CORRECTIONS
from plancia_archive.disputes.register import DISPUTES
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.log.approvals import APPROVALS
from plancia_archive.log.archive_stream import ARCHIVE
from plancia_archive.log.entries import GAME_ID, RULESET_PREFIX
from plancia_archive.log.foreign_logs import FOREIGN
from plancia_archive.log.stream import Stream
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.registers.merged_references import PERSONS
from plancia_archive.registers.token_events import TOKENS
from plancia_archive.tournaments.state import TOURNAMENTS
from plancia_events import read, read_canonical
from plancia_replay import RuleSet, RuleSetError


@dataclass(frozen=True)
class Finding:
    """A problem found by a check: its location, its stable code, and details."""

    where: str
    code: str
    detail: str = ""


class CheckStopped(Exception):
    """Raised when damage stopped a check in a worker; the message is that of the worker's error."""


def summarize_error(error: Exception) -> str:
    """Returns the message of an error on one line of at most 200 characters."""
    text = str(error) if isinstance(error, CheckStopped) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:200]


def collect_findings(work: Iterable[Finding]) -> tuple[list[Finding], str]:
    """Returns the findings up to the first error, and a summary of the error, "" without one.

    An exception raised in a worker would lose the findings before it.
    """
    findings: list[Finding] = []
    try:
        findings.extend(work)
    except Exception as error:
        return findings, summarize_error(error)
    return findings, ""


GAME, RULE_SET, TOURNAMENT = "game", "ruleset", "tournament"
PARSE_ERRORS = (ArchiveError, RuleSetError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
STREAMS: dict[str, Stream[Any, Any]] = {
    one.prefix[:-1]: one
    for one in (WITHDRAWALS, APPROVALS, TOKENS, PERSONS, CORRECTIONS, FOREIGN, DISPUTES, ARCHIVE, TOURNAMENTS)
}
COLUMN_TYPES: dict[str, dict[str, type | tuple[type, ...]]] = {
    "person": {"player_ref": str, "name": str, "salt": (str, type(None))},
    "alias": {"plain": str, "player_ref": str},
    "request": {"request_id": str, "fingerprint": str, "game": str, "version": int, "duplicate": int},
    "checkpoint": {"size": int, "note": str, "signed_at": int},
}


def stream_kind(stream: str) -> str:
    """Returns the kind of a stream: `game` for a game id, else the word before the colon of its name."""
    kind, colon, _ = stream.partition(":")
    return kind if colon else GAME


def find_problem(stream: str, text: bytes) -> str | None:
    """Describes the first error in a stream; None if it is valid."""
    kind, _, name = stream.partition(":")
    try:
        if kind in STREAMS:
            return STREAMS[kind].problem(name, text)
        if stream.startswith(RULESET_PREFIX):
            return find_ruleset_problem(stream.removeprefix(RULESET_PREFIX), text)
        return find_game_problem(stream, text) if stream_kind(stream) == GAME else f"kind {stream_kind(stream)}"
    except PARSE_ERRORS as error:
        return f"{type(error).__name__}: {error}"[:200]


def find_game_problem(game_id: str, text: bytes) -> str | None:
    """Checks that a game has a valid id and a canonical text."""
    if not GAME_ID.match(game_id):
        return "game id"
    if read_canonical(text.decode(), is_stored=True) is not None:
        return None
    reading = read(text, game_id, is_stored=True)
    if reading.problems:
        return reading.problems[0].text("en").split("\n")[0]
    return None if len(reading.games) == 1 and reading.games[0].text().encode() == text else "text not canonical"


def find_ruleset_problem(digest: str, text: bytes) -> str | None:
    """Checks that a rule-set is named by its hash and can be loaded."""
    if hashlib.sha256(text).hexdigest() != digest:
        return "hash"
    RuleSet.from_resolved(json.loads(text))
    return None


def parse_backup_row(table: str, line: str) -> Row:
    """Parses a row of a backup table, which must have exactly its columns, with their types. Raises ArchiveError."""
    cells = json.loads(line)
    columns = COLUMN_TYPES[table]
    if table == "person" and isinstance(cells, dict):
        cells.setdefault("salt", None)  # backups of format 1
    if not isinstance(cells, dict) or set(cells) != set(columns):
        actual = ", ".join(map(str, cells)) if isinstance(cells, dict) else str(cells)
        raise ArchiveError("backup", f"tables/{table}.jsonl: {actual}"[:200])
    for name, column_type in columns.items():
        types = column_type if isinstance(column_type, tuple) else (column_type,)
        if type(cells[name]) not in types:
            raise ArchiveError("backup", f"tables/{table}.jsonl: {name}")
    if isinstance(cells.get("salt"), str):
        cells["salt"] = bytes.fromhex(cells["salt"])
    return cells
