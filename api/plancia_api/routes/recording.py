"""GET /games/{game_id}/due and POST complete: what a recorder enters next, and completion of short input lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response

from plancia_api.body_schemas import SAID_BODY, TEXT_AND_SAID_BODY
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_cache import game_head, visible_game
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.query_schemas import LanguageQuery
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_data import in_language
from plancia_events import Game, read
from plancia_replay import RuleSet, RuleSetError
from plancia_replay.recording.completing import complete_lines
from plancia_replay.recording.due import Due, due_for_game, due_in_play
from plancia_replay.recording.due_words import due_sentences

blueprint = StrictBlueprint("recording", "recording", url_prefix="/api/v1", description="Recording a game.")
MAX_LINES_SAID = 500  # things said in one request


@blueprint.route(f"/games/{GAME_ID_PATH}/due")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
def due_now(query: dict[str, Any], game_id: str) -> Response:
    """What is due after the last event: who acts, his income with its account, sets, attacks, cards, the end.

    It follows from what the caller may see of the game: hidden cards and objectives count as unknown. `says` has the
    same in sentences. `end.why` is what the rules would say if the turn ended now.
    """
    head = game_head(game_id)

    def build_response() -> Response:
        game = visible_game(head)
        due_state = due_for_game(game, language(), archive().rules_of(game))
        return json_response({"game": game_id, "version": head.version, **due_json(due_state)})

    return with_etag(build_response, game_id, head.tag, resource=(game_id, head.version))


def due_json(due_state: Due) -> dict[str, Any]:
    """Returns what is due as data and in sentences."""
    return {"due": due_state.to_json(), "says": due_sentences(due_state, language())}


@blueprint.route(f"/games/{GAME_ID_PATH}/complete", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=SAID_BODY)
def complete_in_game(query: dict[str, Any], game_id: str) -> Response:
    """Complete what is said after a stored game into canonical lines, without storing them. It needs no token.

    `said` are lines in words of the table (`cina siam 654 32`, `+3 cina`, `fine`; docs/recording.md). The answer has
    for each the lines it becomes, `derived` where they follow from the rest; the first that is not understood is
    `unclear`, with its column and the names that fit. `verdicts` are the findings that the new lines add, `pending`
    what is written before the next thing said, `due` what is due then. Store `lines` with POST
    /games/{game_id}/events.
    """
    head = game_head(game_id)
    lines_said = parse_said(parse_members({"said": list})["said"])
    game = visible_game(head)
    return completion_response(game, lines_said, {"game": game_id, "version": head.version}, archive().rules_of(game))


@blueprint.route("/complete", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=TEXT_AND_SAID_BODY)
def complete_text(query: dict[str, Any]) -> Response:
    """Complete what is said after a game that is not stored: `text` is the game so far, at least its headers.

    The answer is that of POST /games/{game_id}/complete; `game` is the id of its header, `version` the number of its
    events with the headers. It needs no token.
    """
    members = parse_members({"text": str, "said": list})
    reading = read(members["text"], "text")
    if reading.problems:
        raise Problem("malformed", "", [problem.to_json(language()) for problem in reading.problems[:50]])
    if len(reading.games) != 1:
        raise Problem("malformed", in_language(language(), "text: una sola partita", "text: one game"))
    game = reading.games[0]
    return completion_response(
        game, parse_said(members["said"]), {"game": game.header("Game") or "", "version": game.version}, None
    )


def parse_said(items: list[Any]) -> list[str]:
    """Returns the input lines. Raises Problem 422 for members that are not text, or too many of them."""
    if len(items) > MAX_LINES_SAID or any(not isinstance(item, str) or "\n" in item for item in items):
        raise Problem("invalid", f"said: [string], 0..{MAX_LINES_SAID}")
    try:
        "".join(items).encode()
    except UnicodeEncodeError as error:
        raise Problem("malformed", "said") from error
    return items


def completion_response(
    game: Game, lines_said: Sequence[str], game_members: dict[str, Any], rules: RuleSet | None
) -> Response:
    """Returns the answer with the completed lines. Raises Problem 422 for rules that do not exist."""
    try:
        completion = complete_lines(game, lines_said, language(), rules=rules)
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
    return json_response(
        {**game_members, **completion.to_json(language()), **due_json(due_in_play(completion.play, language()))}
    )
