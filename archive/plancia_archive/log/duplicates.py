"""Games that are stored already: with the same text, with other free text of the same meaning, or gone on further.

Free text has references for the people who were known when it was stored. Two texts are the same if they are once both
are written with the people who are known now; that comparison reads the newest games of one id alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.registers.free_text import in_comments, in_headers, skeleton_of, with_names
from plancia_archive.registers.people import REFERENCE
from plancia_events import Game

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog
    from plancia_archive.log.intake import Intake

NEWEST = 20  # games read whole to compare free text; exact repeats go by index (D-157)
LONGER = (  # games that have gone on further under an id of the recorder
    "SELECT g.game, g.version FROM label l JOIN game g USING (game) WHERE l.name = ? AND g.version > ? "
    f"ORDER BY g.number DESC LIMIT {NEWEST}"
)
LONGER_WITH_HEADERS = (  # the same with exactly these headers
    "SELECT g.game, g.version FROM label l JOIN game g USING (game) JOIN entry e ON e.game = g.game AND e.first = 0 "
    "WHERE l.name = ? AND g.version > ? AND substr(e.body, 1, ?) = ? ORDER BY g.number"
)


def stored_twin(log: EntryLog, intake: Intake, content: str) -> tuple[str, int] | None:
    """The stored game with the same text, `content` being its hash: its id and version."""
    row = log.db.execute("SELECT game, version FROM game WHERE content = ?", [content]).fetchone()
    if row:
        return str(row[0]), int(row[1])
    text = intake.text()
    rows = log.db.execute(
        f"SELECT game, version FROM game WHERE skeleton = ? ORDER BY number DESC LIMIT {NEWEST}", [skeleton_of(text)]
    ).fetchall()
    today = text_of_today(log, Game(intake.headers), intake.body) if rows else ""
    for game_id, version in rows:
        if text_of_today(log, log.game(str(game_id))) == today:
            return str(game_id), int(version)
    return None


def gone_on(log: EntryLog, intake: Intake) -> tuple[str, int] | None:
    """Of the games with this id of the recorder, one that begins with these headers and events."""
    text, today, head = intake.text(), "", intake.opening.head().encode()
    label, version = intake.header("Game") or "?", intake.version
    for game_id, reached in log.db.execute(LONGER_WITH_HEADERS, [label, version, len(head), head]).fetchall():
        if log.text(str(game_id)).startswith(text):
            return str(game_id), int(reached)
    for game_id, reached in log.db.execute(LONGER, [label, version]).fetchall():
        game = log.game(str(game_id))
        today = today or text_of_today(log, Game(intake.headers), intake.body)
        if text_of_today(log, game).startswith(today):
            return str(game_id), int(reached)
    return None


def text_of_today(log: EntryLog, game: Game, body: str | None = None) -> str:
    """The canonical text with the people who are known now in its free text."""
    seated = log.people.words_of(value for _, value in game.headers if REFERENCE.match(value))
    names = log.people.known_names()

    def today(text: str) -> str:
        return names.replace(with_names(text, log.people.name), seated)

    return Game(in_headers(today, game.headers)).head() + in_comments(today, game.body() if body is None else body)
