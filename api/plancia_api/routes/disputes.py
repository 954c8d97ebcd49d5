"""GET and POST /disputes: objections, evidence, answers, rulings, appeals, and the printable decision."""

from __future__ import annotations

from flask import Response, request, url_for

from plancia_api.action_routes import add_route, authorise_subject, parse_action, receipts_of, subject_of
from plancia_api.answers.disputes import DisputeAnswer
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.evidence_files import evidence_download
from plancia_api.json_responses import json_response, with_times
from plancia_api.language import language
from plancia_api.negotiation import MEDIA_TYPES, answer_format, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import DisputesQuery
from plancia_api.rate_limits import count_replay
from plancia_api.shown_names import may_read_names, names_digest, require_reference
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.upload_forms import allow_upload, uploaded_file
from plancia_archive.actions import AddAnswer, AddAppeal, AddEvidence, AddRuling, CloseDispute, OpenDispute
from plancia_archive.actions.action import Action, Done
from plancia_archive.dates import format_time
from plancia_archive.disputes.decision import render_decision
from plancia_archive.disputes.register import DisputeInList
from plancia_archive.disputes.ruling_preview import preview_ruling
from plancia_archive.disputes.states import Dispute, KeptLine
from plancia_archive.people.shown_names import ShownNames

blueprint = StrictBlueprint("disputes", "disputes", url_prefix="/api/v1", description="Disputes.")
DISPUTE_PATH = "/disputes/<string:dispute_id>"


def dispute_json(dispute: Dispute) -> DisputeAnswer:
    """Returns a dispute as an object; lines of an open game are redacted for readers who may not see them."""
    reader = current_reader()
    lines: list[KeptLine] = []
    for line in dispute.lines:
        effect = line.get("effect")
        if effect and "lines" in effect:
            line = {**line, "effect": {**effect, "lines": reader.lines(dispute.game, effect["lines"])}}
        lines.append(line)
    return {
        "dispute": dispute.id, "state": dispute.state, "open": dispute.is_open, "game": dispute.game or None,
        "tournament": dispute.tournament or None, "event": dispute.event, "rule": dispute.rule or None,
        "claimant": dispute.claimant, "due": format_time(dispute.due, "milliseconds") if dispute.due else None,
        "lines": with_times(lines),
    }  # fmt: skip


def line_response(action: type[Action], done: Done) -> Response:
    """Returns the answer of a write, with the receipt of the line that this request (or its first attempt) added."""
    dispute = done.result
    assert isinstance(dispute, Dispute)
    receipt = receipts_of(action, done)
    answer = json_response({**dispute_json(dispute), **receipt}, 201 if action.creates else 200)
    answer.headers["Location"] = url_for("disputes.one_dispute", dispute_id=dispute.id)
    return answer


@blueprint.operation("/disputes", items=DisputeInList)
def list_disputes(query: DisputesQuery) -> Response:
    """Disputes in the order of the log: of a game, a tournament or a player, open or settled."""
    player = require_reference(query.player) if query.player is not None else ""
    game = archive().resolve(query.game) if query.game is not None else ""
    rows = archive().disputes.listed(query.open, game, query.tournament or "", player)
    items = with_times([row.listed() for row in rows])
    return with_etag(lambda: json_response({"items": items, "next": None}), archive().last_index())


add_route(blueprint, OpenDispute, respond=line_response)


@blueprint.operation(DISPUTE_PATH, endpoint="one_dispute", answer=DisputeAnswer)
def get_dispute(dispute_id: str) -> Response:
    """A dispute with all its lines: `at` in UTC, author and role, and whether it was late."""
    dispute = archive().disputes.get(dispute_id)
    return with_etag(lambda: json_response(dispute_json(dispute)), archive().last_index())


def read_evidence() -> AddEvidence:
    """Returns the evidence of a body or a form. Raises Problem 422 for a form without one file, description, author."""
    if request.mimetype != "multipart/form-data":
        return parse_action(AddEvidence)
    allow_upload()
    file = uploaded_file()
    missing = [name for name in ("about", "by") if not request.form.get(name)]
    if file is None or missing:
        missing += [] if file else ["file"]
        raise Problem("invalid", f"{', '.join(missing)} (file, about, by)")
    return AddEvidence(content="", about=request.form["about"], by=request.form["by"], files=[("", *file)])


def preview_response(dispute_id: str, ruling: AddRuling) -> Response:
    """Returns what a ruling would change."""
    count_replay()
    to_names = ShownNames(archive().people, language()).text if may_read_names() else str
    preview = preview_ruling(
        archive(), dispute_id, lang=language(), to_names=to_names, reader=current_reader(), **ruling.values()
    )
    return json_response(preview.to_json())


add_route(blueprint, AddEvidence, respond=line_response, read=read_evidence, form=("about", "by"))
add_route(blueprint, AddAnswer, respond=line_response)
add_route(blueprint, AddRuling, respond=line_response, preview=preview_response)
add_route(blueprint, AddAppeal, respond=line_response)
add_route(blueprint, CloseDispute, respond=line_response)


@blueprint.operation(f"{DISPUTE_PATH}/files/<string:digest>")
@offers("bin")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=MEDIA_TYPES["bin"])
@blueprint.doc(security=[{"bearer": []}])
def evidence_file(dispute_id: str, digest: str) -> Response:
    """A file of evidence by its SHA-256, always as a download."""
    authorise_subject("dispute.read", subject_of(AddEvidence, dispute_id))
    lines = archive().disputes.get(dispute_id).of_kind("evidence")
    if not any(line["sha256"] == digest for line in lines):
        raise Problem("not-found", digest[:64])
    return evidence_download(digest)


@blueprint.operation(f"{DISPUTE_PATH}/decision")
@offers("html", "md")
@blueprint.response(200, {"type": "string"}, content_type=MEDIA_TYPES["html"])
def printed_decision(dispute_id: str) -> Response:
    """The decision to print, as one HTML file or in Markdown; names for those who may read them."""
    replace_references = ShownNames(archive().people, language()).text if may_read_names() else str
    decision_format = answer_format()
    address = f"{request.host_url}disputes/{dispute_id}"

    def build_response() -> Response:
        text = render_decision(
            archive(), dispute_id, language(), replace_references, decision_format, current_reader(), address
        )
        return Response(text, mimetype=MEDIA_TYPES[decision_format])

    return with_etag(build_response, archive().last_index(), names_digest(), address)
