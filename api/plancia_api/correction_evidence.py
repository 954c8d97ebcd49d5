"""Evidence of corrections in request bodies: a JSON object, or a form with a file."""

from __future__ import annotations

import base64
from typing import Any

from flask import request

from plancia_api.evidence_files import is_readable
from plancia_api.problems import Problem
from plancia_api.upload_forms import allow_upload, uploaded_file
from plancia_archive.disputes.correction_evidence import MAX_PER_REQUEST, Evidence
from plancia_archive.disputes.lines import SHA256_HEX
from plancia_archive.disputes.uploads import Upload

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
