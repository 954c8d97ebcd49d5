"""POST /bulk/games: several games in one request."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.answers.log import BulkAnswer
from plancia_api.auth import authenticate, authorise
from plancia_api.bodies import GAMES_BODY
from plancia_api.current_archive import archive
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.preconditions import IDEMPOTENCY_KEY_PARAMETER, idempotency_key
from plancia_api.problems import STATUS_BY_CODE, Problem, problem_from_archive, problem_json, record_refusal
from plancia_api.receipts import add_receipts
from plancia_api.request_bodies import body_text, parse_games
from plancia_api.routes.games import stored_game_json
from plancia_api.shown_names import names_shown
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import ArchiveError
from plancia_events import Game
from plancia_replay import RuleSetError

blueprint = StrictBlueprint("bulk", "bulk", url_prefix="/api/v1/bulk", description="Many games at once.")
MAX_GAMES = 100
SERVER_FAULTS = ("busy", "no-room", "read-only", "error")


@blueprint.operation("/games", methods=["POST"], endpoint="keep_games", answer=BulkAnswer)
@blueprint.doc(requestBody=GAMES_BODY, parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def post_games() -> Response:
    """Store several games, at most 100: a text with one after the other, or a JSON list.

    Each is stored or refused independently. `items` has, in order, what a single POST would answer: `status` 201, 200
    (stored already) or that of the refusal, then `game`, `version`, `duplicate`, `receipt`, or `problem`. With an
    `Idempotency-Key` the whole request can be repeated. The receipts have one checkpoint, and not the games' entries.
    """
    authenticate("game.add").require_role("game.add")
    key = idempotency_key()
    games = parse_games(body_text())
    if not 1 <= len(games) <= MAX_GAMES:
        raise Problem("malformed", f"1..{MAX_GAMES}: {len(games)}")
    items = [store_item(game, f"{key}/{number}" if key else None) for number, game in enumerate(games, start=1)]
    stored_versions = [
        (item["game"], min(item["version"], game.version)) if "game" in item else None
        for item, game in zip(items, games, strict=True)
    ]
    add_receipts(items, stored_versions)
    return json_response({"items": items, "kept": sum(item["status"] == 201 for item in items)})


def store_item(game: Game, request_id: str | None) -> dict[str, Any]:
    """Stores a game and returns its item in the answer.

    A refusal of this game becomes part of the item. Raises Problem for a failure that would affect every game, such as
    a full disk; a repeated request then finds the games stored before by their keys or contents.
    """
    try:
        try:
            authorise("game.add", game=game)
            added = archive().add_game(game, request_id)
        except RuleSetError as error:
            raise Problem("rules", error.text(language())) from error
    except ArchiveError as error:
        problem = problem_from_archive(error, names_shown)
    except Problem as error:
        problem = error
    else:
        return {"status": 200 if added.duplicate else 201, **stored_game_json(added)}
    if problem.code in SERVER_FAULTS:
        raise problem
    record_refusal(problem)
    return {"status": STATUS_BY_CODE[problem.code], "problem": problem_json(problem)}
