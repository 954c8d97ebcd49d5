"""Lines of a dispute's stream: required and optional fields of each kind, types, lengths, validation."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE
from plancia_archive.tournaments.events import validate_event
from plancia_archive.tournaments.log import NAME

REQUIRED: dict[str, tuple[str, ...]] = {
    "opened": ("event", "claim", "claimant", "due"), "evidence": ("sha256", "bytes", "media", "about", "by"),
    "answer": ("by", "text"), "ruling": ("outcome", "text", "effect"), "appeal": ("by", "text"),
    "closed": ("why",), "withdrawn": ("why",),
}  # fmt: skip
OPTIONAL: dict[str, tuple[str, ...]] = {
    "opened": ("game", "tournament", "rule"), "ruling": ("reading", "arbiter", "due"),
}  # fmt: skip
EFFECT = {"lines": list, "first": int, "tournament": str, "events": list, "tournament_first": int}
OUTCOMES = ("upheld", "rejected", "partly")
CORRECTIONS = ("VOID", "FIX", "FOUL", "PEN", "NOTE")  # lines of a game that a ruling may add
RULED_EVENTS = ("adjusted", "result", "linked", "removed", "reopened", "closed")  # events of a tournament, likewise
BY_ARBITER, COLOURS = "A", "RBGYNV"
MAX_TEXT, MAX_LINES = 4000, 50
MEDIA = re.compile(r"[a-z]{1,20}/[a-z0-9][a-z0-9.+-]{0,80}\Z")
RULE = re.compile(r"[A-Z][A-Z0-9]{0,11}-[0-9A-Za-z.]{1,12}\Z")
READING = re.compile(r"[a-z0-9_.+:@ -]{1,200}(=[A-Za-z0-9_.+-]{1,80})?\Z")
DISPUTE_ID = re.compile(r"d_[0-9A-HJKMNP-TV-Z]{8}\Z")
GAME_ID = re.compile(r"g_[0-9a-f]{18}\Z")
SHA256 = re.compile(r"[0-9a-f]{64}\Z")


def wrong(kind: str, field: str, value: object) -> ArchiveError:
    """The refusal of a value."""
    return ArchiveError("dispute-line", f"{kind}.{field}: {str(value)[:60]!r}")


def clean_text(kind: str, field: str, value: object) -> str:
    """A text of at most MAX_TEXT characters, stripped; line feeds are its only control characters.

    Raises ArchiveError.
    """
    if not isinstance(value, str):
        raise wrong(kind, field, value)
    text = value.replace("\r\n", "\n").strip()
    if not 0 < len(text) <= MAX_TEXT:
        raise ArchiveError("dispute-text", f"{kind}.{field}: {len(text)}/{MAX_TEXT}")
    if any(not (letter.isprintable() or letter == "\n") for letter in text):
        raise ArchiveError("dispute-text", f"{kind}.{field}: {text[:40]!r}")
    return text


def parse_time(text: object) -> int:
    """Milliseconds since 1970 of a time such as `2026-05-01T18:00:00Z`. Raises ValueError."""
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", text):
        raise ValueError(str(text)[:40])
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def format_time(milliseconds: int) -> str:
    """A time as the lines state it (UTC, seconds)."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def validate_line(line: Any) -> dict[str, Any]:
    """Normalises a line; its fields must be those of its kind, of the right form. Raises ArchiveError."""
    kind = line.get("kind") if isinstance(line, dict) else line
    if not isinstance(line, dict) or not isinstance(kind, str) or kind not in REQUIRED:
        raise ArchiveError("dispute-line", f"{str(kind)[:40]} ({', '.join(REQUIRED)})")
    known = (*REQUIRED[kind], *OPTIONAL.get(kind, ()))
    missing = [name for name in REQUIRED[kind] if name not in line]
    unknown = [str(name)[:40] for name in line if name not in ("kind", "v", *known)]
    if missing or unknown or line.get("v", 1) != 1:
        listed = [*(f"-{name}" for name in missing), *(f"+{name}" for name in unknown)]
        raise ArchiveError("dispute-line", f"{kind}: {', '.join(listed) or 'v'}")
    values = {name: validate_value(kind, name, line[name]) for name in known if name in line}
    if kind == "opened" and ("game" in values) == ("tournament" in values):
        raise ArchiveError("dispute-subject")
    return {"kind": kind, "v": 1, **values}


def validate_value(kind: str, name: str, value: Any) -> Any:
    """A value in its normal form. Raises ArchiveError."""
    if name in ("claim", "text", "about", "why"):
        return clean_text(kind, name, value)
    if name == "effect":
        return validate_effect(value)
    if name in ("event", "bytes"):
        if type(value) is not int or value < 0:
            raise wrong(kind, name, value)
        return value
    if name == "due":
        try:
            parse_time(value)
        except (ValueError, OverflowError) as error:
            raise ArchiveError("dispute-due", str(value)[:40]) from error
        return value
    if not isinstance(value, str) or not FORMS[name](value):
        raise wrong(kind, name, value)
    return value


FORMS: dict[str, Callable[[str], object]] = {
    "game": lambda text: GAME_ID.match(text),
    "tournament": lambda text: NAME.match(text),
    "rule": lambda text: RULE.match(text),
    "sha256": lambda text: SHA256.match(text),
    "media": lambda text: MEDIA.match(text),
    "outcome": lambda text: text in OUTCOMES,
    "reading": lambda text: READING.match(text),
    "claimant": lambda text: REFERENCE.match(text) or (len(text) == 1 and text in COLOURS),
    "by": lambda text: REFERENCE.match(text) or (len(text) == 1 and text in COLOURS + BY_ARBITER),
    "arbiter": lambda text: REFERENCE.match(text),
}


def validate_effect(value: Any) -> dict[str, Any]:
    """What a ruling changed: lines of the game from event `first`, events of a tournament from `tournament_first`.

    Raises ArchiveError.
    """
    if not isinstance(value, dict) or set(value) - set(EFFECT):
        raise wrong("ruling", "effect", value)
    for name, kind in EFFECT.items():
        if name in value and type(value[name]) is not kind:
            raise wrong("ruling", f"effect.{name}", value[name])
    lines, events = value.get("lines", []), value.get("events", [])
    if ("lines" in value) != ("first" in value) or len({*EFFECT} & {*value} & {"tournament", "events"}) == 1:
        raise wrong("ruling", "effect", ", ".join(value))
    if ("events" in value) != ("tournament_first" in value) or len(lines) > MAX_LINES or len(events) > MAX_LINES:
        raise wrong("ruling", "effect", ", ".join(value))
    for line in lines:
        if not isinstance(line, str) or "\n" in line or not line.startswith(CORRECTIONS):
            raise ArchiveError("dispute-correction", f"{str(line)[:60]} ({', '.join(CORRECTIONS)})")
    for event in events:
        if validate_event(event)["kind"] not in RULED_EVENTS:
            raise ArchiveError("dispute-correction", f"{event['kind']} ({', '.join(RULED_EVENTS)})")
    return dict(value)
