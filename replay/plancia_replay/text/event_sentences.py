"""Sentences that tell the events of a game as people at the table would: who did what, with which dice and armies.

What was wrong with an event is in the sentences of its verdicts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plancia_events import Event
from plancia_replay.text.narrator import NOTHING_KNOWN, Narrator, Situation
from plancia_replay.text.telling import arbiter, ending, setup, turn

Teller = Callable[[Narrator, Any, Situation], str]


def tell_event(narrator: Narrator, event: Event, situation: Situation = NOTHING_KNOWN) -> str:
    """The sentence of an event, without its comment and its time, and without a full stop."""
    return TELLERS[event.TAG](narrator, event, situation)


def tell_correct(n: Narrator, event: Any, situation: Situation) -> str:
    replacement = tell_event(n, event.replacement)
    return n.say(arbiter.of_table(event, "correct"), event=str(event.event), replacement=replacement)


TELLERS: dict[str, Teller] = {
    "ROLL": setup.tell_roll,
    "ORDER": setup.tell_order,
    "DEAL": setup.tell_deal,
    "PICK": setup.tell_pick,
    "DRAFT": setup.tell_draft,
    "OBJ": setup.tell_objective,
    "SET": setup.tell_setup,
    "CAP": setup.tell_capital,
    "PUT": turn.tell_place,
    "CLOCK": ending.tell_clock,
    "TURN": turn.tell_turn,
    "PASS": turn.tell_passed,
    "END": turn.tell_end,
    "REIN": turn.tell_reinforcement,
    "TRIS": turn.tell_exchange,
    "DECL": turn.tell_declare,
    "ATT": turn.tell_attack,
    "OCC": turn.tell_occupy,
    "MOVE": turn.tell_move,
    "DRAW": turn.tell_draw,
    "SHUF": turn.tell_shuffle,
    "CARDS": turn.tell_cards_moved,
    "EROLL": ending.tell_end_roll,
    "ENOT": ending.tell_declined,
    "ELATER": ending.tell_deferred,
    "CLAIM": ending.tell_claim,
    "ELIM": ending.tell_eliminated,
    "STAT": arbiter.tell_status,
    "ANN": ending.tell_announcement,
    "FOUL": arbiter.tell_infraction,
    "PEN": arbiter.tell_penalty,
    "TAKE": arbiter.tell_remove,
    "FILL": arbiter.tell_fill,
    "VOID": arbiter.tell_voided,
    "FIX": tell_correct,
    "CHECK": arbiter.tell_checkpoint,
    "SHOW": arbiter.tell_reveal,
    "STRIP": ending.tell_strip,
    "OVER": ending.tell_over,
    "SCORE": ending.tell_score,
    "CERT": ending.tell_certify,
    "NOTE": arbiter.tell_note,
    "DISP": arbiter.tell_dispute,
    "X-NAME": arbiter.tell_extension,
}
