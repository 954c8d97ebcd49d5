"""An END before the first turn is nobody's: no rule may take the -1 in `last_turn` for a player."""

from __future__ import annotations

import pytest

from plancia_data import variant_ids
from plancia_events import Game, parse_event, read
from plancia_replay import judge
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import ruleset_for_game, run_kernel
from plancia_replay.rulesets.ruleset import RuleSet
from tests.case_files import CASES, cases_of
from tests.test_cases import text_of

HEADERS = """[Notation "rgn 1"]
[Variant "{}"]
[Red "a"]
[Blue "b"]
[Green "c"]
[Violet "d"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G V
END V
"""


def before_turns(variant: str) -> Game:
    """A game in which an END comes first."""
    return read(HEADERS.format(variant)).games[0]


@pytest.mark.parametrize("variant", variant_ids())
def test_no_rule_writes_into_the_memory_of_another(variant: str) -> None:
    game = before_turns(variant)
    rules: RuleSet = ruleset_for_game(game)
    prepared = prepare(game)
    table = prepared.table(rules)
    run_kernel(rules, table, prepared, 1)
    for place in range(len(table.memory)):
        table.memory[place] = 1
    prepared.load_event(table, 1)
    table.turn = -1
    for rule in rules.observers[int(table.op)]:
        others = [place for place in range(len(table.memory)) if not 0 <= place - rule.base < rule.memory_size()]
        rule.observe(table)
        assert [place for place in others if table.memory[place] != 1] == [], rule.NAME


def test_a_game_is_judged_without_the_turn_that_it_begins_with() -> None:
    judged = 0
    for file in sorted((CASES / "rcm").glob("RCM-28[ac]_*.toml")):
        for case in cases_of(file):
            game = read(text_of("rcm@1", case)[0]).games[0]
            first = next((n for n, event in enumerate(game.events, start=1) if event.TAG == "TURN"), None)
            if first is not None:
                void = parse_event(f"VOID A {first} {{not played}}")
                assert judge(Game(game.headers, [*game.events, void], [*game.lines, 0])).verdicts
                judged += 1
    assert judged > 50
