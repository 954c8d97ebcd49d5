"""The bytes of a log entry and its leaf hash; docs/evidence.md defines both forms.

The hash of form 2 covers all of an entry: log index, stream, numbers of events, time, author, role, request, hash of
the previous entry, and body. The leaf is that of RFC 6962, section 2.1: SHA-256(0x00 || entry).
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

import msgspec

from plancia_archive.errors import ArchiveError

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


NO_PREDECESSOR = bytes(32)  # `prev` of a stream's first entry
FORM_1, FORM_2 = 1, 2  # until schema version 8 the hash covered `prev` and `body` alone
MAX_INTEGER = 2**63 - 1  # of a column
Place = Annotated[int, msgspec.Meta(ge=0, le=MAX_INTEGER)]
Members = dict[str, Any]  # of a line, by name: the struct of its kind says them


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of an entry of form 2. `at` is in milliseconds since 1970 UTC, `prev` a hexadecimal leaf hash."""

    index: Place
    stream: str
    first: Place
    count: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER)]
    request: str
    at: Place
    author: str
    role: str
    prev: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]

    def text(self) -> str:
        """Returns the canonical JSON of the header: sorted keys, no blanks, on one line."""
        return json.dumps(msgspec.structs.asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> Header:
        """Parses a header. Raises ValueError unless the text is the canonical form of a valid header."""
        try:
            header = msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError as error:  # no ValueError in msgspec 0.20
            raise ValueError(str(error)) from error
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
