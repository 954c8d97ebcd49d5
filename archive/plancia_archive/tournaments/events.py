"""Tournament events: required and optional fields of each kind, types, lengths, validation."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError

REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    "opened": ("title", "system"), "entered": ("player",), "left": ("player",), "table": ("round", "table", "seats"),
    "removed": ("round", "table", "why"), "result": ("round", "table", "points"), "linked": ("round", "table", "game"),
    "adjusted": ("player", "points", "why"), "lot": ("players",), "approved": ("round", "table"), "closed": (),
    "reopened": ("why",),
}  # fmt: skip
OPTIONAL_FIELDS: dict[str, tuple[str, ...]] = {
    "opened": ("club",), "entered": ("team",), "table": ("instead",),
    "result": ("winner", "outcome", "out", "risiko", "teams", "withdrawn", "instead"),
    "linked": ("points", "winner", "instead"), "adjusted": ("round", "again"), "lot": ("round", "why"),
    "closed": ("games",),
}  # fmt: skip
OUTCOMES = ("world", "rival-out", "dummy-out", "risiko", "both-out", "one-out")
FIELD_TYPES: dict[str, tuple[type, ...]] = {
    "round": (int,), "table": (str,), "player": (str,), "players": (list,), "seats": (list,), "points": (dict, str),
    "title": (str,), "system": (str,), "club": (str,), "team": (str,), "why": (str,), "winner": (str,),
    "risiko": (str,), "outcome": (list, tuple), "out": (list,), "withdrawn": (list,), "teams": (list,),
    "instead": (bool,), "again": (bool,), "games": (dict,), "game": (str,),
}  # fmt: skip
MAX_LENGTHS = {"title": 200, "club": 120, "player": 80, "team": 80, "table": 12, "why": 300, "game": 200}
FREE_TEXT_FIELDS = ("title", "club", "team", "why")  # names of people in them become references
POINTS = re.compile(r"[+-]?[0-9]{1,7}([.,][0-9]{1,6}|/[1-9][0-9]{0,5})?\Z")


def raise_event_error(code: str, what: object) -> None:
    """Raises ArchiveError with a message code and its value."""
    raise ArchiveError(code, str(what))


def validate_event(event: Any) -> dict[str, Any]:
    """Normalises an event; its fields must be those of its kind, of the right type and length. Raises ArchiveError."""
    kind = event.get("kind") if isinstance(event, dict) else event
    if not isinstance(event, dict) or not isinstance(kind, str) or kind not in REQUIRED_FIELDS:
        raise ArchiveError("t-kind", f"{str(kind)[:40]} ({', '.join(REQUIRED_FIELDS)})")
    missing_fields = [name for name in REQUIRED_FIELDS[kind] if name not in event]
    unknown_fields = [
        str(name) for name in event if name not in ("kind", "v", *REQUIRED_FIELDS[kind], *OPTIONAL_FIELDS.get(kind, ()))
    ]
    if missing_fields or unknown_fields:
        raise ArchiveError(
            "t-kind", f"{kind}: {', '.join([*('-' + m for m in missing_fields), *('+' + m for m in unknown_fields)])}"
        )
    normalised: dict[str, Any] = {"v": 1}
    for name, value in event.items():
        if name == "points" and kind == "adjusted":
            value = str(value)
        types = FIELD_TYPES.get(name)
        if types and (not isinstance(value, types) or (isinstance(value, bool) and bool not in types)):
            raise_event_error("t-kind", f"{kind}.{name}: {value!r:.80}")
        if name != "v":
            normalised[name] = normalise_value(kind, name, value)
    return normalised


def normalise_value(kind: str, name: str, value: Any) -> Any:
    """Returns a field's value with texts stripped and points normalised. Raises ArchiveError."""
    if isinstance(value, dict) and name == "points":
        return {validate_text(kind, "player", str(player)): parse_points(text) for player, text in value.items()}
    if isinstance(value, list):
        is_teams = name == "teams"  # the only list of lists
        return [
            [validate_text(kind, "player", player) for player in item] if is_teams and isinstance(item, list)
            else validate_text(kind, "player", item) for item in value
        ]  # fmt: skip
    if name == "points" and isinstance(value, str):
        return parse_points(value)
    return validate_text(kind, name, value) if isinstance(value, str) and name != "kind" else value


def validate_text(kind: str, name: str, value: Any) -> str:
    """Returns the text stripped. Raises ArchiveError if it is empty, too long or has control characters."""
    max_length = MAX_LENGTHS.get(name, 80)
    if not isinstance(value, str) or not value.strip() or len(value) > max_length:
        length = len(value) if isinstance(value, str) else 0
        raise ArchiveError("t-text", f"{kind}.{name}: {repr(value)[:40]} ({length}/{max_length})")
    if not value.isprintable():
        raise ArchiveError("t-text", f"{kind}.{name}: {value[:40]!r}")
    return value.strip()


def parse_points(value: Any) -> str:
    """Normalises points to text with a decimal point: "31", "28.5", "-25", "1/3". Raises ArchiveError."""
    text = str(value).strip()
    if isinstance(value, bool) or not POINTS.match(text):
        raise ArchiveError("t-points", text[:40])
    return text.replace(",", ".")


def parse_fraction(text: object) -> Fraction:
    """Parses points of a stored event to a fraction. Raises ArchiveError."""
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError) as error:
        raise ArchiveError("t-points", str(text)) from error
