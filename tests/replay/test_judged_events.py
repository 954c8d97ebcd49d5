"""One event judged by itself has the verdicts of the whole judgement, and a replay without verdicts the same table.

Tried on a part of the ruling cases, each a game with or without a fault, and on all of them in the soak.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import plancia_replay
from plancia_events import Game, read
from plancia_replay import JudgedGame, RuleSet, judge_game, ruleset_for_game
from plancia_replay.judging.judgement import judge_event
from plancia_replay.judging.prepare import PackedGame, prepare
from plancia_replay.judging.replay import TABLE_STATE, VECTORS, run_kernel
from plancia_replay.judging.without_event import replay_before
from tests import examples
from tests.case_files import CASES, cases_of, variant_of
from tests.test_cases import text_of

RULES = Path(str(plancia_replay.__file__)).parent / "rules"
FOLDERS = sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())
FINDINGS = ("found", "reported", "reported_actor", "on_finding")  # what a table has of its findings


def games_of(folder: str, share: int) -> list[Game]:
    """Every `share`-th game of the cases of a variant."""
    files: list[Path] = sorted((CASES / folder).glob("*.toml"))
    texts = [text_of(variant_of(file), case)[0] for file in files for case in cases_of(file)]
    return [game for text in texts[::share] for game in read(text.encode()).games]


def state_of(rules: RuleSet, prepared: PackedGame, judging: bool) -> dict[str, Any]:
    """The table after the whole game, by the names of its attributes, without its findings."""
    table = prepared.table(rules)
    run_kernel(rules, table, prepared, len(prepared.numbers), judging=judging)
    state = {name: getattr(table, name) for name in TABLE_STATE if name not in FINDINGS}
    return {name: list(value) if isinstance(value, VECTORS) else value for name, value in state.items()}


def told(judged: JudgedGame, number: int) -> object:
    verdicts = [(one.verdict, one.says, one.cite) for one in judged.verdicts_on(number, "en")]
    return verdicts, judged.end, judged.outcome, judged.impossible("en")


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_event_judged_alone_and_a_replay_without_verdicts_agree_with_the_judgement(folder: str) -> None:
    for game in games_of(folder, 1 if examples(100) == 100 else 8):
        rules, prepared = ruleset_for_game(game), prepare(game)
        judged = judge_game(game, rules, prepared=prepared)
        assert state_of(rules, prepared, judging=False) == state_of(rules, prepared, judging=True), game.events
        for number in {verdict.event for verdict in judged.verdicts} | {0, len(game.events)}:
            alone = judge_event(replay_before(game, rules, number, prepared), number)
            assert told(alone, number) == told(judged, number), (game.events, number)


def test_a_rule_that_reads_its_findings_again_is_checked_in_every_replay() -> None:
    """Read from the source, which a compiled class does not have."""
    bodies = [
        body for path in RULES.rglob("*.py") for body in re.split(r"^class ", path.read_text("utf-8"), flags=re.M)
    ]
    reading = [body for body in bodies if "t.reported[self.index]" in body]
    forgotten = [body.partition("(")[0] for body in reading if "RECALLS_FINDINGS: ClassVar[bool] = True" not in body]
    assert reading and not forgotten, "set RECALLS_FINDINGS"
