"""Finds stored duplicates of a game: the same text, the same apart from names in free text, or a longer version.

Stored free text has references for the people who were registered at the time. Two texts are duplicates if they are
equal with references for everybody registered now; this comparison reads only the newest games with the same id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plancia_archive.people.free_text import (
    REFERENCE_PREFIX,
    hash_without_free_text,
    is_free_text_header,
    replace_in_comments,
    replace_in_headers,
    replace_references,
)
from plancia_archive.people.register import REFERENCE
from plancia_events import Game

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog
    from plancia_archive.log.storable_game import StorableGame

MAX_CANDIDATES = 20  # games read completely to compare free text; exact repeats are found by index (D-157)
SELECT_LONGER = (  # longer games with the same id of the recorder
    "SELECT g.game, g.version FROM label l JOIN game g USING (game) WHERE l.name = ? AND g.version > ? "
    f"ORDER BY g.number DESC LIMIT {MAX_CANDIDATES}"
)
SELECT_LONGER_WITH_HEADERS = (  # the same with exactly these headers
    "SELECT g.game, g.version FROM label l JOIN game g USING (game) JOIN entry e ON e.game = g.game AND e.first = 0 "
    "WHERE l.name = ? AND g.version > ? AND substr(e.body, 1, ?) = ? ORDER BY g.number"
)


def find_duplicate(log: EntryLog, storable: StorableGame, content: str) -> tuple[str, int] | None:
    """Returns id and version of the stored game with the same text, whose hash is `content`; None without one."""
    row = log.db.execute("SELECT game, version FROM game WHERE content = ?", [content]).fetchone()
    if row:
        return str(row[0]), int(row[1])
    text = storable.text()
    rows = log.db.execute(
        f"SELECT game, version FROM game WHERE skeleton = ? ORDER BY number DESC LIMIT {MAX_CANDIDATES}",
        [hash_without_free_text(text)],
    ).fetchall()
    if not rows:
        return None
    headers = Game(storable.headers)
    nameless, current_headers = nameless_headers(log, headers), text_with_current_names(log, headers, "")
    rows = [row for row in rows if has_headers(log, log.headers(str(row[0])), nameless, current_headers)]
    current_text = text_with_current_names(log, headers, storable.body) if rows else ""
    for game_id, version in rows:
        if text_with_current_names(log, log.game(str(game_id))) == current_text:
            return str(game_id), int(version)
    return None


def nameless_headers(log: EntryLog, game: Game) -> dict[str, str]:
    """Returns the free headers in which nobody is named: no reference, and no name that is registered or seated."""
    normalise = normaliser(log, game)
    return {
        name: value
        for name, value in game.headers
        if is_free_text_header(name) and REFERENCE_PREFIX not in value and normalise(value) == value
    }


def has_headers(log: EntryLog, game: Game, nameless: dict[str, str], current_headers: str) -> bool:
    """Returns whether a stored game with the same seats has these headers with current names.

    Text without a reference changes only where it names somebody; it then differs from text that names nobody. So most
    games are told apart by comparing `nameless` as it stands.
    """
    if any(nameless.get(name, value) != value and REFERENCE_PREFIX not in value for name, value in game.headers):
        return False
    return text_with_current_names(log, game, "") == current_headers


def find_longer_version(log: EntryLog, storable: StorableGame) -> tuple[str, int] | None:
    """Returns id and version of a longer stored game that begins with these headers and events; None without one."""
    text, current_text, head = storable.text(), "", storable.opening.head().encode()
    label, version = storable.header("Game") or "?", storable.version
    for game_id, stored_version in log.db.execute(
        SELECT_LONGER_WITH_HEADERS, [label, version, len(head), head]
    ).fetchall():
        if log.text(str(game_id)).startswith(text):
            return str(game_id), int(stored_version)
    for game_id, stored_version in log.db.execute(SELECT_LONGER, [label, version]).fetchall():
        game = log.game(str(game_id))
        current_text = current_text or text_with_current_names(log, Game(storable.headers), storable.body)
        if text_with_current_names(log, game).startswith(current_text):
            return str(game_id), int(stored_version)
    return None


def normaliser(log: EntryLog, game: Game) -> Callable[[str], str]:
    """Returns a function that puts references for everybody registered now into free text of a game."""
    seated_words = log.people.name_words_by_reference(value for _, value in game.headers if REFERENCE.match(value))
    names = log.people.known_names()
    return lambda text: names.replace(replace_references(text, log.people.name), seated_words)


def text_with_current_names(log: EntryLog, game: Game, body: str | None = None) -> str:
    """Returns the canonical text with references for everybody registered now in its free text."""
    normalise = normaliser(log, game)
    return Game(replace_in_headers(normalise, game.headers)).head() + replace_in_comments(
        normalise, game.body() if body is None else body
    )
