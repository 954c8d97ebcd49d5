"""The archive as flat tables: games, seats, events, verdicts, throws, conquests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.facts.event_rows import Row
from plancia_archive.facts.projections import CONTENT_PREFIX
from plancia_archive.people.shown_names import FREE_FIELDS, ShownNames
from plancia_archive.queries.filters import GAME_COLUMNS
from plancia_events import format_event
from plancia_replay.judging.result_verdicts import declared_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

CONTENT_ID_DIGITS = 24
TABLE_STATEMENTS = {
    "games": f"SELECT {', '.join(c for c in GAME_COLUMNS if c != 'number')}, "
    "(SELECT name FROM label WHERE label.game = game.game) AS name, "
    f"'{CONTENT_PREFIX}' || substr(content, 1, {CONTENT_ID_DIGITS}) AS content FROM game WHERE game = ?",
    "seats": "SELECT game, colour, player_ref, seat, objective, out, won, "
    "CASE WHEN completeness <> 'result-only' THEN half_points / 2.0 END AS points, declared FROM seat "
    "JOIN place USING (game, colour) JOIN game USING (game) LEFT JOIN score USING (game, colour) "
    "WHERE game = ? ORDER BY colour",
    "verdicts": "SELECT game, event, rule, rule_id, verdict, cite FROM verdict WHERE game = ? ORDER BY place",
    "throws": "SELECT * FROM throw WHERE game = ? ORDER BY event",
    "conquests": "SELECT * FROM conquest WHERE game = ? ORDER BY event",
}
EVENT_COLUMNS = ("game", "event", "kind", "actor", "line")
TABLE_NAMES = (*TABLE_STATEMENTS, "events")
PERSON_COLUMNS = ("player_ref", "winner_ref", "arbiter")


@dataclass
class ExportTable:
    """A table for export: its name, column names, and rows in log order."""

    name: str
    columns: list[str]
    rows: list[list[Any]]

    def objects(self) -> list[Row]:
        """Returns the rows as dicts by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def content_id(archive: Archive, game_id: str) -> str:
    """Returns the content id of a game, the same in every archive: a prefix of the hash of its text.

    `Archive.resolve` accepts it. Raises ArchiveError.
    """
    archive.version(game_id)
    statement = "SELECT content FROM game WHERE game = ? UNION ALL SELECT content FROM withdrawn WHERE game = ?"
    row = archive.db.execute(statement, [game_id, game_id]).fetchone()
    return CONTENT_PREFIX + str(row[0])[:CONTENT_ID_DIGITS]


def read_table(
    archive: Archive, name: str, games: Iterable[str], by_content: bool = False, names: bool = False
) -> ExportTable:
    """Reads one of TABLES for these games; the first column is the game.

    `by_content` uses content ids of games, `names` people's names for references. Raises KeyError for an unknown
    table, ArchiveError for an unknown game.
    """
    columns: list[str] = list(EVENT_COLUMNS)
    rows: list[list[Any]] = []
    for game_id in games:
        exported_id = content_id(archive, game_id) if by_content else game_id
        if name == "events":
            table_rows: list[list[Any]] = [[exported_id, *row] for row in event_rows(archive, game_id)]
        else:
            with archive.lock:
                cursor = archive.db.execute(TABLE_STATEMENTS[name], [game_id])
                columns = [column[0] for column in cursor.description]
                table_rows = [[exported_id, *row[1:]] for row in cursor.fetchall()]
            if name == "seats":
                table_rows = [[*row[:-1], as_float(declared_points(row[-1]).get(row[1]))] for row in table_rows]
        rows += table_rows
    if not rows and name != "events":
        cursor = archive.db.execute(TABLE_STATEMENTS[name], [""])
        columns = [column[0] for column in cursor.description]
    if names:
        shown_names = ShownNames(archive.people)
        for row in rows:
            for index, column in enumerate(columns):
                if row[index] and column in PERSON_COLUMNS:
                    row[index] = shown_names.name(row[index])
                elif column in FREE_FIELDS and isinstance(row[index], str):
                    row[index] = shown_names.text(row[index])
    return ExportTable(name, columns, rows)


def as_float(points: Any) -> float | None:
    """Returns points as the column of a table has them, all of one type."""
    return None if points is None else float(points)


def event_rows(archive: Archive, game_id: str) -> list[tuple[int, str, str, str]]:
    """Returns (number, kind, actor, line) of each event of a game."""
    game = archive.game(game_id)
    json_events = game.to_json()["events"]
    return [
        (number, str(json_event["kind"]), event.actor, format_event(event))
        for number, (event, json_event) in enumerate(zip(game.events, json_events, strict=True), start=1)
    ]
