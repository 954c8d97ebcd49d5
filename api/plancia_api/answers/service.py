"""JSON answers of /health."""

from __future__ import annotations

from typing import Literal, TypedDict


class Health(TypedDict):
    status: Literal["ok", "read-only", "no-room"]
    writable: bool
    games: int
    kernel: str
    free_mb: int
