"""GET and POST /tokens, their renewal and revocation, and GET /refusals: for the keeper and the admin.

A secret is only in the answer that creates it. A keeper neither creates nor changes tokens of the role admin.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.auth import authorise
from plancia_api.bodies import RenewalBody, TokenBody, json_body, members_of
from plancia_api.current_archive import live_archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.problems import Problem
from plancia_api.query_schemas import LanguageQuery, RefusalsQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.disputes.lines import parse_time
from plancia_archive.registers.roles import Grant
from plancia_archive.registers.token_events import STREAM

blueprint = StrictBlueprint("tokens", "tokens", url_prefix="/api/v1", description="Tokens, and refused writes.")
TOKEN_PATH = "/tokens/<string:token>"
TOKEN_EXAMPLE = {"name": "tavolo1", "role": "recorder", "limits": {"tournaments": ["autunno"], "tables": ["A"]}}
RENEWAL_EXAMPLE = {"expires": "2100-01-01T00:00:00Z"}


def parse_expiry(body: dict[str, Any]) -> int | None:
    """Returns the end of a token in Unix milliseconds. Raises Problem 422 for a text that is not a time (RFC 3339)."""
    if "expires" not in body:
        return None
    try:
        return parse_time(body["expires"])
    except ValueError as error:
        raise Problem("invalid", "", [{"pointer": "expires", "detail": "YYYY-MM-DDThh:mm:ssZ"}]) from error


def token_json(token_id: str) -> dict[str, Any]:
    """Returns a token as an object, without its secret. Raises Problem 404."""
    token_row = next((row for row in live_archive().tokens.all() if row["id"] == token_id), None)
    if token_row is None:
        raise Problem("not-found", token_id[:40])
    shown: dict[str, Any] = with_times({"token": token_row.pop("id"), **token_row})
    return shown


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
@blueprint.response(200, AnyAnswer)
@blueprint.doc(security=[{"bearer": []}])
def list_tokens(query: dict[str, Any]) -> Response:
    """All tokens with role, limits and state, never the secrets; times in UTC."""
    authorise("token.read")
    rows = [with_times({"token": row.pop("id"), **row}) for row in live_archive().tokens.all()]
    return without_caching(page_response(rows, None))


@blueprint.route("/tokens", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(201, AnyAnswer)
@blueprint.doc(requestBody=json_body(TokenBody, example=TOKEN_EXAMPLE), security=[{"bearer": []}])
def create_token(query: dict[str, Any]) -> Response:
    """Create a token: `secret` is shown in this answer alone. `expires` is a time (RFC 3339)."""
    grant = authorise("token.write")
    body = parse_members(members_of(TokenBody))
    grant.require_above(body["role"])
    limits = body.get("limits", {})
    if isinstance(limits.get("games"), list):
        limits = {**limits, "games": [live_archive().resolve(str(game)) for game in limits["games"]]}
    token_id, secret = live_archive().tokens.grant(
        body["name"], body["role"], limits, body.get("player"), parse_expiry(body)
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
@blueprint.doc(requestBody=json_body(RenewalBody, example=RENEWAL_EXAMPLE), security=[{"bearer": []}])
def renew_token(query: dict[str, Any], token: str) -> Response:
    """Change the expiry of a token, expired ones too; a revoked one is not renewed."""
    authorise_change(token)
    live_archive().tokens.renew(token, parse_expiry(parse_members(members_of(RenewalBody))))
    return without_caching(json_response(changed_token(token)))


@blueprint.route("/refusals")
@blueprint.arguments(RefusalsQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(security=[{"bearer": []}])
def list_refusals(query: dict[str, Any]) -> Response:
    """Refused writes, newest first: time, token, role, method with route, subject, code.

    `skipped` counts those before it that were not written, since their rate is limited.
    """
    authorise("refusal.read")
    limit = query.get("limit") or DEFAULT_PAGE_SIZE
    rows = with_times(live_archive().refusals.listed(limit + 1, query.get("after")))
    cursor = str(rows[limit - 1]["id"]) if len(rows) > limit else None
    return without_caching(page_response(rows[:limit], cursor))


def without_caching(answer: Response) -> Response:
    """Forbids caches to store the answer (RFC 9111, 5.2.2.5), and returns it."""
    answer.headers["Cache-Control"] = "no-store"
    return answer
