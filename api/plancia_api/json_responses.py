"""JSON bodies (RFC 8259) with unescaped non-ASCII letters; times in one form, RFC 3339 in UTC (D-173)."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from plancia_archive.dates import format_time

# members that the archive has in Unix milliseconds
TIME_MEMBERS = frozenset(("at", "due", "recorded_at", "opened_at", "changed_at", "made_at", "expires_at", "revoked_at",
                          "written_at"))  # fmt: skip


def json_response(value: Any, status: int = 200) -> Response:
    """Returns a JSON answer."""
    return Response(json_bytes(value), status, mimetype="application/json")


def json_bytes(value: Any) -> bytes:
    """Returns the encoded body of a JSON answer; what is declared as a class has its members."""
    return (json.dumps(value, ensure_ascii=False, default=vars) + "\n").encode()


def with_times(value: Any) -> Any:
    """Returns a copy of a row, or of a list of them, in which the members of TIME_MEMBERS are times (RFC 3339)."""
    if isinstance(value, list):
        return [with_times(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: format_time(member, "milliseconds") if key in TIME_MEMBERS and type(member) is int else with_times(member)
        for key, member in value.items()
    }
