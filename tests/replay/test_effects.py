"""Every kind of event says what it does to the table."""

from __future__ import annotations

import ast
from pathlib import Path

from plancia_events.kinds import KINDS, Event
from plancia_replay.kernel.effects.effect_table import EFFECT_BY_KIND, EFFECTS, no_effect


def test_every_kind_names_its_effect_or_that_it_has_none() -> None:
    assert [kind.TAG for kind in KINDS if kind.OP not in EFFECTS] == [], (
        "name its effect in kernel/effects/effect_table.py"
    )
    assert set(EFFECTS) == {kind.OP for kind in KINDS}


def test_effects_are_found_by_their_number() -> None:
    assert [kind.TAG for kind in KINDS if len(EFFECT_BY_KIND) <= kind.OP] == [], "run `python3 run.py make`"
    wrong = [kind.TAG for kind in KINDS if EFFECT_BY_KIND[kind.OP] is not EFFECTS.get(kind.OP)]
    assert wrong == [], "name its effect in kernel/effects/effect_table.py"
    assert EFFECT_BY_KIND[0] is no_effect and len(EFFECT_BY_KIND) == max(EFFECTS) + 1


EFFECT_FILES = Path(__file__).parents[2] / "replay" / "plancia_replay" / "kernel" / "effects"


def giving_land(file: Path) -> set[str]:
    """Functions of a file that give a territory to somebody, themselves or by another function of the file."""
    functions = [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    called = {
        node.name: {
            call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            for call in ast.walk(node)
            if isinstance(call, ast.Call)
        }
        for node in functions
    }
    givers = {"give_land"}
    while more := {name for name, names in called.items() if names & givers} - givers:
        givers |= more
    return givers


def test_a_kind_that_changes_owners_on_the_table_declares_it() -> None:
    """Statistics of conquests read owners from `change_owners`. CHECK states a board, and is no move."""
    givers = {file.stem: giving_land(file) for file in EFFECT_FILES.glob("*.py")}
    giving = {
        kind.TAG
        for kind in KINDS
        if EFFECTS[kind.OP].__name__ in givers[EFFECTS[kind.OP].__module__.rpartition(".")[2]]
    }
    declared = {kind.TAG for kind in KINDS if kind.change_owners is not Event.change_owners}
    assert giving - {"CHECK"} == declared, "give the class of the kind `change_owners`"
