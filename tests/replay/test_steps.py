"""A check that the kernel skips, by `Rule.required_states`, would have found nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plancia_events import Game, read
from plancia_replay import RuleSetError, ruleset_for_game
from plancia_replay.batch.audit import seats
from plancia_replay.judging.prepare import prepare
from plancia_replay.kernel import engine
from plancia_replay.kernel.rule import (
    BEGUN,
    DRAWN,
    ENDED,
    LANDLESS,
    MOVED,
    ON_TURN,
    OUT_OF_PLAY,
    OUT_OF_TURN,
    UNOCCUPIED,
)
from plancia_replay.kernel.table import Table
from tests.replay.fuzz import mutated

WHOLE = sorted((Path(__file__).resolve().parent.parent / "games").glob("*/*.rgn"))


def conditions(t: Table) -> dict[int, bool]:
    """What each bit of `Table.state` stands for."""
    return {
        UNOCCUPIED: t.emptied_land >= 0,
        OUT_OF_TURN: t.turn != t.actor,
        DRAWN: bool(t.draws),
        MOVED: bool(t.moves),
        OUT_OF_PLAY: bool(t.status[t.actor]),
        LANDLESS: not t.lands[t.actor] and t.turn != t.actor,
        ENDED: bool(t.ended),
        ON_TURN: t.turn >= 0,
        BEGUN: bool(t.declared >= 0 or t.placed or t.attacks or t.announced_attacks),
    }


def compared(game: Game) -> int:
    """Asks every check of each event, those too that the kernel would skip; how many found something."""
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
        told = conditions(table)
        assert told == {bit: bool(state & bit) for bit in told}
        for rule in rules.checks[table.op]:
            code = rule.check(table)
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
def test_a_check_that_is_skipped_would_find_nothing(folder: str) -> None:
    chance = random.Random(11)
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
                    found += compared(game)
                except RuleSetError:
                    continue
    assert found > 0
