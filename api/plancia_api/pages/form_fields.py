"""Checks of the fields of a form before the archive is asked, all at once."""

from __future__ import annotations

from flask import request

from plancia_api.pages.rendering import dispute_words
from plancia_api.pages.upload_forms import uploaded
from plancia_api.problems import Problem
from plancia_archive.disputes.uploads import MAX_FILE_BYTES


def number(name: str, most: int) -> int:
    """A whole number of a field, 0 where it is empty. Raises Problem 422."""
    text = request.form.get(name, "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
        raise Problem("invalid", dispute_words()["not-a-number"].format(most=most), field=name)
    return int(text)


def check_objection(last: int, seats: dict[str, str], own: str) -> None:
    """Checks claim, event (at most `last`), claimant and size of files of an objection; the archive checks the rest.

    `own` is the player of the token, `seats` the parties. Raises Problem 422 with `fields`, the message of each field
    that is wrong.
    """
    words, form, wrong = dispute_words(), request.form, {}
    if not form.get("claim", "").strip():
        wrong["claim"] = words["empty"]
    try:
        number("event", last)
    except Problem as problem:
        wrong["event"] = problem.detail
    chosen = form.get("claimant", "")
    if own in seats.values() and chosen not in ("", own) and seats.get(chosen) != own:
        wrong["claimant"] = words["own-name"]
    if wrong and any(upload.size > MAX_FILE_BYTES for _, upload, _ in uploaded("photo", "file")):
        wrong["photo"] = words["photo-large"]
    if wrong:
        raise Problem("invalid", fields=wrong)
