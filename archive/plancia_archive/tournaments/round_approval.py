"""Approves a whole round: typed results and stored games alike, in one transaction, and says what it left and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.log.approvals import APPROVALS
from plancia_archive.tournaments.disputed_tables import disputed_tables
from plancia_archive.tournaments.state import Table, Tournament
from plancia_data import messages

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

READY, APPROVED = "ready", "approved"
ERRORS = {"missing": "round-missing", "running": "round-missing", "disputed": "disputed", "closed": "t-closed"}


@dataclass(frozen=True)
class TableApproval:
    """How a table stands: `state` is ready, approved, or one of ERRORS; `what` are its disputes."""

    table: Table
    state: str
    what: str = ""

    def text(self, lang: str) -> str:
        """Returns why the table cannot be approved, in words."""
        return messages("remarks", lang)[f"approval.{self.state}"].format(what=self.what)


@dataclass(frozen=True)
class ApprovedRound:
    """The result of an approval.

    Games and tables with a typed result that were approved now (`approved`, `typed`) and before (`before`,
    `typed_before`), and what could not be approved (`left`).
    """

    round: int
    approved: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    typed_before: list[str] = field(default_factory=list)
    left: list[TableApproval] = field(default_factory=list)


def round_approvals(archive: Archive, tournament: Tournament, round_number: int) -> list[TableApproval]:
    """Returns how each table of a round stands. Raises ArchiveError."""
    disputes = disputed_tables(archive.log, tournament, archive.tournaments.events(tournament.id))
    return [
        table_approval(archive, tournament, table, disputes.get((table.round, table.name), []))
        for table in tournament.tables_of_round(round_number)
    ]


def table_approval(archive: Archive, tournament: Tournament, table: Table, disputes: list[str]) -> TableApproval:
    """Returns how a table stands, with the open disputes about it."""
    if not table.has_result:
        return TableApproval(table, "missing")
    if table.approved or (table.game and archive.approvals.get(table.game)):
        return TableApproval(table, APPROVED)
    if disputes:
        return TableApproval(table, "disputed", ", ".join(disputes))
    if table.typed is not None:
        return TableApproval(table, "closed" if tournament.closed else READY)
    return TableApproval(table, "running" if archive.tournaments.result(table, tournament) is None else READY)


def approve_round(archive: Archive, name: str, round_number: int, seen: int | None = None) -> ApprovedRound:
    """Approves the results of a round that can be approved, in one transaction.

    Raises Conflict for a typed result that is newer than version `seen` of the tournament, and ArchiveError for a
    round that is not there, one of which nothing can be approved, or a role that may not approve.
    """
    done = ApprovedRound(round_number)
    with archive.writing():
        APPROVALS.require_role("approved")
        tournament = archive.tournaments.get(name)
        tables = round_approvals(archive, tournament, round_number)
        if not tables:
            raise ArchiveError("t-no-round", f"{round_number} (1..{tournament.rounds})")
        if seen is not None and any(one.state == READY and one.table.event > seen for one in tables):
            raise Conflict(tournament.version, "t-conflict")
        for one in tables:
            if one.state == APPROVED:
                (done.before if one.table.game else done.typed_before).append(one.table.game or one.table.name)
            elif one.state == READY:
                (done.approved if one.table.game else done.typed).append(one.table.game or one.table.name)
            else:
                done.left.append(one)
        if len(done.left) == len(tables):
            first = done.left[0]
            what = ", ".join(one.what or one.table.name for one in done.left if one.state == first.state)
            raise ArchiveError(
                ERRORS[first.state], name if first.state == "closed" else f"{name} {round_number}: {what}"
            )
        for game in done.approved:
            archive.approvals.approve(game)
        events = [{"kind": "approved", "round": round_number, "table": table} for table in done.typed]
        if events:
            archive.tournaments.append(name, events)
    return done
