"""Sentences of what arbiters and recorders enter: states, infractions, penalties, corrections, notes."""

from __future__ import annotations

from typing import Any

from plancia_replay.text.narrator import Narrator, Situation


def tell_status(n: Narrator, event: Any, _: Situation) -> str:
    key = f"status.{event.to}" if n.knows(f"status.{event.to}") else "status.other"
    sentence = n.say(key, player=n.player(event.player), to=n.text(event.to))
    if event.n is not None:
        sentence = n.say("status.count", sentence=sentence, count=event.n)
    return with_reason(n, event, sentence)


def with_reason(n: Narrator, event: Any, sentence: str) -> str:
    return n.say("why", sentence=sentence, why=n.text(event.why)) if event.why else sentence


def about(n: Narrator, number: int | None, sentence: str) -> str:
    return sentence if number is None else n.say("about", sentence=sentence, event=str(number))


def tell_infraction(n: Narrator, event: Any, _: Situation) -> str:
    key = f"infraction.{event.found}" if event.found else "infraction"
    sentence = n.say(key, player=n.player(event.player), rule=n.text(event.rule))
    if event.before_attack:
        sentence = n.say("infraction.before", sentence=sentence)
    return about(n, event.event, sentence)


def tell_penalty(n: Narrator, event: Any, _: Situation) -> str:
    values = {"player": n.player(event.player), "penalty": n.text(event.penalty)}
    if event.amount is None:
        return about(n, event.event, n.say("penalty", **values))
    return about(n, event.event, n.say("penalty.amount", **values, amount=event.amount))


def tell_remove(n: Narrator, event: Any, _: Situation) -> str:
    sentence = n.say("remove", actor=n.player(event.actor), items=n.items(event.items, "armies.off"))
    return with_reason(n, event, sentence)


def tell_fill(n: Narrator, event: Any, _: Situation) -> str:
    places = n.join_with_and(format(n.place(code), "on") for code in event.territories)
    return with_reason(n, event, n.say("fill", armies=event.armies, places=places))


def of_table(event: Any, key: str) -> str:
    return f"{key}.table" if event.actor == "*" else key


def tell_voided(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(of_table(event, "voided"), event=str(event.event))


def tell_checkpoint(n: Narrator, event: Any, _: Situation) -> str:
    if not event.hands:
        return n.say("checkpoint")
    hands = [n.say("hand", player=n.player(letter), count=count) for letter, count in event.hands]
    return n.say("checkpoint.hands", hands=", ".join(hands))


def tell_reveal(n: Narrator, event: Any, _: Situation) -> str:
    value = n.card(event.value) if event.value.isupper() else n.objective(event.value)
    return n.say("reveal", actor=n.player(event.actor), value=value, event=str(event.event))


def tell_note(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("note") if event.about is None else n.say("note.about", about=str(event.about))


def tell_dispute(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("dispute", actor=n.player(event.actor), event=str(event.event))


def tell_extension(n: Narrator, event: Any, _: Situation) -> str:
    name = n.text(event.name)
    return n.say("extension", name=name, words=n.text(" ".join(event.words))) if event.words else name
