"""Checks of the fields of a form before the archive is asked, all at once."""

from __future__ import annotations

import re

from flask import request

from plancia_api.action_routes import A, without_faults
from plancia_api.auth import caller_key
from plancia_api.pages.rendering import dispute_words
from plancia_api.problems import Problem
from plancia_api.upload_forms import uploaded_files
from plancia_archive.actions.action import members_of
from plancia_archive.disputes.files import MAX_FILE_BYTES

MAX_NUMBER = 999_999_999


def request_id() -> str | None:
    """Returns the id of this form for the archive, so that one that is sent twice counts once; None without the field.

    It is distinct for each caller.
    """
    key = request.form.get("request", "")
    return f"page:{caller_key()}:{key}"[:180] if re.fullmatch(r"[0-9a-f]{16,40}", key) else None


def parse_whole_number(name: str, maximum: int) -> int:
    """Parses a field as a whole number of at most `maximum`; 0 where it is empty. Raises Problem 422."""
    text = request.form.get(name, "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= maximum):
        raise Problem("invalid", dispute_words()["not-a-number"].format(most=maximum), field=name)
    return int(text)


def read_form(action: type[A], **fixed: object) -> A:
    """Returns the action that a form states: the members that it has as fields, and those that the page fixes.

    Raises Problem 422.
    """
    values = dict(fixed)
    for member in members_of(action):
        if member.name in fixed:
            continue
        if member.kind is int:  # 0 where it is not sent: no version is acted on that no page showed
            values[member.name] = parse_whole_number(member.name, MAX_NUMBER)
        elif member.kind is bool:
            values[member.name] = bool(request.form.get(member.name))
        elif member.required or member.name in request.form:
            values[member.name] = request.form.get(member.name, "")
    return without_faults(action(**values))


def check_objection(last: int, seats: dict[str, str], own_player: str) -> None:
    """Checks claim, event (at most `last`), claimant and size of files of an objection; the archive checks the rest.

    `own_player` is the player of the token, `seats` the parties. Raises Problem 422 with `fields`, the message of each
    field that is wrong.
    """
    words, form, errors = dispute_words(), request.form, {}
    if not form.get("claim", "").strip():
        errors["claim"] = words["empty"]
    try:
        parse_whole_number("event", last)
    except Problem as problem:
        errors["event"] = problem.detail
    claimant = form.get("claimant", "")
    if own_player in seats.values() and claimant not in ("", own_player) and seats.get(claimant) != own_player:
        errors["claimant"] = words["own-name"]
    if errors and any(upload.size > MAX_FILE_BYTES for _, upload, _ in uploaded_files("photo", "file")):
        errors["photo"] = words["photo-large"]
    if errors:
        raise Problem("invalid", fields=errors)
