"""GET /games/{game_id}/corrections and the evidence of each: files and ids that it names."""

from __future__ import annotations

from flask import Response, request

from plancia_api import rate_limits
from plancia_api.action_routes import add_route, receipts_of
from plancia_api.answers.games import CorrectionsAnswer
from plancia_api.bodies import EvidenceById, EvidenceFile, json_body
from plancia_api.current_archive import archive
from plancia_api.etags import with_etag
from plancia_api.evidence_files import evidence_from_form, evidence_from_json, game_evidence_download
from plancia_api.game_cache import cached_corrections, game_head
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.negotiation import MEDIA_TYPES, offers
from plancia_api.problems import Problem, json_error_message
from plancia_api.query_schemas import CorrectionsQuery
from plancia_api.request_bodies import INVALID_JSON, body_text
from plancia_api.routes.games import GAME_ID_PATH
from plancia_api.shown_names import insert_readable_names, readable_names_digest
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_archive.actions import CiteCorrection
from plancia_archive.actions.action import Action, Done
from plancia_archive.disputes.recorded_lines import Correction, RecordedLine, find_recorded_lines
from plancia_archive.facts.redaction import HIDDEN_REASON
from plancia_archive.log.game_head import GameHead
from plancia_events import parse_json
from plancia_replay.judging.forms import CorrectionForm

EVIDENCE_EXAMPLE = {"id": "sheet-12", "about": "the sheet of table 3"}
blueprint = StrictBlueprint("corrections", "corrections", url_prefix="/api/v1", description="Corrections of games.")


@blueprint.operation(f"/games/{GAME_ID_PATH}/corrections", answer=CorrectionsAnswer)
def corrections(query: CorrectionsQuery, game_id: str) -> Response:
    """The corrections (FIX, VOID) of a game: target, the line before and after, reason, author, role, time, evidence.

    Each with the findings that are `gone` and that `appeared`, pairs of scores before and after it, and `conflicts`:
    later events that were legal before it and are illegal or impossible after it. `together` compares the game as
    recorded with the game as corrected by all of them. `superseded_by` is the next valid correction of the same event.
    """
    head = game_head(game_id)

    def build_response() -> Response:
        return json_response(with_times(insert_readable_names(corrections_json(head, query.after, query.limit))))

    parts = game_id, head.tag, archive().corrections.version(game_id), readable_names_digest()
    return with_etag(build_response, *parts, resource=(game_id, head.version))


def corrections_json(head: GameHead, after: int, limit: int) -> CorrectionsAnswer:
    """Returns a page of corrections with the author of each. Raises Problem 429."""
    data = cached_corrections(head, language(), after, limit, rate_limits.count_replay)
    line_by_event = find_recorded_lines(archive(), head.game_id, (item["event"] for item in data["items"]))
    items = [with_recorded_line(item, line_by_event[item["event"]]) for item in data["items"]]
    cursor = None if data["next"] is None else str(data["next"])
    return {
        "game": head.game_id, "version": head.version, "variant": data["variant"], "count": data["count"],
        "items": items, "together": data["together"], "next": cursor,
    }  # fmt: skip


def with_recorded_line(item: CorrectionForm, line: RecordedLine) -> Correction:
    """Returns a correction with who recorded it and its evidence.

    Of a correction whose reason is hidden from the reader, what the evidence is about is hidden as well.
    """
    if item["why"] == HIDDEN_REASON:
        line = {**line, "references": [{**one, "about": None, "id": None} for one in line["references"]]}
    return {**item, **line}


def read_evidence() -> CiteCorrection:
    """Returns the evidence of a body or a form. Raises Problem."""
    if request.mimetype == "multipart/form-data":
        evidence = evidence_from_form()
    else:
        try:
            evidence = evidence_from_json(parse_json(body_text("application/json")))
        except INVALID_JSON as error:
            raise Problem("malformed", json_error_message(error, language())) from error
    return CiteCorrection(event=(request.view_args or {})["event"], evidence=[evidence])


def cited_response(action: type[Action], done: Done) -> Response:
    """Returns the answer with all evidence of the correction."""
    lines = archive().corrections.of_game(str(done.answer["game"]))[(request.view_args or {})["event"]]
    answer = insert_readable_names({**done.answer, "references": with_times(lines)})
    return json_response({**answer, **receipts_of(action, done)})


EVIDENCE_BODY = json_body(EvidenceById, EvidenceFile, example=EVIDENCE_EXAMPLE, form=("about",))
add_route(blueprint, CiteCorrection, respond=cited_response, read=read_evidence, body=EVIDENCE_BODY)


@blueprint.operation(f"/games/{GAME_ID_PATH}/evidence/<string:digest>")
@offers("bin")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=MEDIA_TYPES["bin"])
@blueprint.doc(security=[{"bearer": []}])
def game_evidence_file(game_id: str, digest: str) -> Response:
    """A file of evidence about a game, of a correction or of a dispute, by its SHA-256; always as a download."""
    return game_evidence_download(game_id, digest)
