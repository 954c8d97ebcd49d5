"""POST /games/{game_id}/confirmation and /withdrawal: a player confirms a result; an arbiter withdraws a game."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.auth import authorise
from plancia_api.bodies import ConfirmationBody, WithdrawalBody, json_body, members_of
from plancia_api.current_archive import archive
from plancia_api.game_cache import game_head
from plancia_api.json_responses import json_response, with_times
from plancia_api.query_schemas import LanguageQuery
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.log.approvals import STREAM_PREFIX as APPROVAL_STREAM
from plancia_archive.log.withdrawals import STREAM_PREFIX as WITHDRAWAL_STREAM
from plancia_archive.queries.supersession import supersession_status

blueprint = StrictBlueprint("settlement", "settlement", url_prefix="/api/v1/games", description="Settling of games.")


@blueprint.route(f"/{GAME_ID_PATH}/confirmation", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=json_body(ConfirmationBody, example={"version": 43}), security=[{"bearer": []}])
def confirm_game(query: dict[str, Any], game_id: str) -> Response:
    """Confirm the result of an own game that is over, with the token of its player; `version` is that which is meant.

    A confirmation is not taken back: who changes their mind opens a dispute.
    """
    grant = authorise("game.confirm", game=game_id)
    player = grant.player or ""
    line = archive().confirmations.confirm(
        game_id, player, player, parse_members(members_of(ConfirmationBody)).get("version")
    )
    return json_response({"game": game_id, **with_times(line), "receipt": make_receipt(APPROVAL_STREAM + game_id)})


@blueprint.route(f"/{GAME_ID_PATH}/withdrawal", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=json_body(WithdrawalBody, example={"why": "stored twice"}), security=[{"bearer": []}])
def withdraw_game(query: dict[str, Any], game_id: str) -> Response:
    """Take a game out of lists and statistics, with the reason; nothing is deleted. `undo` restores it.

    `instead` is the stored game that counts in its place.
    """
    grant = authorise("game.withdraw", game=game_id)
    body = parse_members(members_of(WithdrawalBody))
    if body.get("undo"):
        archive().withdrawals.restore(game_id, body["why"])
    else:
        replacement = archive().resolve(body["instead"]) if "instead" in body else None
        if replacement is not None:
            authorise("game.withdraw", game=replacement)
        archive().withdrawals.withdraw(game_id, body["why"], replacement)
    assert grant
    receipt = make_receipt(WITHDRAWAL_STREAM + game_id)
    status = with_times(supersession_status(archive(), game_id))
    return json_response({"game": game_id, "version": game_head(game_id).version, **status, "receipt": receipt})
