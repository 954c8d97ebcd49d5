"""Hashes of the log (RFC 6962): leaf = SHA-256(0x00 || 0x01 || prev || body), prev the leaf before of the same game."""

from __future__ import annotations

import hashlib

START = bytes(32)


def leaf_of(prev: bytes, body: bytes) -> bytes:
    """The hash of one entry."""
    return hashlib.sha256(b"\x00\x01" + prev + body).digest()


def content_hash(text: bytes) -> str:
    """The hash of a whole canonical game, by which duplicates are told."""
    return hashlib.sha256(text).hexdigest()
