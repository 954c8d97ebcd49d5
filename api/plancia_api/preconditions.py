"""Which version a write expects: the number, or the ETag of an earlier answer, one of several, or any."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from flask import request

from plancia_api.problems import Problem

NUMBER = re.compile(r"[0-9]{1,9}\Z")
TAG = re.compile(r"([0-9]{1,9})-([0-9a-f]{8})-[0-9a-f]{32}(?::\w+)?\Z")
MATCH = {
    "in": "header", "name": "If-Match", "schema": {"type": "string", "minLength": 1},
    "description": "the version expected, as its number or as the ETag of an answer about it; several with commas, "
    "or `*` for any",
}  # fmt: skip


def subject_of(name: str) -> str:
    """A game or tournament as tags name it."""
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def versioned(name: str, version: int, tag: str) -> str:
    """The tag of an answer about a game or tournament, which says of which version it is."""
    return f"{version}-{subject_of(name)}-{tag}"


def expected_version(name: str, current: Callable[[], int]) -> int | None:
    """The version that `If-Match` expects, None where any will do or an idempotency key stands in for it.

    Raises Problem: 428 without either, 400 for a header without a tag, 412 where nothing it lists can be the version.
    """
    if "If-Match" not in request.headers:
        if not request.headers.get("Idempotency-Key"):
            raise Problem("precondition-required")
        return None
    if request.if_match.star_tag:
        if not current():
            raise Problem("precondition-failed", "", current=0)
        return None
    given = {one for one in request.if_match.as_set(include_weak=True) if one}
    if not given:
        raise Problem("bad-request", 'If-Match: "VERSION"')
    strong = request.if_match.as_set()
    known = [number for tag in strong if tag and (number := version_of(name, tag)) is not None]
    now = current()
    if now in known:
        return now
    if known:  # the write itself says what the version is by then
        return max(known)
    raise Problem("precondition-failed", "", current=now)


def version_of(name: str, tag: str) -> int | None:
    """The version that a tag stands for, None where it is of something else."""
    if NUMBER.match(tag):
        return int(tag)
    found = TAG.match(tag)
    return int(found[1]) if found and found[2] == subject_of(name) else None
