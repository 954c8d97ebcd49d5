"""Redaction of an open game: what a seat cannot see at the table is `???` until the game is over (docs/roles.md).

`HIDDEN` and `OPEN` name every kind of event. A redacted game is a valid record, so whatever is computed from it depends
on nothing that it hides. Commitments stay: they say nothing without their salt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plancia_events import Event, Game, NotationError, format_event, parse_event, replace_fields
from plancia_replay.judging.corrections import corrected

ALL = "*"  # the seats of a reader who sees everything
UNKNOWN = "???"
UNREAD = "unread:"  # of the comment that quotes a line which could not be parsed (docs/notation.md, 6)
REASON = "hidden until the game is over"  # of a correction, which needs a comment
ENDS = ("OVER", "SCORE", "CERT")


@dataclass(frozen=True)
class Hidden:
    """The field of a kind whose values are hidden, the colours that see them, and the flag that shows them to all."""

    field: str
    seen_by: Callable[[Any], set[str | None]]
    shown: str = ""


HIDDEN = {
    "OBJ": Hidden("objective", lambda event: {event.actor}),
    "DRAW": Hidden("cards", lambda event: {event.actor}, "public"),
    "DRAFT": Hidden("card", lambda event: {event.actor, event.partner}, "public"),
    "CARDS": Hidden("cards", lambda event: {event.giver, event.to}),
}
# done or said before the whole table; a comment in them is as open as the line. FIX hides what its replacement hides,
# NOTE the quotation of a line that could not be read
OPEN = frozenset(
    ("ROLL", "ORDER", "DEAL", "PICK", "CAP", "SET", "PUT", "CLOCK", "TURN", "PASS", "END", "REIN", "TRIS", "DECL",
     "ATT", "OCC", "MOVE", "SHUF", "EROLL", "ENOT", "ELATER", "CLAIM", "ELIM", "STAT", "ANN", "FOUL", "PEN", "TAKE",
     "FILL", "VOID", "FIX", "CHECK", "SHOW", "STRIP", "OVER", "SCORE", "CERT", "NOTE", "DISP")
)  # fmt: skip
CHECKED = (*HIDDEN, "FIX", "NOTE")


def is_over(game: Game) -> bool:
    """True for a game whose record has an end, points declared or a signed result that stand, or a header Result."""
    if (game.header("Result") or "?") not in ("?", "-"):
        return True
    numbers = set(game.numbers_of(*ENDS))
    if not numbers and not game.numbers_of("FIX"):
        return False
    void, replacements = corrected(game)
    standing = {number for number, event in replacements.items() if event.TAG in ENDS}
    return bool((numbers - set(replacements) | standing) - void)


def redacted(game: Game, seats: str) -> Game:
    """The game as the seats see it, `ALL` or letters of colours: itself where it is over or hides nothing from them."""
    if seats == ALL or is_over(game):
        return game
    events = {}
    for number in game.numbers_of(*CHECKED):
        event = game.events[number - 1]
        if (other := redacted_event(event, seats)) is not event:
            events[number] = other
    if not events:
        return game
    kept = [events.get(number, event) for number, event in enumerate(game.events, start=1)]
    return Game(game.headers, kept, game.lines, game.unread)


def hides(game: Game) -> bool:
    """True for an open game with values that somebody at the table does not see."""
    return redacted(game, "") is not game


def redacted_event(event: Any, seats: str) -> Event:
    """The event as the seats see it; the same object where it hides nothing from them."""
    if event.TAG == "FIX":
        return redacted_correction(event, seats)
    if event.TAG == "NOTE":
        quotes = str(event.note).startswith(UNREAD)
        return replace_fields(event, note=UNREAD + " " + REASON) if quotes else event
    hidden = HIDDEN.get(event.TAG)
    if hidden is None or hidden.seen_by(event) & set(seats) or (hidden.shown and getattr(event, hidden.shown)):
        return event  # type: ignore[no-any-return]
    values = getattr(event, hidden.field)
    kept = [masked(value) for value in values] if isinstance(values, list) else masked(values)
    return event if kept == values and event.note is None else replace_fields(event, **{hidden.field: kept}, note=None)


def redacted_correction(event: Any, seats: str) -> Event:
    """A correction as the seats see it: its reason may tell what its replacement hides."""
    replacement = redacted_event(event.replacement, seats)
    if replacement is event.replacement:
        return event  # type: ignore[no-any-return]
    return replace_fields(event, replacement=replacement, note=REASON)


def masked(value: str) -> str:
    """A value as who does not see it has it: a commitment as it is."""
    return value if value.startswith("#") else UNKNOWN


def redacted_line(line: str, seats: str) -> str:
    """A line of a game as the seats see it; what cannot be read is not shown."""
    if seats == ALL:
        return line
    try:
        return format_event(redacted_event(parse_event(line), seats))
    except NotationError:
        return UNKNOWN
