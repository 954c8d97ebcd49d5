"""Events of the users' own, X-NAME: read, written, packed and told like any other, without effect on the game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from plancia_data import samples
from plancia_events import (
    Game,
    event_from_json,
    format_event,
    pack,
    parse_event,
    read,
    read_canonical,
    read_json,
    round_trip,
)
from plancia_events.kinds import Extension
from plancia_events.packed.log import Log
from plancia_replay import judge
from plancia_replay.text.event_sentences import tell_event
from plancia_replay.text.narrator import Narrator
from tests.events.test_tolerant import game, problems

LINES = {
    "X-CUP A": ("X-CUP", []),
    "X-A2-B R Cina cin a->b x=1 +3 1: 2": ("X-A2-B", ["Cina", "cin", "a->b", "x=1", "+3", "1:", "2"]),
    "X-CUP * Nuova Guinea > = @21:30 {a remark}": ("X-CUP", ["Nuova", "Guinea", ">", "="]),
    "X-" + "Q" * 32 + " - " + "w" * 64: ("X-" + "Q" * 32, ["w" * 64]),
}


@pytest.mark.parametrize("line", LINES)
def test_words_are_kept_as_written(line: str) -> None:
    event: Any = parse_event(line)
    assert isinstance(event, Extension) and (event.name, event.words) == LINES[line]
    assert format_event(event) == line and event_from_json(msgspec.to_builtins(event)) == event
    assert msgspec.to_builtins(event)["kind"] == "extension" and ("words" in msgspec.to_builtins(event)) == bool(
        event.words
    )
    whole = game(line).games[0]
    assert read_json(whole.to_jsonl()).games[0] == Game(whole.headers, whole.events, [1 + 1])
    fast, log = read_canonical(whole.text()), Log()
    pack(event, log)
    assert fast is not None and fast.text() == whole.text() and fast.numbers_of("X-NAME") == [1]
    assert list(fast.canonical_lines().log.rows)[:8] == list(log.rows)[:8]  # type: ignore[union-attr]
    assert fast.canonical_lines().log.words == log.words  # type: ignore[union-attr]


def test_names_are_written_in_capitals_and_a_correction_may_bring_one() -> None:
    assert format_event(parse_event(" x-cup  Rosso\ta  >  b ")) == "X-CUP R a > b"
    for line in ("FIX A 3 X-CUP R Nuova Guinea a > b {why}", "corregge arbitro 3 x-cup rosso Nuova Guinea a > b {why}"):
        assert format_event(parse_event(line)) == "FIX A 3 X-CUP R Nuova Guinea a > b {why}"
    assert not game("X-CUP A\nVOID A 1 {why}").problems


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("X- A", "tag", 1), ("X-1 A", "tag", 1), ("X-" + "A" * 33 + " A", "tag", 1), ("X-à A", "tag", 1),
        ("X-A_B A", "tag", 1), ("X A", "tag", 1), ("XCUP A", "tag", 1), ("extension A", "tag", 1),
        ("X-NAME Q", "actor", 8), ("X-CUP", "missing", 6), ("X-CUP A perù", "word", 9),
        ("X-CUP A a,b", "word", 9), ("X-CUP A x " + "w" * 65, "word", 11), ("X-CUP A @21:30 x", "word", 9),
        ("FIX A 1 X- A {why}", "tag", 9),
    ],
)  # fmt: skip
def test_other_names_and_words_are_problems(line: str, code: str, column: int) -> None:
    (problem,) = game(line).problems
    assert (problem.code, problem.column) == (code, column)
    assert problems(game("TURN R\n" + line)) == [(code, 9)]


@pytest.mark.parametrize(
    "members",
    [
        {"name": "PUT"}, {"name": "x-cup"}, {"name": "X-"}, {"name": "X-CUP R"}, {}, {"name": "X-CUP", "words": [""]},
        {"name": "X-CUP", "words": ["a b"]}, {"name": "X-CUP", "words": ["@21:30"]}, {"name": "X-CUP", "word": ["a"]},
        {"name": "X-CUP", "words": ["{a}"]},
    ],
)  # fmt: skip
def test_json_that_would_be_another_line_is_refused(members: dict[str, Any]) -> None:
    with pytest.raises((msgspec.ValidationError, ValueError)):
        event_from_json({"kind": "extension", "actor": "A", **members})


def test_a_name_with_a_line_feed_is_a_problem_of_the_game() -> None:
    head = game("TURN R").games[0].headers
    for name, words in (("X-CUP\n", []), ("X-CUP", ["a\n"])):
        assert round_trip(Game(head, [Extension(actor="A", name=name, words=words)])).problems


@pytest.mark.parametrize("lang", ["it", "en"])
def test_its_sentence_is_its_name_and_words(lang: str) -> None:
    assert tell_event(Narrator(lang, {}), parse_event("X-CUP A a->b c")) == "X-CUP: a->b c"
    assert tell_event(Narrator(lang, {}), parse_event("X-CUP A")) == "X-CUP"


@pytest.mark.parametrize("name", sorted(samples()))
def test_it_changes_nothing_and_is_never_judged_wherever_it_stands(name: str) -> None:
    for whole in read(samples()[name]).games:
        if whole.numbers_of("VOID", "FIX", "SHOW", "FOUL", "PEN", "NOTE", "DISP") or len(whole.events) > 400:
            continue  # numbers that the lines state would have to move too
        mixed: list[Any] = []
        for number, event in enumerate(whole.events):
            mixed += [Extension(actor="RB-*A"[number % 5], name="X-CUP", words=["x"], at="00:01"), event]
        mixed.append(Extension(actor="A", name="X-END"))
        before, after = judge(whole), judge(Game(whole.headers, mixed))
        assert [(2 * v.event, v.rule_id, v.verdict) for v in before.verdicts] == [
            (v.event, v.rule_id, v.verdict) for v in after.verdicts
        ]
        assert (before.final, before.hands, before.scores) == (after.final, after.hands, after.scores)
