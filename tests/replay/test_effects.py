"""Every kind of event says what it does to the table."""

from __future__ import annotations

from plancia_events.kinds import KINDS
from plancia_replay.kernel.effects.by_kind import BY_NUMBER, EFFECTS, no_effect


def test_every_kind_names_its_effect_or_that_it_has_none() -> None:
    assert [kind.TAG for kind in KINDS if kind.OP not in EFFECTS] == [], "name its effect in kernel/effects/by_kind.py"
    assert set(EFFECTS) == {kind.OP for kind in KINDS}


def test_effects_are_found_by_their_number() -> None:
    assert [BY_NUMBER[kind.OP] for kind in KINDS] == [EFFECTS[kind.OP] for kind in KINDS]
    assert BY_NUMBER[0] is no_effect and len(BY_NUMBER) == max(EFFECTS) + 1
