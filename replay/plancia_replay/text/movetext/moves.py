"""The short text of one event; events without one have the sentence of `event_sentences`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plancia_data import Counted, messages
from plancia_events import Event
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.narrator import HIDDEN, Narrator, Situation
from plancia_replay.text.telling.turn import void_throws


@dataclass(frozen=True)
class MoveTeller:
    """Tells moves in the language of its narrator."""

    narrator: Narrator

    def say(self, key: str, **values: Any) -> str:
        """A template of the catalogue `movetext`; whole numbers choose singular or plural."""
        counted = {name: Counted(value) if type(value) is int else value for name, value in values.items()}
        return messages("movetext", self.narrator.lang)[key].format(**counted)

    def move(self, event: Event, situation: Situation, pair: tuple[str, str] | None) -> str:
        """The text of an event; `pair` is source and target of an attack that stands before it on the same line."""
        short = SHORT.get(event.TAG)
        text = short(self, event, situation, pair) if short else ""
        return text or tell_event(self.narrator, event, situation)

    def places(self, event: Any) -> dict[str, str]:
        """Source and target of an event by name."""
        return {"source": str(self.narrator.place(event.source)), "target": str(self.narrator.place(event.target))}


Pair = tuple[str, str] | None


def tell_income(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    parts = {name: getattr(event, name) for name in ("territories", "continents", "cards", "total")}
    plain = event.territories == event.total and not event.continents and not event.cards
    income = t.say("income" if plain else "income.parts", **parts)
    return income if event.counted is None else t.say("income.counted", income=income, counted=event.counted)


def tell_placed(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.by:
        return ""
    return ", ".join(t.say("placed", place=str(t.narrator.place(code)), count=count) for code, count in event.items)


def tell_setup(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    placed = tell_placed(t, event, situation, pair)
    return t.say("setup.of", player=t.narrator.player(event.actor), placed=placed) if placed else ""


def tell_set(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.hand is not None:
        return ""
    cards = ", ".join(map(t.narrator.card, event.cards))
    return t.say("set", cards=cards) if event.base is None else t.say(
        "set.worth", cards=cards, armies=event.base + (event.bonus or 0)
    )  # fmt: skip


def tell_attack(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    losses = t.say("losses", attack=event.attack_losses, defence=event.defence_losses)
    losses = t.say("thrower", losses=losses, by=t.narrator.player(event.by)) if event.by else losses
    if event.void:
        losses = t.narrator.say("attack.void", sentence=losses, throws=void_throws(t.narrator, event.void))
    if pair == (event.source, event.target):
        return tell_dice(t, event) + losses
    owner = situation.owners.get(event.target, "?")
    if owner in ("?", event.actor):
        return t.say("attack.plain", **t.places(event)) + tell_dice(t, event) + losses
    return t.say("attack", **t.places(event), defender=t.narrator.player(owner)) + tell_dice(t, event) + losses


def tell_dice(t: MoveTeller, event: Any) -> str:
    """The dice of both sides as 6-5-4:3-2, their numbers where the record has no more, or nothing."""
    if event.attack_dice:
        sides = ["-".join(map(str, faces)) for faces in (event.attack_dice, event.defence_dice)]
        return t.say("dice", attack=sides[0], defence=sides[1])
    if event.attack_count is None or event.defence_count is None:
        return ""
    key = "dice.counted" if t.narrator.has_dice else "armies.counted"
    return t.say(key, attack=event.attack_count, defence=event.defence_count)


def tell_conquest(t: MoveTeller, event: Any, situation: Situation, pair: Pair) -> str:
    if situation.owners.get(event.target, "?") == event.actor or pair != (event.source, event.target):
        return ""
    return t.say("conquest", **t.places(event), armies=event.armies)


def tell_move(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    return "" if event.replaces is not None else t.say("move", **t.places(event), armies=event.armies)


def tell_card(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    if event.public:
        return ""
    if all(card == HIDDEN for card in event.cards):
        return t.say("card.hidden", count=len(event.cards))
    return t.say("card", cards=", ".join(map(t.narrator.card, event.cards)))


def tell_objective(t: MoveTeller, event: Any, _: Situation, pair: Pair) -> str:
    """Without the objective, which stands at the end."""
    return "" if event.after is not None else t.say("objective", actor=t.narrator.player(event.actor))


SHORT: dict[str, Callable[[MoveTeller, Any, Situation, Pair], str]] = {
    "SET": tell_setup, "REIN": tell_income, "PUT": tell_placed, "TRIS": tell_set, "ATT": tell_attack,
    "OCC": tell_conquest, "MOVE": tell_move, "DRAW": tell_card, "OBJ": tell_objective,
}  # fmt: skip
