"""GET /verdicts: the findings of many games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from flask import Response

from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.language import language
from plancia_api.negotiation import answer_format, offers
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.problems import Problem
from plancia_api.query_filters import invalid_parameter, parse_filters
from plancia_api.query_schemas import FindingsQuery
from plancia_api.streaming import stream_rows
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive import Archive
from plancia_archive.queries.filter_values import UnknownValue, check_rule
from plancia_archive.queries.verdict_listing import FINDING_FIELDS, iterate_verdicts, parse_cursor
from plancia_replay.judging.forms import Finding

blueprint = StrictBlueprint("verdicts", "verdicts", url_prefix="/api/v1", description="Findings of many games.")


@blueprint.operation("/verdicts", items=Finding)
@offers("json", "ndjson", "csv", bulk=True)
def list_verdicts(query: FindingsQuery) -> Response:
    """The stored findings of the games of a filter, in the order of the log, a page at a time or all as NDJSON or CSV.

    Each has game, event, rule, number of the rule, verdict, sentence, facts and citation.
    """
    after, limit = query.after, query.limit
    rule_id, verdict = query.rule_id, query.verdict
    filters, lang = parse_filters(query.filters), language()
    if rule_id is not None:
        check_rule_id(rule_id)
    try:
        parse_cursor(after)
    except ValueError:
        raise Problem("bad-cursor") from None

    def iterate_rows(view: Archive) -> Iterator[tuple[str, Finding]]:
        return iterate_verdicts(view, filters, rule_id, verdict, after, lang)

    def iterate_findings(view: Archive) -> Iterator[Finding]:
        return (row for _, row in islice(iterate_rows(view), limit))

    def build_response() -> Response:
        size = limit or DEFAULT_PAGE_SIZE
        rows = list(islice(iterate_rows(archive()), size + 1))
        return page_response([row for _, row in rows[:size]], rows[size - 1][0] if len(rows) > size else None)

    if answer_format() != "json":
        return stream_rows(
            lambda view: (row for _, row in islice(iterate_rows(view), limit)), FINDING_FIELDS, "verdicts"
        )
    return with_etag(build_response, archive().last_index(), filters)


def check_rule_id(rule_id: str) -> None:
    """Raises Problem 422 for a rule number that no stored rule-set has."""
    try:
        with archive().lock:
            check_rule(archive().db, rule_id)
    except UnknownValue as error:
        raise invalid_parameter("rule_id", error) from error
