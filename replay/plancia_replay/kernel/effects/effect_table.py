"""Table of effects by kind number. A kind without an effect is listed with `no_effect`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64

from plancia_events import ops
from plancia_replay.kernel.effects import arbiter, cards, ending, setup, turn
from plancia_replay.kernel.effects.reasons import POSSIBLE
from plancia_replay.kernel.table import Table


def no_effect(t: Table) -> i64:
    """Leaves the table unchanged: the event is a statement, or is read by another part of the replay."""
    return POSSIBLE


EFFECTS: Final[dict[int, Callable[[Table], i64]]] = {
    ops.ROLL: setup.roll,
    ops.ORDER: setup.order,
    ops.DEAL: setup.deal,
    ops.PICK: setup.pick,
    ops.DRAFT: setup.draft,
    ops.OBJ: setup.objective,
    ops.SET: turn.place_in_setup,
    ops.PUT: turn.place_in_turn,
    ops.CLOCK: ending.record_clock,
    ops.TURN: turn.start_turn,
    ops.PASS: turn.pass_turn,
    ops.END: turn.end_turn,
    ops.REIN: turn.declare,
    ops.TRIS: cards.exchange,
    ops.DECL: turn.announce_attack,
    ops.ATT: turn.attack,
    ops.OCC: turn.occupy,
    ops.MOVE: turn.move,
    ops.DRAW: cards.draw,
    ops.SHUF: cards.reshuffle,
    ops.CARDS: cards.move_cards,
    ops.EROLL: ending.end_roll,
    ops.ENOT: ending.decline_roll,
    ops.ELATER: no_effect,  # its rule counts the throws
    ops.CLAIM: ending.apply_claim,
    ops.ELIM: ending.eliminate,
    ops.STAT: arbiter.change_status,
    ops.ANN: ending.record_announcement,
    ops.FOUL: no_effect,
    ops.PEN: no_effect,
    ops.TAKE: arbiter.remove_armies,
    ops.FILL: arbiter.set_armies,
    ops.VOID: no_effect,  # corrections are resolved before the kernel
    ops.FIX: no_effect,
    ops.CHECK: arbiter.adopt_checkpoint,
    ops.SHOW: no_effect,
    ops.STRIP: ending.choose_strip,
    ops.OVER: ending.record_end,
    ops.SCORE: no_effect,
    ops.CERT: no_effect,
    ops.NOTE: no_effect,
    ops.DISP: no_effect,
    ops.CAP: setup.choose_capital,
    ops.X: no_effect,  # an event of the users' own
}


def effect_for(op: int) -> Any:
    """The effect of a kind; numbers without a kind, which never occur in a log, have none."""
    return EFFECTS.get(op, no_effect)


EFFECT_BY_KIND: Final[list[Any]] = [effect_for(op) for op in range(ops.KIND_NUMBERS)]
