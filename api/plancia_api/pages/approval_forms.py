"""The buttons of an arbiter that make the result of a game, or of a round of a tournament, final."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from plancia_api.auth import authorise
from plancia_api.current_archive import archive
from plancia_api.pages.form_fields import parse_whole_number
from plancia_api.pages.refused_forms import FORM_ERRORS, refused_button
from plancia_api.pages.sessions import check_form, see_other
from plancia_archive.tournaments.round_approval import approve_round

blueprint = Blueprint("approval_forms", "plancia_api", template_folder="templates")
MAX_NUMBER = 999_999_999


def submit_button(action: Callable[[], object], back: str) -> Response:
    """Performs the action of a button and redirects to its page; if it is refused, returns a page with the reason."""
    try:
        action()
    except FORM_ERRORS as error:
        return refused_button(error, back, request.form.get("why", ""))
    return see_other(back)


@blueprint.post("/games/<string:game_id>/approve")
def approve_game(game_id: str) -> Response:
    """Makes the result final at the version that the page showed, or with `undo` reopens it with the reason."""

    def approve_or_reopen() -> None:
        check_form()
        authorise("game.approve", game=game_id)
        if request.form.get("undo"):
            archive().approvals.reopen(game_id, request.form.get("why", ""))
        else:
            archive().approvals.approve(game_id, parse_whole_number("expected", MAX_NUMBER))

    return submit_button(approve_or_reopen, f"/games/{game_id}")


@blueprint.post("/tournaments/<string:name>/approve")
def approve_tournament_round(name: str) -> Response:
    """Makes the results of a round that the page showed final, and leads to the page, which says what is and is not."""
    text = request.form.get("round", "")
    back = f"/tournaments/{name}?round={text if text.isascii() and text.isdigit() else ''}"
    try:
        check_form()
        authorise("game.approve", tournament=name)
        number, seen = (parse_whole_number(field, MAX_NUMBER) for field in ("round", "seen"))
        done = approve_round(archive(), name, number, seen or None)
    except FORM_ERRORS as error:
        return refused_button(error, back)
    return see_other(f"{back}&approved={len(done.approved) + len(done.typed)}#recorded")
