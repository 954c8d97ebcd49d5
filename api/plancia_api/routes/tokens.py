"""GET and POST /tokens, their renewal and revocation, and GET /refusals: for the keeper and the admin.

A secret is only in the answer that creates it. A keeper neither creates nor changes tokens of the role admin.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.auth import authorise
from plancia_api.current_archive import live_archive
from plancia_api.json_responses import json_response
from plancia_api.language import language
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.problems import Problem
from plancia_api.query_schemas import LanguageQuery, RefusalsQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import INVALID_JSON, body_text
from plancia_api.response_schemas import AnyAnswer, ItemPage
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.validation_messages import json_error_message
from plancia_archive.registers.roles import ROLES, Grant
from plancia_archive.registers.token_events import STREAM
from plancia_events import parse_json

blueprint = StrictBlueprint("tokens", "tokens", url_prefix="/api/v1", description="Tokens, and refused writes.")
TOKEN_PATH = "/tokens/<string:token>"
TEXT_SCHEMA, OBJECT_SCHEMA, TIME_SCHEMA = (
    {"type": "string", "minLength": 1},
    {"type": "object"},
    {"type": "integer", "minimum": 1},
)
# operation -> members of the body, those that are required, an example
BODY_MEMBERS: dict[str, tuple[dict[str, Any], tuple[str, ...], dict[str, Any]]] = {
    "create_token": (
        {
            "name": TEXT_SCHEMA,
            "role": {"type": "string", "enum": list(ROLES)},
            "limits": OBJECT_SCHEMA,
            "player": TEXT_SCHEMA,
            "expires": TIME_SCHEMA,
        },
        ("name", "role"),
        {"name": "tavolo1", "role": "recorder", "limits": {"tournaments": ["autunno"], "tables": ["A"]}},
    ),
    "renew_token": ({"expires": TIME_SCHEMA}, ("expires",), {"expires": 4102444800000}),
}
PYTHON_TYPES = {"string": str, "object": dict, "integer": int}


def describe_body(operation: str) -> dict[str, Any]:
    """Returns the request body of an operation as the OpenAPI document describes it."""
    members, required, example = BODY_MEMBERS[operation]
    schema = {"type": "object", "additionalProperties": False, "required": list(required), "properties": members}
    return {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}


def parse_body(operation: str) -> dict[str, Any]:
    """Parses the members of the body. Raises Problem 422 for one that is missing, unknown or of another type."""
    members, required, _ = BODY_MEMBERS[operation]
    try:
        values = parse_json(body_text("application/json"))
        if not isinstance(values, dict):
            raise TypeError
    except INVALID_JSON as error:
        raise Problem("malformed", f"{{{', '.join(members)}}}: {json_error_message(error, language())}") from error
    invalid_names = [name for name in required if name not in values]
    invalid_names += [
        str(name)[:40] for name, value in values.items()
        if name not in members or type(value) is not PYTHON_TYPES[members[name]["type"]]
    ]  # fmt: skip
    if invalid_names:
        raise Problem("invalid", f"{', '.join(invalid_names)} ({', '.join(members)})")
    return values


def token_json(token_id: str) -> dict[str, Any]:
    """Returns a token as an object, without its secret. Raises Problem 404."""
    token_row = next((row for row in live_archive().tokens.all() if row["id"] == token_id), None)
    if token_row is None:
        raise Problem("not-found", token_id[:40])
    return {"token": token_row.pop("id"), **token_row}


def changed_token(token_id: str) -> dict[str, Any]:
    """Returns a token with the receipt of the newest line about it in the log. Raises Problem 404."""
    return {**token_json(token_id), "receipt": make_receipt(STREAM + token_id)}


def authorise_change(token_id: str) -> Grant:
    """Requires a token that may change this one. Raises Problem 401 and 404, ArchiveError."""
    grant = authorise("token.write")
    grant.require_above(token_json(token_id)["role"])
    return grant


@blueprint.route("/tokens")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, ItemPage)
@blueprint.doc(security=[{"bearer": []}])
def list_tokens(query: dict[str, Any]) -> Response:
    """All tokens with role, limits and state, never the secrets; times in milliseconds UTC."""
    authorise("token.read")
    rows = [{"token": row.pop("id"), **row} for row in live_archive().tokens.all()]
    return without_caching(page_response(rows, None))


@blueprint.route("/tokens", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(201, AnyAnswer)
@blueprint.doc(requestBody=describe_body("create_token"), security=[{"bearer": []}])
def create_token(query: dict[str, Any]) -> Response:
    """Create a token: `secret` is shown in this answer alone. `expires` is in milliseconds UTC."""
    grant = authorise("token.write")
    body = parse_body("create_token")
    grant.require_above(body["role"])
    limits = body.get("limits", {})
    if isinstance(limits.get("games"), list):
        limits = {**limits, "games": [live_archive().resolve(str(game)) for game in limits["games"]]}
    token_id, secret = live_archive().tokens.grant(
        body["name"], body["role"], limits, body.get("player"), body.get("expires")
    )
    return without_caching(json_response({**changed_token(token_id), "secret": secret}, 201))


@blueprint.route(f"{TOKEN_PATH}/revoke", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(security=[{"bearer": []}])
def revoke_token(query: dict[str, Any], token: str) -> Response:
    """Revoke a token by its id, for good; one that is revoked already stays so."""
    authorise_change(token)
    live_archive().tokens.revoke(token)
    return without_caching(json_response(changed_token(token)))


@blueprint.route(f"{TOKEN_PATH}/renew", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=describe_body("renew_token"), security=[{"bearer": []}])
def renew_token(query: dict[str, Any], token: str) -> Response:
    """Change the expiry of a token, expired ones too; a revoked one is not renewed."""
    authorise_change(token)
    live_archive().tokens.renew(token, parse_body("renew_token")["expires"])
    return without_caching(json_response(changed_token(token)))


@blueprint.route("/refusals")
@blueprint.arguments(RefusalsQuery, location="query")
@blueprint.response(200, ItemPage)
@blueprint.doc(security=[{"bearer": []}])
def list_refusals(query: dict[str, Any]) -> Response:
    """Refused writes, newest first: time (milliseconds UTC), token, role, method with route, subject, code.

    `skipped` counts those before it that were not written, since their rate is limited.
    """
    authorise("refusal.read")
    limit = query.get("limit") or DEFAULT_PAGE_SIZE
    rows = live_archive().refusals.listed(limit + 1, query.get("after"))
    cursor = str(rows[limit - 1]["id"]) if len(rows) > limit else None
    return without_caching(page_response(rows[:limit], cursor))


def without_caching(answer: Response) -> Response:
    """Forbids caches to store the answer (RFC 9111, 5.2.2.5), and returns it."""
    answer.headers["Cache-Control"] = "no-store"
    return answer
