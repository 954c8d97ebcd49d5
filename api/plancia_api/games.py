"""Games: lists, one, its events, states, verdicts and scores; keeping games and appending events."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Response, request, url_for

from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.schemas import MOST, Anything, EventsQuery, GamePage, GamesQuery, Kept, Language, UnderQuery
from plancia_api.seam import StrictBlueprint, archive, authorise, tagged
from plancia_archive import Filters
from plancia_events import Game, event_from_json, format_event, read
from plancia_replay import RuleSet, RuleSetError, WhatIf, compare, rules_under, state_at

blueprint = StrictBlueprint("games", "games", url_prefix="/api/v1/games", description="Games of the archive.")
RGN = "text/x-rgn; charset=utf-8"
GAME = "<string:game_id>"


def as_json(value: Any, status: int = 200) -> Response:
    """JSON with its letters as they are."""
    return Response(json.dumps(value, ensure_ascii=False), status, mimetype="application/json")


def found(game_id: str) -> str:
    """The id of a game that exists. Raises ArchiveError."""
    archive().version(game_id)
    return game_id


@blueprint.route("")
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, GamePage)
def list_games(query: dict[str, Any]) -> Response:
    """Games in the order of the log, a page at a time; `next` is the cursor of the next page, null at the end."""
    after, limit = query.pop("after", None), query.pop("limit")
    query.pop("lang", None)
    if query.get("player"):
        query["player"] = archive().people.find(query["player"]) or "-"
    try:
        rows, following = archive().games(Filters(**query), after, limit)
    except ValueError:
        raise Problem("bad-cursor") from None
    for row in rows:
        row.pop("number")
    answer = as_json({"items": rows, "next": following})
    if following:
        arguments: dict[str, Any] = {**request.args.to_dict(), "after": following}
        answer.headers["Link"] = f'<{url_for("games.list_games", **arguments)}>; rel="next"'
    return answer


@blueprint.route(f"/{GAME}")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_game(query: dict[str, Any], game_id: str) -> Response:
    """A game: headers, version and judgement; its canonical text with `Accept: text/x-rgn` or the suffix `.rgn`."""
    name, dot, suffix = game_id.rpartition(".")
    if dot and suffix in ("rgn", "json", "jsonl"):
        game_id = name
    else:
        suffix = wanted()
    version = archive().version(found(game_id))

    def make() -> Response:
        if suffix == "rgn":
            return Response(archive().text(game_id), content_type=RGN)
        game = archive().game(game_id)
        if suffix == "jsonl":
            return Response(game.to_jsonl(), mimetype="application/x-ndjson")
        judgement = archive().judgement(game_id, language()).to_json()
        return as_json({"game": game_id, "version": version, "headers": game.to_json()["headers"], **judgement})

    return tagged(make, game_id, version, suffix)


def wanted() -> str:
    """The form asked for by Accept. Raises Problem 406."""
    if not request.accept_mimetypes:
        return "json"
    best = request.accept_mimetypes.best_match(["application/json", "text/x-rgn", "text/plain", "application/x-ndjson"])
    if best is None:
        raise Problem("not-acceptable", "application/json, text/x-rgn, application/x-ndjson")
    return {"application/json": "json", "application/x-ndjson": "jsonl"}.get(best, "rgn")


@blueprint.route(f"/{GAME}/events")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, Anything)
def events(query: dict[str, Any], game_id: str) -> Response:
    """Events after a number (0 gives all but the opening), each with its number and canonical line."""
    version = archive().version(found(game_id))

    def make() -> Response:
        game = archive().game(game_id)
        objects = game.to_json()["events"]
        numbers = range(query["after"] + 1, min(query["after"] + query["limit"], len(objects)) + 1)
        items = [{"event": n, "line": format_event(game.events[n - 1]), **objects[n - 1]} for n in numbers]
        return as_json({"game": game_id, "version": version, "items": items})

    return tagged(make, game_id, version)


@blueprint.route(f"/{GAME}/state/<int(max={MOST}):number>")
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

    return tagged(make, game_id, version)


def rules_beside(game_id: str, under: str | None) -> RuleSet | None:
    """The other rules asked for, with the game's own deck; None where none. Raises Problem where they do not exist."""
    if under is None:
        return None
    try:
        return rules_under(archive().game(game_id), under)
    except RuleSetError as error:
        unknown = error.code.endswith("-unknown")
        raise Problem("not-found" if unknown else "rules", error.text(language())) from error


def beside(game_id: str, other: RuleSet) -> WhatIf:
    """A game under its recorded rules and under others."""
    game = archive().game(game_id)
    made = compare(game, archive().rules_of(game), other, language())
    made.recorded.game = game_id
    return made


