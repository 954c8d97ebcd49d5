"""A check returns the same by its method, inlined in a step, or skipped by `Rule.required_states`."""

from __future__ import annotations

import random
import textwrap
from pathlib import Path
from typing import Any

import pytest

from plancia_events import Game, read
from plancia_replay import RuleSetError, kernel_form, ruleset_for_game
from plancia_replay.batch.audit import seats
from plancia_replay.judging.prepare import prepare
from plancia_replay.kernel import engine
from plancia_replay.kernel.check_inliner import FLAG_NAME, inline_check
from plancia_replay.kernel.interpreted import STATE_CONDITIONS
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import Table
from tests.replay.fuzz import mutated

WHOLE = sorted((Path(__file__).resolve().parent.parent / "games").glob("*/*.rgn"))


TOLD = {bit: compile(text, "state", "eval") for bit, text in STATE_CONDITIONS.items()}


def written_out(rule: Rule) -> Any:
    """The check as a function made of the lines that a step has for it."""
    text, names = inline_check(rule, 7)
    exec(f"def asked(t):\n {FLAG_NAME} = 0\n{textwrap.indent(text, ' ')}\n return {FLAG_NAME}", names)
    return names["asked"]


def compared(game: Game, asked: dict[int, Any]) -> int:
    """Asks every check of each event in the three ways; how many found something."""
    rules = ruleset_for_game(game)
    kept = prepare(game)
    players, virtual, teams = seats(game.text().encode())
    table: Table = rules.table(list(players), virtual, teams)
    found = 0
    for place in range(kept.log.count):
        engine.load_event(table, kept.log, place)
        table.extra, table.words = kept.log.extra, kept.log.words
        if table.actor < 6 and not table.at_table[table.actor]:
            break
        state = table.state()
        told = {bit: bool(eval(code, {"t": table})) for bit, code in TOLD.items()}
        assert told == {bit: bool(state & bit) for bit in STATE_CONDITIONS}
        for rule in rules.checks[table.op]:
            code = rule.check(table)
            lines = asked.setdefault(id(rule), (rule, written_out(rule)))[1]
            assert bool(lines(table)) == bool(code), (rule.NAME, game.events[place])
            assert not code or not rule.required_states() or state & rule.required_states(), (
                rule.NAME,
                game.events[place],
            )
            found += code != 0
        if engine.replay(table, kept.log, rules.checks, rules.observers, kept.numbers, place, place + 1)[1]:
            break
    return found


@pytest.mark.parametrize("folder", [  # games of other engines ask the same checks as those of the documents, at length
    pytest.param(name, marks=pytest.mark.soak) if name == "imported" else name
    for name in sorted({file.parent.name for file in WHOLE})
])  # fmt: skip
def test_a_check_says_the_same_however_it_is_asked(folder: str) -> None:
    chance = random.Random(11)
    asked: dict[int, Any] = {}
    found = 0
    files = [file for file in WHOLE if file.parent.name == folder]
    for file in chance.sample(files, min(4, len(files))):
        data = file.read_bytes()
        for _ in range(2):
            spoilt = data
            for _ in range(8):
                spoilt = mutated(spoilt, chance) if len(spoilt) > len(data) // 2 else data
            for game in read(spoilt, file.name).games[:1]:
                try:
                    found += compared(game, asked)
                except RuleSetError:
                    continue
    assert found > 0


def test_a_step_writes_simple_checks_out() -> None:
    """Where the source can be read, the checks of a throw are conditions in the step, not calls."""
    if kernel_form() != "pure":
        pytest.skip("compiled methods have no source to read")
    game = read(WHOLE[0].read_bytes(), "game").games[0]
    throws = ruleset_for_game(game).checks[16]
    assert sum("check0" not in inline_check(rule, 0)[0] for rule in throws) > len(throws) // 2
