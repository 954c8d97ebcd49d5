"""Parsing and formatting of the fields that the text formats share: decimal numbers, base64, hashes."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

HASH_SIZE = 32
MAX_INT64 = 2**63 - 1  # sizes, indexes and times fit a signed 64-bit integer
DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")


def parse_decimal(text: str) -> int | None:
    """Parses an ASCII decimal without leading zeros, at most 2**63 - 1; None for other texts."""
    if not DECIMAL.fullmatch(text) or (number := int(text)) > MAX_INT64:
        return None
    return number


def from_base64(text: str) -> bytes | None:
    """Decodes canonical base64 with padding (RFC 4648, 4); None for other texts."""
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        return None
    return data if to_base64(data) == text else None


def to_base64(data: bytes) -> str:
    """Encodes bytes in base64 with padding (RFC 4648, 4)."""
    return b64encode(data).decode("ascii")


def parse_hash(text: str) -> bytes | None:
    """Decodes a SHA-256 hash of 32 bytes from base64; None for other texts."""
    data = from_base64(text)
    return data if data is not None and len(data) == HASH_SIZE else None


def has_control_characters(text: str) -> bool:
    """Returns whether the text has ASCII control characters below U+0020 other than the newline."""
    return any(char < " " and char != "\n" for char in text)


def is_utf8_encodable(text: str) -> bool:
    """Returns whether the text can be encoded in UTF-8, that is, has no lone surrogates."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def excerpt(text: object) -> str:
    """Returns the beginning of a text, quoted for a message: at most 60 printable ASCII characters."""
    quoted = ascii(str(text)[:60])
    return quoted if len(quoted) <= 60 else quoted[:57] + "..."
