"""Hash chain of the log, after RFC 6962: leaf = SHA-256(0x00 || 0x01 || prev || body), prev the stream's last leaf."""

from __future__ import annotations

import hashlib

START = bytes(32)


def leaf_of(prev: bytes, body: bytes) -> bytes:
    """Leaf hash of an entry."""
    return hashlib.sha256(b"\x00\x01" + prev + body).digest()


def content_hash(text: bytes) -> str:
    """Hash of a canonical game; equal hashes are duplicates."""
    return hashlib.sha256(text).hexdigest()
