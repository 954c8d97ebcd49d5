"""A turn: its start and end, reinforcement, cards, attacks, occupations, the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_events.kinds.base import (
    ACTOR_NUMBER,
    LAND_NUMBER,
    Event,
    Slots,
    add_numbers,
    card_number,
    flatten_pairs,
    optional_number,
)
from plancia_events.kinds.traits import Trait
from plancia_events.parts.common import Arrow, Cards, Choice, Flag, Items, KeyValue, Number
from plancia_events.parts.specific import Losses, ReinforcementSum, SetValue, Throw, Transfer, VoidThrows

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

TURN_KINDS = ("ordinary", "extra", "chance")  # of a written TURN the first is left out
CARD_TRANSFER_REASONS = ("elimination", "withdrawal", "garrison", "debt", "penalty", "hand-limit")
CARD_RECEIVER_NUMBERS = {**{letter: ACTOR_NUMBER[letter] for letter in "RBGYNV"}, "deck": 10, "pile": 11, "out": 12}


class Placed(Event, frozen=True, kw_only=True, tag="place"):
    """Reinforcements placed on territories; `by` is the player who placed them for the actor."""

    OP = 8
    TAG = "PUT"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
    )
    SYNTAX = (Items("items"), KeyValue("by", "by", "colour"))
    items: list[tuple[str, int]]
    by: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        placer = -1 if self.by is None else ACTOR_NUMBER[self.by]
        return (placer, 0, 0, 0, *add_numbers(log, flatten_pairs(self.items, LAND_NUMBER)))

    def change_owners(self, owner: dict[str, str]) -> None:
        for code, _ in self.items:
            owner.setdefault(code, self.actor)


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn"):
    """The actor's turn begins: an ordinary, `extra` or `chance` turn; `director` plays it for a dummy."""

    OP = 10
    TAG = "TURN"
    TRAITS = (
        Trait.BETWEEN_TURNS | Trait.AFTER_OWN_TURN | Trait.NEEDS_PLAYER | Trait.PLAYED | Trait.FREQUENT | Trait.COUNTED
    )
    SLOT_WORDS = TURN_KINDS
    SYNTAX = (Choice("turn", TURN_KINDS[1:], optional=True), KeyValue("director", "director", "colour"))
    turn: str | None = None
    director: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        director = -1 if self.director is None else ACTOR_NUMBER[self.director]
        return (TURN_KINDS.index(self.turn or TURN_KINDS[0]), director, 0, 0, 0, 0)


class TurnPassed(Event, frozen=True, kw_only=True, tag="pass"):
    """The actor passes an extra turn without touching the board."""

    OP = 11
    TAG = "PASS"
    TRAITS = Trait.BETWEEN_TURNS | Trait.NEEDS_PLAYER | Trait.PLAYED | Trait.COUNTED


class TurnEnded(Event, frozen=True, kw_only=True, tag="end"):
    """The actor's turn ends; duties are judged here."""

    OP = 12
    TAG = "END"
    TRAITS = Trait.IN_TURN | Trait.COLOUR_IMPLIED | Trait.FREQUENT


class ReinforcementDeclared(Event, frozen=True, kw_only=True, tag="reinforcement"):
    """Armies declared for territories, continents and cards; `counted` is the number actually taken, if it differs."""

    OP = 13
    TAG = "REIN"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
        | Trait.STATEMENT
    )
    SYNTAX = (ReinforcementSum(), KeyValue("counted", "counted"))
    territories: int
    continents: int
    cards: int
    total: int
    counted: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (self.territories, self.continents, self.cards, self.total, optional_number(self.counted), 0)


class CardsExchanged(Event, frozen=True, kw_only=True, tag="exchange"):
    """Cards exchanged for armies: value and territory bonus as claimed; `hand` the cards held before."""

    OP = 14
    TAG = "TRIS"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
        | Trait.COUNTED
    )
    SYNTAX = (Cards("cards"), SetValue(), KeyValue("hand", "hand"))
    cards: list[str]
    base: int | None = None
    bonus: int | None = None
    hand: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        cards = [card_number(card) for card in self.cards]
        return (
            optional_number(self.base),
            optional_number(self.bonus),
            optional_number(self.hand),
            0,
            *add_numbers(log, cards),
        )


class AttackDeclared(Event, frozen=True, kw_only=True, tag="declare"):
    """An announced attack, with its number of dice if recorded."""

    OP = 15
    TAG = "DECL"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.OBJECTIVE_FREE
    )
    SYNTAX = (Arrow("source", "target"), Number("dice", optional=True))
    source: str
    target: str
    dice: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (LAND_NUMBER[self.source], LAND_NUMBER[self.target], optional_number(self.dice), 0, 0, 0)


def dice_code(dice: list[int], count: int | None) -> int:
    """Returns the dice as three digits, their number times 1000 if only it is known, -1 for none."""
    if dice:
        return int("".join(map(str, dice)).ljust(3, "0"))
    return -1 if count is None else 1000 * count


