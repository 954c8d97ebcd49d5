"""Files of evidence: as downloads, and which of them a caller may read."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from flask import Response, request

from plancia_api.auth import action_target, authorise, current_grant, has_limits
from plancia_api.current_archive import archive
from plancia_api.current_reader import current_reader, hidden_message
from plancia_api.etags import with_etag
from plancia_api.negotiation import MEDIA_TYPES
from plancia_api.problems import Problem
from plancia_api.strict_blueprint import ProblemForm, StrictBlueprint
from plancia_api.upload_forms import allow_upload, uploaded_file
from plancia_archive import ArchiveError
from plancia_archive.disputes.correction_evidence import MAX_PER_REQUEST, STREAM_PREFIX, Evidence
from plancia_archive.disputes.files import Upload, read_file
from plancia_archive.disputes.lines import SHA256_HEX
from plancia_archive.disputes.store import STREAM

MEMBERS_BY_ID, MEMBERS_OF_CONTENT = ("id", "about"), ("content", "about", "media", "name")


def evidence_from_json(value: Any) -> Evidence:
    """Returns the evidence of a JSON object: `id` or `content` (base64), and `about`, `media`, `name`.

    Raises Problem 422 for a member that is missing, unknown, of another type, or no base64.
    """
    if not isinstance(value, dict) or ("id" in value) == ("content" in value):
        raise Problem("invalid", "evidence: id, content")
    members = MEMBERS_BY_ID if "id" in value else MEMBERS_OF_CONTENT
    if wrong := [str(name)[:40] for name, text in value.items() if name not in members or not isinstance(text, str)]:
        raise Problem("invalid", f"evidence: {', '.join(wrong)} ({', '.join(members)})")
    if "id" in value:
        return evidence_by_id(value["id"], value.get("about", ""))
    try:
        content = base64.b64decode(value["content"], validate=True)
    except ValueError as error:
        raise Problem("invalid", f"evidence.content: base64, {error}") from error
    about, media, name = (value.get(member, "") for member in ("about", "media", "name"))
    return Evidence(upload=Upload.of(content), about=about, media=media, name=name)


def evidence_by_id(evidence_id: str, about: str) -> Evidence:
    """Returns the evidence that an id names; a file of the archive counts only if the caller may read it."""
    may_read = SHA256_HEX.match(evidence_id) is not None and is_readable(evidence_id)
    return Evidence(evidence_id, about=about, is_readable=may_read)


def evidence_list(value: Any) -> list[Evidence]:
    """Returns the evidence of a JSON list. Raises Problem 422."""
    if not isinstance(value, list) or len(value) > MAX_PER_REQUEST:
        raise Problem("invalid", f"evidence: 0..{MAX_PER_REQUEST}")
    return [evidence_from_json(item) for item in value]


def evidence_from_form() -> Evidence:
    """Returns the file of a form and what it is about. Raises Problem 422 for a form without one file."""
    allow_upload()
    file = uploaded_file()
    if file is None:
        raise Problem("invalid", "file (file, about)")
    upload, name = file
    return Evidence(upload=upload, about=request.form.get("about", ""), name=name)


LIMIT_ANSWERS = {
    413: "The file is larger than 16 MB, or the dispute or game has its share of files (`reason` is `evidence-full`).",
    429: "The token brought its share of files within 24 hours (`evidence-day`), or sends too many requests.",
}


def documents_limits(blueprint: StrictBlueprint) -> Callable[[Any], Any]:
    """Decorator that declares in the OpenAPI document how a route refuses files beyond the limits of the server."""

    def declare(view: Any) -> Any:
        for status, description in LIMIT_ANSWERS.items():
            declared = blueprint.alt_response(
                status, schema=ProblemForm, content_type="application/problem+json", description=description
            )
            view = declared(view)
        return view

    return declare


def evidence_download(digest: str) -> Response:
    """Returns a file of evidence, as a download of no particular type. Raises ArchiveError `evidence-file`."""
    data = read_file(archive().log.files_base_path, digest)
    answer = with_etag(lambda: Response(data, mimetype=MEDIA_TYPES["bin"]), digest)
    answer.headers["Content-Disposition"] = f'attachment; filename="{digest}"'
    return answer


def game_evidence_download(game_id: str, digest: str) -> Response:
    """Returns a file that a correction of the game or a dispute about it names.

    Of a correction whose reason is hidden from the caller the file is hidden as well, since it may show the value.
    Raises Problem 401, 403 or 404, ArchiveError.
    """
    authorise("dispute.read", game=game_id)
    if digest not in files_of_disputes(game_id):
        numbers = corrections_with_file(game_id, digest)
        if not numbers:
            raise Problem("not-found", digest[:64])
        whole = archive().game(game_id)
        seen = current_reader().redact(archive(), game_id, whole)
        if all(seen.events[number - 1] != whole.events[number - 1] for number in numbers):
            raise Problem("forbidden", hidden_message(), reason="hidden")
    return evidence_download(digest)


def files_of_disputes(game_id: str) -> set[str]:
    """Returns the SHA-256 of the files of all disputes about a game. Raises ArchiveError."""
    disputes = (archive().disputes.get(row.dispute) for row in archive().disputes.listed(game=game_id))
    return {str(line["sha256"]) for dispute in disputes for line in dispute.of_kind("evidence")}


def corrections_with_file(game_id: str, digest: str) -> list[int]:
    """Returns the numbers of the corrections of a game that name a file. Raises ArchiveError."""
    lines_by_number = archive().corrections.of_game(game_id)
    return [number for number, lines in lines_by_number.items() if any(one.get("sha256") == digest for one in lines)]


def is_readable(digest: str) -> bool:
    """True for a file that the caller may read by its SHA-256, so that he may name it as evidence for his own game."""
    grant = current_grant()
    if grant is None or not has_limits(grant):
        return grant is not None  # what is recorded without limits is readable without limits
    for stream in archive().corrections.streams_with_file(digest):
        try:
            if stream.startswith(STREAM_PREFIX):
                target = action_target(grant, stream.removeprefix(STREAM_PREFIX), None)
            else:
                dispute = archive().disputes.get(stream.removeprefix(STREAM))
                target = action_target(grant, dispute.game or None, dispute.tournament or None, dispute.event)
            grant.require("dispute.read", target)
        except ArchiveError:
            continue
        return True
    return False
