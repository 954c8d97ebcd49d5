"""What was recorded last: the newest line of each game, tournament and dispute."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.log.connections import select_in
from plancia_archive.log.entry_format import Header, Members

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

ENTRIES_READ = 400  # of the log, from its end: older ones are no news
SELECT_NEWEST = "SELECT game, first, recorded_at, body, header FROM entry ORDER BY log_index DESC LIMIT ?"
SELECT_STORED = "SELECT game FROM game WHERE game IN ({marks})"
SUBJECTS = ("", "tournament", "dispute", "approval")  # prefixes of streams that are news; "" is a game


@dataclass(frozen=True)
class News:
    """The newest line of a subject: `what` is `game`, `tournament`, `dispute` or `approval`.

    `subject` is its id. `kind` is the kind of the line, for a game `new`, `grown` or `corrected`. `line` is its JSON
    (empty for a game); `at` is in milliseconds since 1970-01-01 UTC.
    """

    what: str
    subject: str
    kind: str
    at: int
    line: Members


def latest_news(archive: Archive, limit: int) -> list[News]:
    """Returns the newest line of at most `limit` subjects, the newest first.

    Withdrawn games and hidden tournaments are left out.
    """
    with archive.lock:
        rows = archive.db.execute(SELECT_NEWEST, [ENTRIES_READ]).fetchall()
        stored = {row[0] for row in select_in(archive.db, SELECT_STORED, (row[0] for row in rows))}
    hidden = archive.tournaments.hidden()
    news: dict[str, News] = {}
    for stream, first, at, body, header in rows:
        prefix, _, subject = str(stream).rpartition(":")
        if stream in news or prefix not in SUBJECTS or (not prefix and stream not in stored) or subject in hidden:
            continue
        last = bytes(body).decode().rstrip("\n").rpartition("\n")[2]
        news[stream] = (
            game_news(subject, first, at, last) if not prefix else line_news(prefix, subject, at, last, header)
        )
        if len(news) == limit:
            break
    return list(news.values())


def game_news(game_id: str, first: int, at: int, last: str) -> News:
    """Returns the news of a game: its record, a later line of it, or a correction."""
    kind = "new" if first == 0 else "corrected" if last.split(" ")[0] in ("VOID", "FIX") else "grown"
    return News("game", game_id, kind, int(at), {})


def line_news(prefix: str, subject: str, at: int, last: str, header: str) -> News:
    """Returns the news of a tournament, a dispute or an approval; an unreadable line has an empty kind.

    A confirmation that was not entered with the token of its player has the kind `entered`.
    """
    line: Members = {}
    with suppress(ValueError):
        parsed = json.loads(last)
        line = parsed if isinstance(parsed, dict) else {}
    kind = str(line.get("kind", ""))
    if kind == "confirmed" and header and Header.stored(header).role != "player":
        kind = "entered"
    return News(prefix, subject, kind, int(at), line)
