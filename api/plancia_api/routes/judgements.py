"""What a replay says of games: verdicts and scores of one, under its own rules or others; the findings of many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import Response

from plancia_api import rate_limits
from plancia_api.game_memo import game_at, game_head, judgement_at
from plancia_api.language import language
from plancia_api.negotiation import form, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import Anything, FindingPage, FindingsQuery, GamesQuery, ItemPage, UnderQuery
from plancia_api.request_bodies import game_of_body
from plancia_api.routes.game_writes import GAME_BODY
from plancia_api.routes.games import GAME, PAGE_SIZE, judged
from plancia_api.seam import StrictBlueprint, archive, as_json, filters_of, page_of, refused, with_etag
from plancia_api.streaming import games_of, rows_response, stream_rows
from plancia_archive import Archive, Filters
from plancia_archive.log.game_head import GameHead
from plancia_archive.queries.filter_values import UnknownValue, check_rule
from plancia_archive.queries.verdict_listing import FIELDS, cursor, findings
from plancia_replay import RuleSet, RuleSetError, WhatIf, compare, judge, rules_under

blueprint = StrictBlueprint("judgements", "judgements", url_prefix="/api/v1", description="Verdicts, scores, events.")


def rules_beside(head: GameHead, under: str | None) -> RuleSet | None:
    """The other rules asked for, with the game's own deck; None where none. Raises Problem where they do not exist."""
    if under is None:
        return None
    rate_limits.take_work()
    try:
        return rules_under(game_at(head), under)
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error


def beside(head: GameHead, other: RuleSet) -> WhatIf:
    """A game under its recorded rules and under others."""
    game = game_at(head)
    comparison = compare(game, archive().rules_of(game), other, language())
    comparison.recorded.game = head.game_id
    return comparison


VERDICT = ("event", "line", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading", "kind")


@blueprint.route(f"/games/{GAME}/verdicts")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def verdicts(query: dict[str, Any], game_id: str) -> Response:
    """The verdicts of a game, each with rule, citation and facts; with `under`, those that the other rules give.

    `compared` then says what these change: verdicts `gained` and `lost`, ends, scores. Without `under` it is null.
    """
    head = game_head(game_id)
    other = rules_beside(head, query.get("under"))

    def make() -> Response:
        made = beside(head, other) if other is not None else None
        judgement = made.other if made else judgement_at(head, language())
        items = [verdict.to_json() for verdict in judgement.verdicts]
        if form() != "json":
            return rows_response(items, VERDICT)
        compared = made.to_json() if made else None
        return as_json({"game": game_id, "variant": judgement.variant, "items": items, "compared": compared})

    return with_etag(make, game_id, head.tag, other.hash if other else "", about=(game_id, head.version))


@blueprint.route(f"/games/{GAME}/score")
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def score(query: dict[str, Any], game_id: str) -> Response:
    """The recomputed scores, itemised and cited, beside the declared ones; with `under`, those of the other rules.

    `compared` then has both, as pairs of recorded and other; without `under` it is null.

    `undecidable` names the seats whose points or ranking points hang on an objective that the record does not tell, and
    says why; an `end` with the same key has a winner who hangs on such points.
    """
    head = game_head(game_id)
    other = rules_beside(head, query.get("under"))

    def make() -> Response:
        made = beside(head, other) if other is not None else None
        found = made.other if made else judgement_at(head, language())
        compared = {**made.to_json(), "same": made.same_scores} if made else None
        return as_json(
            {"game": game_id, "variant": found.variant, "scores": found.scores, "declared": found.declared,
             "end": found.end, "undecidable": found.undecidable, "compared": compared}
        )  # fmt: skip

    return with_etag(make, game_id, head.tag, other.hash if other else "", about=(game_id, head.version))


@blueprint.route("/verdicts")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(FindingsQuery, location="query")
@blueprint.response(200, FindingPage)
def list_verdicts(query: dict[str, Any]) -> Response:
    """The findings of all games of a filter, in the order of the log, a page at a time; NDJSON and CSV stream them all.

    Each says game, event, rule, number of the rule, kind, sentence, facts and citation, as they are kept.
    """
    after, limit = query.pop("after", None), query.pop("limit", None)
    rule_id, verdict = query.pop("rule_id", None), query.pop("verdict", None)
    filters, lang = filters_of(query), language()
    if rule_id is not None:
        try:
            with archive().lock:
                check_rule(archive().db, rule_id)
        except UnknownValue as error:
            raise refused("rule_id", error) from error
    try:
        cursor(after)
    except ValueError:
        raise Problem("bad-cursor") from None

    def every(view: Archive) -> Iterator[tuple[str, dict[str, Any]]]:
        return islice(findings(view, filters, rule_id, verdict, after, lang), limit)

    def make() -> Response:
        many = limit or PAGE_SIZE
        rows = list(islice(findings(archive(), filters, rule_id, verdict, after, lang), many + 1))
        return page_of([row for _, row in rows[:many]], rows[many - 1][0] if len(rows) > many else None)

    if form() != "json":
        return stream_rows(lambda view: (row for _, row in every(view)), FIELDS, "verdicts")
    return with_etag(make, archive().last(), filters)


@blueprint.route("/events")
@offers("ndjson", bulk=True)
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, ItemPage)
def list_events(query: dict[str, Any]) -> Response:
    """Every event of the games of a filter, as NDJSON: game, number, canonical line and the members of its kind.

    `after` is the cursor of a game, `limit` the most games.
    """
    after, limit = query.pop("after", None), query.pop("limit", None)
    filters = filters_of(query)
    return stream_rows(lambda view: events_of(view, filters, after, limit), (), "events")


def events_of(view: Archive, filters: Filters, after: str | None, most: int | None) -> Iterator[dict[str, Any]]:
    """The events of games one game at a time."""
    for row in games_of(view, filters, after, most):
        for event in view.game(row["game"]).rows():
            yield {"game": row["game"], **event}


@blueprint.route("/judge", methods=["POST"])
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
@blueprint.doc(requestBody=GAME_BODY)
def judge_game(query: dict[str, Any]) -> Response:
    """Judge a game without keeping anything, under its own rules or those of `under`. It needs no token."""
    rate_limits.take_work()
    game = game_of_body()
    try:
        rules = rules_under(game, query["under"]) if query.get("under") else None
        return as_json(judged(judge(game, rules, language())))
    except RuleSetError as error:
        raise Problem("rules", error.text(language())) from error
