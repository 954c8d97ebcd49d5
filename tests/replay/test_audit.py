"""The fast path finds in the ruling suite what `judge` finds, also where a finding rests on a supposition.

Left out is what `judge` tells beside the kernel: a winner who differs, and what the headers or throws say of seats.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_events import read
from plancia_replay import audit, is_left_to_judge, judge
from tests import SWEEP
from tests.case_files import check_each, variant_of
from tests.test_cases import by_file, collected, rules_of, text_of

KINDS = {1: "illegal", 2: "undecidable", 3: "assumed", 4: "warning"}
BESIDE = (
    "order.by_roll",
    "order.choose_slot",
    "players.distinct",
    "match.seats_swapped",
    "record.date",
    "objective.listed",
    "objective.shape",
)  # covered objectives are one note of the judge


def cases() -> list[Any]:
    """The cases of Milan, whose document leaves most open, and of tournaments, whose sources differ."""
    every = [one for one in collected() if one[0].parent.name in ("rcm", "torneo")]
    return by_file(every[:: 1 if SWEEP else 4])


@pytest.mark.parametrize(("file", "cases"), cases())
def test_the_fast_path_supposes_what_judge_supposes(file: Path, cases: list[tuple[int, dict[str, Any]]]) -> None:
    check_each(file, cases, check)


def check(file: Path, case: dict[str, Any]) -> None:
    """Fails unless the fast path finds in a case what `judge` finds."""
    game = read(text_of(variant_of(file), case)[0], file.name).games[0]
    text = game.text().encode()
    if is_left_to_judge(text) or "impossible" in case:
        return
    rules = rules_of(game, case)
    names = [clause["rule"] for clause in rules.clauses]
    fast = {(event, names[index], KINDS[code]) for event, index, code in audit(text, rules).findings}
    verdicts = [verdict for verdict in judge(game, rules).verdicts if verdict.event]
    told = {(verdict.event, verdict.rule, verdict.verdict) for verdict in verdicts}
    winners = {(v.event, v.rule, v.verdict) for v in verdicts if v.rule == "record.end" and "declared" in v.facts}
    assert {found for found in fast - told if found[1] not in BESIDE} == set()
    assert {found for found in told - winners - fast if found[1] not in BESIDE} == set()
