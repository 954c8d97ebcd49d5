"""GET /rules and /rules/{digest}: the rules of the engine, and the rule-sets stored in the log."""

from __future__ import annotations

from flask import Response

from plancia_api.answers.common import Rule
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.negotiation import offers
from plancia_api.paging import list_response
from plancia_api.query_schemas import ListQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_replay.rulesets.clauses import StoredRules
from plancia_replay.rulesets.registry import options_of, rule_classes

blueprint = StrictBlueprint("rules", "rules", url_prefix="/api/v1/rules", description="Rules and rule-sets.")


@blueprint.operation("", endpoint="rules", items=Rule)
@offers("json", "ndjson", "csv")
def list_rules(query: ListQuery) -> Response:
    """Every rule of the engine with its options and their defaults."""
    items = [{"rule": name, "options": options_of(name)} for name in rule_classes()]
    return list_response(items, "rule", query)


@blueprint.operation("/<string:digest>", endpoint="kept_rules", answer=StoredRules)
def stored_ruleset(digest: str) -> Response:
    """A resolved rule-set as the log stores it, by its hash."""
    ruleset = archive().rules(digest)
    return with_etag(lambda: json_response(ruleset.content), digest)
