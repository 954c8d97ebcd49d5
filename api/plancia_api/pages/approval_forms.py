"""The buttons by which the result of a game, or of a round of a tournament, is made final."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from plancia_api.action_routes import perform
from plancia_api.pages.form_fields import read_form
from plancia_api.pages.refused_forms import FORM_ERRORS, refused_button
from plancia_api.pages.sessions import check_form, see_other
from plancia_archive.actions import ApproveGame, ApproveRound
from plancia_archive.actions.action import Action, Done

blueprint = Blueprint("approval_forms", "plancia_api", template_folder="templates")


def submit_button(
    action: type[Action], name: str, back: str, read: Callable[[], Action], place: Callable[[Done], str] | None = None
) -> Response:  # fmt: skip
    """Does the action of a button and leads to its page, at the `place` of it; if refused, a page with the reason."""
    try:
        check_form()
        done = perform(action, name, read)
    except FORM_ERRORS as error:
        return refused_button(error, back, request.form.get("why", ""))
    return see_other(back + (place(done) if place else ""))


@blueprint.post("/games/<string:game_id>/approve")
def approve_game(game_id: str) -> Response:
    """Makes the result final at the version that the page showed, or with `undo` reopens it with the reason."""
    return submit_button(ApproveGame, game_id, f"/games/{game_id}", lambda: read_form(ApproveGame))


@blueprint.post("/tournaments/<string:name>/approve")
def approve_tournament_round(name: str) -> Response:
    """Makes the results of a round that the page showed final, and leads to the page, which says what is and is not."""
    text = request.form.get("round", "")
    back = f"/tournaments/{name}?round={text if text.isascii() and text.isdigit() else ''}"
    return submit_button(ApproveRound, name, back, lambda: read_form(ApproveRound), count_approved)


def count_approved(done: Done) -> str:
    """Returns what the page of a round is told of an approval: how many results are final now."""
    approved, typed = done.answer["approved"], done.answer["typed"]
    assert isinstance(approved, list) and isinstance(typed, list)
    return f"&approved={len(approved) + len(typed)}#recorded"
