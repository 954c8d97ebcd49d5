"""Conditional writes: the version that `If-Match` expects (RFC 9110, 13.1.1), 412 and 428 (RFC 6585, 3).

The header takes a version number, the ETag of an answer about the game or tournament, a list of these, or `*`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from flask import request

from plancia_api.auth import caller_key
from plancia_api.problems import Problem
from plancia_archive import Conflict
from plancia_events.json_schema import Schema

MAX_KEY_LENGTH = 100
IDEMPOTENCY_KEY_PARAMETER: Schema = {
    "in": "header", "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY_LENGTH},
}  # fmt: skip


def idempotency_key() -> str | None:
    """Returns the request id for the archive, distinct per caller; None without the header. Raises Problem 400."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise Problem("bad-request", f"Idempotency-Key: 1..{MAX_KEY_LENGTH}")
    return f"http:{hashlib.sha256(caller_key().encode()).hexdigest()[:16]}:{key}" if key else None


VERSION_NUMBER = re.compile(r"[0-9]{1,9}\Z")
VERSIONED_ETAG = re.compile(r"([0-9]{1,9})-([0-9a-f]{8})-[0-9a-f]{32}(?::\w+)?\Z")  # after the colon a content coding
IF_MATCH_PARAMETER = {
    "in": "header", "name": "If-Match", "schema": {"type": "string", "minLength": 1},
    "description": "the version expected: its number or the ETag of an answer about it; several with commas, "
    "or `*` for any",
}  # fmt: skip


def resource_digest(name: str) -> str:
    """Returns the digest that stands for a game or tournament in ETags."""
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def versioned_etag(name: str, version: int, tag: str) -> str:
    """Returns the ETag of an answer about a game or tournament; it begins with the version, for use in If-Match."""
    return f"{version}-{resource_digest(name)}-{tag}"


def expected_version(name: str, read_version: Callable[[], int]) -> int | None:
    """Returns the version that `If-Match` expects; None for `*`, and for a write that has only an Idempotency-Key.

    `read_version` returns the current version. Raises Problem: 428 without either header, 400 for a header without an
    ETag, 412 if no listed ETag is the current version.
    """
    if "If-Match" not in request.headers:
        if not request.headers.get("Idempotency-Key"):
            raise Problem("precondition-required")
        return None
    if request.if_match.star_tag:
        if not read_version():
            raise Problem("precondition-failed", "", current=0)
        return None
    if not any(request.if_match.as_set(include_weak=True)):
        raise Problem("bad-request", 'If-Match: "VERSION"')
    strong_tags = request.if_match.as_set()  # weak tags never match (RFC 9110, 13.1.1)
    versions = [version for tag in strong_tags if tag and (version := version_from_etag(name, tag)) is not None]
    current_version = read_version()
    if current_version in versions:
        return current_version
    if versions:
        return max(versions)  # the write compares it again inside its transaction, and names the version of then
    raise Problem("precondition-failed", "", current=current_version)


def require_version(name: str, version: int) -> None:
    """Requires If-Match with this version, which a dry run answered. Raises Problem 412 and 428, Conflict."""
    expected = expected_version(name, lambda: version) if "If-Match" in request.headers else None
    if expected is None:
        raise Problem("precondition-required", 'dry_run=true, If-Match: "VERSION"')
    if expected != version:
        raise Conflict(version)


def version_from_etag(name: str, tag: str) -> int | None:
    """Returns the version that an ETag stands for, None for the ETag of another resource."""
    if VERSION_NUMBER.match(tag):
        return int(tag)
    match = VERSIONED_ETAG.match(tag)
    return int(match[1]) if match and match[2] == resource_digest(name) else None
