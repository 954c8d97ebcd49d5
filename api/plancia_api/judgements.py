"""What a replay says of games: verdicts and scores of one, under its own rules or others; the findings of many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flask import Response

from plancia_api import limits
from plancia_api.forms import form, offers
from plancia_api.games import GAME, MANY, found
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, FindingPage, FindingsQuery, GamesQuery, ItemPage, UnderQuery
from plancia_api.seam import StrictBlueprint, archive, as_json, filters_of, page_of, tagged
from plancia_api.streams import games_of, streamed, whole
from plancia_archive import Archive, Filters
from plancia_archive.findings import FIELDS, cursor, findings
from plancia_replay import RuleSet, RuleSetError, WhatIf, compare, judge, rules_under

blueprint = StrictBlueprint("judgements", "judgements", url_prefix="/api/v1", description="Verdicts, scores, events.")


def rules_beside(game_id: str, under: str | None) -> RuleSet | None:
    """The other rules asked for, with the game's own deck; None where none. Raises Problem where they do not exist."""
    if under is None:
        return None
    limits.take_work()
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


VERDICT = ("event", "line", "rule", "rule_id", "verdict", "says", "facts", "cite", "reading")


@blueprint.route(f"/games/{GAME}/verdicts")
@offers("json", "ndjson", "csv", bulk=True)
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def verdicts(query: dict[str, Any], game_id: str) -> Response:
    """The verdicts of a game, each with rule, citation and facts; with `under`, what other rules would change.

    As NDJSON or CSV, with `under`, the verdicts that the other rules give.
    """
    version = archive().version(found(game_id))
    other = rules_beside(game_id, query.get("under"))

    def make() -> Response:
        if other is not None and form() == "json":
            return as_json(beside(game_id, other).to_json())
        lang = language()
        judgement = judge(archive().game(game_id), other, lang) if other else archive().judgement(game_id, lang)
        items = [verdict.to_json() for verdict in judgement.verdicts]
        if form() != "json":
            return whole(items, VERDICT)
        return as_json({"game": game_id, "variant": judgement.variant, "items": items})

    return tagged(make, game_id, version, other.hash if other else "", about=(game_id, version))


FIGURES = ("game", "variant", "under", "scores", "rankings", "undecidable", "accounts", "end", "ends_at")


@blueprint.route(f"/games/{GAME}/score")
@blueprint.arguments(UnderQuery, location="query")
@blueprint.response(200, Anything)
def score(query: dict[str, Any], game_id: str) -> Response:
    """The recomputed scores, itemised and cited, beside the declared ones; with `under`, both scores.

    `undecidable` names the seats whose points or ranking points hang on an objective that the record does not tell, and
    says why; an `end` with the same key has a winner who hangs on such points.
    """
    version = archive().version(found(game_id))
    other = rules_beside(game_id, query.get("under"))

    def make() -> Response:
        if other is not None:
            made = beside(game_id, other)
            data = made.to_json()
            return as_json({**{key: data[key] for key in FIGURES}, "same": made.same_scores})
        judgement = archive().judgement(game_id, language())
        return as_json(
            {"game": game_id, "scores": judgement.scores, "declared": judgement.declared, "end": judgement.end,
             "undecidable": judgement.undecidable}
        )  # fmt: skip

    return tagged(make, game_id, version, other.hash if other else "", about=(game_id, version))


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
    try:
        cursor(after)
    except ValueError:
        raise Problem("bad-cursor") from None

    def every(view: Archive) -> Iterator[tuple[str, dict[str, Any]]]:
        return islice(findings(view, filters, rule_id, verdict, after, lang), limit)

    def make() -> Response:
        many = limit or MANY
        rows = list(islice(findings(archive(), filters, rule_id, verdict, after, lang), many + 1))
        return page_of([row for _, row in rows[:many]], rows[many - 1][0] if len(rows) > many else None)

    if form() != "json":
        return streamed(lambda view: (row for _, row in every(view)), FIELDS, "verdicts")
    return tagged(make, archive().last(), filters)


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
    return streamed(lambda view: events_of(view, filters, after, limit), (), "events")


def events_of(view: Archive, filters: Filters, after: str | None, most: int | None) -> Iterator[dict[str, Any]]:
    """The events of games one game at a time."""
    for row in games_of(view, filters, after, most):
        for event in view.game(row["game"]).rows():
            yield {"game": row["game"], **event}
