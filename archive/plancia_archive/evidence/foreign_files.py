"""Tells what a file is that is neither a bundle nor a receipt, by its first bytes, so that the answer can name it."""

from __future__ import annotations

import hashlib
import re

from plancia_archive.evidence.verdict_words import format_sentence

STARTS = (
    ("picture", "image/jpeg", b"\xff\xd8\xff"), ("picture", "image/png", b"\x89PNG"),
    ("picture", "image/gif", b"GIF8"), ("pdf", "application/pdf", b"%PDF"),
    ("archive", "application/vnd.sqlite3", b"SQLite f"), ("package", "application/zip", b"PK\x03\x04"),
)  # fmt: skip
TEXTS = (
    ("page", "text/html", re.compile(rb"\s*<(?:!doctype html|html)", re.I)),
    ("game", "text/plain", re.compile(rb'\s*\[(?:Notation|Game|Variant) "')),
    ("head", "text/plain", re.compile(rb"\S+ \d+ [A-Za-z0-9+/]{43}=\s*\Z")),
    ("checkpoint", "text/plain", re.compile(rb"[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n")),
)
HEIC_BRANDS = (b"hei", b"mif", b"avi")


def foreign_kind(data: bytes) -> tuple[str, str]:
    """Returns kind and media type of a file, such as `picture` and `image/png`; empty for one that is not known."""
    for kind, media, start in STARTS:
        if data.startswith(start):
            return kind, media
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "picture", "image/webp"
    if data[4:8] == b"ftyp" and data[8:11] in HEIC_BRANDS:
        return "picture", "image/heic"
    text = data[:300].removeprefix(b"\xef\xbb\xbf")
    return next(((kind, media) for kind, media, pattern in TEXTS if pattern.match(text)), ("", ""))


def describe_foreign(data: bytes, lang: str) -> str:
    """Returns what such a file is, and what is needed instead; only the latter for one that is not known."""
    kind, media = foreign_kind(data)
    facts = {"media": media, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    needed = format_sentence("foreign.needed", lang, {})
    return f"{format_sentence(f'foreign.{kind}', lang, facts)} {needed}" if kind else needed
