"""Fields that the text formats share: decimal numbers, base64, hashes, one line of text."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error

HASH_SIZE = 32
LARGEST = 2**63 - 1  # sizes, indexes and times fit a signed 64-bit integer
DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")


def decimal(text: str) -> int | None:
    """The number of an ASCII decimal without leading zeros, at most 2**63 - 1; None if it is not one."""
    if not DECIMAL.fullmatch(text) or (number := int(text)) > LARGEST:
        return None
    return number


def from_base64(text: str) -> bytes | None:
    """The bytes of canonical standard base64 (RFC 4648, 4, with padding); None if it is not that."""
    try:
        data = b64decode(text, validate=True)
    except (Error, ValueError):
        return None
    return data if to_base64(data) == text else None


def to_base64(data: bytes) -> str:
    """Standard base64 with padding (RFC 4648, 4)."""
    return b64encode(data).decode("ascii")


def hash_of(text: str) -> bytes | None:
    """The 32 bytes of a SHA-256 hash in base64; None if it is not one."""
    data = from_base64(text)
    return data if data is not None and len(data) == HASH_SIZE else None


def has_control(text: str) -> bool:
    """Whether the text has ASCII control characters below U+0020 other than the newline."""
    return any(char < " " and char != "\n" for char in text)


def is_utf8(text: str) -> bool:
    """Whether the text can be encoded in UTF-8: it has no lone surrogates."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown(text: object) -> str:
    """The text as a message quotes it, in printable characters and at most 60 of them."""
    quoted = ascii(str(text)[:60])
    return quoted if len(quoted) <= 60 else quoted[:57] + "..."
