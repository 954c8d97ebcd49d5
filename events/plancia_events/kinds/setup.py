"""Before the first turn: throws, order, deal, picks, draft, objectives, placement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_events.kinds.base import (
    ACTOR_NUMBER,
    LAND_NUMBER,
    Event,
    Slots,
    actor_numbers,
    add_numbers,
    add_optional_word,
    card_number,
    flatten_pairs,
    optional_number,
)
from plancia_events.kinds.traits import Trait
from plancia_events.parts.common import Cards, Choice, Colours, Flag, Items, KeyValue, Land, Number, OneCard, Throws
from plancia_events.parts.specific import ObjectiveName

if TYPE_CHECKING:
    from plancia_events.packed.log import Log

ROLL_PURPOSES = ("order", "tie", "dummy", "dummy-order", "lot")
UNASSIGNED_DEAL_METHODS = ("redraw", "skipped")  # cards turned up that give nobody a territory
DEAL_METHODS = ("deal", "swap", "neutral-card", "last-left", "redraw", "skipped", "draft")


class Roll(Event, frozen=True, kw_only=True, tag="roll"):
    """Dice thrown for the order, a tie, the dummy or a lot: one die for each colour named."""

    OP = 1
    TAG = "ROLL"
    TRAITS = Trait.NONE
    SLOT_WORDS = ROLL_PURPOSES
    ACTORS = "RBGYNV*A"
    SYNTAX = (Choice("purpose", ROLL_PURPOSES), Throws("dice"), Flag("declared", "declared"))
    purpose: str
    dice: list[tuple[str, int]]
    declared: bool = False

    def pack_fields(self, log: Log) -> Slots:
        return (
            ROLL_PURPOSES.index(self.purpose),
            int(self.declared),
            0,
            0,
            *add_numbers(log, flatten_pairs(self.dice, ACTOR_NUMBER)),
        )


class OrderFixed(Event, frozen=True, kw_only=True, tag="order"):
    """The order of play, first to last; `slots`, `seats`, `colours`, `facing` are choices made with it."""

    OP = 2
    TAG = "ORDER"
    TRAITS = Trait.ARRANGED
    ACTORS = "RBGYNV*A"
    SYNTAX = (
        Colours("order"),
        KeyValue("slots", "slots", "list"),
        KeyValue("seats", "seats", "list"),
        KeyValue("colours", "colours", "list"),
        KeyValue("facing", "facing", "list"),
    )
    order: list[str]
    slots: str | None = None
    seats: str | None = None
    colours: str | None = None
    facing: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (
            add_optional_word(log, self.slots),
            add_optional_word(log, self.seats),
            0,
            0,
            *add_numbers(log, actor_numbers(self.order)),
        )


class Deal(Event, frozen=True, kw_only=True, tag="deal"):
    """Territories dealt to the actor with `armies` on each; `-`: they stay neutral, `*`: cards that nobody gets."""

    OP = 3
    TAG = "DEAL"
    TRAITS = Trait.ARRANGED
    SLOT_WORDS = DEAL_METHODS
    ACTORS = "RBGYNV-*"
    SYNTAX = (
        Cards("territories", minimum=0),
        KeyValue("armies", "armies", default=1),
        KeyValue("how", "how", "word", DEAL_METHODS, default="deal"),
    )
    territories: list[str] = []
    armies: int = 1
    how: str = "deal"

    def accepted_form(self) -> str:
        """Returns the accepted form for the table, which deals only cards that give nobody a territory."""
        return "how=skipped | how=redraw" if self.actor == "*" and self.how not in UNASSIGNED_DEAL_METHODS else ""

    def pack_fields(self, log: Log) -> Slots:
        cards = [card_number(card) for card in self.territories]
        return (self.armies, DEAL_METHODS.index(self.how), 0, 0, *add_numbers(log, cards))

    def change_owners(self, owner: dict[str, str]) -> None:
        if self.how not in UNASSIGNED_DEAL_METHODS:
            owner.update(dict.fromkeys(self.territories, self.actor))


class Pick(Event, frozen=True, kw_only=True, tag="pick"):
    """A free territory chosen by the actor, with `armies`; `strip` if it is the first of his strip."""

    OP = 4
    TAG = "PICK"
    TRAITS = Trait.ARRANGED
    SYNTAX = (Land("territory"), KeyValue("armies", "armies", default=1), Flag("strip", "strip"))
    territory: str
    armies: int = 1
    strip: bool = False

    def pack_fields(self, log: Log) -> Slots:
        return (LAND_NUMBER[self.territory], self.armies, int(self.strip), 0, 0, 0)

    def change_owners(self, owner: dict[str, str]) -> None:
        owner[self.territory] = self.actor


class DraftPick(Event, frozen=True, kw_only=True, tag="draft"):
    """A card drafted from a deck that is passed round: deck, number of the pick, card.

    `partner` is the colour for which the actor picked it, if not his own.
    """

    OP = 5
    TAG = "DRAFT"
    TRAITS = Trait.NEEDS_PLAYER | Trait.ARRANGED
    SYNTAX = (
        Number("deck"),
        Number("number"),
        OneCard("card"),
        KeyValue("for", "partner", "colour"),
        Flag("public", "public"),
    )
    deck: int
    number: int
    card: str
    partner: str | None = None
    public: bool = False

    def pack_fields(self, log: Log) -> Slots:
        partner = -1 if self.partner is None else ACTOR_NUMBER[self.partner]
        commitment_index = log.add_word(self.card) if self.card.startswith("#") else -1
        return (self.deck, self.number, card_number(self.card), partner, int(self.public), commitment_index)

    def change_owners(self, owner: dict[str, str]) -> None:
        if not self.card.startswith(("#", "?")):
            owner[self.card] = self.partner or self.actor


class ObjectiveAssigned(Event, frozen=True, kw_only=True, tag="objective"):
    """The actor's objective: its id, `???`, or a commitment; `after` is the round at which it was dealt."""

    OP = 6
    TAG = "OBJ"
    TRAITS = Trait.NONE
    SYNTAX = (ObjectiveName("objective"), KeyValue("set", "set", "id"), KeyValue("after", "after"))
    objective: str
    set: str | None = None
    after: int | None = None

    def pack_fields(self, log: Log) -> Slots:
        return (log.add_word(self.objective), add_optional_word(log, self.set), optional_number(self.after), 0, 0, 0)


