"""POST approvals: an arbiter makes the result of a game, or of a tournament round, final, or reopens a game."""

from __future__ import annotations

from typing import Any

from flask import Response

from plancia_api.auth import authorise
from plancia_api.bodies import GameApprovalBody, RoundApprovalBody, json_body, members_of
from plancia_api.current_archive import archive
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.query_schemas import LanguageQuery
from plancia_api.receipts import make_receipt, make_receipts_of
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.log.approvals import STREAM_PREFIX as APPROVAL_STREAM
from plancia_archive.queries.result_status import game_status, standings_status
from plancia_archive.tournaments.log import STREAM as TOURNAMENT_STREAM
from plancia_archive.tournaments.round_approval import approve_round

blueprint = StrictBlueprint("approvals", "approvals", url_prefix="/api/v1", description="Approved results.")


@blueprint.route("/games/<string:game_id>/approval", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=json_body(GameApprovalBody, example={"expected": 25}), security=[{"bearer": []}])
def approve_game(query: dict[str, Any], game_id: str) -> Response:
    """Make the result of a game final, at the version `expected`; with `undo` and `why` reopen it.

    A game with open disputes is a 409 that names them.
    """
    authorise("game.approve", game=game_id)
    body = parse_members(members_of(GameApprovalBody))
    if body.get("undo"):
        archive().approvals.reopen(game_id, body.get("why", ""))
        version = archive().version(game_id)
    elif "why" in body:
        raise Problem("invalid", "why (undo)")
    else:
        version = archive().approvals.approve(game_id, body.get("expected"))
    receipt = make_receipt(APPROVAL_STREAM + game_id)
    return json_response(
        {"game": game_id, "version": version, **with_times(game_status(archive(), game_id)), "receipt": receipt}
    )


@blueprint.route("/tournaments/<string:name>/approval", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=json_body(RoundApprovalBody, example={"round": 1}), security=[{"bearer": []}])
def approve_tournament_round(query: dict[str, Any], name: str) -> Response:
    """Make the results of a round final: games `approved` now and `before`, tables with a result `typed` from a sheet.

    `left` are the tables that cannot be approved, each with the reason; it is a 409 if all are. `receipts` are those of
    the approvals of games, in the order of `approved`, then `before`, then that of the typed results.
    """
    authorise("game.approve", tournament=name)
    round_number = parse_members(members_of(RoundApprovalBody))["round"]
    approval = approve_round(archive(), name, round_number)
    status = standings_status(archive(), archive().tournaments.get(name), round_number)
    streams = [APPROVAL_STREAM + game for game in (*approval.approved, *approval.before)]
    receipts = make_receipts_of([*streams, *([TOURNAMENT_STREAM + name] if approval.typed else [])])
    members = {
        "tournament": name,
        "round": round_number,
        "approved": approval.approved,
        "before": approval.before,
        "typed": approval.typed,
        "typed_before": approval.typed_before,
        "left": [{"table": one.table.name, "code": one.state, "text": one.text(language())} for one in approval.left],
        "receipts": receipts,
    }
    return json_response({**members, **status})
