"""Variants, rules, health: what the data room says, and whether the service is well."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.games import as_json
from plancia_api.problems import Problem
from plancia_api.schemas import Anything, Language
from plancia_api.seam import StrictBlueprint, archive, tagged
from plancia_data import variant_ids, variant_source
from plancia_replay import RuleSetError, kernel_form, load_ruleset
from plancia_replay.catalogue import options_of, rule_classes
from plancia_replay.clauses import source_of

blueprint = StrictBlueprint("knowledge", "knowledge", url_prefix="/api/v1", description="Variants and rules.")


@blueprint.route("/variants")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def variants(query: dict[str, Any]) -> Response:
    """Every variant: id with edition, titles, document, base."""
    items = []
    for name in variant_ids():
        head = variant_source(name)["variant"]
        items.append(
            {
                "variant": f"{name}@{head['edition']}", "title": head["title"], "document": head["document"],
                "extends": head.get("extends"), "clauses": len(variant_source(name).get("clause", [])),
            }
        )  # fmt: skip
    return tagged(lambda: as_json({"items": items}), len(items))


@blueprint.route("/variants/<string:variant>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def one_variant(query: dict[str, Any], variant: str) -> Response:
    """A variant clause by clause, with the hash of its resolved rule-set."""
    name = variant.split("@")[0]
    if name not in variant_ids():
        raise Problem("not-found")
    try:
        rules = load_ruleset(variant)
    except RuleSetError:
        raise Problem("not-found") from None
    source, _ = source_of(variant.split("+")[0].strip())
    body = {"variant": rules.id, "rules": rules.hash, "head": source["variant"], "clauses": source.get("clause", [])}
    return tagged(lambda: as_json(body), rules.hash)


@blueprint.route("/rules")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def rules(query: dict[str, Any]) -> Response:
    """Every rule of the engine with its options and their defaults."""
    items = [{"rule": name, "options": options_of(name)} for name in sorted(rule_classes())]
    return tagged(lambda: as_json({"items": items}), len(items))


@blueprint.route("/rules/<string:digest>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def kept_rules(query: dict[str, Any], digest: str) -> Response:
    """A resolved rule-set as the log keeps it, by its hash."""
    found = archive().rules(digest)
    return tagged(lambda: as_json(found.resolved()), digest)


@blueprint.route("/health")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def health(query: dict[str, Any]) -> Response:
    """Is the archive readable, and which form of the kernel runs."""
    return as_json({"status": "ok", "games": len(archive().game_ids()), "kernel": kernel_form()})
