"""JSON bodies (RFC 8259) with unescaped non-ASCII letters."""

from __future__ import annotations

import json
from typing import Any

from flask import Response


def json_response(value: Any, status: int = 200) -> Response:
    """Returns a JSON answer."""
    return Response(json_bytes(value), status, mimetype="application/json")


def json_bytes(value: Any) -> bytes:
    """Returns the encoded body of a JSON answer."""
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()
