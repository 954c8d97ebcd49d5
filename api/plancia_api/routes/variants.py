"""Variants, rules, health: what the data room says, and whether the service is well."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Response, current_app

from plancia_api.negotiation import form, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import Anything, ItemPage, Language, ListQuery
from plancia_api.seam import StrictBlueprint, archive, as_json, page_of, page_slice, with_etag
from plancia_api.streaming import rows_response
from plancia_archive.log.read_only import standing
from plancia_data import variant_ids, variant_source
from plancia_replay import RuleSetError, kernel_form, load_ruleset
from plancia_replay.rulesets.clauses import source_of
from plancia_replay.rulesets.registry import options_of, rule_classes

blueprint = StrictBlueprint("knowledge", "knowledge", url_prefix="/api/v1", description="Variants and rules.")


def listed(items: list[dict[str, Any]], key: str, query: dict[str, Any], *parts: Any) -> Response:
    """A short list by one of its members, a page at a time or whole as NDJSON or CSV."""
    ordered = sorted(items, key=lambda item: str(item[key]))
    rows, following = page_slice(ordered, key, query)
    return with_etag(
        lambda: page_of(rows, following) if form() == "json" else rows_response(rows), digest_of(ordered), *parts
    )


def digest_of(items: list[dict[str, Any]]) -> str:
    """A digest of a list that only a new version of the program changes."""
    return hashlib.sha256(json.dumps(items, sort_keys=True, default=str).encode()).hexdigest()


@blueprint.route("/variants")
@offers("json", "ndjson", "csv")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, ItemPage)
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
    return listed(items, "variant", query)


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
    return with_etag(lambda: as_json(body), rules.hash)


@blueprint.route("/rules")
@offers("json", "ndjson", "csv")
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, ItemPage)
def rules(query: dict[str, Any]) -> Response:
    """Every rule of the engine with its options and their defaults."""
    items = [{"rule": name, "options": options_of(name)} for name in rule_classes()]
    return listed(items, "rule", query)


@blueprint.route("/rules/<string:digest>")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def kept_rules(query: dict[str, Any], digest: str) -> Response:
    """A resolved rule-set as the log keeps it, by its hash."""
    found = archive().rules(digest)
    return with_etag(lambda: as_json(found.resolved()), digest)


@blueprint.route("/health")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def health(query: dict[str, Any]) -> Response:
    """Is the archive readable and can it be written, how many games has it, which form of the kernel runs.

    `status` is `ok`, `read-only`, or `no-room` where the disk is full: reads go on, writes are refused with 507.
    """
    games = archive().count()
    status = standing(archive().path, archive().read_only)
    if status == "ok" and current_app.config.get("PLANCIA_FULL"):
        status = "no-room"  # the last write that found none counts until one succeeds
    found = {"status": status, "writable": status == "ok", "games": games, "kernel": kernel_form()}
    return with_etag(lambda: as_json(found), status, games, kernel_form())


@blueprint.route("/openapi")
@blueprint.arguments(Language, location="query")
@blueprint.response(200, Anything)
def openapi(query: dict[str, Any]) -> Response:
    """This description of the API, in the form of OpenAPI 3.1; `plancia openapi` prints it without a server."""
    text = str(current_app.config["PLANCIA_DESCRIPTION"])
    return with_etag(lambda: Response(text, mimetype="application/json"), hashlib.sha256(text.encode()).hexdigest())
