"""Approves a whole round: makes the stored games of its tables final in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.log.approvals import require_approving_role

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class ApprovedRound:
    """The result of an approval: games approved now, games approved before, tables with a typed result.

    Typed results become final when the tournament is closed.
    """

    round: int
    approved: list[str]
    before: list[str]
    typed: list[str]


def approve_round(archive: Archive, name: str, round_number: int) -> ApprovedRound:
    """Approves the games of a round, all or none.

    Raises ArchiveError for a round that is not there, a table without result, an open dispute of the tournament or of
    one of the games, or a role that may not approve.
    """
    with archive.writing():
        require_approving_role()
        tournament = archive.tournaments.get(name)
        tables = tournament.tables_of_round(round_number)
        if not tables:
            raise ArchiveError("t-no-round", f"{round_number} (1..{tournament.rounds})")
        if tables_without_result := [table.name for table in tables if not table.has_result]:
            raise ArchiveError("round-missing", f"{name} {round_number}: {', '.join(tables_without_result)}")
        games = [table.game for table in tables if table.game]
        mismatched = [row["dispute"] for row in archive.disputes.listed(True, tournament=name)
                 if row["tournament"] == name or row["game"] in games]  # fmt: skip
        if mismatched:
            raise ArchiveError("disputed", f"{name} {round_number}: {', '.join(mismatched)}")
        before = [game for game in games if archive.approvals.get(game)]
        approved = [game for game in games if game not in before]
        for game in approved:
            archive.approvals.approve(game)
    return ApprovedRound(round_number, approved, before, [table.name for table in tables if table.typed is not None])
