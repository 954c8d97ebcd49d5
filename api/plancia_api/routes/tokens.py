"""GET and POST /tokens, their renewal and revocation, and GET /refusals: for the keeper and the admin.

A secret is only in the answer that creates it. A keeper neither creates nor changes tokens of the role admin.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.action_routes import add_route
from plancia_api.answers.people import Refusal, Token
from plancia_api.auth import authorise
from plancia_api.current_archive import live_archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.paging import DEFAULT_PAGE_SIZE, page_response
from plancia_api.problems import Problem
from plancia_api.query_schemas import RefusalsQuery
from plancia_api.receipts import make_receipt
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.actions import CreateToken, RenewToken, RevokeToken
from plancia_archive.actions.action import Action, Done
from plancia_archive.registers.token_events import STREAM

blueprint = StrictBlueprint("tokens", "tokens", url_prefix="/api/v1", description="Tokens, and refused writes.")


def token_json(token_id: str) -> dict[str, Any]:
    """Returns a token as an object, without its secret. Raises Problem 404."""
    token_row = next((row for row in live_archive().tokens.all() if row["id"] == token_id), None)
    if token_row is None:
        raise Problem("not-found", token_id[:40])
    shown: dict[str, Any] = with_times({"token": token_row.pop("id"), **token_row})
    return shown


def token_response(action: type[Action], done: Done) -> Response:
    """Returns a token, a new one with its secret, with the receipt of the newest line about it. Raises Problem 404."""
    token_id = str(done.answer["token"])
    answer = {**token_json(token_id), "receipt": make_receipt(STREAM + token_id), **done.answer}
    return without_caching(json_response(answer, 201 if action.creates else 200))


@blueprint.operation("/tokens", items=Token)
@blueprint.doc(security=[{"bearer": []}])
def list_tokens() -> Response:
    """All tokens with role, limits and state, never the secrets; times in UTC."""
    authorise("token.read")
    rows = [with_times({"token": row.pop("id"), **row}) for row in live_archive().tokens.all()]
    return without_caching(page_response(rows, None))


for declared in (CreateToken, RevokeToken, RenewToken):
    add_route(blueprint, declared, respond=token_response)


@blueprint.operation("/refusals", items=Refusal)
@blueprint.doc(security=[{"bearer": []}])
def list_refusals(query: RefusalsQuery) -> Response:
    """Refused writes, newest first: time, token, role, method with route, subject, code.

    `skipped` counts those before it that were not written, since their rate is limited.
    """
    authorise("refusal.read")
    limit = query.limit or DEFAULT_PAGE_SIZE
    rows = with_times(live_archive().refusals.listed(limit + 1, query.after))
    cursor = str(rows[limit - 1]["id"]) if len(rows) > limit else None
    return without_caching(page_response(rows[:limit], cursor))


def without_caching(answer: Response) -> Response:
    """Forbids caches to store the answer (RFC 9111, 5.2.2.5), and returns it."""
    answer.headers["Cache-Control"] = "no-store"
    return answer
