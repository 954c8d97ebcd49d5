"""A TURN or an END taken out of a sound game is one fault of the record; the rest is judged as if it stood there."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from plancia_events import Game, read
from plancia_replay import Judgement, judge, ruleset_for_game
from plancia_replay.batch.audit import audit
from tests import SOAK, SWEEP

GAMES = Path(__file__).resolve().parent.parent / "games"
SOUND = sorted(path for path in GAMES.glob("*/*.rgn") if path.stem != "faults")
TAKEN_OUT = 12 if SOAK else 3 if SWEEP else 1
ONE_FAULT = Counter({("record.turn_written", "illegal"): 1})


def without(path: Path, places: set[int]) -> Game:
    """A game without the lines at these places."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    return read("".join(line for place, line in enumerate(lines) if place not in places)).games[0]


def places_of(path: Path, tag: str) -> list[int]:
    """Where the lines of a tag stand, save an END before a closing throw, as the throw is then judged as well."""
    lines = path.read_text("utf-8").splitlines()
    return [
        place for place, line in enumerate(lines[:-1]) if line.startswith(f"{tag} ")
        and not lines[place + 1].startswith("EROLL")
    ]  # fmt: skip


def told(judgement: Judgement) -> Counter[tuple[str, str]]:
    """How often each rule found something."""
    return Counter((verdict.rule, verdict.verdict) for verdict in judgement.verdicts)


@pytest.mark.parametrize("tag", ["TURN", "END"])
@pytest.mark.parametrize("path", SOUND, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_one_line_less_is_one_fault_of_the_record(path: Path, tag: str) -> None:
    whole = judge(read(path.read_bytes()).games[0])
    places = places_of(path, tag)
    for place in random.Random(5).sample(places, min(TAKEN_OUT, len(places))):
        game = without(path, {place})
        found = judge(game)
        assert told(found) - told(whole) == ONE_FAULT and told(whole) <= told(found), (path.name, place + 1)
        assert (found.final, found.hands, found.scores) == (whole.final, whole.hands, whole.scores)
        assert found.end == whole.end
        rules = ruleset_for_game(game)
        quickly = audit(game.text().encode(), rules).findings
        quick = {(event, rules.clauses[index]["rule"]) for event, index, _ in quickly}
        assert quick == {(verdict.event, verdict.rule) for verdict in found.verdicts if verdict.event > 0}


def test_a_game_without_a_single_end_is_told_turn_by_turn() -> None:
    path = GAMES / "eg" / "agreement.rgn"
    ends = places_of(path, "END")
    found = judge(without(path, set(ends)), lang="en")
    lacking = len(ends) - 1  # the agreement may end the game in the midst of the last turn
    assert told(found) == Counter({("record.turn_written", "illegal"): lacking})
    assert (
        found.verdicts[0].says == "The END of Green is missing before this line: the turn is judged as if it ended here"
    )


def test_what_is_due_at_the_end_of_a_turn_is_judged_without_its_end() -> None:
    path = GAMES / "rcm" / "target.rgn"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    assert lines[169] == "OCC Y SOR>QUE 3\n" and lines[171] == "END Y\n"
    lines[169] = "OCC Y SOR>QUE 4\n"
    with_end = judge(read("".join(lines)).games[0])
    del lines[171]
    without_end = judge(read("".join(lines)).games[0])
    assert told(without_end) - told(with_end) == ONE_FAULT
    first = [(verdict.line, verdict.rule_id) for verdict in without_end.verdicts[:3]]
    assert first == [(172, "REC-10"), (172, "RCM-25"), (172, "RCM-26")]
    assert without_end.verdicts[1].facts == with_end.verdicts[0].facts


def test_an_end_written_twice_is_told_as_such() -> None:
    path = GAMES / "eg" / "agreement.rgn"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    place = lines.index("END B\n")
    found = judge(read("".join([*lines[:place], *lines[place : place + 1], *lines[place:]])).games[0], lang="en")
    (verdict,) = found.verdicts
    assert (verdict.line, verdict.rule_id) == (place + 2, "REC-11")
    assert verdict.says.startswith("Blue ends a turn but none is in progress: the END is written twice")
