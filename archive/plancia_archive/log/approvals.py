"""Approved games: results that an arbiter made final. No line is added to one until it is reopened, with a reason.

The stream `approval:GAME` has one line per change: approved (at which version) or reopened (why); between them stand
the lines `confirmed` of players (confirmations.py), which change nothing here. The table `approval`
has the games that are approved now.
"""

from __future__ import annotations

import json
import re
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.approval_guard import refuse_approved
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.free_text_intake import text_without_names
from plancia_archive.log.withdrawals import MOST, Withdrawals, stated

STREAM = "approval:"
MAY_APPROVE = ("arbiter", "keeper", "admin")
COLUMNS = ("game", "version", "at")
PARTY = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z|[RBGYNV]\Z")


def checked(line: str) -> dict[str, Any]:
    """Parses a line of a stream. Raises ArchiveError for a line that the archive would not have written."""
    try:
        parsed = dict(json.loads(line))
        if parsed["kind"] == "confirmed":
            return checked_confirmation(parsed, line)
        value = parsed["version"] if parsed["kind"] == "approved" else parsed["why"]
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("approval-line", line[:80]) from error
    expected = {"kind": "approved", "v": 1, "version": value}
    if parsed.get("kind") != "approved":
        expected = {"kind": "reopened", "v": 1, "why": value}
    form = type(value) is int and value > 0 if "version" in expected else isinstance(value, str) and bool(value)
    if parsed != expected or not form:
        raise ArchiveError("approval-line", line[:80])
    return parsed


def checked_confirmation(parsed: dict[str, Any], line: str) -> dict[str, Any]:
    """A line `confirmed`: the version, and a reference or the colour of a seat. Raises ArchiveError."""
    version, player = parsed.get("version"), str(parsed.get("player"))
    expected = {"kind": "confirmed", "player": player, "v": 1, "version": version}
    if parsed != expected or type(version) is not int or version < 1 or not PARTY.match(player):
        raise ArchiveError("approval-line", line[:80])
    return parsed


def refuse_role() -> None:
    """Raises ArchiveError for an author who may not approve."""
    if AUTHOR.get().role not in MAY_APPROVE:
        raise ArchiveError("dispute-role", f"approved: {AUTHOR.get().role} ({', '.join(MAY_APPROVE)})")


class Approvals:
    """The approved games of an archive."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log, self.withdrawals = log, withdrawals

    def approve(self, game_id: str, expected: int | None = None) -> int:
        """Makes the result of a game final at its version, which is returned.

        Raises ArchiveError for a game with open disputes, one that is approved or withdrawn, or at another version.
        """
        with self.log.writing():
            refuse_role()
            version = self.log.version(game_id)
            self.withdrawals.admit(game_id)
            refuse_approved(self.log.db, game_id)
            if expected is not None and expected != version:
                raise ArchiveError("conflict", str(version))
            rows = self.log.db.execute(
                "SELECT dispute FROM dispute WHERE game = ? AND state NOT IN ('closed', 'withdrawn') ORDER BY number",
                [game_id],
            ).fetchall()
            if rows:
                raise ArchiveError("disputed", f"{game_id}: {', '.join(str(row[0]) for row in rows)}")
            self.log.append_events(STREAM + game_id, [{"kind": "approved", "v": 1, "version": version}])
            self.project_all()
            return version

    def reopen(self, game_id: str, why: str) -> None:
        """Opens an approved game again, with the reason. Raises ArchiveError."""
        with self.log.writing():
            refuse_role()
            if self.found(game_id) is None:
                raise ArchiveError("not-approved", game_id)
            reason = text_without_names(self.log.people, stated(why), MOST)
            self.log.append_events(STREAM + game_id, [{"kind": "reopened", "v": 1, "why": reason}])
            self.project_all()

    def found(self, game_id: str) -> dict[str, Any] | None:
        """The approval that stands: version and time (milliseconds UTC); None where there is none."""
        with self.log.lock:
            row = self.log.db.execute("SELECT game, version, at FROM approval WHERE game = ?", [game_id]).fetchone()
        return None if row is None else dict(zip(COLUMNS, row, strict=True))

    def of_log(self) -> dict[str, dict[str, Any]]:
        """Approvals that stand by game, read from the log. Raises ArchiveError for a damaged stream."""
        approved: dict[str, dict[str, Any]] = {}
        rows = self.log.db.execute(
            "SELECT game, body, recorded_at FROM entry WHERE game >= 'approval:' AND game < 'approval;' "
            "ORDER BY log_index"
        ).fetchall()
        for stream, body, at in rows:
            game_id = str(stream).removeprefix(STREAM)
            line = checked(bytes(body).decode().splitlines()[-1])
            if line["kind"] == "confirmed":
                continue
            approved.pop(game_id, None)
            if line["kind"] == "approved":
                approved[game_id] = {"game": game_id, "version": line["version"], "at": int(at)}
        return approved

    def project_all(self) -> None:
        """Writes the table again; inside a transaction."""
        self.log.db.execute("DELETE FROM approval")
        for row in self.of_log().values():
            self.log.db.execute("INSERT INTO approval(game, version, at) VALUES (?, ?, ?)", list(row.values()))
