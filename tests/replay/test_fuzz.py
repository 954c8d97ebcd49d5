"""No mutation gives a traceback, and both forms of the kernel give the same state, verdicts and scores."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from plancia_data import samples
from plancia_events import format_event, pack, read
from plancia_events.packed.log import Log
from plancia_events.text.canonical_reader import pack_canonical
from plancia_replay import audit, judge, ruleset_for_game
from tests.replay.fuzz import mutated, outcome

FUZZ = Path(__file__).parent / "fuzz.py"
GAMES = Path(__file__).resolve().parent.parent / "games"


def digests(form: str | None) -> list[str]:
    """The fuzz run in a form of the kernel: None keeps this one, "pure" drops the compiled one."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH" or form is None}
    done = subprocess.run([sys.executable, str(FUZZ), "7", "150"], env=env, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_both_forms_agree_on_mutated_games() -> None:
    if os.environ.get("PLANCIA_EXPECT") != "compiled":
        pytest.skip("compared when the tests run with the compiled kernel")
    assert digests(None) == digests("pure")


@pytest.mark.parametrize("seed", range(60))
def test_a_mutation_never_gives_a_traceback(seed: int) -> None:
    chance = random.Random(1000 + seed)
    data = chance.choice(list(samples().values()))
    for _ in range(3):
        data = mutated(data, chance) or b"x"
        outcome(data)


def imported() -> list[Path]:
    return sorted(GAMES.glob("**/*.rgn"))


@pytest.mark.parametrize("file", imported(), ids=lambda file: file.name)
def test_the_fast_path_finds_what_judge_finds(file: Path) -> None:
    game = read(file.read_bytes(), file.name).games[0]
    text = game.text().encode()
    rules = ruleset_for_game(game)
    fast = audit(text, rules)
    slow = judge(game, rules)
    kinds = {1: "illegal", 2: "undecidable", 3: "assumed", 4: "warning"}
    mine = sorted({(event, rules.clauses[rule]["rule"], kinds[code]) for event, rule, code in fast.findings})
    yours = sorted({(v.event, v.rule, v.verdict) for v in slow.verdicts if v.event})
    assert mine == yours and fast.events == slow.events
    log = Log()
    for event in game.events:
        pack(event, log)
    fast_log = pack_canonical(text)
    assert fast_log.count == log.count and list(fast_log.rows[: log.count * 8]) == list(log.rows[: log.count * 8])
    assert list(fast_log.extra) == list(log.extra) and fast_log.words == log.words
    assert all(format_event(event) for event in game.events)
