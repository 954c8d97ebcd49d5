"""Checksums of rows that the log neither commits to nor gives again: answered requests, and holders of tokens.

They show that such a row was damaged by chance; whoever can edit it on purpose can make its checksum too.
"""

from __future__ import annotations

import hashlib
import json

DIGITS = 16  # hexadecimal
FINGERPRINT = 64  # characters of a fingerprint


def checksum(*cells: str | int | None) -> str:
    """The checksum of the cells of a row."""
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:DIGITS]


def with_checksum(fingerprint: str, *cells: str | int | None) -> str:
    """A fingerprint followed by the checksum of its row."""
    return f"{fingerprint}.{checksum(fingerprint, *cells)}"


def without_checksum(stored: str) -> str:
    """The fingerprint of a row; rows of older archives have no checksum."""
    return stored.partition(".")[0]


def damaged(stored: str, *cells: str | int | None) -> bool:
    """True if a fingerprint has a checksum that is not that of its row."""
    fingerprint, dot, _ = stored.partition(".")
    return stored != with_checksum(fingerprint, *cells) if dot else len(stored) > FINGERPRINT
