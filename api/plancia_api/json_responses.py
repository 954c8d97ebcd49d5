"""JSON bodies (RFC 8259), letters outside ASCII unescaped."""

from __future__ import annotations

import json
from typing import Any

from flask import Response


def json_response(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(json_bytes(value), status, mimetype="application/json")


def json_bytes(value: Any) -> bytes:
    """The body of a JSON answer."""
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()
