"""The approval of a whole round: every stored game that is the result of one of its tables becomes final at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.log.approvals import require_approving_role

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class ApprovedRound:
    """The games approved now, those that were, and the tables whose result was typed (final when all is closed)."""

    round: int
    approved: list[str]
    before: list[str]
    typed: list[str]


def approve_round(archive: Archive, name: str, at: int) -> ApprovedRound:
    """Approves the games of a round, all or none.

    Raises ArchiveError for a round that is not there, a table without result, an open dispute of the tournament or of
    one of the games, or a role that may not approve.
    """
    with archive.writing():
        require_approving_role()
        tournament = archive.tournaments.get(name)
        tables = tournament.tables_of_round(at)
        if not tables:
            raise ArchiveError("t-no-round", f"{at} (1..{tournament.rounds})")
        if missing := [table.name for table in tables if not table.has_result]:
            raise ArchiveError("round-missing", f"{name} {at}: {', '.join(missing)}")
        games = [table.game for table in tables if table.game]
        wrong = [row["dispute"] for row in archive.disputes.listed(True, tournament=name)
                 if row["tournament"] == name or row["game"] in games]  # fmt: skip
        if wrong:
            raise ArchiveError("disputed", f"{name} {at}: {', '.join(wrong)}")
        before = [game for game in games if archive.approvals.get(game)]
        approved = [game for game in games if game not in before]
        for game in approved:
            archive.approvals.approve(game)
    return ApprovedRound(at, approved, before, [table.name for table in tables if table.typed is not None])
