"""Loads disputes from the log and maintains the table `dispute`, which lists them."""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.disputes.lines import validate_line
from plancia_archive.disputes.states import FINAL_STATES, Dispute, apply_line
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header

STREAM = "dispute:"
COLUMNS = ("dispute", "number", "game", "tournament", "event", "rule", "claimant", "state", "outcome", "due",
           "opened_at", "changed_at", "lines")  # fmt: skip


def parse_stream(body: bytes) -> list[dict[str, Any]]:
    """Parses and validates the lines of a dispute's stream. Raises ArchiveError."""
    text = body.decode()
    if not text.endswith("\n"):
        raise ArchiveError("dispute-line", text[-40:])
    return [parse_line(line) for line in text.split("\n")[:-1]]


def parse_line(text: str) -> dict[str, Any]:
    """Parses a line, which must be in its normal form. Raises ArchiveError."""
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ArchiveError("dispute-line", text[:60]) from error
    if validate_line(line) != line:
        raise ArchiveError("dispute-line", text[:60])
    return dict(line)


def check_stream(dispute_id: str, body: bytes) -> str | None:
    """Checks the lines of a stream and their order; returns `line end` for a missing final newline, otherwise None.

    Raises ArchiveError for a line that is not valid, not in its normal form or not allowed in its place.
    """
    dispute = Dispute(dispute_id)
    if not body.endswith(b"\n"):
        return "line end"
    for line in parse_stream(body):
        apply_line(dispute, line, 0)
    return None


def load_dispute(log: EntryLog, dispute_id: str) -> Dispute:
    """Loads a dispute from the log. Raises ArchiveError `no-dispute` or `damaged`."""
    with log.lock:
        rows = log.db.execute(
            "SELECT log_index, recorded_at, header, body FROM entry WHERE game = ? ORDER BY first",
            [STREAM + dispute_id],
        ).fetchall()
    if not rows:
        raise ArchiveError("no-dispute", dispute_id[:40])
    dispute = Dispute(dispute_id)
    try:
        for index, recorded_at, header, body in rows:
            entry_header = Header.parse(str(header))
            for line in parse_stream(bytes(body)):
                apply_line(dispute, line, int(recorded_at))
                dispute.lines[-1] |= {"index": int(index), "author": entry_header.author, "role": entry_header.role}
    except (ArchiveError, ValueError) as error:
        raise ArchiveError("damaged", f"{STREAM}{dispute_id}: {error}"[:200]) from error
    return dispute


def dispute_ids(log: EntryLog) -> list[str]:
    """Returns the ids of all disputes, in log order."""
    statement = "SELECT game FROM entry WHERE game >= 'dispute:' AND game < 'dispute;' AND first = 0 ORDER BY log_index"
    with log.lock:
        return [str(row[0]).removeprefix(STREAM) for row in log.db.execute(statement).fetchall()]


def dispute_row(dispute: Dispute) -> dict[str, Any]:
    """Returns the row of a dispute in the table `dispute`, by column."""
    ruling = dispute.ruling
    return {
        "dispute": dispute.id, "number": dispute.lines[0]["index"], "game": dispute.game,
        "tournament": dispute.tournament, "event": dispute.event, "rule": dispute.rule, "claimant": dispute.claimant,
        "state": dispute.state, "outcome": ruling["outcome"] if ruling else "", "due": dispute.due,
        "opened_at": dispute.lines[0]["at"], "changed_at": dispute.lines[-1]["at"], "lines": len(dispute.lines),
    }  # fmt: skip


def dispute_rows(log: EntryLog) -> list[dict[str, Any]]:
    """Returns the rows of all disputes, computed from the log. Raises ArchiveError for a damaged stream."""
    return [dispute_row(load_dispute(log, dispute_id)) for dispute_id in dispute_ids(log)]


def write_row(log: EntryLog, dispute: Dispute) -> None:
    """Writes the row of a dispute; to be called inside a transaction."""
    log.db.execute("DELETE FROM dispute WHERE dispute = ?", [dispute.id])
    placeholders = ", ".join("?" * len(COLUMNS))
    log.db.execute(
        f"INSERT INTO dispute({', '.join(COLUMNS)}) VALUES ({placeholders})", list(dispute_row(dispute).values())
    )


def write_all_rows(log: EntryLog) -> None:
    """Rewrites the rows of all disputes; to be called inside a transaction."""
    log.db.execute("DELETE FROM dispute")
    for dispute_id in dispute_ids(log):
        write_row(log, load_dispute(log, dispute_id))


def list_disputes(
    log: EntryLog, is_open: bool | None = None, game: str = "", tournament: str = "", players: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Returns the rows of disputes in log order, filtered by state, game, tournament and claimants.

    The disputes of a tournament include those about games linked to it.
    """
    conditions, values = ["1"], list[Any]()
    if is_open is not None:
        conditions.append(f"state {'NOT IN' if is_open else 'IN'} ({', '.join('?' * len(FINAL_STATES))})")
        values += FINAL_STATES
    if game:
        conditions.append("game = ?")
        values.append(game)
    if tournament:
        conditions.append("(tournament = ? OR game IN (SELECT game FROM link WHERE tournament = ?))")
        values += [tournament, tournament]
    if players:
        conditions.append(f"claimant IN ({', '.join('?' * len(players))})")
        values += players
    statement = f"SELECT {', '.join(COLUMNS)} FROM dispute WHERE {' AND '.join(conditions)} ORDER BY number"
    with log.lock:
        rows = log.db.execute(statement, values).fetchall()
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]
