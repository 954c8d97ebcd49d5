"""The bytes of a log entry and its leaf hash; docs/evidence.md defines both forms.

The hash of form 2 covers all of an entry: log index, stream, numbers of events, time, author, role, request, hash of
the previous entry, and body. The leaf is that of RFC 6962, section 2.1: SHA-256(0x00 || entry).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from plancia_archive.errors import ArchiveError

NO_PREDECESSOR = bytes(32)  # `prev` of a stream's first entry
FORM_1, FORM_2 = 1, 2  # until schema version 8 the hash covered `prev` and `body` alone
HEADER_MEMBERS = ("at", "author", "count", "first", "index", "prev", "request", "role", "stream")


@dataclass(frozen=True)
class Header:
    """The header of an entry of form 2. `at` is in milliseconds since 1970 UTC, `prev` a hexadecimal leaf hash."""

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
        """Returns the canonical JSON of the header: sorted keys, no blanks, on one line."""
        return json.dumps(vars(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> Header:
        """Parses a header. Raises ValueError unless the text is the canonical form of a valid header."""
        parsed: Any = json.loads(text)
        if not isinstance(parsed, dict) or tuple(sorted(parsed)) != HEADER_MEMBERS:
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

    @classmethod
    def stored(cls, text: str) -> Header:
        """Parses the header of an entry of the archive. Raises ArchiveError `damaged`."""
        try:
            return cls.parse(text)
        except ValueError as error:
            raise ArchiveError("damaged", f"header: {error}"[:200]) from error


def entry_bytes(prev: bytes, header: str, body: bytes) -> bytes:
    """Returns the bytes of an entry; of form 1 if the header is empty."""
    return b"\x02" + header.encode() + b"\n" + body if header else b"\x01" + prev + body


def leaf_hash(prev: bytes, header: str, body: bytes) -> bytes:
    """Returns the leaf hash of an entry (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\x00" + entry_bytes(prev, header, body)).digest()


def request_key(request_id: str) -> str:
    """Returns the hash that stands for a client's request id in the log, since the id may contain names."""
    return hashlib.sha256(b"request\n" + request_id.encode()).hexdigest()[:32]
