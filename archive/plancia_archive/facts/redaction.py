"""Redaction of an open game: what a seat cannot see at the table is `???` until the game is over (docs/roles.md).

Every kind of event is in `HIDDEN_FIELDS` or in `OPEN_TAGS`. A redacted game is a valid record, so nothing that is
computed from it depends on hidden values. Commitments stay, since they reveal nothing without their salt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plancia_events import Event, Game, NotationError, format_event, parse_event, replace_fields
from plancia_replay.judging.corrections import corrected_events

ALL_SEATS = "*"  # seats of a reader without redaction
HIDDEN_VALUE = "???"
UNREAD_PREFIX = "unread:"  # begins the comment that quotes an unparsed line (docs/rgn/specification.md, 3)
HIDDEN_REASON = "hidden until the game is over"  # comment of a redacted correction, which must have one
ENDING_TAGS = ("OVER", "SCORE", "CERT")


@dataclass(frozen=True)
class HiddenField:
    """A hidden field of a kind of event, the colours that see its values, and the flag that makes them public."""

    field: str
    seen_by: Callable[[Any], set[str | None]]
    public_flag: str = ""


HIDDEN_FIELDS = {
    "OBJ": HiddenField("objective", lambda event: {event.actor}),
    "DRAW": HiddenField("cards", lambda event: {event.actor}, "public"),
    "DRAFT": HiddenField("card", lambda event: {event.actor, event.partner}, "public"),
    "CARDS": HiddenField("cards", lambda event: {event.giver, event.to}),
}
# visible to the whole table, comments included; FIX hides the hidden field of its replacement, NOTE the quotation of a
# line that could not be parsed
OPEN_TAGS = frozenset(
    ("ROLL", "ORDER", "DEAL", "PICK", "CAP", "SET", "PUT", "CLOCK", "TURN", "PASS", "END", "REIN", "TRIS", "DECL",
     "ATT", "OCC", "MOVE", "SHUF", "EROLL", "ENOT", "ELATER", "CLAIM", "ELIM", "STAT", "ANN", "FOUL", "PEN", "TAKE",
     "FILL", "VOID", "FIX", "CHECK", "SHOW", "STRIP", "OVER", "SCORE", "CERT", "NOTE", "DISP", "X-NAME")
)  # fmt: skip
TAGS_TO_REDACT = (*HIDDEN_FIELDS, "FIX", "NOTE")


def is_over(game: Game) -> bool:
    """True for a game with a header Result, or with an uncorrected end, score or certified result in its record."""
    if (game.header("Result") or "?") not in ("?", "-"):
        return True
    numbers = set(game.numbers_of(*ENDING_TAGS))
    if not numbers and not game.numbers_of("FIX"):
        return False
    void, replacements = corrected_events(game)
    standing_ends = {number for number, event in replacements.items() if event.TAG in ENDING_TAGS}
    return bool((numbers - set(replacements) | standing_ends) - void)


def redact(game: Game, seats: str) -> Game:
    """Returns the game as the seats see it: `ALL_SEATS`, or letters of colours.

    Returns the same object if the game is over or hides nothing from them.
    """
    if seats == ALL_SEATS or is_over(game):
        return game
    replacements = {}
    for number in game.numbers_of(*TAGS_TO_REDACT):
        event = game.events[number - 1]
        if (redacted_event := redact_event(event, seats)) is not event:
            replacements[number] = redacted_event
    if not replacements:
        return game
    events = [replacements.get(number, event) for number, event in enumerate(game.events, start=1)]
    return Game(game.headers, events, game.lines, game.unread)


def has_hidden_values(game: Game) -> bool:
    """True for an open game with values that are hidden from some seat."""
    return redact(game, "") is not game


def redact_event(event: Any, seats: str) -> Event:
    """Returns the event as the seats see it; the same object if it hides nothing from them."""
    if event.TAG == "FIX":
        return redact_correction(event, seats)
    if event.TAG == "NOTE":
        quotes = str(event.note).startswith(UNREAD_PREFIX)
        return replace_fields(event, note=UNREAD_PREFIX + " " + HIDDEN_REASON) if quotes else event
    hidden = HIDDEN_FIELDS.get(event.TAG)
    if (
        hidden is None
        or hidden.seen_by(event) & set(seats)
        or (hidden.public_flag and getattr(event, hidden.public_flag))
    ):
        return event  # type: ignore[no-any-return]
    values = getattr(event, hidden.field)
    shown_values = [mask(value) for value in values] if isinstance(values, list) else mask(values)
    return (
        event
        if shown_values == values and event.note is None
        else replace_fields(event, **{hidden.field: shown_values}, note=None)
    )


def redact_correction(event: Any, seats: str) -> Event:
    """Returns a correction as the seats see it; its reason is hidden with the replacement, which it may describe."""
    replacement = redact_event(event.replacement, seats)
    if replacement is event.replacement:
        return event  # type: ignore[no-any-return]
    return replace_fields(event, replacement=replacement, note=HIDDEN_REASON)


def mask(value: str) -> str:
    """Returns `???` in place of a value; commitments are returned unchanged."""
    return value if value.startswith("#") else HIDDEN_VALUE


def redact_line(line: str, seats: str) -> str:
    """Returns a line of a game as the seats see it, `???` for a line that cannot be parsed."""
    if seats == ALL_SEATS:
        return line
    try:
        return format_event(redact_event(parse_event(line), seats))
    except NotationError:
        return HIDDEN_VALUE
