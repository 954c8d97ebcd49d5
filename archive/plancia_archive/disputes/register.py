"""Reading disputes from the log, and the table `dispute` that lists them."""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.disputes.lines import validate_line
from plancia_archive.disputes.states import FINAL, Dispute, follow
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header

STREAM = "dispute:"
COLUMNS = ("dispute", "number", "game", "tournament", "event", "rule", "claimant", "state", "outcome", "due",
           "opened_at", "changed_at", "lines")  # fmt: skip


def stream_of(body: bytes) -> list[dict[str, Any]]:
    """The validated lines of a stream's text. Raises ArchiveError."""
    text = body.decode()
    if not text.endswith("\n"):
        raise ArchiveError("dispute-line", text[-40:])
    return [checked_line(line) for line in text.split("\n")[:-1]]


def checked_line(text: str) -> dict[str, Any]:
    """A line that is what the archive would have written of it. Raises ArchiveError."""
    try:
        parsed = json.loads(text)
    except ValueError as error:
        raise ArchiveError("dispute-line", text[:60]) from error
    if validate_line(parsed) != parsed:
        raise ArchiveError("dispute-line", text[:60])
    return dict(parsed)


def problem_of_stream(dispute_id: str, body: bytes) -> str | None:
    """`line end`, or None; raises ArchiveError for a line that the archive would not have written, or not there."""
    dispute = Dispute(dispute_id)
    if not body.endswith(b"\n"):
        return "line end"
    for line in stream_of(body):
        follow(dispute, line, 0)
    return None


def load(log: EntryLog, dispute_id: str) -> Dispute:
    """A dispute as it stands. Raises ArchiveError for one that is not there or was altered."""
    with log.lock:
        rows = log.db.execute(
            "SELECT log_index, recorded_at, header, body FROM entry WHERE game = ? ORDER BY first",
            [STREAM + dispute_id],
        ).fetchall()
    if not rows:
        raise ArchiveError("no-dispute", dispute_id[:40])
    dispute = Dispute(dispute_id)
    try:
        for index, at, header, body in rows:
            written_by = Header.parse(str(header))
            for line in stream_of(bytes(body)):
                follow(dispute, line, int(at))
                dispute.lines[-1] |= {"index": int(index), "author": written_by.author, "role": written_by.role}
    except (ArchiveError, ValueError) as error:
        raise ArchiveError("damaged", f"{STREAM}{dispute_id}: {error}"[:200]) from error
    return dispute


def ids(log: EntryLog) -> list[str]:
    """All disputes in the order of the log."""
    statement = "SELECT game FROM entry WHERE game >= 'dispute:' AND game < 'dispute;' AND first = 0 ORDER BY log_index"
    with log.lock:
        return [str(row[0]).removeprefix(STREAM) for row in log.db.execute(statement).fetchall()]


def row_of(dispute: Dispute) -> dict[str, Any]:
    """The row of a dispute."""
    ruling = dispute.ruling
    return {
        "dispute": dispute.id, "number": dispute.lines[0]["index"], "game": dispute.game,
        "tournament": dispute.tournament, "event": dispute.event, "rule": dispute.rule, "claimant": dispute.claimant,
        "state": dispute.state, "outcome": ruling["outcome"] if ruling else "", "due": dispute.due,
        "opened_at": dispute.lines[0]["at"], "changed_at": dispute.lines[-1]["at"], "lines": len(dispute.lines),
    }  # fmt: skip


def rows_of_log(log: EntryLog) -> list[dict[str, Any]]:
    """The rows of all disputes, read from the log. Raises ArchiveError for a damaged stream."""
    return [row_of(load(log, dispute_id)) for dispute_id in ids(log)]


def project(log: EntryLog, dispute: Dispute) -> None:
    """Writes the row of a dispute; inside a transaction."""
    log.db.execute("DELETE FROM dispute WHERE dispute = ?", [dispute.id])
    marks = ", ".join("?" * len(COLUMNS))
    log.db.execute(f"INSERT INTO dispute({', '.join(COLUMNS)}) VALUES ({marks})", list(row_of(dispute).values()))


def project_all(log: EntryLog) -> None:
    """Writes the rows of all disputes again; inside a transaction."""
    log.db.execute("DELETE FROM dispute")
    for dispute_id in ids(log):
        project(log, load(log, dispute_id))


def listed(
    log: EntryLog, is_open: bool | None = None, game: str = "", tournament: str = "", players: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Rows of disputes in log order: open ones or settled ones, of a game, a tournament, or claimed by a player.

    A tournament has also the disputes about games linked to it.
    """
    conditions, values = ["1"], list[Any]()
    if is_open is not None:
        conditions.append(f"state {'NOT IN' if is_open else 'IN'} ({', '.join('?' * len(FINAL))})")
        values += FINAL
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
