"""The bytes of a log entry and its leaf hash; docs/evidence.md defines both forms.

The hash covers everything that an entry claims: place in the log, stream, numbers of events, time, author, role,
request, predecessor and body. The leaf is that of RFC 6962, section 2.1: SHA-256(0x00 || entry).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

START = bytes(32)  # `prev` of the first entry of a stream
FORM_1, FORM_2 = 1, 2  # until schema version 8 the hash covered `prev` and `body` alone
MEMBERS = ("at", "author", "count", "first", "index", "prev", "request", "role", "stream")


@dataclass(frozen=True)
class Header:
    """What an entry of form 2 states about itself. `at` is in milliseconds since 1970 UTC, `prev` hexadecimal."""

    index: int
    stream: str
    first: int
    count: int
    request: str
    at: int
    author: str
    role: str
    prev: str

    def text(self) -> str:
        """Canonical JSON of the header: sorted keys, no blanks, on one line."""
        return json.dumps(vars(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> Header:
        """Parses a header. Raises ValueError unless the text is the canonical form of a valid header."""
        parsed: Any = json.loads(text)
        if not isinstance(parsed, dict) or tuple(sorted(parsed)) != MEMBERS:
            raise ValueError("members")
        header = cls(**parsed)
        for name in ("index", "first", "count", "at"):
            if type(parsed[name]) is not int or parsed[name] < (name == "count"):
                raise ValueError(name)
        for name in ("stream", "request", "author", "role", "prev"):
            if type(parsed[name]) is not str:
                raise ValueError(name)
        if len(header.prev) != 64 or set(header.prev) - set("0123456789abcdef"):
            raise ValueError("prev")
        if header.text() != text:
            raise ValueError("not canonical")
        return header


def entry_bytes(prev: bytes, header: str, body: bytes) -> bytes:
    """The bytes of an entry; without a header those of form 1."""
    return b"\x02" + header.encode() + b"\n" + body if header else b"\x01" + prev + body


def leaf_hash(prev: bytes, header: str, body: bytes) -> bytes:
    """The leaf hash of an entry (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\x00" + entry_bytes(prev, header, body)).digest()


def parse_entry(data: bytes) -> tuple[bytes, Header | None, bytes]:
    """`prev`, header (None for form 1) and body of the bytes of an entry. Raises ValueError."""
    if data[:1] == b"\x01" and len(data) >= 33:
        return data[1:33], None, data[33:]
    if data[:1] != b"\x02":
        raise ValueError("form")
    line, newline, body = data[1:].partition(b"\n")
    if not newline:
        raise ValueError("header")
    header = Header.parse(line.decode())
    return bytes.fromhex(header.prev), header, body


def content_hash(text: bytes) -> str:
    """Hash of a canonical game; equal hashes are duplicates."""
    return hashlib.sha256(text).hexdigest()


def request_key(request_id: str) -> str:
    """The request of an entry for a client's request id, which may hold words that the log must not."""
    return hashlib.sha256(b"request\n" + request_id.encode()).hexdigest()[:32]
