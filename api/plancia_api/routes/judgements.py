"""GET /games/{game_id}/verdicts and /score, POST /judge: the judgement of one game, under its own rules or others."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api import rate_limits
from plancia_api.body_schemas import GAME_BODY
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_memo import game_at, game_head, judgement_at
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.names import read_digest, read_value
from plancia_api.negotiation import answer_format, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import UnderQuery
from plancia_api.request_bodies import game_of_body
from plancia_api.response_schemas import Anything
from plancia_api.routes.games import GAME_ID, judgement_json
from plancia_api.streaming import rows_response
from plancia_api.strict import StrictBlueprint
from plancia_archive.log.game_head import GameHead
from plancia_replay import RuleSet, RuleSetError, WhatIf, compare, judge, rules_under

blueprint = StrictBlueprint("judgements", "judgements", url_prefix="/api/v1", description="Verdicts and scores.")
HEADINGS = ("event", "line", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading", "kind")


def rules_of_query(head: GameHead, under: str | None) -> RuleSet | None:
    """The rules that `under` names, with the game's own deck; None without `under`. Raises Problem 422 and 429."""
    if under is None:
        return None
    rate_limits.take_work()
    try:
        return rules_under(game_at(head), under)
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error


def only_corrected(query: dict[str, Any]) -> None:
    """Raises Problem 422 for other rules on a game as recorded: rules are compared on the game as corrected."""
    if query.get("under") and query["by"] == "recorded":
        raise Problem("invalid", "", [{"pointer": "query/as", "detail": "recorded + under"}])


def compared_with(head: GameHead, rules: RuleSet) -> WhatIf:
    """The game judged under its recorded rules and under these."""
    game = game_at(head)
    comparison = compare(game, archive().rules_of(game), rules, language())
    comparison.recorded.game = head.game_id
    return comparison


@blueprint.route(f"/games/{GAME_ID}/verdicts")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def verdicts(query: dict[str, Any], game_id: str) -> Response:
    """The verdicts of a game, each with rule, citation and facts; with `under`, those that the other rules give.

    `compared` then lists what these change: verdicts `gained` and `lost`, ends, scores. Without `under` it is null.
    """
    head = game_head(game_id)
    rules = rules_of_query(head, query.get("under"))
    only_corrected(query)

    def make() -> Response:
        comparison = compared_with(head, rules) if rules is not None else None
        judgement = comparison.other if comparison else judgement_at(head, language(), query["by"])
        items = read_value([verdict.to_json() for verdict in judgement.verdicts])
        if answer_format() != "json":
            return rows_response(items, HEADINGS)
        compared = comparison.to_json() if comparison else None
        return json_response({"game": game_id, "variant": judgement.variant, "items": items, "compared": compared})

    tag = (game_id, head.tag, rules.hash if rules else "", read_digest())
    return with_etag(make, *tag, about=(game_id, head.version))


@blueprint.route(f"/games/{GAME_ID}/score")
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def score(query: dict[str, Any], game_id: str) -> Response:
    """The recomputed scores, itemised and cited, beside the declared ones; with `under`, those of the other rules.

    `compared` then has both, as pairs of recorded and other; without `under` it is null.

    `undecidable` lists the seats whose points or ranking points depend on an objective that the record does not show,
    with the reason; an `end` with the same key has a winner who depends on such points.
    """
    head = game_head(game_id)
    rules = rules_of_query(head, query.get("under"))
    only_corrected(query)

    def make() -> Response:
        comparison = compared_with(head, rules) if rules is not None else None
        judgement = comparison.other if comparison else judgement_at(head, language(), query["by"])
        compared = {**comparison.to_json(), "same": comparison.same_scores} if comparison else None
        return json_response(
            {"game": game_id, "variant": judgement.variant, "scores": judgement.scores, "declared": judgement.declared,
             "end": judgement.end, "undecidable": judgement.undecidable, "compared": compared}
        )  # fmt: skip

    return with_etag(make, game_id, head.tag, rules.hash if rules else "", about=(game_id, head.version))


@blueprint.route("/judge", methods=["POST"])
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
@blueprint.doc(requestBody=GAME_BODY)
def judge_game(query: dict[str, Any]) -> Response:
    """Judge a game without storing it, under its own rules or those of `under`. It needs no token."""
    rate_limits.take_work()
    game = game_of_body()
    only_corrected(query)
    try:
        rules = rules_under(game, query["under"]) if query.get("under") else None
        judgement = judge(game, rules, language(), as_corrected=query["by"] == "corrected")
        return json_response(judgement_json(judgement))
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
