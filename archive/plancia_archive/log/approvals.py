"""Approves games: an arbiter makes a result final, and reopens it with a reason.

No line is added to an approved game. The stream `approval:GAME` has one line per change: `approved` with the version,
or `reopened` with the reason. The same stream holds the lines `confirmed` of players (confirmations.py), which do not
change the approval. The table `approval` holds the games that are approved now.
"""

from __future__ import annotations

import json
import re
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.approval_guard import OPEN_DISPUTE, refuse_approved
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.name_replacement import replace_names_in_text
from plancia_archive.log.withdrawals import MAX_REASON_LENGTH, Withdrawals, normalize_reason

STREAM_PREFIX = "approval:"
MAY_APPROVE = ("arbiter", "keeper", "admin")
COLUMNS = ("game", "version", "at")
PARTY_PATTERN = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z|[RBGYNV]\Z")


def parse_approval_line(line: str) -> dict[str, Any]:
    """Parses a line of an approval stream. Raises ArchiveError `approval-line` for a line in any other form."""
    try:
        parsed = dict(json.loads(line))
        if parsed["kind"] == "confirmed":
            return check_confirmation(parsed, line)
        value = parsed["version"] if parsed["kind"] == "approved" else parsed["why"]
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("approval-line", line[:80]) from error
    expected = {"kind": "approved", "v": 1, "version": value}
    if parsed.get("kind") != "approved":
        expected = {"kind": "reopened", "v": 1, "why": value}
    valid = type(value) is int and value > 0 if "version" in expected else isinstance(value, str) and bool(value)
    if parsed != expected or not valid:
        raise ArchiveError("approval-line", line[:80])
    return parsed


def check_confirmation(parsed: dict[str, Any], line: str) -> dict[str, Any]:
    """Validates a parsed line `confirmed`: its version and its player (reference or colour). Raises ArchiveError."""
    version, player = parsed.get("version"), str(parsed.get("player"))
    expected = {"kind": "confirmed", "player": player, "v": 1, "version": version}
    if parsed != expected or type(version) is not int or version < 1 or not PARTY_PATTERN.match(player):
        raise ArchiveError("approval-line", line[:80])
    return parsed


def require_approving_role() -> None:
    """Raises ArchiveError `dispute-role` if the role of the current author may not approve."""
    if AUTHOR.get().role not in MAY_APPROVE:
        allowed = ", ".join(f"<columns:role={one}>" for one in MAY_APPROVE)
        raise ArchiveError("dispute-role", f"<disputes:approved>: <columns:role={AUTHOR.get().role}> ({allowed})")


class Approvals:
    """The approved games of an archive."""

    def __init__(self, log: EntryLog, withdrawals: Withdrawals) -> None:
        self.log, self.withdrawals = log, withdrawals

    def approve(self, game_id: str, expected: int | None = None) -> int:
        """Makes the result of a game final at its version, which is returned.

        Raises ArchiveError for a game with open disputes, one that is approved or withdrawn, or at another version.
        """
        with self.log.writing():
            require_approving_role()
            version = self.log.version(game_id)
            self.withdrawals.require_not_withdrawn(game_id)
            refuse_approved(self.log.db, game_id)
            if expected is not None and expected != version:
                raise ArchiveError("conflict", str(version))
            rows = self.log.db.execute(
                f"SELECT dispute FROM dispute WHERE game = ? AND {OPEN_DISPUTE} ORDER BY number",
                [game_id],
            ).fetchall()
            if rows:
                raise ArchiveError("disputed", f"{game_id}: {', '.join(str(row[0]) for row in rows)}")
            self.log.append_events(STREAM_PREFIX + game_id, [{"kind": "approved", "v": 1, "version": version}])
            self.rebuild_table()
            return version

    def reopen(self, game_id: str, why: str) -> None:
        """Reopens an approved game and records the reason. Raises ArchiveError for a game that is not approved."""
        with self.log.writing():
            require_approving_role()
            if self.get(game_id) is None:
                raise ArchiveError("not-approved", game_id)
            players = self.log.game(game_id).players.values()
            reason = replace_names_in_text(self.log.people, normalize_reason(why), MAX_REASON_LENGTH, players)
            self.log.append_events(STREAM_PREFIX + game_id, [{"kind": "reopened", "v": 1, "why": reason}])
            self.rebuild_table()

    def get(self, game_id: str) -> dict[str, Any] | None:
        """Returns the approval of a game: its version and time (milliseconds UTC); None if it is not approved."""
        with self.log.lock:
            row = self.log.db.execute("SELECT game, version, at FROM approval WHERE game = ?", [game_id]).fetchone()
        return None if row is None else dict(zip(COLUMNS, row, strict=True))

    def read_log(self) -> dict[str, dict[str, Any]]:
        """Reads the present approvals from the log, by game id. Raises ArchiveError for a damaged stream."""
        approved: dict[str, dict[str, Any]] = {}
        rows = self.log.db.execute(
            "SELECT game, body, recorded_at FROM entry WHERE game >= 'approval:' AND game < 'approval;' "
            "ORDER BY log_index"
        ).fetchall()
        for stream, body, at in rows:
            game_id = str(stream).removeprefix(STREAM_PREFIX)
            line = parse_approval_line(bytes(body).decode().splitlines()[-1])
            if line["kind"] == "confirmed":
                continue
            approved.pop(game_id, None)
            if line["kind"] == "approved":
                approved[game_id] = {"game": game_id, "version": line["version"], "at": int(at)}
        return approved

    def rebuild_table(self) -> None:
        """Rebuilds the table `approval` from the log. Call inside a transaction."""
        self.log.db.execute("DELETE FROM approval")
        for row in self.read_log().values():
            self.log.db.execute("INSERT INTO approval(game, version, at) VALUES (?, ?, ?)", list(row.values()))
