"""Sentences that tell the events of a game as people at the table would: who did what, with which dice and armies.

What was wrong with an event is in the sentences of its verdicts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plancia_events import Event
from plancia_replay.text.narrator import HIDDEN, NOTHING_KNOWN, Narrator, Situation, half_points
from plancia_replay.text.sentences import end_reason_text

Teller = Callable[[Narrator, Any, Situation], str]


def tell_event(narrator: Narrator, event: Event, situation: Situation = NOTHING_KNOWN) -> str:
    """The sentence of an event, without its comment and its time, and without a full stop."""
    return TELLERS[event.TAG](narrator, event, situation)


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


def tell_place(n: Narrator, event: Any, _: Situation) -> str:
    return placed_by(n, event, n.say("place", actor=n.player(event.actor), items=n.items(event.items)))


def tell_clock(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(f"clock.{event.what}")


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


def arrow(n: Narrator, event: Any) -> dict[str, Any]:
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
    """The dice of both sides, or their numbers where the record has no more."""
    sides: tuple[str, ...]
    if event.attack_dice:
        sides = n.dice(event.attack_dice, "attack-die"), n.dice(event.defence_dice, "defence-die")
    elif event.attack_count is None and event.defence_count is None:
        return n.say("dice.unknown")
    else:
        counts = (event.attack_count, event.defence_count)
        sides = tuple("?" if count is None else n.say("dice.counted", count=count) for count in counts)
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


def tell_status(n: Narrator, event: Any, _: Situation) -> str:
    key = f"status.{event.to}" if n.knows(f"status.{event.to}") else "status.other"
    sentence = n.say(key, player=n.player(event.player), to=n.text(event.to))
    if event.n is not None:
        sentence = n.say("status.count", sentence=sentence, count=event.n)
    return with_reason(n, event, sentence)


def with_reason(n: Narrator, event: Any, sentence: str) -> str:
    return n.say("why", sentence=sentence, why=n.text(event.why)) if event.why else sentence


def tell_announcement(n: Narrator, event: Any, _: Situation) -> str:
    return n.say(f"announcement.{event.what}")


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


def tell_correct(n: Narrator, event: Any, situation: Situation) -> str:
    replacement = tell_event(n, event.replacement)
    return n.say(of_table(event, "correct"), event=str(event.event), replacement=replacement)


def tell_checkpoint(n: Narrator, event: Any, _: Situation) -> str:
    if not event.hands:
        return n.say("checkpoint")
    hands = [n.say("hand", player=n.player(letter), count=count) for letter, count in event.hands]
    return n.say("checkpoint.hands", hands=", ".join(hands))


def tell_reveal(n: Narrator, event: Any, _: Situation) -> str:
    value = n.card(event.value) if event.value.isupper() else n.objective(event.value)
    return n.say("reveal", actor=n.player(event.actor), value=value, event=str(event.event))


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


def tell_note(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("note") if event.about is None else n.say("note.about", about=str(event.about))


def tell_dispute(n: Narrator, event: Any, _: Situation) -> str:
    return n.say("dispute", actor=n.player(event.actor), event=str(event.event))


TELLERS: dict[str, Teller] = {
    "ROLL": tell_roll,
    "ORDER": tell_order,
    "DEAL": tell_deal,
    "PICK": tell_pick,
    "DRAFT": tell_draft,
    "OBJ": tell_objective,
    "SET": tell_setup,
    "CAP": tell_capital,
    "PUT": tell_place,
    "CLOCK": tell_clock,
    "TURN": tell_turn,
    "PASS": tell_passed,
    "END": tell_end,
    "REIN": tell_reinforcement,
    "TRIS": tell_exchange,
    "DECL": tell_declare,
    "ATT": tell_attack,
    "OCC": tell_occupy,
    "MOVE": tell_move,
    "DRAW": tell_draw,
    "SHUF": tell_shuffle,
    "CARDS": tell_cards_moved,
    "EROLL": tell_end_roll,
    "ENOT": tell_declined,
    "ELATER": tell_deferred,
    "CLAIM": tell_claim,
    "ELIM": tell_eliminated,
    "STAT": tell_status,
    "ANN": tell_announcement,
    "FOUL": tell_infraction,
    "PEN": tell_penalty,
    "TAKE": tell_remove,
    "FILL": tell_fill,
    "VOID": tell_voided,
    "FIX": tell_correct,
    "CHECK": tell_checkpoint,
    "SHOW": tell_reveal,
    "STRIP": tell_strip,
    "OVER": tell_over,
    "SCORE": tell_score,
    "CERT": tell_certify,
    "NOTE": tell_note,
    "DISP": tell_dispute,
}
