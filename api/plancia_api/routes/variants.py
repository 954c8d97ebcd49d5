"""GET /variants and /variants/{variant}: the variants that come with the program."""

from __future__ import annotations

from flask import Response

from plancia_api.answers.common import VariantAnswer
from plancia_api.etags import with_etag
from plancia_api.json_responses import json_response
from plancia_api.negotiation import offers
from plancia_api.paging import list_response
from plancia_api.problems import Problem
from plancia_api.query_schemas import ListQuery
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_data import variant_ids
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.rulesets.clauses import Variant, load_variant, variant_rows

blueprint = StrictBlueprint("variants", "variants", url_prefix="/api/v1/variants", description="Variants by clause.")


@blueprint.operation("", endpoint="variants", items=Variant)
@offers("json", "ndjson", "csv")
def list_variants(query: ListQuery) -> Response:
    """Every variant: id with edition, titles, document, base."""
    return list_response(variant_rows(), "variant", query)


@blueprint.operation("/<string:variant>", endpoint="one_variant", answer=VariantAnswer)
def get_variant(variant: str) -> Response:
    """A variant clause by clause, with the hash of its resolved rule-set."""
    if variant.split("@")[0] not in variant_ids():
        raise Problem("not-found")
    try:
        rules = load_ruleset(variant)
    except RuleSetError:
        raise Problem("not-found") from None
    source, _ = load_variant(variant.split("+")[0].strip())
    body = {"variant": rules.id, "rules": rules.hash, "head": source["variant"], "clauses": source.get("clause", [])}
    return with_etag(lambda: json_response(body), rules.hash)
