"""The `Idempotency-Key` header: a repeated write with the same key gets the answer of the first.

Follows draft-ietf-httpapi-idempotency-key-header; the archive stores each key with the request and its answer.
"""

from __future__ import annotations

import hashlib

from flask import request

from plancia_api.auth import caller_key
from plancia_api.problems import Problem
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
