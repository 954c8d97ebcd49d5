"""Validation of the JSON lines of a dispute: required and optional fields of each kind, types, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from plancia_archive.dates import TIME_PATTERN, recorded_range
from plancia_archive.errors import ArchiveError
from plancia_archive.log.entries import GAME_ID as GAME_ID
from plancia_archive.people.parties import ARBITER, COLOURS
from plancia_archive.people.register import REFERENCE
from plancia_archive.tournaments.events import validate_event
from plancia_archive.tournaments.log import NAME

REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    "opened": ("event", "claim", "claimant", "due"), "evidence": ("sha256", "bytes", "media", "about", "by"),
    "answer": ("by", "text"), "ruling": ("outcome", "text", "effect"), "appeal": ("by", "text"),
    "closed": ("why",), "withdrawn": ("why",),
}  # fmt: skip
OPTIONAL_FIELDS: dict[str, tuple[str, ...]] = {
    "opened": ("game", "tournament", "rule"), "ruling": ("reading", "arbiter", "due"),
}  # fmt: skip
EFFECT_TYPES = {"lines": list, "first": int, "tournament": str, "events": list, "tournament_first": int}
Outcome = Literal["upheld", "rejected", "partly"]
OUTCOMES: tuple[str, ...] = get_args(Outcome)
CORRECTION_OPCODES = ("VOID", "FIX", "FOUL", "PEN", "NOTE")  # lines of a game that a ruling may add
RULING_EVENT_KINDS = (
    "adjusted",
    "result",
    "linked",
    "removed",
    "reopened",
    "closed",
)  # that a ruling may add
MAX_TEXT_CHARACTERS, MAX_LINES = 4000, 50
MEDIA_TYPE = re.compile(r"[a-z]{1,20}/[a-z0-9][a-z0-9.+-]{0,80}\Z")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]{0,11}-[0-9A-Za-z.]{1,12}\Z")
READING_NAME = re.compile(r"[a-z0-9_.+:@ -]{1,200}(=[A-Za-z0-9_.+-]{1,80})?\Z")
DISPUTE_ID = re.compile(r"d_[0-9A-HJKMNP-TV-Z]{8}\Z")
SHA256_HEX = re.compile(r"[0-9a-f]{64}\Z")


def invalid_value(kind: str, field: str, value: object) -> ArchiveError:
    """Returns the error for an invalid value of a field."""
    return ArchiveError("dispute-line", f"{kind}.{field}: {str(value)[:60]!r}")


def clean_text(kind: str, field: str, value: object) -> str:
    """Checks and strips a text: at most MAX_TEXT_CHARACTERS, no control characters except line feeds.

    Raises ArchiveError `dispute-line` or `dispute-text`.
    """
    if not isinstance(value, str):
        raise invalid_value(kind, field, value)
    text = value.replace("\r\n", "\n").strip()
    if not 0 < len(text) <= MAX_TEXT_CHARACTERS:
        raise ArchiveError("dispute-text", f"{kind}.{field}: {len(text)}/{MAX_TEXT_CHARACTERS}")
    if any(not (letter.isprintable() or letter == "\n") for letter in text):
        raise ArchiveError("dispute-text", f"{kind}.{field}: {text[:40]!r}")
    return text


def parse_time(text: object) -> int:
    """Parses a time such as `2026-05-01T18:00:00Z` (RFC 3339) into Unix milliseconds. Raises ValueError."""
    if not isinstance(text, str) or not TIME_PATTERN.match(text):
        raise ValueError(str(text)[:40])
    return recorded_range(text)[0]


def format_time(milliseconds: int) -> str:
    """Formats Unix milliseconds as UTC with seconds, such as `2026-05-01T18:00:00Z`."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def validate_line(line: Any) -> dict[str, Any]:
    """Checks the fields of a line and returns its normal form. Raises ArchiveError."""
    kind = line.get("kind") if isinstance(line, dict) else line
    if not isinstance(line, dict) or not isinstance(kind, str) or kind not in REQUIRED_FIELDS:
        raise ArchiveError("dispute-line", f"{str(kind)[:40]} ({', '.join(REQUIRED_FIELDS)})")
    known_fields = (*REQUIRED_FIELDS[kind], *OPTIONAL_FIELDS.get(kind, ()))
    missing_fields = [name for name in REQUIRED_FIELDS[kind] if name not in line]
    unknown_fields = [str(name)[:40] for name in line if name not in ("kind", "v", *known_fields)]
    if missing_fields or unknown_fields or line.get("v", 1) != 1:
        field_list = [*(f"-{name}" for name in missing_fields), *(f"+{name}" for name in unknown_fields)]
        raise ArchiveError("dispute-line", f"{kind}: {', '.join(field_list) or 'v'}")
    values = {name: validate_value(kind, name, line[name]) for name in known_fields if name in line}
    if kind == "opened" and ("game" in values) == ("tournament" in values):
        raise ArchiveError("dispute-subject")
    return {"kind": kind, "v": 1, **values}