class Attack(Event, frozen=True, kw_only=True, tag="attack"):
    """One throw: dice of both sides in descending order (or their numbers), losses, void throws.

    `by` is the player who threw the defence dice.
    """

    OP = 16
    TAG = "ATT"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
        | Trait.COUNTED
    )
    SYNTAX = (Arrow("source", "target"), Throw(), Losses(), VoidThrows(), KeyValue("by", "by", "colour"))
    source: str
    target: str
    attack_dice: list[int] = []
    defence_dice: list[int] = []
    attack_count: int | None = None
    defence_count: int | None = None
    attack_losses: int
    defence_losses: int
    void: list[str] = []
    by: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        details = -1
        if self.void or self.by:
            void_values = [value for throw in self.void for value in (int(throw[0] == "d"), int(throw[1:]))]
            thrower = -1 if self.by is None else ACTOR_NUMBER[self.by]
            details = log.add_list([thrower, len(self.void), *void_values])
        return (
            LAND_NUMBER[self.source],
            LAND_NUMBER[self.target],
            dice_code(self.attack_dice, self.attack_count),
            dice_code(self.defence_dice, self.defence_count),
            self.attack_losses * 1000 + self.defence_losses,
            details,
        )


class Occupied(Event, frozen=True, kw_only=True, tag="occupy"):
    """Armies that enter the conquered territory."""

    OP = 17
    TAG = "OCC"
    TRAITS = (
        Trait.IN_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
        | Trait.COUNTED
    )
    SYNTAX = (Arrow("source", "target"), Number("armies"))
    source: str
    target: str
    armies: int

    def pack_fields(self, log: Log) -> Slots:
        return (LAND_NUMBER[self.source], LAND_NUMBER[self.target], self.armies, 0, 0, 0)

    def change_owners(self, owner: dict[str, str]) -> None:
        owner[self.target] = self.actor


class Moved(Event, frozen=True, kw_only=True, tag="move"):
    """Armies moved between own territories; `replaces` the number of the move that it revises."""

    OP = 18
    TAG = "MOVE"
    TRAITS = (
        Trait.IN_TURN
        | Trait.BEGINS_TURN
        | Trait.COLOUR_IMPLIED
        | Trait.NEEDS_PLAYER
        | Trait.PLAYED
        | Trait.FREQUENT
        | Trait.OBJECTIVE_FREE
    )
    SYNTAX = (Arrow("source", "target"), Number("armies"), KeyValue("replaces", "replaces"))
    source: str
    target: str
    armies: int
    replaces: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (LAND_NUMBER[self.source], LAND_NUMBER[self.target], self.armies, optional_number(self.replaces), 0, 0)


class CardDrawn(Event, frozen=True, kw_only=True, tag="draw"):
    """Cards drawn by the actor, face up where `public`."""

    OP = 19
    TAG = "DRAW"
    TRAITS = (
        Trait.IN_TURN | Trait.COLOUR_IMPLIED | Trait.NEEDS_PLAYER | Trait.PLAYED | Trait.FREQUENT | Trait.OBJECTIVE_FREE
    )
    SYNTAX = (Cards("cards", stop=("public",), default="???"), Flag("public", "public"))
    cards: list[str]
    public: bool = False

    def pack_fields(self, log: Log) -> Slots:
        return (int(self.public), 0, 0, 0, *add_numbers(log, [card_number(card) for card in self.cards]))


class DeckReshuffled(Event, frozen=True, kw_only=True, tag="shuffle"):
    """The discards become the deck again, which then holds `cards`."""

    OP = 20
    TAG = "SHUF"
    TRAITS = Trait.ARRANGED
    ACTORS = "RBGYNV*A"
    SYNTAX = (Number("cards"),)
    cards: int

    def pack_fields(self, log: Log) -> Slots:
        return (self.cards, 0, 0, 0, 0, 0)


class CardsMoved(Event, frozen=True, kw_only=True, tag="cards"):
    """Cards that pass from a hand to another, to the deck's bottom, the pile or out of play, and why."""

    OP = 21
    TAG = "CARDS"
    TRAITS = Trait.BETWEEN_TURNS | Trait.ARRANGED
    SLOT_WORDS = CARD_TRANSFER_REASONS
    ACTORS = "RBGYNV*A"
    SYNTAX = (Transfer(), Choice("reason", CARD_TRANSFER_REASONS), Cards("cards"))
    giver: str
    to: str
    reason: str
    cards: list[str]

    def pack_fields(self, log: Log) -> Slots:
        cards = [card_number(card) for card in self.cards]
        return (
            ACTOR_NUMBER[self.giver],
            CARD_RECEIVER_NUMBERS[self.to],
            CARD_TRANSFER_REASONS.index(self.reason),
            0,
            *add_numbers(log, cards),
        )


TurnEvent = (
    Placed
    | TurnStarted
    | TurnPassed
    | TurnEnded
    | ReinforcementDeclared
    | CardsExchanged
    | AttackDeclared
    | Attack
    | Occupied
    | Moved
    | CardDrawn
    | DeckReshuffled
    | CardsMoved
)
