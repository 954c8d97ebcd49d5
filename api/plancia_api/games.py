"""Games: lists, one, its events; keeping games and appending events."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from flask import Response, request, url_for

from plancia_api.bodies import game_of_body, lines_of_body
from plancia_api.expected import MATCH, expected_version
from plancia_api.forms import form, offers
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, EventsQuery, GamePage, GamesQuery, ItemPage, Kept, Language
from plancia_api.seam import StrictBlueprint, archive, as_json, authorise, caller, filters_of, page_of, tagged
from plancia_api.streams import games_of, poured, streamed, whole
from plancia_archive import Archive, Filters
from plancia_archive.query import COLUMNS
from plancia_data import messages
from plancia_replay import RuleSetError, state_at

blueprint = StrictBlueprint("games", "games", url_prefix="/api/v1/games", description="Games of the archive.")
RGN = "text/x-rgn; charset=utf-8"
GAME = "<string:game_id>"
HEADS = tuple(name for name in COLUMNS if name != "number")
MANY = 50


def found(game_id: str) -> str:
    """The id of a game that exists. Raises ArchiveError."""
    archive().version(game_id)
    return game_id


@blueprint.route("")
@offers("json", "csv", "ndjson", "rgn", bulk=True)
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, GamePage)
def list_games(query: dict[str, Any]) -> Response:
    """Games in the order of the log, a page at a time; as CSV, NDJSON or text everything that matches.

    `next` is the cursor of the next page, null at the end. The other forms are one stream of the archive as it stands
    when it begins; `after` and `limit` narrow it too.
    """
    after, limit = query.pop("after", None), query.pop("limit", None)
    filters = filters_of(query)
    if form() == "rgn":
        return poured(lambda view: texts(view, filters, after, limit), "games")
    if form() != "json":
        return streamed(lambda view: games_of(view, filters, after, limit), HEADS, "games")

    def make() -> Response:
        rows, following = archive().games(filters, after, limit or MANY)
        for row in rows:
            row.pop("number")
        return page_of(rows, following)

    return tagged(make, archive().last(), filters)


def texts(view: Archive, filters: Filters, after: str | None, most: int | None) -> Iterator[bytes]:
    """The canonical texts of the games of a filter, an empty line between two."""
    between = b""
    for row in games_of(view, filters, after, most):
        yield between + view.text(row["game"]).encode()
        between = b"\n"


@blueprint.route(f"/{GAME}")
@offers("json", "rgn", "ndjson")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_game(query: dict[str, Any], game_id: str) -> Response:
    """A game: headers, version and judgement; its canonical text as `.rgn`, its events as `.ndjson`."""
    version = archive().version(found(game_id))

    def make() -> Response:
        if form() == "rgn":
            return Response(archive().text(game_id), content_type=RGN)
        game = archive().game(game_id)
        if form() == "ndjson":
            return Response(game.to_jsonl(), mimetype="application/x-ndjson")
        judgement = archive().judgement(game_id, language()).to_json()
        return as_json({"game": game_id, "version": version, "headers": game.to_json()["headers"], **judgement})

    return tagged(make, game_id, version, about=(game_id, version))


EVENT_HEADS = ("event", "line", "kind", "actor", "about", "at", "note")


@blueprint.route(f"/{GAME}/events")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, ItemPage)
def events(query: dict[str, Any], game_id: str) -> Response:
    """Events after a number (0 gives all but the opening), each with its number and canonical line.

    A game that is being played is followed by asking again with `after` the last number seen: an unchanged answer is a
    304. CSV has number, line, kind and actor; NDJSON every member.
    """
    version = archive().version(found(game_id))
    limit = query.get("limit") or (500 if form() == "json" else version)

    def make() -> Response:
        rows = archive().game(game_id).rows(query["after"], limit)
        if form() != "json":
            return whole(rows, EVENT_HEADS)
        last = rows[-1]["event"] if rows else 0
        return page_of(rows, str(last) if 0 < last < version - 1 else None, game=game_id, version=version)

    return tagged(make, game_id, version, about=(game_id, version))


@blueprint.route(f"/{GAME}/state/<int(max={2**53 - 1}):number>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def state(query: dict[str, Any], game_id: str, number: int) -> Response:
    """The table after an event: board, hands, whose turn, what is due."""
    version = archive().version(found(game_id))

    def make() -> Response:
        game = archive().game(game_id)
        return as_json({"game": game_id, **state_at(game, number, archive().rules_of(game))})

    if number >= version:
        raise Problem("not-found", f"0..{version - 1}")

    return tagged(make, game_id, version, about=(game_id, version))


TEXT = {"schema": {"type": "string"}}
KEY = {"in": "header", "name": "Idempotency-Key", "schema": {"type": "string", "minLength": 1, "maxLength": 100}}
GAME_BODY = {
    "required": True,
    "content": {"text/x-rgn": TEXT, "text/plain": TEXT, "application/json": {"schema": {"type": "object"}}},
}
LINES_BODY = {
    "required": True,
    "content": {
        "text/plain": TEXT,
        "text/x-rgn": TEXT,
        "application/json": {
            "schema": {
                "oneOf": [
                    {"type": "object", "required": [name], "additionalProperties": False,
                     "properties": {name: {"type": "array", "items": {"type": kind}}}}
                    for name, kind in (("lines", "string"), ("events", "object"))
                ]
            }
        },
    },
}  # fmt: skip


@blueprint.route("", methods=["POST"])
@blueprint.arguments(Language, location="query")
@blueprint.response(201, Kept)
@blueprint.alt_response(200, schema=Kept, description="kept before, also where it has gone on: `duplicate` is true")
@blueprint.doc(requestBody=GAME_BODY, parameters=[KEY], security=[{"bearer": []}])
def keep_game(query: dict[str, Any]) -> Response:
    """Keep a whole game: canonical or tolerant text, or our JSON. `Idempotency-Key` makes a retry safe.

    `namesakes` and `notice` stand there only where other games have the same id of their recorder (header Game).
    """
    authorise("write")
    game = game_of_body()
    try:
        added = archive().add_game(game, idempotency_key())
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    body: dict[str, Any] = {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}
    if added.namesakes:
        notice = messages("api", language())["namesakes"].format(games=", ".join(added.namesakes))
        body |= {"namesakes": added.namesakes, "notice": notice}
    answer = as_json(body, 200 if added.duplicate else 201)
    answer.headers["Location"] = url_for("games.one_game", game_id=added.game_id)
    return answer


def idempotency_key() -> str | None:
    """The key of a safe retry. Raises Problem."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= 100:
        raise Problem("bad-request", "Idempotency-Key: 1..100")
    return f"http:{hashlib.sha256(caller().encode()).hexdigest()[:16]}:{key}" if key else None


@blueprint.route(f"/{GAME}/events", methods=["POST"])
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Kept)
@blueprint.doc(requestBody=LINES_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def append_events(query: dict[str, Any], game_id: str) -> Response:
    """Append event lines. `If-Match` says which version is expected: at another one it is a 412 with `current`.

    It takes the version's number, the ETag of an answer about the game, several of them, or `*`.
    """
    authorise("write")
    key = idempotency_key()
    expected = expected_version(game_id, lambda: archive().version(game_id))
    lines = lines_of_body()
    added = archive().append(game_id, lines, expected, key)
    return as_json({"game": added.game_id, "version": added.version, "duplicate": False})
