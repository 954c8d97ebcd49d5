"""GET /games/{game_id}/verdicts and /score, POST /judge: the judgement of one game, under its own rules or others."""

from __future__ import annotations

from flask import Response

from plancia_api import rate_limits
from plancia_api.answers.games import JudgementAnswer, ScoresAnswer, VerdictsAnswer
from plancia_api.bodies import GAME_BODY
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.game_cache import cached_judgement, game_head, visible_game
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import JudgementQuery
from plancia_api.request_bodies import parse_game
from plancia_api.routes.games import GAME_ID_PATH, judgement_json
from plancia_api.shown_names import insert_readable_names, readable_names_digest
from plancia_api.streaming import rows_response
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.log.game_head import GameHead
from plancia_replay import RuleSet, RuleSetError, WhatIf, compare, judge, other_ruleset_for_game

blueprint = StrictBlueprint("judgements", "judgements", url_prefix="/api/v1", description="Verdicts and scores.")
CSV_COLUMNS = ("event", "line", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading", "kind")


def parse_rules(head: GameHead, under: str | None) -> RuleSet | None:
    """Returns the rules that `under` names, with the game's own deck; None without `under`.

    Raises Problem 422 for unknown rules, 429.
    """
    if under is None:
        return None
    rate_limits.count_replay()
    try:
        return other_ruleset_for_game(visible_game(head), under)
    except RuleSetError as error:
        raise unknown_rules(error) from error


def unknown_rules(error: RuleSetError) -> Problem:
    """Returns the Problem 422 of a parameter `under` that names no rules."""
    detail = error.text(language())
    return Problem("rules", detail, [{"pointer": "query/under", "detail": detail}])


def reject_recorded_with_rules(query: JudgementQuery) -> None:
    """Raises Problem 422 for `as=recorded` with `under`: rules are compared on the game as corrected."""
    if query.under and query.by == "recorded":
        raise Problem("invalid", "", [{"pointer": "query/as", "detail": "recorded + under"}])


def compare_rules(head: GameHead, rules: RuleSet) -> WhatIf:
    """Judges the game under its recorded rules and under other rules, and returns the comparison."""
    game = visible_game(head)
    comparison = compare(game, archive().rules_of(game), rules, language())
    comparison.recorded.game = head.game_id
    return comparison


@blueprint.operation(f"/games/{GAME_ID_PATH}/verdicts", answer=VerdictsAnswer)
@offers("json", "ndjson", "csv", bulk=True)
def verdicts(query: JudgementQuery, game_id: str) -> Response:
    """The verdicts of a game, each with rule, citation and facts; with `under`, those that the other rules give.

    `compared` then lists what these change: verdicts `gained` and `lost`, ends, scores. Without `under` it is null.
    """
    head = game_head(game_id)
    rules = parse_rules(head, query.under)
    reject_recorded_with_rules(query)

    def build_response() -> Response:
        comparison = compare_rules(head, rules) if rules is not None else None
        judgement = comparison.other if comparison else cached_judgement(head, language(), query.by)
        items = insert_readable_names([verdict.to_json() for verdict in judgement.verdicts])
        if answer_format() != "json":
            return rows_response(items, CSV_COLUMNS)
        comparison_json = comparison.to_json() if comparison else None
        return json_response(
            {"game": game_id, "variant": judgement.variant, "items": items, "compared": comparison_json}
        )

    etag_parts = (game_id, head.tag, rules.hash if rules else "", readable_names_digest())
    return with_etag(build_response, *etag_parts, resource=(game_id, head.version))


@blueprint.operation(f"/games/{GAME_ID_PATH}/score", answer=ScoresAnswer)
def score(query: JudgementQuery, game_id: str) -> Response:
    """The recomputed scores, itemised and cited, beside the declared ones; with `under`, those of the other rules.

    `compared` then has both, as pairs of recorded and other; without `under` it is null.

    `undecidable` lists the seats whose points or ranking points depend on an objective that the record does not show,
    with the reason; in `scores` those are null, with an empty account. An `end` with the same key has a winner who
    depends on such points. `assumptions` are what the points are counted on that neither the document nor the header
    settles.
    """
    head = game_head(game_id)
    rules = parse_rules(head, query.under)
    reject_recorded_with_rules(query)

    def build_response() -> Response:
        comparison = compare_rules(head, rules) if rules is not None else None
        judgement = comparison.other if comparison else cached_judgement(head, language(), query.by)
        comparison_json = {**comparison.to_json(), "same": comparison.same_scores} if comparison else None
        return json_response(
            {"game": game_id, "variant": judgement.variant, "scores": judgement.told_scores,
             "declared": judgement.declared, "end": judgement.told_end, "undecidable": judgement.undecidable,
             "assumptions": judgement.score_assumptions, "compared": comparison_json}
        )  # fmt: skip

    return with_etag(build_response, game_id, head.tag, rules.hash if rules else "", resource=(game_id, head.version))


@blueprint.operation("/judge", methods=["POST"], answer=JudgementAnswer)
@blueprint.doc(requestBody=GAME_BODY)
def judge_game(query: JudgementQuery) -> Response:
    """Judge a game without storing it, under its own rules or those of `under`. It needs no token."""
    rate_limits.count_replay()
    game = parse_game()
    reject_recorded_with_rules(query)
    try:
        rules = other_ruleset_for_game(game, query.under) if query.under else None
    except RuleSetError as error:
        raise unknown_rules(error) from error
    try:
        judgement = judge(game, rules, language(), as_corrected=query.by == "corrected")
        return json_response(judgement_json(judgement))
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
