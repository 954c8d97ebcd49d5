"""A table made again is as empty as the first one, in every field, and its own."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_replay import load_ruleset
from plancia_replay.kernel.table import Table


def fields(table: Table) -> dict[str, Any]:
    """Every field with its value, vectors and lists of numbers as lists."""
    found: dict[str, Any] = {}
    for name in dir(table):
        value = getattr(table, name)
        if name.startswith("_") or callable(value):
            continue
        is_vector = hasattr(value, "__len__") and not isinstance(value, (dict, str))
        found[name] = list(value) if is_vector else value
    return found


NAMES = ["torneo@1", "rcm@1", "stucchi@1", "uno-contro-uno@1", "uno-contro-uno@1 + bonus-throws", "record@1"]


@pytest.mark.parametrize("name", NAMES)
def test_a_table_made_again_equals_a_new_one(name: str) -> None:
    rules = load_ruleset(name)
    first = rules.table([0, 1, 3], "G", "RB Y")
    plain = fields(first)
    assert len(plain) > 100
    again = first.empty_copy()
    assert fields(again) == plain
    again.give_land(3, 1)
    for field in ("team", "cap", "at_table", "can_stop", "memory"):
        values = getattr(again, field)
        for place in range(len(values)):
            values[place] = 77
    assert fields(first) == plain
