"""The forms of declared writes that stand on a page of what they are about, such as the button that approves a game."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from plancia_api.action_routes import A, perform, rule_of
from plancia_api.pages.form_fields import read_form
from plancia_api.pages.refused_forms import FORM_ERRORS, refused_button
from plancia_api.pages.sessions import check_form, see_other
from plancia_archive.actions import ACTIONS, ApproveRound
from plancia_archive.actions.action import Action, Done

blueprint = Blueprint("action_forms", "plancia_api", template_folder="templates")


def submit_button(
    action: type[A], name: str, back: str, read: Callable[[], A], place: Callable[[Done], str] | None = None
) -> Response:  # fmt: skip
    """Does the action of a button and leads to its page, at the `place` of it; if refused, a page with the reason."""
    try:
        check_form()
        done = perform(action, name, read)
    except FORM_ERRORS as error:
        return refused_button(error, back, request.form.get("why", ""))
    return see_other(back + (place(done) if place else ""))


def add_form(action: type[Action]) -> None:
    """Adds the handler of the form of an action, which leads back to the page of what it is about."""
    page = "/" + (action.back or action.form.rpartition("/")[0])

    def view(**place: str) -> Response:
        (name,) = place.values()
        return submit_button(action, name, page.format(**place), lambda: read_form(action))

    view.__name__, view.__doc__ = action.operation, action.__doc__
    blueprint.post(rule_of(action.form))(view)


for declared in ACTIONS:
    if declared.form:
        add_form(declared)


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
