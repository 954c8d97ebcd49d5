"""Withdrawn games: excluded from lists and statistics, with a reason and possibly a replacement.

A withdrawn game remains in the log unchanged and is read by its id; its derived rows are replaced by one row of the
table `withdrawn`. The stream `withdrawal:GAME` has one line per change: withdrawn (why, and the game instead of it) or
restored (why).
"""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.log.approval_guard import refuse_approved
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import content_hash
from plancia_archive.log.free_text_intake import text_without_names

STREAM = "withdrawal:"
MOST = 500  # characters of a reason
HEADS = ("game", "instead", "why", "at", "name", "variant", "date", "event")


def checked(line: str) -> dict[str, str]:
    """Parses a line of a stream. Raises ArchiveError for a line that the archive would not have written."""
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


def stated(why: str) -> str:
    """Normalises a reason: one line, not empty. Raises ArchiveError."""
    words = " ".join(why.split())
    if not words or len(words) > MOST or not words.isprintable():
        raise ArchiveError("why", f"1..{MOST}")
    return words


class Withdrawals:
    """The withdrawn games of an archive."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def withdraw(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Withdraws a game from lists and statistics. Raises ArchiveError."""
        with self.log.writing():
            self.put(game_id, why, instead)

    def restore(self, game_id: str, why: str) -> None:
        """Restores a withdrawn game. Raises ArchiveError."""
        with self.log.writing():
            if self.found(game_id) is None:
                raise ArchiveError("not-withdrawn", game_id)
            self.keep(game_id, {"kind": "restored", "why": self.reason(why)})
            self.log.db.execute("DELETE FROM withdrawn WHERE game = ?", [game_id])
            game = self.log.game(game_id)
            rules = self.log.rules_of(game)
            projections.project(self.log.db, game_id, self.log.number_of(game_id), game, rules)

    def put(self, game_id: str, why: str, instead: str | None = None) -> None:
        """`withdraw` inside an open transaction. Raises ArchiveError.

        Games that it supersedes are from then on superseded by the game instead of it, so that there are no chains; a
        game that supersedes others is not withdrawn without another instead of it, since none of them would count.
        """
        self.log.version(game_id)
        self.admit(game_id)
        refuse_approved(self.log.db, game_id)
        older = [str(row["game"]) for row in self.rows("instead = ?", game_id)]
        if older and instead is None:
            raise ArchiveError("supersedes", f"{game_id}: {', '.join(older)}")
        if instead is not None:
            if instead == game_id:
                raise ArchiveError("replaces-itself", game_id)
            self.log.version(instead)
            self.admit(instead)
        line = {"kind": "withdrawn", "why": self.reason(why), **({"instead": instead} if instead else {})}
        self.keep(game_id, line)
        for one in older:
            self.log.append_events(STREAM + one, [{"kind": "restored", "why": line["why"]}, line])
        self.project_all()

    def reason(self, why: str) -> str:
        """A reason as it is stored: with references for the people it names. Raises ArchiveError."""
        return text_without_names(self.log.people, stated(why), MOST)

    def keep(self, game_id: str, line: dict[str, str]) -> None:
        """Appends a line to a game's stream."""
        self.log.append_events(STREAM + game_id, [line])

    def admit(self, game_id: str) -> None:
        """Raises ArchiveError for a withdrawn game."""
        row = self.found(game_id)
        if row is not None:
            raise ArchiveError("withdrawn", f"{game_id}: {row['why']}")

    def found(self, game_id: str) -> dict[str, Any] | None:
        """Row of a withdrawn game; None for any other."""
        rows = self.rows("game = ?", game_id)
        return rows[0] if rows else None

    def same(self, content: str) -> dict[str, Any] | None:
        """Row of the withdrawn game with this content, if any."""
        rows = self.rows("content = ?", content)
        return rows[0] if rows else None

    def named(self, name: str) -> list[str]:
        """Withdrawn games with this name of their recorder, or `c_` and a prefix of their content hash."""
        start = name.removeprefix("c_")
        by_content = name.startswith("c_") and len(start) >= 8
        rows = self.rows("content BETWEEN ? AND ?", start, start + "g") if by_content else self.rows("name = ?", name)
        return [str(row["game"]) for row in rows]

    def rows(self, condition: str = "1", *values: str) -> list[dict[str, Any]]:
        """Rows of withdrawn games, in log order."""
        statement = f"SELECT {', '.join(HEADS)} FROM withdrawn WHERE {condition} ORDER BY number"
        with self.log.lock:
            matches = self.log.db.execute(statement, list(values)).fetchall()
        return [dict(zip(HEADS, row, strict=True)) for row in matches]

    def of_log(self) -> dict[str, dict[str, Any]]:
        """Rows of withdrawn games by id, read from the log. Raises ArchiveError for a damaged stream."""
        withdrawn_rows: dict[str, dict[str, Any]] = {}
        statement = "SELECT game, body, recorded_at FROM entry WHERE game LIKE 'withdrawal:%' ORDER BY log_index"
        for stream, body, at in self.log.db.execute(statement).fetchall():
            game_id = str(stream).removeprefix(STREAM)
            line = checked(bytes(body).decode().splitlines()[-1])
            withdrawn_rows.pop(game_id, None)
            if line["kind"] == "withdrawn":
                withdrawn_rows[game_id] = self.row(game_id, line, int(at))
        return withdrawn_rows

    def row(self, game_id: str, line: dict[str, str], at: int) -> dict[str, Any]:
        """Builds the row of a withdrawn game from its line and its time (milliseconds UTC)."""
        game = self.log.game(game_id)
        return {
            "game": game_id, "number": self.log.number_of(game_id), "why": line["why"], "instead": line.get("instead"),
            "at": at, "content": content_hash(game.text().encode()), "name": game.header("Game"),
            "variant": game.header("Variant"), "date": game.header("Date"), "event": game.header("Event"),
        }  # fmt: skip

    def project_all(self) -> None:
        """Rewrites the rows of all withdrawn games and deletes their derived rows."""
        self.log.db.execute("DELETE FROM withdrawn")
        for game_id, row in self.of_log().items():
            projections.delete_rows(self.log.db, game_id, row["number"])
            projections.insert_table_rows(self.log.db, "withdrawn", [row])
