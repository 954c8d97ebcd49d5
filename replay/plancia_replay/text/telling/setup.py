"""Sentences of the events before the first turn."""

from __future__ import annotations

from typing import Any

from plancia_replay.text.narrator import Narrator, Situation


def tell_roll(n: Narrator, event: Any, _: Situation) -> str:
    throws = ", ".join(f"{n.player(letter)} {n.dice([face])}" for letter, face in event.dice)
    sentence = n.say(f"roll.{event.purpose}", throws=throws)
    return n.say("roll.declared", sentence=sentence) if event.declared else sentence


def tell_order(n: Narrator, event: Any, _: Situation) -> str:
    sentence = n.say("order", order=", ".join(map(n.player, event.order)))
    choices = [f"{name} {getattr(event, name)}" for name in ("slots", "seats", "colours", "facing")
               if getattr(event, name)]  # fmt: skip
    return n.say("order.choices", sentence=sentence, choices=n.text(", ".join(choices))) if choices else sentence


def tell_deal(n: Narrator, event: Any, _: Situation) -> str:
    if not event.territories:
        return n.say("deal.nothing", actor=n.player(event.actor))
    cards, armies = n.cards(event.territories), n.say("armies", count=event.armies)
    if event.how in ("redraw", "skipped"):
        return n.say(f"deal.{event.how}", cards=cards)
    if event.actor == "-":
        return n.say("deal.neutral", cards=cards, armies=armies)
    key = "deal" if event.how == "deal" else f"deal.{event.how}"
    return n.say(key, actor=n.player(event.actor), cards=cards, armies=armies)


def tell_pick(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(
        "pick.strip" if event.strip else "pick",
        actor=n.player(event.actor), territory=n.place(event.territory), armies=n.say("armies", count=event.armies),
    )  # fmt: skip


def tell_draft(n: Narrator, event: Any, _: Situation) -> str:
    values = {"actor": n.player(event.actor), "card": n.card(event.card), "deck": event.deck, "number": event.number}
    return n.say("draft.for", **values, partner=n.player(event.partner)) if event.partner else n.say("draft", **values)


def tell_objective(n: Narrator, event: Any, _: Situation) -> str:
    values = {"actor": n.player(event.actor), "objective": n.objective(event.objective)}
    return n.say("objective", **values) if event.after is None else n.say(
        "objective.after", **values, after=event.after
    )  # fmt: skip


def placed_by(n: Narrator, event: Any, sentence: str) -> str:
    return n.say("by", sentence=sentence, by=n.player(event.by)) if event.by else sentence


def tell_setup(n: Narrator, event: Any, _: Situation) -> str:
    return placed_by(n, event, n.say("setup", actor=n.player(event.actor), items=n.items(event.items)))


def tell_capital(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("capital", actor=n.player(event.actor), territory=n.place(event.territory))
