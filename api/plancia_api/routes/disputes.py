"""GET and POST /disputes: objections, evidence, answers, rulings, appeals, and the printable decision."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from flask import Response, request, url_for
from marshmallow import fields, validate

from plancia_api.auth import authenticate, authorise
from plancia_api.bodies import (
    CloseBody,
    DisputeEvidenceBody,
    DisputeTextBody,
    GameDisputeBody,
    RulingBody,
    TournamentDisputeBody,
    json_body,
    members_of,
)
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader
from plancia_api.etags import with_etag
from plancia_api.evidence_files import documents_limits, evidence_download
from plancia_api.idempotency import IDEMPOTENCY_KEY_PARAMETER, idempotency_key
from plancia_api.json_responses import format_time, json_response, with_times
from plancia_api.language import language
from plancia_api.negotiation import MEDIA_TYPES, answer_format, offers
from plancia_api.problems import Problem
from plancia_api.query_schemas import AppendQuery, LanguageQuery
from plancia_api.rate_limits import count_replay
from plancia_api.receipts import make_receipt
from plancia_api.request_bodies import parse_members
from plancia_api.response_schemas import AnyAnswer
from plancia_api.shown_names import may_read_names, names_digest, require_reference
from plancia_api.strict_blueprint import StrictBlueprint
from plancia_api.upload_forms import allow_upload, uploaded_files
from plancia_archive.disputes.decision import render_decision
from plancia_archive.disputes.ruling_preview import preview_ruling
from plancia_archive.disputes.states import Dispute
from plancia_archive.disputes.store import STREAM
from plancia_archive.people.shown_names import ShownNames

blueprint = StrictBlueprint("disputes", "disputes", url_prefix="/api/v1/disputes", description="Disputes.")
DISPUTE_PATH = "/<string:dispute_id>"
# action of a route -> that of `roles.PERMISSIONS`; which role may write which line is in disputes.states.ROLES
PERMISSION_BY_ACTION = {"open": "dispute.object", "evidence": "dispute.object", "answer": "dispute.object",
           "ruling": "dispute.rule", "appeal": "dispute.object", "close": "dispute.rule",
           "withdrawn": "dispute.object", "file": "dispute.read"}  # fmt: skip
BODIES: dict[str, tuple[Any, ...]] = {  # action -> types of its body
    "open": (GameDisputeBody, TournamentDisputeBody), "evidence": (DisputeEvidenceBody,),
    "answer": (DisputeTextBody,), "ruling": (RulingBody,), "appeal": (DisputeTextBody,), "close": (CloseBody,),
}  # fmt: skip
BODY_EXAMPLES: dict[str, dict[str, Any]] = {
    "open": {"game": "serata-2", "claimant": "Bruno", "event": 28, "rule": "MON-15", "claim": "he threw two dice"},
    "evidence": {"content": "/9j/4AAQ", "about": "the sheet of table 3", "by": "B"},
    "answer": {"text": "there were three", "by": "G"},
    "ruling": {"outcome": "upheld", "text": "two dice are not enough", "lines": ["VOID A 28 {two dice}"]},
    "appeal": {"text": "the photo shows three", "by": "G"},
    "close": {"why": "no appeal"},
}


class DisputesQuery(LanguageQuery):
    """Filters of the list of disputes."""

    open = fields.Boolean(truthy={"true"}, falsy={"false"}, metadata={"description": "open ones, or settled ones"})
    game = fields.String(validate=validate.Length(1, 100))
    tournament = fields.String(validate=validate.Length(1, 61))
    player = fields.String(validate=validate.Length(1, 80))


def describe_body(action: str) -> dict[str, Any]:
    """Returns the request body of an action as the OpenAPI document describes it."""
    form = ("about", "by") if action == "evidence" else ()
    return json_body(*BODIES[action], example=BODY_EXAMPLES[action], form=form)


def parse_body(action: str) -> dict[str, Any]:
    """Parses the members of the body. Raises Problem 422 for one that is missing, unknown or of another type."""
    return parse_members(members_of(*BODIES[action]))


def dispute_json(dispute: Dispute) -> dict[str, Any]:
    """Returns a dispute as an object; lines of an open game are redacted for readers who may not see them."""
    reader = current_reader()
    lines = [
        {**line, "effect": {**line["effect"], "lines": reader.lines(dispute.game, line["effect"]["lines"])}}
        if "lines" in line.get("effect", {}) else line for line in dispute.lines
    ]  # fmt: skip
    return {
        "dispute": dispute.id, "state": dispute.state, "open": dispute.is_open, "game": dispute.game or None,
        "tournament": dispute.tournament or None, "event": dispute.event, "rule": dispute.rule or None,
        "claimant": dispute.claimant, "due": format_time(dispute.due) if dispute.due else None,
        "lines": with_times(lines),
    }  # fmt: skip


def dispute_row(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a row of the list: null for what a dispute does not have, `line_count` for the number of its lines."""
    line_count = row.pop("lines")
    absent = {name: row[name] or None for name in ("game", "tournament", "rule", "outcome", "due")}
    shown: dict[str, Any] = with_times({**row, **absent, "line_count": line_count})
    return shown


