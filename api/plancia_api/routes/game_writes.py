"""Writes to games: keeping whole ones, one or several, and appending events, for real or on trial."""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, request, url_for

from plancia_api.language import language
from plancia_api.preconditions import MATCH, expected_version
from plancia_api.problems import CODES, Problem, body_of, from_archive
from plancia_api.query_schemas import Anything, AppendQuery, Kept, Language
from plancia_api.request_bodies import body_text, game_of_body, games_of_body, lines_of_body
from plancia_api.routes.games import GAME, blueprint
from plancia_api.seam import StrictBlueprint, archive, as_json, authorise, caller, names_shown
from plancia_archive import ArchiveError
from plancia_archive.facts.judgement_changes import news
from plancia_archive.log.intake import Added
from plancia_archive.log.validation import canonical_lines
from plancia_data import messages
from plancia_events import Game
from plancia_replay import RuleSetError

bulk = StrictBlueprint("bulk", "bulk", url_prefix="/api/v1/bulk", description="Many games at once.")
TEXT = {"schema": {"type": "string"}}
KEY = {"in": "header", "name": "Idempotency-Key", "schema": {"type": "string", "minLength": 1, "maxLength": 100}}
GAME_BODY = {
    "required": True,
    "content": {"text/x-rgn": TEXT, "text/plain": TEXT, "application/json": {"schema": {"type": "object"}}},
}
BATCH_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "text/x-rgn": TEXT, "text/plain": TEXT,
        "application/json": {"schema": {"type": "array", "items": {"type": "object"}, "minItems": 1}},
    },
}  # fmt: skip
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
    answer = as_json(kept(added), 200 if added.duplicate else 201)
    answer.headers["Location"] = url_for("games.one_game", game_id=added.game_id)
    return answer


def kept(added: Added) -> dict[str, Any]:
    """What became of a game."""
    body: dict[str, Any] = {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}
    if added.namesakes:
        notice = messages("api", language())["namesakes"].format(games=", ".join(added.namesakes))
        body |= {"namesakes": added.namesakes, "notice": notice}
    return body


def idempotency_key() -> str | None:
    """The key of a safe retry. Raises Problem."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= 100:
        raise Problem("bad-request", "Idempotency-Key: 1..100")
    return f"http:{hashlib.sha256(caller().encode()).hexdigest()[:16]}:{key}" if key else None


@blueprint.route(f"/{GAME}/events", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, Anything)
@blueprint.doc(requestBody=LINES_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def append_events(query: dict[str, Any], game_id: str) -> Response:
    """Append event lines. `If-Match` says which version is expected: at another one it is a 412 with `current`.

    It takes the version's number, the ETag of an answer about the game, several of them, or `*`. `verdicts` are those
    that were not there before, `gone` those that a correction took away. With `dry_run=true` the answer is the same and
    nothing is kept.
    """
    authorise("write")
    key, trial = idempotency_key(), query["dry_run"]
    given = "If-Match" in request.headers or not trial
    expected = expected_version(game_id, lambda: archive().version(game_id)) if given else None
    lines = lines_of_body()
    if trial:
        whole, added = archive().preview(game_id, lines, expected)
        version, count = whole.version, added.count("\n")
    else:
        version = archive().append(game_id, lines, expected, key).version
        whole = archive().game(game_id)
        count = canonical_lines(lines, whole).count("\n")
    found = news(whole, version, count, archive().rules_of(whole), language())
    more = {"dry_run": True} if trial else {}
    return as_json({"game": game_id, "version": version, "duplicate": False, **more, **found.to_json()})


BATCH_MOST = 100


@bulk.route("/games", methods=["POST"])
@bulk.arguments(Language, location="query")
@bulk.response(200, Anything)
@bulk.doc(requestBody=BATCH_BODY, parameters=[KEY], security=[{"bearer": []}])
def keep_games(query: dict[str, Any]) -> Response:
    """Keep several games, at most 100: a text with one after the other, or a JSON list.

    Each is kept or refused by itself. `items` says of each, in order, what a single one is answered: `status` 201, or
    200 (kept before) or the refusal's, then `game`, `version`, `duplicate`, or `problem`. With an `Idempotency-Key` all
    of it can be sent again.
    """
    authorise("write")
    key = idempotency_key()
    games = games_of_body(body_text(), several=True)
    if not 1 <= len(games) <= BATCH_MOST:
        raise Problem("malformed", f"1..{BATCH_MOST}: {len(games)}")
    items = [kept_or_refused(game, f"{key}/{place}" if key else None) for place, game in enumerate(games, start=1)]
    return as_json({"items": items, "kept": sum(item["status"] == 201 for item in items)})


def kept_or_refused(game: Game, key: str | None) -> dict[str, Any]:
    """What became of one game of several."""
    try:
        try:
            added = archive().add_game(game, key)
        except RuleSetError as error:
            raise Problem("rules", error.text(language())) from error
    except ArchiveError as error:
        refused = from_archive(error, names_shown)
    except Problem as error:
        refused = error
    else:
        return {"status": 200 if added.duplicate else 201, **kept(added)}
    if refused.code in ("busy", "no-room", "read-only", "error"):
        raise refused  # not this game's fault: what was kept before it is found again by its key or content
    return {"status": CODES[refused.code][0], "problem": body_of(refused)}
