"""A game as server-sent events (HTML standard, 9.2): what is appended, as it is appended, until the game is over.

News are looked for in the size of the log, one read a second, then in the head of the game. Each batch is computed as
a request of its own of the same caller: rights, hidden values and names are those of the moment.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from flask import Flask

from plancia_api.auth import GRANT_KEY
from plancia_api.current_archive import archive, live_archive, reopen_if_changed
from plancia_api.game_cache import game_head, visible_game
from plancia_api.json_responses import with_times
from plancia_api.live_streams import BEGIN_STREAM, STREAMS
from plancia_api.problems import Problem, problem_from_archive, problem_json
from plancia_api.rate_limits import BUDGETS
from plancia_api.shown_names import insert_readable_names
from plancia_api.streaming import BATCH_SIZE
from plancia_archive import ArchiveError
from plancia_archive.disputes.recorded_lines import add_authors
from plancia_archive.facts.redaction import is_over
from plancia_archive.log.game_head import read_game_head
from plancia_archive.queries.result_status import supersession_status
from plancia_events import Game
from plancia_events.text.game import EventRow

RETRY_MILLISECONDS = 3000  # after which a client whose stream ended connects again
HEARTBEAT = b": nothing new\n\n"
CLIENT_DISCONNECTED = "waitress.client_disconnected"  # in the WSGI environment: tells whether the client has gone
END_SUFFIX = "-end"  # after the number of the last event, in the id of the event `end`
CORRECTIONS = ("VOID", "FIX")


class GameStream:
    """A caller who follows a game, and the number of the last event that was sent.

    `environ` is the WSGI environment of the request, `caller` the key by which processor time is charged.
    """

    def __init__(self, app: Flask, environ: dict[str, Any], caller: str, game_id: str, sent: int) -> None:
        self.app = app
        self.environ = {name: value for name, value in environ.items() if name != GRANT_KEY}
        self.caller = caller
        self.game_id = game_id
        self.sent = sent
        self.log_size, self.state = -1, ""
        self.has_more = self.is_ended = False

    def chunks(self) -> Iterator[bytes]:
        """Yields the stream until the game is over, the caller may not read it, or the time is up."""
        streams = STREAMS.of(self.app)
        has_left = self.environ.get(CLIENT_DISCONNECTED, lambda: False)
        self.environ.get(BEGIN_STREAM, lambda: None)()
        sent_at = time.monotonic()
        ends_at = sent_at + streams.seconds
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        while not has_left():
            known, is_silent = self.sent, time.monotonic() - sent_at >= streams.heartbeat_seconds
            if self.has_changed() or is_silent:
                yield from self.news()
                if self.is_ended:
                    return
                if is_silent and self.sent == known:
                    yield HEARTBEAT
                sent_at = time.monotonic() if is_silent or self.sent != known else sent_at
            if time.monotonic() >= ends_at or streams.pause():
                return

    def has_changed(self) -> bool:
        """Returns whether the game was appended to, withdrawn or restored since the last call."""
        with self.app.app_context():
            reopen_if_changed()
            log_size = live_archive().last_index()
            if log_size == self.log_size:
                return False
            state = f"{read_game_head(live_archive().log, self.game_id)} {live_archive().withdrawals.get(self.game_id)}"
        changed = state != self.state
        self.log_size, self.state = log_size, state
        return changed

    def news(self) -> Iterator[bytes]:
        """Yields what the caller has not been sent yet, in batches."""
        self.has_more = True
        while self.has_more:
            started = time.thread_time()
            with self.app.request_context(dict(self.environ)):
                text = self.next_batch()
            BUDGETS.of(self.app).processor_time.spend(self.caller, time.thread_time() - started)
            if text:
                yield text.encode()

    def next_batch(self) -> str:
        """Returns the next events, then the end or the reason why there are no more of them; empty without any."""
        self.has_more = False
        try:
            game = visible_game(game_head(self.game_id))
            rows = event_rows(game, self.game_id, self.sent, BATCH_SIZE)
            end = end_members(game, self.game_id) if len(rows) < BATCH_SIZE else None
        except (Problem, ArchiveError) as error:
            self.is_ended = True
            problem = error if isinstance(error, Problem) else problem_from_archive(error, lambda: False)
            return format_event("problem", problem_json(problem))
        self.has_more = end is None and len(rows) == BATCH_SIZE
        self.sent = rows[-1]["event"] if rows else self.sent
        corrections = set(game.numbers_of(*CORRECTIONS))
        text = "".join(
            format_event("correction" if row["event"] in corrections else "event", row, str(row["event"]))
            for row in rows
        )
        if end is None:
            return text
        self.is_ended = True
        return text + format_event("end", end, f"{self.sent}{END_SUFFIX}")


def event_rows(game: Game, game_id: str, after: int, limit: int) -> list[EventRow]:
    """Returns the rows of recorded events after a number, as the list of events has them."""
    return list(insert_readable_names(add_authors(archive(), game_id, game.rows(after, limit))))


def end_members(game: Game, game_id: str) -> dict[str, Any] | None:
    """Returns how a game stands to which nothing more is expected: it is over or withdrawn; None for another."""
    standing = supersession_status(archive(), game_id)
    over = is_over(game)
    if not over and standing["withdrawn"] is None:
        return None
    named = insert_readable_names(with_times({name: standing[name] for name in ("withdrawn", "superseded_by")}))
    corrected = bool(game.numbers_of(*CORRECTIONS))
    return {"game": game_id, "version": game.version, "over": over, "corrected": corrected, **named}


def format_event(kind: str, data: dict[str, Any], number: str = "") -> str:
    """Returns one server-sent event; its data are JSON on one line."""
    identity = f"id: {number}\n" if number else ""
    return f"{identity}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n"