class Setup(Event, frozen=True, kw_only=True, tag="setup"):
    """Armies placed in the set-up; `by` is the player who placed them for the actor."""

    OP = 7
    TAG = "SET"
    TRAITS = Trait.ARRANGED | Trait.FREQUENT | Trait.OBJECTIVE_FREE
    ACTORS = "RBGYNV-"
    SYNTAX = (Items("items"), KeyValue("by", "by", "colour"))
    items: list[tuple[str, int]]
    by: str | None = None

    def pack_fields(self, log: Log) -> Slots:
        placer = -1 if self.by is None else ACTOR_NUMBER[self.by]
        return (placer, 0, 0, 0, *add_numbers(log, flatten_pairs(self.items, LAND_NUMBER)))

    def change_owners(self, owner: dict[str, str]) -> None:
        for code, _ in self.items:
            owner.setdefault(code, self.actor)


class CapitalChosen(Event, frozen=True, kw_only=True, tag="capital"):
    """The actor's capital."""

    OP = 43
    TAG = "CAP"
    TRAITS = Trait.ARRANGED
    SYNTAX = (Land("territory"),)
    territory: str

    def pack_fields(self, log: Log) -> Slots:
        return (LAND_NUMBER[self.territory], 0, 0, 0, 0, 0)


SetupEvent = Roll | OrderFixed | Deal | Pick | DraftPick | ObjectiveAssigned | Setup | CapitalChosen
