"""The archive as tables for other programs: games, seats, events, verdicts, throws, conquests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.queries.filters import COLUMNS
from plancia_events import format_event

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

CONTENT = "c_"
DIGITS = 24
STATEMENTS = {
    "games": f"SELECT {', '.join(c for c in COLUMNS if c != 'number')} FROM game WHERE game = ?",
    "seats": "SELECT game, colour, player_ref, seat, objective, out, won, "
    "CASE WHEN completeness <> 'result-only' THEN half_points / 2.0 END AS points, declared FROM seat "
    "JOIN place USING (game, colour) JOIN game USING (game) LEFT JOIN score USING (game, colour) "
    "WHERE game = ? ORDER BY colour",
    "verdicts": "SELECT game, event, rule, rule_id, verdict, cite FROM verdict WHERE game = ? ORDER BY place",
    "throws": "SELECT * FROM throw WHERE game = ? ORDER BY event",
    "conquests": "SELECT * FROM conquest WHERE game = ? ORDER BY event",
}
EVENTS = ("game", "event", "kind", "actor", "line")
TABLES = (*STATEMENTS, "events")
PEOPLE = ("player_ref", "winner_ref", "arbiter")


@dataclass
class Rows:
    """A table: its field names and its rows, in the order of the log."""

    heads: list[str]
    rows: list[list[Any]]

    def objects(self) -> list[dict[str, Any]]:
        """The rows as objects."""
        return [dict(zip(self.heads, row, strict=True)) for row in self.rows]


def content_id(archive: Archive, game_id: str) -> str:
    """A name for a game that is the same in every archive: the beginning of the hash of its text. Raises ArchiveError.

    `Archive.resolve` finds the game again by it.
    """
    archive.version(game_id)
    row = archive.db.execute("SELECT content FROM game WHERE game = ?", [game_id]).fetchone()
    return CONTENT + str(row[0])[:DIGITS]


def table(archive: Archive, name: str, games: Iterable[str], by_content: bool = False, names: bool = False) -> Rows:
    """One of TABLES for some games; the first column is the game.

    `by_content` names games by their content; `names` puts people's names in place of references. Raises KeyError
    for another table, ArchiveError for a game that is not there.
    """
    heads: list[str] = list(EVENTS)
    rows: list[list[Any]] = []
    for game_id in games:
        shown = content_id(archive, game_id) if by_content else game_id
        if name == "events":
            found: list[list[Any]] = [[shown, *row] for row in events(archive, game_id)]
        else:
            with archive.lock:
                cursor = archive.db.execute(STATEMENTS[name], [game_id])
                heads = [column[0] for column in cursor.description]
                found = [[shown, *row[1:]] for row in cursor.fetchall()]
            if name == "seats":
                found = [[*row[:-1], declared(row[-1], row[1])] for row in found]
        rows += found
    if not rows and name != "events":
        cursor = archive.db.execute(STATEMENTS[name], [""])
        heads = [column[0] for column in cursor.description]
    if names:
        places = [place for place, head in enumerate(heads) if head in PEOPLE]
        for row in rows:
            for place in places:
                row[place] = archive.people.name(row[place]) if row[place] else row[place]
    return Rows(heads, rows)


def declared(result: str | None, colour: str) -> float | None:
    """The points that a Result header, such as "R 31 B 24.5 G ?", gives a colour; None where it gives none."""
    words = (result or "").split()
    text = dict(zip(words[::2], words[1::2], strict=False)).get(colour, "?")
    return None if text == "?" else float(text)


def events(archive: Archive, game_id: str) -> list[tuple[int, str, str, str]]:
    """Number, kind, actor and line of each event of a game."""
    game = archive.game(game_id)
    made = game.to_json()["events"]
    return [
        (number, str(thing["kind"]), event.actor, format_event(event))
        for number, (event, thing) in enumerate(zip(game.events, made, strict=True), start=1)
    ]
