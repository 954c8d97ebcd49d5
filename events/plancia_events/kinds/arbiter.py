"""Events of the arbiter and of the recorder: status, infractions, penalties, corrections, checkpoints, notes."""

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
INFRACTION_FINDERS = ("self", "opponent", "arbiter")
FILL_REASONS = ("freeze", "withdrawal")
JSON_FIELD_NAMES = {"event": "about"}  # in JSON `event` is the number of the event itself wherever events are listed


class StatusChanged(Event, frozen=True, kw_only=True, tag="status"):
    """A change of a player's status: withdrawn, passive, frozen, continent income renounced, cards owed (`n`)."""

    OP = 27
    TAG = "STAT"
    TRAITS = Trait.BETWEEN_TURNS | Trait.ARRANGED
    SLOT_WORDS = STATUSES
    ACTORS = "RBGYNV*A"
    SYNTAX = (Colour("player"), Choice("to", STATUSES), KeyValue("n", "n"), KeyValue("why", "why", "word"))
    player: str
    to: str
    n: int | None = None
    why: str | None = None

    def pack_fields(self, log: Log) -> Slots:
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


class Infraction(Event, frozen=True, kw_only=True, tag="infraction", rename=JSON_FIELD_NAMES):
    """An infraction of a rule: who found it, and whether before the offender's first attack."""

    OP = 29
    TAG = "FOUL"
    TRAITS = Trait.NONE
    SLOT_WORDS = INFRACTION_FINDERS
    ACTORS = "RBGYNV*A"
    SYNTAX = (
        Colour("player"),
        Token("rule", capitals=True),
        KeyValue("found", "found", "word", INFRACTION_FINDERS),
        Flag("before_attack", "before-attack"),
        KeyValue("for", "event"),
    )
    player: str
    rule: str
    found: str | None = None
    before_attack: bool = False
    event: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        finder = -1 if self.found is None else INFRACTION_FINDERS.index(self.found)
        before_attack = int(self.before_attack)
        return (
            ACTOR_NUMBER[self.player],
            log.add_word(self.rule),
            finder,
            before_attack,
            optional_number(self.event),
            0,
        )


class Penalty(Event, frozen=True, kw_only=True, tag="penalty", rename=JSON_FIELD_NAMES):
    """A penalty with its amount; `event` is the infraction that it punishes."""

    OP = 30
    TAG = "PEN"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    SYNTAX = (
        Colour("player"),
        Token("penalty", counted=True),
        Number("amount", optional=True),
        KeyValue("for", "event"),
    )
    player: str
    penalty: str
    amount: int | None = None
    event: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (
            ACTOR_NUMBER[self.player],
            log.add_word(self.penalty),
            optional_number(self.amount),
            optional_number(self.event),
            0,
            0,
        )


class ArmiesRemoved(Event, frozen=True, kw_only=True, tag="remove"):
    """Armies that the actor removes from the board."""

    OP = 31
    TAG = "TAKE"
    TRAITS = Trait.ARRANGED
    ACTORS = "RBGYNV-"
    SYNTAX = (Items("items", "-"), KeyValue("why", "why", "word"))
    items: list[tuple[str, int]]
    why: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (add_optional_word(log, self.why), 0, 0, 0, *add_numbers(log, flatten_pairs(self.items, LAND_NUMBER)))


class ArmiesSet(Event, frozen=True, kw_only=True, tag="fill"):
    """Sets the number of armies on each territory named to `armies`."""

    OP = 32
    TAG = "FILL"
    TRAITS = Trait.ARRANGED
    SLOT_WORDS = FILL_REASONS
    ACTORS = "RBGYNV-*A"
    SYNTAX = (Number("armies"), Cards("territories", cards=False), KeyValue("why", "why", "word", FILL_REASONS))
    armies: int
    territories: list[str]
    why: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        reason_number = -1 if self.why is None else FILL_REASONS.index(self.why)
        return (self.armies, reason_number, 0, 0, *add_numbers(log, [LAND_NUMBER[code] for code in self.territories]))


class Voided(Event, frozen=True, kw_only=True, tag="voided", rename=JSON_FIELD_NAMES):
    """An event that does not count; the comment says why and is required."""

    OP = 33
    TAG = "VOID"
    TRAITS = Trait.STATEMENT
    ACTORS = "*A"
    SYNTAX = (Number("event"),)
    NEEDS_NOTE = True
    event: int

    def pack_fields(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


class Checkpoint(Event, frozen=True, kw_only=True, tag="checkpoint"):
    """The position on the board, with numbers of cards in hand, as counted at the table."""

    OP = 35
    TAG = "CHECK"
    TRAITS = Trait.STATEMENT
    ACTORS = "RBGYNV*A"
    SYNTAX = (BoardText(), Hands())
    board: str
    hands: list[tuple[str, int]] = []

    def pack_fields(self, log: Log) -> Slots:
        values: list[int] = []
        for cell in BOARD_CELL.findall(self.board):
            values += [ACTOR_NUMBER[cell[0]], int(cell[1])] if cell[0] else [-1, -1]
        return (int(bool(self.hands)), 0, 0, 0, *add_numbers(log, values + flatten_pairs(self.hands, ACTOR_NUMBER)))


class Revealed(Event, frozen=True, kw_only=True, tag="reveal", rename=JSON_FIELD_NAMES):
    """The revealed value of an earlier event: the number of that event, the value, the salt of the commitment."""

    OP = 36
    TAG = "SHOW"
    TRAITS = Trait.STATEMENT
    ACTORS = "RBGYNV*A"
    SYNTAX = (Number("event"), RevealedValue("value"), Salt("salt"))
    event: int
    value: str
    salt: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (self.event, log.add_word(self.value), add_optional_word(log, self.salt), 0, 0, 0)


class Note(Event, frozen=True, kw_only=True, tag="note"):
    """A remark in the comment; `about` is the number of the event that it refers to, if any."""

    OP = 41
    TAG = "NOTE"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    SYNTAX = (KeyValue("about", "about"),)
    NEEDS_NOTE = True
    about: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (optional_number(self.about), 0, 0, 0, 0, 0)


class Dispute(Event, frozen=True, kw_only=True, tag="dispute", rename=JSON_FIELD_NAMES):
    """A protest about an event, its ground in the comment."""

    OP = 42
    TAG = "DISP"
    TRAITS = Trait.NONE
    ACTORS = "RBGYNV*A"
    SYNTAX = (Number("event"),)
    NEEDS_NOTE = True
    event: int

    def pack_fields(self, log: Log) -> Slots:
        return (self.event, 0, 0, 0, 0, 0)


ArbiterEvent = (
    StatusChanged | Infraction | Penalty | ArmiesRemoved | ArmiesSet | Voided | Checkpoint | Revealed | Note | Dispute
)
