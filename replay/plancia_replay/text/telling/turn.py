"""Sentences of the events of a turn: reinforcements, attacks, moves, cards."""

from __future__ import annotations

from typing import Any

from plancia_replay.text.narrator import HIDDEN, Narrator, Situation
from plancia_replay.text.telling.setup import placed_by


def tell_place(n: Narrator, event: Any, _: Situation) -> str:
    return placed_by(n, event, n.say("place", actor=n.player(event.actor), items=n.items(event.items)))


def tell_turn(n: Narrator, event: Any, situation: Situation) -> str:
    sentence = n.say(f"turn.{event.turn}" if event.turn else "turn", actor=n.player(event.actor))
    if event.director:
        sentence = n.say("turn.director", sentence=sentence, director=n.player(event.director))
    if not situation.income:
        return sentence
    territories, continents = situation.income
    account = [n.say("income.territories", count=territories)]
    account += [n.say("income.continents", count=continents)] if continents else []
    return n.say("turn.income", sentence=sentence, total=territories + continents, account=", ".join(account))


def tell_passed(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("pass", actor=n.player(event.actor))


def tell_end(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("end")


def tell_reinforcement(n: Narrator, event: Any, _: Situation) -> str:
    names = ("territories", "continents", "cards", "total")
    sentence = n.say("reinforcement", actor=n.player(event.actor), **{name: getattr(event, name) for name in names})
    if event.counted is None:
        return sentence
    return n.say("reinforcement.counted", sentence=sentence, counted=event.counted)


def tell_exchange(n: Narrator, event: Any, _: Situation) -> str:
    key = "exchange.unknown" if event.base is None else "exchange.bonus" if event.bonus else "exchange"
    values = {} if event.base is None else {"base": event.base, "bonus": event.bonus}
    sentence = n.say(key, actor=n.player(event.actor), cards=n.cards(event.cards), **values)
    return sentence if event.hand is None else n.say("exchange.hand", sentence=sentence, hand=event.hand)


def arrow(n: Narrator, event: Any) -> dict[str, object]:
    return {"actor": n.player(event.actor), "source": n.place(event.source), "target": n.place(event.target)}


def tell_declare(n: Narrator, event: Any, _: Situation) -> str:
    if event.dice is None:
        return n.say("declare", **arrow(n, event))
    return n.say("declare.dice", **arrow(n, event), dice=event.dice)


def tell_attack(n: Narrator, event: Any, situation: Situation) -> str:
    values = {**arrow(n, event), "dice": throw(n, event), "losses": losses(n, event)}
    defender = situation.owners.get(event.target, "?")
    if defender == "-":
        sentence = n.say("attack.neutral", **values)
    elif defender in ("?", event.actor):
        sentence = n.say("attack", **values)
    else:
        sentence = n.say("attack.owner", **values, defender=n.player(defender))
    if event.by:
        sentence = n.say("attack.thrower", sentence=sentence, by=n.player(event.by))
    return n.say("attack.void", sentence=sentence, throws=void_throws(n, event.void)) if event.void else sentence


def throw(n: Narrator, event: Any) -> str:
    """The dice of both sides, or their numbers where the record has no more; the armies where no dice are thrown."""
    sides: tuple[str, ...]
    if event.attack_dice:
        sides = n.dice(event.attack_dice, "attack-die"), n.dice(event.defence_dice, "defence-die")
    elif event.attack_count is None and event.defence_count is None:
        return n.say("dice.unknown" if n.has_dice else "armies.unknown")
    else:
        key = "dice.counted" if n.has_dice else "armies"
        counts = (event.attack_count, event.defence_count)
        sides = tuple("?" if count is None else n.say(key, count=count) for count in counts)
    return n.say("attack.dice", attack=sides[0], defence=sides[1])


def losses(n: Narrator, event: Any) -> str:
    attack_losses, defence_losses = event.attack_losses, event.defence_losses
    if attack_losses == defence_losses:
        key = "losses.each" if attack_losses else "losses.none"
    else:
        key = "losses.both" if attack_losses and defence_losses else (
            "losses.attack" if attack_losses else "losses.defence"
        )  # fmt: skip
    return n.say(key, attack=attack_losses, defence=defence_losses)


def void_throws(n: Narrator, void: list[str]) -> str:
    sides = {"a": ("void.attack", "attack-die"), "d": ("void.defence", "defence-die")}
    return ", ".join(
        n.say(sides[item[0]][0], dice=n.dice(map(int, item[1:]), sides[item[0]][1])) for item in void
    )  # fmt: skip


def tell_occupy(n: Narrator, event: Any, situation: Situation) -> str:
    conquest = situation.owners.get(event.target, "?") != event.actor
    return n.say("occupy.conquest" if conquest else "occupy", **arrow(n, event), armies=event.armies)


def tell_move(n: Narrator, event: Any, _: Situation) -> str:
    values = {**arrow(n, event), "armies": event.armies}
    if event.replaces is None:
        return n.say("move", **values)
    return n.say("move.replaces", **values, replaces=str(event.replaces))


def tell_draw(n: Narrator, event: Any, _: Situation) -> str:
    if not event.public and all(card == HIDDEN for card in event.cards):
        return n.say("draw.hidden", actor=n.player(event.actor), count=len(event.cards))
    return n.say("draw.public" if event.public else "draw", actor=n.player(event.actor), cards=n.cards(event.cards))


def tell_shuffle(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("shuffle", cards=event.cards)


def tell_cards_moved(n: Narrator, event: Any, _: Situation) -> str:
    pile = event.to in ("deck", "pile", "out")
    to = n.say(f"cards.to.{event.to}") if pile else n.say("cards.to.player", player=n.player(event.to))
    return n.say(f"cards.{event.reason}", cards=n.cards(event.cards), giver=n.player(event.giver), to=to)
