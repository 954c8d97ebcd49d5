"""Withdraws games: they are excluded from lists and statistics, with a reason and possibly a replacement.

A withdrawn game remains in the log unchanged and can be read by its id; its derived rows are replaced by one row of
the table `withdrawn`. The stream `withdrawal:GAME` has one line per change: `withdrawn` (reason and replacement) or
`restored` (reason).
"""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.log.approval_guard import refuse_approved
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import content_hash
from plancia_archive.log.name_replacement import replace_names_in_text

STREAM_PREFIX = "withdrawal:"
MAX_REASON_LENGTH = 500  # characters of a reason
COLUMNS = ("game", "instead", "why", "at", "name", "variant", "date", "event")


def parse_withdrawal_line(line: str) -> dict[str, str]:
    """Parses a line of a withdrawal stream. Raises ArchiveError `withdrawal` for a line in any other form."""
    try:
        parsed = json.loads(line)
        kind, why, instead = parsed["kind"], parsed["why"], parsed.get("instead")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("withdrawal", line[:80]) from error
    expected = {"kind": kind, "why": why, **({"instead": instead} if "instead" in parsed else {})}
    if (
        parsed != expected
        or kind not in ("withdrawn", "restored")
        or not all(isinstance(value, str) for value in expected.values())
    ):
        raise ArchiveError("withdrawal", line[:80])
    return expected


def normalize_reason(why: str) -> str:
    """Collapses white space in a reason. Raises ArchiveError `why` if it is empty, too long or not printable."""
    reason = " ".join(why.split())
    if not reason or len(reason) > MAX_REASON_LENGTH or not reason.isprintable():
        raise ArchiveError("why", f"1..{MAX_REASON_LENGTH}")
    return reason


class Withdrawals:
    """The withdrawn games of an archive."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def withdraw(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Withdraws a game from lists and statistics. Raises ArchiveError."""
        with self.log.writing():
            self.withdraw_in_transaction(game_id, why, instead)

    def restore(self, game_id: str, why: str) -> None:
        """Restores a withdrawn game. Raises ArchiveError."""
        with self.log.writing():
            if self.get(game_id) is None:
                raise ArchiveError("not-withdrawn", game_id)
            self.append_line(game_id, {"kind": "restored", "why": self.reason(game_id, why)})
            self.log.db.execute("DELETE FROM withdrawn WHERE game = ?", [game_id])
            game = self.log.game(game_id)
            rules = self.log.rules_of(game)
            projections.project(self.log.db, game_id, self.log.first_index(game_id), game, rules)

    def withdraw_in_transaction(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Withdraws a game inside an open transaction, as `withdraw` does. Raises ArchiveError.

        Games that this game replaced are replaced by `instead` from then on, so that there are no chains. A game that
        replaced others cannot be withdrawn without a replacement, since none of them would count then.
        """
        self.log.version(game_id)
        self.require_not_withdrawn(game_id)
        refuse_approved(self.log.db, game_id)
        superseded = [str(row["game"]) for row in self.fetch_rows("instead = ?", game_id)]
        if superseded and instead is None:
            raise ArchiveError("supersedes", f"{game_id}: {', '.join(superseded)}")
        if instead is not None:
            if instead == game_id:
                raise ArchiveError("replaces-itself", game_id)
            self.log.version(instead)
            self.require_not_withdrawn(instead)
        line = {"kind": "withdrawn", "why": self.reason(game_id, why), **({"instead": instead} if instead else {})}
        self.append_line(game_id, line)
        for superseded_id in superseded:
            self.log.append_events(STREAM_PREFIX + superseded_id, [{"kind": "restored", "why": line["why"]}, line])
        self.rebuild_table()

    def reason(self, game_id: str, why: str) -> str:
        """Returns a reason as it is stored: normalised, with references for names of people. Raises ArchiveError."""
        players = self.log.game(game_id).players.values()
        return replace_names_in_text(self.log.people, normalize_reason(why), MAX_REASON_LENGTH, players)

    def append_line(self, game_id: str, line: dict[str, str]) -> None:
        """Appends a line to a game's stream."""
        self.log.append_events(STREAM_PREFIX + game_id, [line])

    def require_not_withdrawn(self, game_id: str) -> None:
        """Raises ArchiveError for a withdrawn game."""
        row = self.get(game_id)
        if row is not None:
            raise ArchiveError("withdrawn", f"{game_id}: {row['why']}")

    def get(self, game_id: str) -> dict[str, Any] | None:
        """Returns the row of a withdrawn game; None for any other game."""
        rows = self.fetch_rows("game = ?", game_id)
        return rows[0] if rows else None

    def find_by_content(self, content: str) -> dict[str, Any] | None:
        """Returns the row of the withdrawn game with this content hash; None without one."""
        rows = self.fetch_rows("content = ?", content)
        return rows[0] if rows else None

    def find_by_name(self, name: str) -> list[str]:
        """Returns the ids of withdrawn games by the recorder's name, or by `c_` and a prefix of the content hash."""
        prefix = name.removeprefix("c_")
        is_content_prefix = name.startswith("c_") and len(prefix) >= 8
        rows = (
            self.fetch_rows("content BETWEEN ? AND ?", prefix, prefix + "g")
            if is_content_prefix
            else self.fetch_rows("name = ?", name)
        )
        return [str(row["game"]) for row in rows]

    def fetch_rows(self, condition: str = "1", *values: str) -> list[dict[str, Any]]:
        """Fetches the rows of withdrawn games that meet an SQL condition, in log order."""
        statement = f"SELECT {', '.join(COLUMNS)} FROM withdrawn WHERE {condition} ORDER BY number"
        with self.log.lock:
            matches = self.log.db.execute(statement, list(values)).fetchall()
        return [dict(zip(COLUMNS, row, strict=True)) for row in matches]

    def read_log(self) -> dict[str, dict[str, Any]]:
        """Reads the rows of withdrawn games from the log, by game id. Raises ArchiveError for a damaged stream."""
        withdrawn_rows: dict[str, dict[str, Any]] = {}
        statement = "SELECT game, body, recorded_at FROM entry WHERE game LIKE 'withdrawal:%' ORDER BY log_index"
        for stream, body, at in self.log.db.execute(statement).fetchall():
            game_id = str(stream).removeprefix(STREAM_PREFIX)
            line = parse_withdrawal_line(bytes(body).decode().splitlines()[-1])
            withdrawn_rows.pop(game_id, None)
            if line["kind"] == "withdrawn":
                withdrawn_rows[game_id] = self.build_row(game_id, line, int(at))
        return withdrawn_rows

    def build_row(self, game_id: str, line: dict[str, str], at: int) -> dict[str, Any]:
        """Builds the row of a withdrawn game from its line and its time (milliseconds UTC)."""
        game = self.log.game(game_id)
        return {
            "game": game_id, "number": self.log.first_index(game_id), "why": line["why"],
            "instead": line.get("instead"), "at": at, "content": content_hash(game.text().encode()),
            "name": game.header("Game"), "variant": game.header("Variant"), "date": game.header("Date"),
            "event": game.header("Event"),
        }  # fmt: skip

    def rebuild_table(self) -> None:
        """Rewrites the rows of all withdrawn games and deletes their derived rows."""
        self.log.db.execute("DELETE FROM withdrawn")
        for game_id, row in self.read_log().items():
            projections.delete_rows(self.log.db, game_id, row["number"])
            projections.insert_table_rows(self.log.db, "withdrawn", [row])
