"""Sentences of the events that end the game, and of the clock."""

from __future__ import annotations

from typing import Any

from plancia_replay.text.narrator import Narrator, Situation, half_points
from plancia_replay.text.sentences import end_reason_text


def tell_clock(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(f"clock.{event.what}")


def tell_end_roll(n: Narrator, event: Any, _: Situation) -> str:
    sentence = n.say(f"end_roll.{event.roll}", actor=n.player(event.actor), dice=n.dice(event.dice))
    return n.say("end_roll.for", sentence=sentence, player=n.player(event.player)) if event.player else sentence


def tell_declined(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("end_roll_declined", actor=n.player(event.actor))


def tell_deferred(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("end_roll_deferred", actor=n.player(event.actor), throws=event.throws)


def tell_claim(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(f"claim.{event.what}", actor=n.player(event.actor))


def tell_eliminated(n: Narrator, event: Any, _: Situation) -> str:
    if event.actor == "-":
        return n.say("eliminated.nobody", player=n.player(event.player))
    return n.say("eliminated", actor=n.player(event.actor), player=n.player(event.player))


def tell_announcement(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(f"announcement.{event.what}")


def tell_strip(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("strip", actor=n.player(event.actor), places=n.join_with_and(map(n.place, event.territories)))


def tell_over(n: Narrator, event: Any, _: Situation) -> str:
    reason = end_reason_text(event.reason, n.lang)
    if event.winner is None:
        return n.say("over", reason=reason)
    return n.say("over.winner", reason=reason, winner=n.player(event.winner))


def tell_score(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("score", actor=n.player(event.actor), points=half_points(n, event.half_points))


def tell_certify(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("certify", by=n.join_with_and(map(n.player, event.by)))
