"""Acts of the arbiter and of the record: status, infractions, penalties, corrections, checkpoints, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_events.kinds.base import (
    ACTOR_NUMBER,
    LAND_NUMBER,
    Event,
    Slots,
    add_numbers,
    add_optional_word,
    flatten_pairs,
    optional_number,
)
from plancia_events.kinds.traits import Trait
from plancia_events.parts.common import Cards, Choice, Colour, Flag, Items, KeyValue, Number, Token
from plancia_events.parts.specific import BOARD_CELL, BoardText, Hands, RevealedValue, Salt

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

STATUSES = ("withdrawn", "passive", "frozen", "renounced", "debt")
FINDERS = ("self", "opponent", "arbiter")
FILLS = ("freeze", "withdrawal")
JSON_NAMES = {"event": "about"}  # in JSON `event` is the number of the event itself wherever events are listed


class StatusChanged(Event, frozen=True, kw_only=True, tag="status"):
    """A player's standing changes: withdrawn, passive, frozen, continent income renounced, cards owed (`n`)."""

    OP = 27
    TAG = "STAT"
    TRAITS = Trait.BETWEEN_TURNS | Trait.ARRANGED
    WORDS = STATUSES
    ACTORS = "RBGYNV*A"
    FORM = (Colour("player"), Choice("to", STATUSES), KeyValue("n", "n"), KeyValue("why", "why", "word"))
    player: str
    to: str
    n: int | None = None
    why: str | None = None

    def row(self, log: Log) -> Slots:
        return (
            ACTOR_NUMBER[self.player],
            STATUSES.index(self.to),
            optional_number(self.n),
            add_optional_word(log, self.why),
            0,
            0,
        )

    def change_owners(self, owner: dict[str, str]) -> None:
        if self.to == "withdrawn":
            for code in [code for code, colour in owner.items() if colour == self.player]:
                owner[code] = "-"


class Infraction(Event, frozen=True, kw_only=True, tag="infraction", rename=JSON_NAMES):
    """An infraction of a rule, its finder, and its time: before the offender's first attack or later."""

    OP = 29
    TAG = "FOUL"
    TRAITS = Trait.NONE
    WORDS = FINDERS
    ACTORS = "RBGYNV*A"
    FORM = (
        Colour("player"),
        Token("rule", capitals=True),
        KeyValue("found", "found", "word", FINDERS),
        Flag("before_attack", "before-attack"),
        KeyValue("for", "event"),
    )
    player: str
    rule: str
    found: str | None = None
    before_attack: bool = False
    event: int | None = None

    def row(self, log: Log) -> Slots:
        finder = -1 if self.found is None else FINDERS.index(self.found)
        before_attack = int(self.before_attack)
        return (
            ACTOR_NUMBER[self.player],
            log.add_word(self.rule),
            finder,
            before_attack,
            optional_number(self.event),
            0,
        )


class Penalty(Event, frozen=True, kw_only=True, tag="penalty", rename=JSON_NAMES):
    """A penalty with its amount; `event` is the infraction that it punishes."""

    OP = 30
    TAG = "PEN"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    FORM = (Colour("player"), Token("penalty"), Number("amount", optional=True), KeyValue("for", "event"))
    player: str
    penalty: str
    amount: int | None = None
    event: int | None = None

    def row(self, log: Log) -> Slots:
        return (
            ACTOR_NUMBER[self.player],
            log.add_word(self.penalty),
            optional_number(self.amount),
            optional_number(self.event),
            0,
            0,
        )


class ArmiesRemoved(Event, frozen=True, kw_only=True, tag="remove"):
    """Armies that the actor takes off the board."""

    OP = 31
    TAG = "TAKE"
    TRAITS = Trait.ARRANGED
    ACTORS = "RBGYNV-"
    FORM = (Items("items", "-"), KeyValue("why", "why", "word"))
    items: list[tuple[str, int]]
    why: str | None = None

    def row(self, log: Log) -> Slots:
        return (add_optional_word(log, self.why), 0, 0, 0, *add_numbers(log, flatten_pairs(self.items, LAND_NUMBER)))


class ArmiesSet(Event, frozen=True, kw_only=True, tag="fill"):
    """Exactly `armies` on each territory named."""

    OP = 32
    TAG = "FILL"
    TRAITS = Trait.ARRANGED
    WORDS = FILLS
    ACTORS = "RBGYNV-*A"
    FORM = (Number("armies"), Cards("territories", cards=False), KeyValue("why", "why", "word", FILLS))
    armies: int
    territories: list[str]
    why: str | None = None

    def row(self, log: Log) -> Slots:
        reason = -1 if self.why is None else FILLS.index(self.why)
        return (self.armies, reason, 0, 0, *add_numbers(log, [LAND_NUMBER[code] for code in self.territories]))


class Voided(Event, frozen=True, kw_only=True, tag="voided", rename=JSON_NAMES):
    """An event that does not count; the comment says why and is required."""

    OP = 33
    TAG = "VOID"
    TRAITS = Trait.STATEMENT
    ACTORS = "*A"
    FORM = (Number("event"),)
    NEEDS_NOTE = True
    event: int

    def row(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


class Checkpoint(Event, frozen=True, kw_only=True, tag="checkpoint"):
    """The board as it stood at the table, and hand counts."""

    OP = 35
    TAG = "CHECK"
    TRAITS = Trait.STATEMENT
    ACTORS = "RBGYNV*A"
    FORM = (BoardText(), Hands())
    board: str
    hands: list[tuple[str, int]] = []

    def row(self, log: Log) -> Slots:
        values: list[int] = []
        for place in BOARD_CELL.findall(self.board):
            values += [ACTOR_NUMBER[place[0]], int(place[1])] if place[0] else [-1, -1]
        return (int(bool(self.hands)), 0, 0, 0, *add_numbers(log, values + flatten_pairs(self.hands, ACTOR_NUMBER)))


class Revealed(Event, frozen=True, kw_only=True, tag="reveal", rename=JSON_NAMES):
    """The revealed value of an earlier event: the number of that event, the value, the salt of the commitment."""

    OP = 36
    TAG = "SHOW"
    TRAITS = Trait.STATEMENT
    ACTORS = "RBGYNV*A"
    FORM = (Number("event"), RevealedValue("value"), Salt("salt"))
    event: int
    value: str
    salt: str | None = None

    def row(self, log: Log) -> Slots:
        return (self.event, log.add_word(self.value), add_optional_word(log, self.salt), 0, 0, 0)


class Note(Event, frozen=True, kw_only=True, tag="note"):
    """A remark in the comment; `about` is the number of the event that it refers to, if any."""

    OP = 41
    TAG = "NOTE"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    FORM = (KeyValue("about", "about"),)
    NEEDS_NOTE = True
    about: int | None = None

    def row(self, log: Log) -> Slots:
        return (optional_number(self.about), 0, 0, 0, 0, 0)


class Dispute(Event, frozen=True, kw_only=True, tag="dispute", rename=JSON_NAMES):
    """A protest about an event, its ground in the comment."""

    OP = 42
    TAG = "DISP"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    FORM = (Number("event"),)
    NEEDS_NOTE = True
    event: int

    def row(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


ArbiterEvent = (
    StatusChanged | Infraction | Penalty | ArmiesRemoved | ArmiesSet | Voided | Checkpoint | Revealed | Note | Dispute
)