@blueprint.route(f"/{GAME}/verdicts")
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def verdicts(query: dict[str, Any], game_id: str) -> Response:
    """The verdicts of a game, each with rule, citation and facts; with `under`, what other rules would change."""
    version = archive().version(found(game_id))
    other = rules_beside(game_id, query.get("under"))

    def make() -> Response:
        if other is not None:
            return as_json(beside(game_id, other).to_json())
        judgement = archive().judgement(game_id, language())
        items = [verdict.to_json() for verdict in judgement.verdicts]
        return as_json({"game": game_id, "variant": judgement.variant, "items": items})

    return tagged(make, game_id, version, other.hash if other else "")


FIGURES = ("game", "variant", "under", "scores", "rankings", "accounts", "end", "ends_at")


@blueprint.route(f"/{GAME}/score")
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def score(query: dict[str, Any], game_id: str) -> Response:
    """The recomputed scores, itemised and cited, beside the declared ones; with `under`, both scores."""
    version = archive().version(found(game_id))
    other = rules_beside(game_id, query.get("under"))

    def make() -> Response:
        if other is not None:
            made = beside(game_id, other)
            data = made.to_json()
            return as_json({**{key: data[key] for key in FIGURES}, "same": made.same_scores})
        judgement = archive().judgement(game_id, language())
        return as_json(
            {"game": game_id, "scores": judgement.scores, "declared": judgement.declared, "end": judgement.end}
        )

    return tagged(make, game_id, version, other.hash if other else "")


def body_text() -> str:
    """The body as text. Raises Problem."""
    if request.mimetype not in ("text/plain", "text/x-rgn", "application/json"):
        raise Problem("unsupported-type", "text/x-rgn, text/plain, application/json")
    try:
        return request.get_data().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("bad-request", f"UTF-8: byte {error.start}") from error


def game_of(text: str) -> Game:
    """The one game of a body. Raises Problem with every line that is not understood."""
    if request.mimetype == "application/json":
        try:
            text = Game.from_json(json.loads(text)).text()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Problem("malformed", str(error)[:300]) from error
    reading = read(text, "body")
    if reading.problems:
        errors = [problem.to_json(language()) for problem in reading.problems[:50]]
        raise Problem("malformed", "", errors)
    if len(reading.games) != 1:
        raise Problem("malformed", f"{len(reading.games)} games, 1")
    return reading.games[0]


TEXT = {"schema": {"type": "string"}}
KEY = {"in": "header", "name": "Idempotency-Key", "schema": {"type": "string", "minLength": 1, "maxLength": 100}}
VERSION = {"type": "string", "pattern": '^"[0-9]{1,9}"$'}
MATCH = {"in": "header", "name": "If-Match", "required": True, "schema": VERSION}
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
                "type": "object",
                "required": ["lines"],
                "properties": {"lines": {"type": "array", "items": {"type": "string"}}},
            }
        },
    },
}


@blueprint.route("", methods=["POST"])
@blueprint.response(201, Kept)
@blueprint.doc(requestBody=GAME_BODY, parameters=[KEY], security=[{"bearer": []}])
def keep_game() -> Response:
    """Keep a whole game: canonical or tolerant text, or our JSON. `Idempotency-Key` makes a retry safe."""
    authorise("write")
    game = game_of(body_text())
    try:
        added = archive().add_game(game, idempotency_key())
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    answer = as_json(
        {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}, 200 if added.duplicate else 201
    )
    answer.headers["Location"] = url_for("games.one_game", game_id=added.game_id)
    return answer


def idempotency_key() -> str | None:
    """The key of a safe retry. Raises Problem."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= 100:
        raise Problem("bad-request", "Idempotency-Key: 1..100")
    caller = hashlib.sha256(request.headers.get("Authorization", "").encode()).hexdigest()[:16]
    return f"http:{caller}:{key}" if key else None


def expected_version() -> int | None:
    """The version that `If-Match` names, None where an idempotency key stands in for it. Raises Problem."""
    match = request.headers.get("If-Match", "").strip().strip('"')
    if not match and not request.headers.get("Idempotency-Key"):
        raise Problem("precondition-required")
    if match and not (match.isascii() and match.isdigit() and len(match) < 10):
        raise Problem("bad-request", 'If-Match: "VERSION"')
    return int(match) if match else None


@blueprint.route(f"/{GAME}/events", methods=["POST"])
@blueprint.response(200, Kept)
@blueprint.doc(requestBody=LINES_BODY, parameters=[KEY, MATCH], security=[{"bearer": []}])
def append_events(game_id: str) -> Response:
    """Append event lines. `If-Match: "VERSION"` says which version is expected: another one is a 409 with `current`."""
    authorise("write")
    key = idempotency_key()
    expected = expected_version()
    text = body_text()
    if request.mimetype == "application/json":
        try:
            data = json.loads(text)
            if "events" in data:
                lines = [format_event(event_from_json(event)) for event in data["events"]]
            else:
                lines = [str(line) for line in data["lines"]]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Problem("malformed", f'{{"lines": ["..."]}}, {{"events": [...]}}: {error}'[:300]) from error
    else:
        lines = text.splitlines()
    added = archive().append(game_id, lines, expected, key)
    return as_json({"game": added.game_id, "version": added.version, "duplicate": False})
