"""Memory of claim rules, seven slots: by colour a claim refused by this rule alone; 1 if a claim ended the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from plancia_replay.kernel.table import Table

REFUSED: Final = 0  # by colour: 1 where a claim failed by nothing but the rule, or another's having ended the game
BY_THIS: Final = 6  # 1 where a claim ended the game by this rule
SLOTS: Final = 7


def note_claim(t: Table, base: i64, is_valid: bool) -> None:
    """Record the current claim: that it ended the game (by this rule if `is_valid`), or was refused."""
    if t.stopped == t.number:
        t.memory[base + BY_THIS] = 1 if is_valid else 0
    elif t.total(t.claim_bars, t.actor) == 0:
        t.memory[base + REFUSED + t.actor] = 1


def was_refused(t: Table, base: i64, player: i64) -> bool:
    """True if a claim of the player failed only by an earlier end and the rule whose memory begins at `base`."""
    return t.memory[base + REFUSED + player] == 1
