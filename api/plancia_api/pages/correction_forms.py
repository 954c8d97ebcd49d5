"""The form that adds evidence to a correction on the page of its game: a photo or file, or the id of something else.

A form that is refused comes back open on the page, with what was typed and the messages beside the fields.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from plancia_api.action_routes import perform
from plancia_api.current_archive import archive
from plancia_api.evidence_files import evidence_by_id
from plancia_api.game_cache import game_head
from plancia_api.pages.form_fields import request_id
from plancia_api.pages.game_page import EvidenceForm, game_response
from plancia_api.pages.game_view import own_view
from plancia_api.pages.refused_forms import FORM_ERRORS, error_fields, returned_form
from plancia_api.pages.rendering import dispute_words
from plancia_api.pages.sessions import check_form, see_other
from plancia_api.problems import Problem
from plancia_api.upload_forms import allow_upload, uploaded_files
from plancia_archive.actions import CiteCorrection
from plancia_archive.disputes.correction_evidence import Evidence

blueprint = Blueprint("correction_forms", "plancia_api", template_folder="templates")


@blueprint.post("/games/<string:game_id>/corrections/<int(max=999999):event>/evidence")
def add_evidence(game_id: str, event: int) -> Response:
    """Adds what the form has to the evidence of the correction `event`, and shows the correction."""
    allow_upload()
    game = archive().resolve(game_id)
    try:
        check_form()
        perform(CiteCorrection, game, lambda: CiteCorrection(event=event, evidence=evidence_of_form()), request_id())
    except FORM_ERRORS as error:
        form = EvidenceForm(event, error_fields(error), request.form)
        return returned_form(game_response(own_view(game_head(game)), form), error)
    return see_other(f"/games/{game}?cited={event}#mend-{event}")


@blueprint.get("/games/<string:game_id>/corrections/<int(max=999999):event>/evidence")
def form_address(game_id: str, event: int) -> Response:
    """Leads from the address of a form that came back, opened again or in the other language, to its correction."""
    query = request.query_string.decode("ascii", "replace")
    return see_other(f"/games/{archive().resolve(game_id)}" + (f"?{query}" if query else "") + f"#mend-{event}")


def evidence_of_form() -> list[Evidence]:
    """Returns the files of the form, what was chosen of the game's disputes, and the id that was typed.

    Each has the description of the form. Raises Problem 422 where there is nothing.
    """
    about = request.form.get("about", "").strip()
    evidence = [Evidence(upload=upload, about=about, name=name) for _, upload, name in uploaded_files("photo", "file")]
    named = (request.form.get(field, "").strip() for field in ("known", "id"))
    evidence += [evidence_by_id(reference, about) for reference in named if reference]
    if not evidence:
        raise Problem("invalid", dispute_words()["no-evidence-given"], field="photo")
    return evidence