def authorise_dispute(action: str, dispute_id: str) -> str:
    """Requires a token that permits the action on the dispute's game or tournament.

    Returns the player of a player's token, else an empty string. Raises the errors of `authorise`.
    """
    dispute = archive().disputes.get(dispute_id)
    grant = authorise(
        PERMISSION_BY_ACTION[action], game=dispute.game or None, tournament=dispute.tournament or None,
        event=dispute.event,
    )  # fmt: skip
    return grant.player or "" if grant.role == "player" else ""


def write_response(dispute: Dispute, status: int = 200) -> Response:
    """Returns the answer of a write, with the receipt of the line that this request (or its first attempt) added."""
    receipt = make_receipt(STREAM + dispute.id, archive().disputes.version_of(dispute, idempotency_key()))
    answer = json_response({**dispute_json(dispute), "receipt": receipt}, status)
    answer.headers["Location"] = url_for("disputes.one_dispute", dispute_id=dispute.id)
    return answer


@blueprint.route("")
@blueprint.arguments(DisputesQuery, location="query")
@blueprint.response(200, AnyAnswer)
def list_disputes(query: dict[str, Any]) -> Response:
    """Disputes in the order of the log: of a game, a tournament or a player, open or settled."""
    player = require_reference(query["player"]) if "player" in query else ""
    game = archive().resolve(query["game"]) if "game" in query else ""
    rows = [
        dispute_row(row)
        for row in archive().disputes.listed(query.get("open"), game, query.get("tournament", ""), player)
    ]
    return with_etag(lambda: json_response({"items": rows, "next": None}), archive().last_index())


