"""Games withdrawn with a reason, or replaced by another: entries of their own in the log, gone from lists and figures.

A withdrawn game stays in the log byte for byte and is read by its id; its derived rows are gone, and one row of the
table `withdrawn` stands for them. The stream `withdrawal:GAME` says what became of it, line by line: withdrawn (why,
and which game stands instead), restored (why).
"""

from __future__ import annotations

import json
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts import projections
from plancia_archive.log.chain import content_hash
from plancia_archive.log.entries import EntryLog

STREAM = "withdrawal:"
MOST = 500  # letters of a reason
HEADS = ("game", "instead", "why", "at", "name", "variant", "date", "event")


def checked(line: str) -> dict[str, str]:
    """A line of a stream as its parts. Raises ArchiveError for one that the archive would not have written."""
    try:
        found = json.loads(line)
        kind, why, instead = found["kind"], found["why"], found.get("instead")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("withdrawal", line[:80]) from error
    form = {"kind": kind, "why": why, **({"instead": instead} if "instead" in found else {})}
    if found != form or kind not in ("withdrawn", "restored") or not all(isinstance(one, str) for one in form.values()):
        raise ArchiveError("withdrawal", line[:80])
    return form


def stated(why: str) -> str:
    """A reason as it is kept: one line, not empty. Raises ArchiveError."""
    words = " ".join(why.split())
    if not words or len(words) > MOST or not words.isprintable():
        raise ArchiveError("why", f"1..{MOST}")
    return words


class Withdrawals:
    """The withdrawn games of an archive."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log

    def withdraw(self, game_id: str, why: str, instead: str | None = None) -> None:
        """Takes a game out of lists and statistics, with its reason. Raises ArchiveError."""
        with self.log.writing():
            self.put(game_id, why, instead)

    def restore(self, game_id: str, why: str) -> None:
        """Puts a withdrawn game back. Raises ArchiveError."""
        with self.log.writing():
            if self.found(game_id) is None:
                raise ArchiveError("not-withdrawn", game_id)
            self.keep(game_id, {"kind": "restored", "why": stated(why)})
            self.log.db.execute("DELETE FROM withdrawn WHERE game = ?", [game_id])
            game = self.log.game(game_id)
            rules = self.log.rules_of(game)
            projections.project(self.log.db, game_id, self.log.number_of(game_id), game, rules)

    def put(self, game_id: str, why: str, instead: str | None = None) -> None:
        """The same inside a transaction. Raises ArchiveError."""
        self.log.version(game_id)
        self.admit(game_id)
        if instead is not None:
            if instead == game_id:
                raise ArchiveError("replaces-itself", game_id)
            self.log.version(instead)
            self.admit(instead)
        line = {"kind": "withdrawn", "why": stated(why), **({"instead": instead} if instead else {})}
        self.keep(game_id, line)
        self.project_all()

    def keep(self, game_id: str, line: dict[str, str]) -> None:
        """Writes a line of a game's stream."""
        stream = STREAM + game_id
        row = self.log.db.execute("SELECT max(first + count) FROM entry WHERE game = ?", [stream]).fetchone()
        text = json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
        self.log.keep_lines(stream, int(row[0] or 0), [text])

    def admit(self, game_id: str) -> None:
        """Refuses a game that is withdrawn. Raises ArchiveError."""
        row = self.found(game_id)
        if row is not None:
            raise ArchiveError("withdrawn", f"{game_id}: {row['why']}")

    def found(self, game_id: str) -> dict[str, Any] | None:
        """The row of a withdrawn game, None for any other."""
        rows = self.rows("game = ?", game_id)
        return rows[0] if rows else None

    def same(self, content: str) -> dict[str, Any] | None:
        """The withdrawn game with this content, if there is one."""
        rows = self.rows("content = ?", content)
        return rows[0] if rows else None

    def named(self, name: str) -> list[str]:
        """The withdrawn games with this id of their recorder, or this beginning of their content after `c_`."""
        start = name.removeprefix("c_")
        by_content = name.startswith("c_") and len(start) >= 8
        rows = self.rows("content BETWEEN ? AND ?", start, start + "g") if by_content else self.rows("name = ?", name)
        return [str(row["game"]) for row in rows]

    def rows(self, condition: str = "1", *values: str) -> list[dict[str, Any]]:
        """Withdrawn games, in the order of the log."""
        statement = f"SELECT {', '.join(HEADS)} FROM withdrawn WHERE {condition} ORDER BY number"
        with self.log.lock:
            found = self.log.db.execute(statement, list(values)).fetchall()
        return [dict(zip(HEADS, row, strict=True)) for row in found]

    def of_log(self) -> dict[str, dict[str, Any]]:
        """The rows of the withdrawn games as the log tells them, by game. Raises ArchiveError for a damaged stream."""
        found: dict[str, dict[str, Any]] = {}
        statement = "SELECT game, body, recorded_at FROM entry WHERE game LIKE 'withdrawal:%' ORDER BY log_index"
        for stream, body, at in self.log.db.execute(statement).fetchall():
            game_id = str(stream).removeprefix(STREAM)
            line = checked(bytes(body).decode().splitlines()[-1])
            found.pop(game_id, None)
            if line["kind"] == "withdrawn":
                found[game_id] = self.row(game_id, line, int(at))
        return found

    def row(self, game_id: str, line: dict[str, str], at: int) -> dict[str, Any]:
        """The row of a withdrawn game, of the line that says so and when it was written."""
        game = self.log.game(game_id)
        return {
            "game": game_id, "number": self.log.number_of(game_id), "why": line["why"], "instead": line.get("instead"),
            "at": at, "content": content_hash(game.text().encode()), "name": game.header("Game"),
            "variant": game.header("Variant"), "date": game.header("Date"), "event": game.header("Event"),
        }  # fmt: skip

    def project_all(self) -> None:
        """Writes the rows of all withdrawn games anew; their derived rows are gone then."""
        self.log.db.execute("DELETE FROM withdrawn")
        for game_id, row in self.of_log().items():
            projections.forget(self.log.db, game_id, row["number"])
            projections.insert(self.log.db, "withdrawn", [row])
