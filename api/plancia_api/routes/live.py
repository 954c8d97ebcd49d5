"""GET /games/{game_id}/stream: a live game as server-sent events."""

from __future__ import annotations

import re
from typing import cast

from flask import Flask, Response, current_app, request

from plancia_api.auth import caller_key
from plancia_api.game_cache import game_head, visible_game
from plancia_api.game_stream import END_SUFFIX, GameStream, end_members
from plancia_api.language import language
from plancia_api.live_streams import STREAMS
from plancia_api.negotiation import MEDIA_TYPES, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import StreamQuery
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_data import in_language

blueprint = StrictBlueprint("live", "live", url_prefix="/api/v1/games", description="Games while they are recorded.")
LAST_EVENT_ID = "Last-Event-ID"
EVENT_ID = re.compile(rf"([0-9]{{1,15}})({END_SUFFIX})?\Z", re.ASCII)
LAST_EVENT_ID_PARAMETER = {
    "in": "header", "name": LAST_EVENT_ID,
    "schema": {"type": "string", "pattern": EVENT_ID.pattern.replace("\\Z", "$").join(("^", ""))},
}  # fmt: skip


@blueprint.operation(f"/{GAME_ID_PATH}/stream")
@offers("sse")
@blueprint.alt_response(204, description="Nothing came after the end that `Last-Event-ID` names: do not reconnect.")
@blueprint.response(200, {"type": "string"}, content_type=MEDIA_TYPES["sse"])
@blueprint.doc(parameters=[LAST_EVENT_ID_PARAMETER])
def stream_events(query: StreamQuery, game_id: str) -> Response:
    """The events of a game as server-sent events, one as soon as each is appended, until the game is over.

    Sent are, with their number as `id`, `event` and, for VOID and FIX, `correction`, whose data are an item of
    `GET /games/{game_id}/events`; `end` when the game is over or withdrawn, with `game`, `version`, `over`,
    `corrected`, `withdrawn` and `superseded_by`; and `problem`, in the form of an error, when the token may read no
    more. In silence a comment comes every 15 seconds. A stream ends after 15 minutes; the client connects again with
    `Last-Event-ID`, which counts before `after`. At most 6 streams of a caller are open, and 32 in all. HEAD answers
    with the headers alone.
    """
    head = game_head(game_id)
    last = head.version - 1
    sent, knows_end = first_position(query, last)
    if knows_end and sent == last and end_members(visible_game(head), game_id) is not None:
        return Response(status=204)
    answer = Response(mimetype=MEDIA_TYPES["sse"])
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    if request.method != "HEAD":
        answer.call_on_close(STREAMS.current.acquire(caller_key()))
        app = cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
        answer.response = GameStream(app, request.environ, caller_key(), game_id, sent).chunks()
    return answer


def first_position(query: StreamQuery, last: int) -> tuple[int, bool]:
    """Returns the number of the last event that the client has, and whether it was told of the end.

    Raises Problem 400 for a `Last-Event-ID` that this stream cannot have sent, and 422 for such an `after`.
    """
    given = request.headers.get(LAST_EVENT_ID, "").strip()
    if not given:
        if (after := query.after or 0) > last:
            raise Problem("invalid", "", [{"pointer": "query/after", "detail": later_than(last)}])
        return after, False
    match = EVENT_ID.match(given)
    if match is None:
        it = "{}: «{}» non è il numero di un evento; mandare l'ultimo id ricevuto, o nessuno"
        en = "{}: “{}” is not the number of an event; send the last id received, or none"
        raise Problem("bad-request", in_language(language(), it, en).format(LAST_EVENT_ID, given[:40]))
    if int(match[1]) > last:
        raise Problem("bad-request", f"{LAST_EVENT_ID}: {later_than(last)}")
    return int(match[1]), match[2] is not None


def later_than(last: int) -> str:
    """Returns the words for a number that no event has yet."""
    it, en = "l'ultimo evento della partita è il {}", "the last event of the game is {}"
    return in_language(language(), it, en).format(last)