@blueprint.route("", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(201, AnyAnswer)
@blueprint.doc(requestBody=describe_body("open"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def open_dispute(query: dict[str, Any]) -> Response:
    """Open a dispute about an event of a game or tournament."""
    authenticate(PERMISSION_BY_ACTION["open"])
    body = parse_body("open")
    game = archive().resolve(body.pop("game")) if "game" in body else ""
    grant = authorise(
        PERMISSION_BY_ACTION["open"], game=game or None, tournament=body.get("tournament"), event=body.get("event", 0)
    )
    own_player = grant.player or "" if grant.role == "player" else ""
    claim, claimant = body.pop("claim"), body.pop("claimant")
    dispute = archive().disputes.open(
        claim, claimant, game=game, player=own_player, request_id=idempotency_key(), **body
    )
    return write_response(dispute, 201)


@blueprint.route(DISPUTE_PATH, endpoint="one_dispute")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
def get_dispute(query: dict[str, Any], dispute_id: str) -> Response:
    """A dispute with all its lines: `at` in UTC, author and role, and whether it was late."""
    dispute = archive().disputes.get(dispute_id)
    return with_etag(lambda: json_response(dispute_json(dispute)), archive().last_index())


@blueprint.route(f"{DISPUTE_PATH}/evidence", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@documents_limits(blueprint)
@blueprint.doc(requestBody=describe_body("evidence"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def add_evidence(query: dict[str, Any], dispute_id: str) -> Response:
    """Keep a file and add the line that names it by its SHA-256.

    As JSON `content` is base64 (RFC 4648); as a form (RFC 7578) with `file`, `about` and `by` it has up to 16 MB.
    """
    own_player = authorise_dispute("evidence", dispute_id)
    if request.mimetype == "multipart/form-data":
        return write_response(uploaded_evidence(dispute_id, own_player))
    body = parse_body("evidence")
    try:
        data = base64.b64decode(body["content"], validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem("invalid", f"content: base64, {error}") from error
    dispute = archive().disputes.add_evidence(
        dispute_id, data, body["about"], body["by"], media=body.get("media", ""), name=body.get("name", ""),
        player=own_player, request_id=idempotency_key(),
    )  # fmt: skip
    return write_response(dispute)


def uploaded_evidence(dispute_id: str, own_player: str) -> Dispute:
    """Stores the file of a form. Raises Problem 422 for a form without file, description or author."""
    allow_upload()
    files = uploaded_files("file")
    if missing := [name for name in ("about", "by") if not request.form.get(name)] + ["file"] * (not files):
        raise Problem("invalid", f"{', '.join(missing)} (file, about, by)")
    _, upload, name = files[0]
    about, by = request.form["about"], request.form["by"]
    key = idempotency_key()
    return archive().disputes.add_evidence(dispute_id, upload, about, by, name=name, player=own_player, request_id=key)


@blueprint.route(f"{DISPUTE_PATH}/answer", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=describe_body("answer"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def add_answer(query: dict[str, Any], dispute_id: str) -> Response:
    """Add the answer of a player, or of the arbiter (`by`: `A`)."""
    return add_line("answer", dispute_id)


def add_line(kind: str, dispute_id: str) -> Response:
    """Adds the line of a body with the text of a party. Raises Problem and ArchiveError."""
    own_player = authorise_dispute(kind, dispute_id)
    line = {"kind": kind, **parse_body(kind)}
    return write_response(archive().disputes.add(dispute_id, line, player=own_player, request_id=idempotency_key()))


@blueprint.route(f"{DISPUTE_PATH}/ruling", methods=["POST"])
@blueprint.arguments(AppendQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=describe_body("ruling"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def add_ruling(query: dict[str, Any], dispute_id: str) -> Response:
    """Rule on a dispute: upheld, rejected or partly; what it changes is stored with it, or neither.

    With `dry_run=true` nothing is stored: the answer has the lines and events that the ruling would add (`effect`),
    its `changes` of findings, scores and winners with the later events in conflict, and the last `board` before and
    after.
    """
    authorise_dispute("ruling", dispute_id)
    body = parse_body("ruling")
    outcome, text = body.pop("outcome"), body.pop("text")
    if any(not isinstance(line, str) for line in body.get("lines", [])):
        raise Problem("invalid", "lines")
    if query["dry_run"]:
        count_replay()
        replace_references = ShownNames(archive().people, language()).text if may_read_names() else str
        return json_response(preview_ruling(
            archive(), dispute_id, outcome, text, language(), replace_references, current_reader(), **body
        ).to_json())  # fmt: skip
    return write_response(archive().disputes.rule(dispute_id, outcome, text, request_id=idempotency_key(), **body))


@blueprint.route(f"{DISPUTE_PATH}/appeal", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=describe_body("appeal"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def add_appeal(query: dict[str, Any], dispute_id: str) -> Response:
    """Appeal against a ruling, once."""
    return add_line("appeal", dispute_id)


@blueprint.route(f"{DISPUTE_PATH}/close", methods=["POST"])
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, AnyAnswer)
@blueprint.doc(requestBody=describe_body("close"), parameters=[IDEMPOTENCY_KEY_PARAMETER], security=[{"bearer": []}])
def close_dispute(query: dict[str, Any], dispute_id: str) -> Response:
    """Close a dispute after its ruling; if `withdrawn` is set, record instead that the player withdrew it."""
    authenticate(PERMISSION_BY_ACTION["withdrawn"])
    body = parse_body("close")
    own_player = authorise_dispute("withdrawn" if body.get("withdrawn") else "close", dispute_id)
    line = {"kind": "withdrawn" if body.get("withdrawn") else "closed", "why": body["why"]}
    return write_response(archive().disputes.add(dispute_id, line, player=own_player, request_id=idempotency_key()))


@blueprint.route(f"{DISPUTE_PATH}/files/<string:digest>")
@offers("bin")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=MEDIA_TYPES["bin"])
@blueprint.doc(security=[{"bearer": []}])
def evidence_file(query: dict[str, Any], dispute_id: str, digest: str) -> Response:
    """A file of evidence by its SHA-256, always as a download."""
    authorise_dispute("file", dispute_id)
    lines = archive().disputes.get(dispute_id).of_kind("evidence")
    if not any(line["sha256"] == digest for line in lines):
        raise Problem("not-found", digest[:64])
    return evidence_download(digest)


@blueprint.route(f"{DISPUTE_PATH}/decision")
@offers("html", "md")
@blueprint.arguments(LanguageQuery, location="query")
@blueprint.response(200, {"type": "string"}, content_type=MEDIA_TYPES["html"])
def printed_decision(query: dict[str, Any], dispute_id: str) -> Response:
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
