"""What a proof of the archive finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something wrong in the archive: where, a stable code, and details."""

    where: str
    code: str
    detail: str = ""
