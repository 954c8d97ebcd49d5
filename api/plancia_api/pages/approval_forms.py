"""The buttons of an arbiter that make the result of a game, or of a round of a tournament, final."""

from __future__ import annotations

from flask import Blueprint, Response, request

from plancia_api.auth import authorise
from plancia_api.current_archive import archive
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.problems import Problem
from plancia_archive.tournaments.round_approval import approve_round

blueprint = Blueprint("approval_forms", "plancia_api", template_folder="templates")


def whole_number(name: str) -> int:
    """A whole number of the form. Raises Problem 422."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Problem("invalid", name)
    return int(text)


@blueprint.post("/games/<string:game_id>/approve")
def approve_game(game_id: str) -> Response:
    """Makes the result final at the version that the page showed, or with `undo` reopens it with the reason."""
    check_form()
    authorise("game.approve", game=game_id)
    if request.form.get("undo"):
        archive().approvals.reopen(game_id, request.form.get("why", ""))
    else:
        archive().approvals.approve(game_id, whole_number("expected"))
    return see_other(f"/games/{game_id}")


@blueprint.post("/tournaments/<string:name>/approve")
def approve_tournament_round(name: str) -> Response:
    """Makes the games of a round final."""
    check_form()
    at = whole_number("round")
    authorise("game.approve", tournament=name)
    approve_round(archive(), name, at)
    return see_other(f"/tournaments/{name}?round={at}")
