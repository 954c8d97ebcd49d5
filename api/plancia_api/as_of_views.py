"""The parameter `as_of`: answers a read from the archive as it was at an earlier point of its log."""

from __future__ import annotations

from flask import Flask, Response, g, request

from plancia_api import rate_limits
from plancia_api.app_keys import AppKey
from plancia_api.current_archive import LEASE_ATTRIBUTE, live_archive
from plancia_api.http_methods import READ_METHODS
from plancia_api.problems import Problem
from plancia_archive import ArchiveError
from plancia_archive.past.moments import resolve_moment
from plancia_archive.past.view_cache import PastViewCache

PAST_VIEWS = AppKey[PastViewCache]("past-views")
AS_OF_HEADER = "Plancia-As-Of"  # of the answer: the head of the log that it was computed at
LIVE_ENDPOINTS = {  # about the archive as it is now: tokens, proofs, who records, live games, C2SP tlog-tiles
    "tokens.list_tokens", "tokens.list_refusals", "tlog.checkpoint", "tlog.tile", "tlog.entry_bundle",
    "tlog.game_proof", "writers.current_writer", "live.stream_events",
}  # fmt: skip


def register(app: Flask) -> None:
    """Opens the view that `as_of` names before a request is answered, and releases it afterwards."""
    PAST_VIEWS.keep(app, PastViewCache())
    app.before_request(open_view)
    app.after_request(add_as_of_header)
    app.teardown_request(close_view)


def open_view() -> None:
    """Leases the view of `as_of`. Raises ArchiveError for a value that names no point of the log, and for a write."""
    views = PAST_VIEWS.current
    views.sweep(live_archive())
    values = request.args.getlist("as_of")
    if not values or request.routing_exception is not None:
        return
    if request.endpoint in LIVE_ENDPOINTS:
        raise ArchiveError("as-of-command", request.path[:120])
    if request.method not in READ_METHODS:
        raise ArchiveError("as-of-write", values[0][:120])
    if len(set(values)) > 1:
        raise Problem("invalid", "", [{"pointer": "query/as_of", "detail": ", ".join(values)[:300]}])
    head = resolve_moment(live_archive(), values[0])
    if not views.has(live_archive(), head):
        rate_limits.count_replay()
    setattr(g, LEASE_ATTRIBUTE, views.lease(live_archive(), head))


def add_as_of_header(answer: Response) -> Response:
    """Adds the header with the log head that an answer was computed at."""
    lease = g.get(LEASE_ATTRIBUTE)
    if lease is not None:
        answer.headers[AS_OF_HEADER] = lease.view.log.as_of
    return answer


def close_view(error: BaseException | None) -> None:
    """Releases the view of the request."""
    lease = g.pop(LEASE_ATTRIBUTE, None)
    if lease is not None:
        PAST_VIEWS.current.release(lease)
