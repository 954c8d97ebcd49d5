"""Checksums of rows that cannot be rebuilt from the log: answered requests, and holders of tokens.

They detect accidental damage; whoever edits such a row on purpose can compute its checksum too.
"""

from __future__ import annotations

import hashlib
import json

CHECKSUM_DIGITS = 16  # hexadecimal
FINGERPRINT_LENGTH = 64  # characters of a fingerprint


def checksum(*cells: str | int | None) -> str:
    """Returns the checksum of the cells of a row."""
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:CHECKSUM_DIGITS]


def with_checksum(fingerprint: str, *cells: str | int | None) -> str:
    """Returns a fingerprint followed by the checksum of its row."""
    return f"{fingerprint}.{checksum(fingerprint, *cells)}"


def without_checksum(stored: str) -> str:
    """Returns a stored fingerprint without its checksum; rows of older archives have none."""
    return stored.partition(".")[0]


def is_damaged(stored: str, *cells: str | int | None) -> bool:
    """True if the checksum of a stored fingerprint does not match its row."""
    fingerprint, separator, _ = stored.partition(".")
    return stored != with_checksum(fingerprint, *cells) if separator else len(stored) > FINGERPRINT_LENGTH
