"""The streams of disputes, and the table `dispute` that lists them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plancia_archive.disputes.lines import DISPUTE_ID, DisputeLine, Opened, check_line, normal_form
from plancia_archive.disputes.states import FINAL_STATES, ROLES, Dispute, add_line
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.projections import insert_table_rows
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.stream import Stream, Target
from plancia_archive.people.register import REFERENCE

COLUMNS = ("dispute", "number", "game", "tournament", "event", "rule", "claimant", "state", "outcome", "due",
           "opened_at", "changed_at", "lines")  # fmt: skip


def dispute_row(dispute: Dispute) -> dict[str, Any]:
    """Returns the row of a dispute in the table `dispute`, by column."""
    ruling = dispute.ruling
    return {
        "dispute": dispute.id, "number": dispute.lines[0]["index"], "game": dispute.game,
        "tournament": dispute.tournament, "event": dispute.event, "rule": dispute.rule, "claimant": dispute.claimant,
        "state": dispute.state, "outcome": ruling["outcome"] if ruling else "", "due": dispute.due,
        "opened_at": dispute.lines[0]["at"], "changed_at": dispute.lines[-1]["at"], "lines": len(dispute.lines),
    }  # fmt: skip


def dispute_rows(log: EntryLog) -> Iterator[dict[str, Any]]:
    """Yields the rows of all disputes, computed from the log. Raises ArchiveError for a damaged stream."""
    yield from map(dispute_row, DISPUTES.states(log).values())


def dispute_targets(dispute_id: str, line: DisputeLine) -> list[Target]:
    """Returns the event that is disputed, and the people that a line names."""
    targets = list[Target]()
    if isinstance(line, Opened):
        targets += [Target(line.game, line.event + 1)] if line.game else []
        targets += [Target(f"tournament:{line.tournament}", line.event)] if line.tournament else []
    names = [getattr(line, name, "") or "" for name in ("claimant", "by", "arbiter")]
    return [*targets, *(Target(f"person:{name}") for name in names if REFERENCE.match(name))]


DISPUTES: Stream[DisputeLine, Dispute] = Stream(
    "dispute:", DISPUTE_ID, DisputeLine, "dispute-line", add_line, Dispute, "dispute", dispute_rows, dispute_targets,
    check=check_line, whole=lambda dispute: dispute.state != "new", roles=ROLES, words="<disputes:kind.{}>",
)  # fmt: skip
STREAM = DISPUTES.prefix


def new_line(members: Any) -> DisputeLine:
    """Returns the line of what a writer gives, in its stored form. Raises ArchiveError."""
    return DISPUTES.of(normal_form(members))


def load_dispute(log: EntryLog, dispute_id: str) -> Dispute:
    """Loads a dispute from the log. Raises ArchiveError `no-dispute` or `damaged`."""
    if not log.next_event(STREAM + dispute_id):
        raise ArchiveError("no-dispute", dispute_id[:40])
    try:
        return DISPUTES.state(log, dispute_id)
    except (ArchiveError, ValueError) as error:
        raise ArchiveError("damaged", f"{STREAM}{dispute_id}: {error}"[:200]) from error


def write_row(log: EntryLog, dispute: Dispute) -> None:
    """Writes the row of a dispute; to be called inside a transaction."""
    log.db.execute("DELETE FROM dispute WHERE dispute = ?", [dispute.id])
    insert_table_rows(log.db, "dispute", [dispute_row(dispute)])


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