def validate_value(kind: str, name: str, value: Any) -> Any:
    """Checks the value of a field and returns its normal form. Raises ArchiveError."""
    if name in ("claim", "text", "about", "why"):
        return clean_text(kind, name, value)
    if name == "effect":
        return validate_effect(value)
    if name in ("event", "bytes"):
        if type(value) is not int or value < 0:
            raise invalid_value(kind, name, value)
        return value
    if name == "due":
        try:
            return format_time(parse_time(value))
        except (ValueError, OverflowError) as error:
            raise ArchiveError("dispute-due", str(value)[:40]) from error
    if not isinstance(value, str) or not VALUE_CHECKS[name](value):
        raise invalid_value(kind, name, value)
    return value


VALUE_CHECKS: dict[str, Callable[[str], object]] = {
    "game": lambda text: GAME_ID.match(text),
    "tournament": lambda text: NAME.match(text),
    "rule": lambda text: RULE_ID.match(text),
    "sha256": lambda text: SHA256_HEX.match(text),
    "media": lambda text: MEDIA_TYPE.match(text),
    "outcome": lambda text: text in OUTCOMES,
    "reading": lambda text: READING_NAME.match(text),
    "claimant": lambda text: REFERENCE.match(text) or (len(text) == 1 and text in COLOURS),
    "by": lambda text: REFERENCE.match(text) or (len(text) == 1 and text in COLOURS + ARBITER),
    "arbiter": lambda text: REFERENCE.match(text),
}


def validate_effect(value: Any) -> dict[str, Any]:
    """Checks the effect of a ruling.

    The effect has lines of the game from the event `first` on, or events of a tournament from the version
    `tournament_first` on, or both. Raises ArchiveError.
    """
    if not isinstance(value, dict) or set(value) - set(EFFECT_TYPES):
        raise invalid_value("ruling", "effect", value)
    for name, value_type in EFFECT_TYPES.items():
        if name in value and type(value[name]) is not value_type:
            raise invalid_value("ruling", f"effect.{name}", value[name])
    lines, events = value.get("lines", []), value.get("events", [])
    if ("lines" in value) != ("first" in value) or len({*EFFECT_TYPES} & {*value} & {"tournament", "events"}) == 1:
        raise invalid_value("ruling", "effect", ", ".join(value))
    if ("events" in value) != ("tournament_first" in value) or len(lines) > MAX_LINES or len(events) > MAX_LINES:
        raise invalid_value("ruling", "effect", ", ".join(value))
    for line in lines:
        if not isinstance(line, str) or "\n" in line or not line.startswith(CORRECTION_OPCODES):
            raise ArchiveError("dispute-correction", f"{str(line)[:60]} ({', '.join(CORRECTION_OPCODES)})")
    for event in events:
        if validate_event(event)["kind"] not in RULING_EVENT_KINDS:
            raise ArchiveError("dispute-correction", f"{event['kind']} ({', '.join(RULING_EVENT_KINDS)})")
    return dict(value)


def author_of_line(line: dict[str, Any], claimant: str) -> tuple[str, str]:
    """Returns in whose name a line is, and the role that entered it for somebody else.

    The name is a reference, a colour, the name that an arbiter signed with, or empty for the arbiter. The role is empty
    for players, who write in their own name only, and for what an arbiter writes as one.
    """
    if line["kind"] in ("ruling", "closed"):
        return str(line.get("arbiter", "")), ""
    party = claimant if line["kind"] == "withdrawn" else str(line.get("by", line.get("claimant", "")))
    if party == ARBITER:
        return "", ""
    return party, "" if line["role"] == "player" else str(line["role"])
