"""Events at the end of the game: clock, announcements, final throws, claims, eliminations, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_events.kinds.base import ACTOR_NUMBER, LAND_NUMBER, Event, Slots, actor_numbers, add_numbers
from plancia_events.kinds.traits import Trait
from plancia_events.parts.common import Cards, Choice, Colour, Colours, KeyValue, Number
from plancia_events.parts.specific import EndDice, Points

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

CLOCK_CHANGES = ("started", "expired", "paused", "resumed")
END_ROLL_KINDS = ("own", "bonus", "arbiter")
CLAIM_KINDS = ("risiko", "objective", "world")
ANNOUNCEMENTS = ("penultimate", "third-last", "finish-round", "last", "speed", "text")
END_REASONS = (
    "objective", "target", "world", "elimination", "end-roll", "arbiter-die", "extra-turns", "hard-stop",
    "time", "agreement", "abandoned", "cancelled", "points",
)  # fmt: skip


def seconds_of_day(at: str | None) -> int:
    """Returns the seconds since midnight of a time of day "HH:MM" or "HH:MM:SS"; -1 for none."""
    if at is None:
        return -1
    parts = [int(part) for part in at.split(":")]
    return parts[0] * 3600 + parts[1] * 60 + (parts[2] if len(parts) > 2 else 0)


class Clock(Event, frozen=True, kw_only=True, tag="clock"):
    """The clock started, expired, was paused or resumed."""

    OP = 9
    TAG = "CLOCK"
    TRAITS = Trait.NONE
    SLOT_WORDS = CLOCK_CHANGES
    ACTORS = "RBGYNV*A"
    SYNTAX = (Choice("what", CLOCK_CHANGES),)
    what: str

    def pack_fields(self, log: Log) -> Slots:
        return (CLOCK_CHANGES.index(self.what), seconds_of_day(self.at), 0, 0, 0, 0)


class EndRoll(Event, frozen=True, kw_only=True, tag="end_roll"):
    """A throw to end the game.

    One's own, a bonus throw, or the arbiter's die; `player` if thrown for another colour.
    """

    OP = 22
    TAG = "EROLL"
    TRAITS = Trait.BETWEEN_TURNS | Trait.AFTER_OWN_TURN | Trait.NEEDS_PLAYER | Trait.PLAYED
    SLOT_WORDS = END_ROLL_KINDS
    ACTORS = "RBGYNV*A"
    SYNTAX = (
        EndDice(),
        KeyValue("for", "player", "colour"),
        KeyValue("kind", "roll", "word", END_ROLL_KINDS, default="own"),
    )
    dice: list[int]
    player: str | None = None
    roll: str = "own"

    def pack_fields(self, log: Log) -> Slots:
        player = -1 if self.player is None else ACTOR_NUMBER[self.player]
        return (self.dice[0], self.dice[1] if len(self.dice) > 1 else 0, player, END_ROLL_KINDS.index(self.roll), 0, 0)


class EndRollDeclined(Event, frozen=True, kw_only=True, tag="end_roll_declined"):
    """The actor waives the throw."""

    OP = 23
    TAG = "ENOT"
    TRAITS = Trait.AFTER_OWN_TURN | Trait.ARRANGED


class EndRollDeferred(Event, frozen=True, kw_only=True, tag="end_roll_deferred"):
    """The actor defers throws to a later turn."""

    OP = 24
    TAG = "ELATER"
    TRAITS = Trait.AFTER_OWN_TURN | Trait.PLAYED
    SYNTAX = (Number("throws"),)
    throws: int

    def pack_fields(self, log: Log) -> Slots:
        return (self.throws, 0, 0, 0, 0, 0)


class Claim(Event, frozen=True, kw_only=True, tag="claim"):
    """The actor claims to have won."""

    OP = 25
    TAG = "CLAIM"
    TRAITS = Trait.COLOUR_IMPLIED | Trait.PLAYED | Trait.STATEMENT
    SLOT_WORDS = CLAIM_KINDS
    SYNTAX = (Choice("what", CLAIM_KINDS),)
    what: str

    def pack_fields(self, log: Log) -> Slots:
        return (CLAIM_KINDS.index(self.what), 0, 0, 0, 0, 0)


class Eliminated(Event, frozen=True, kw_only=True, tag="eliminated"):
    """The actor (`-`: nobody) eliminated a player."""

    OP = 26
    TAG = "ELIM"
    TRAITS = Trait.COUNTED
    ACTORS = "RBGYNV-*A"
    SYNTAX = (Colour("player"),)
    player: str

    def pack_fields(self, log: Log) -> Slots:
        return (ACTOR_NUMBER[self.player], 0, 0, 0, 0, 0)


class Announcement(Event, frozen=True, kw_only=True, tag="announcement"):
    """An announcement by the arbiter or the table."""

    OP = 28
    TAG = "ANN"
    TRAITS = Trait.NONE
    SLOT_WORDS = ANNOUNCEMENTS
    ACTORS = "RBGYNV*A"
    SYNTAX = (Choice("what", ANNOUNCEMENTS),)
    what: str

    def pack_fields(self, log: Log) -> Slots:
        return (ANNOUNCEMENTS.index(self.what), seconds_of_day(self.at), 0, 0, 0, 0)


class StripChosen(Event, frozen=True, kw_only=True, tag="strip"):
    """The territories of the actor's strip."""

    OP = 37
    TAG = "STRIP"
    TRAITS = Trait.COLOUR_IMPLIED | Trait.STATEMENT
    SYNTAX = (Cards("territories", cards=False),)
    territories: list[str]

    def pack_fields(self, log: Log) -> Slots:
        return (0, 0, 0, 0, *add_numbers(log, [LAND_NUMBER[code] for code in self.territories]))


class GameEnded(Event, frozen=True, kw_only=True, tag="over"):
    """The end of the game: its reason, and the winner if recorded."""

    OP = 38
    TAG = "OVER"
    TRAITS = Trait.BETWEEN_TURNS | Trait.ARRANGED | Trait.STATEMENT | Trait.COUNTED
    SLOT_WORDS = END_REASONS
    ACTORS = "RBGYNV*A"
    SYNTAX = (Choice("reason", END_REASONS), KeyValue("winner", "winner", "colour"))
    reason: str
    winner: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (END_REASONS.index(self.reason), -1 if self.winner is None else ACTOR_NUMBER[self.winner], 0, 0, 0, 0)


class ScoreDeclared(Event, frozen=True, kw_only=True, tag="score"):
    """The points that the actor declares, in half points."""

    OP = 39
    TAG = "SCORE"
    TRAITS = Trait.STATEMENT
    SYNTAX = (Points(),)
    half_points: int

    def pack_fields(self, log: Log) -> Slots:
        return (self.half_points, 0, 0, 0, 0, 0)


class Certified(Event, frozen=True, kw_only=True, tag="certify"):
    """The players who signed the result."""

    OP = 40
    TAG = "CERT"
    TRAITS = Trait.STATEMENT
    ACTORS = "RBGYNV*A"
    SYNTAX = (Colours("by"),)
    by: list[str]

    def pack_fields(self, log: Log) -> Slots:
        return (0, 0, 0, 0, *add_numbers(log, actor_numbers(self.by)))


EndingEvent = (
    Clock
    | EndRoll
    | EndRollDeclined
    | EndRollDeferred
    | Claim
    | Eliminated
    | Announcement
    | StripChosen
    | GameEnded
    | ScoreDeclared
    | Certified
)
