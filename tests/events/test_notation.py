"""The written form: one canonical text, tolerant reading, packed rows, JSON; every kind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import format_event, pack, parse_event, read, read_json
from plancia_events.kinds import KINDS
from plancia_events.packed.log import Log
from plancia_events.text.canonical_reader import PACKING_SCANNER
from tests import examples
from tests.events.strategies import events

HEAD = (
    '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "p_R"]\n[Blue "p_B"]\n[Completeness "full"]\n'
    '[Provenance "synthetic"]\n\n'
)


def contents(log: Log) -> tuple[Any, ...]:
    return [int(v) for v in log.rows], [int(v) for v in log.extra], log.words, int(log.count)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
@given(data=st.data())
@settings(max_examples=examples(30), deadline=None)
def test_text_json_and_rows_agree(kind: Any, data: Any) -> None:
    event = data.draw(events(kind))
    line = format_event(event)
    assert parse_event(line) == event
    assert format_event(parse_event(line)) == line
    game = read(HEAD + line + "\n").games[0]
    assert game.text() == HEAD + line + "\n"
    assert read_json(json.dumps(game.to_json())).games[0].text() == game.text()
    assert read_json(game.to_jsonl()).games[0].text() == game.text()
    slow, fast = Log(), Log()
    pack(event, slow)
    PACKING_SCANNER.scan(line.encode() + b"\n", 0, fast)
    assert contents(slow) == contents(fast)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("att r cina>siam 26:135 -1-1", "ATT R CIN>SIA 62:531 -1-1"),
        ("ATT  rosso\tcin>Siam   62:531 -1-1  ", "ATT R CIN>SIA 62:531 -1-1"),
        ("PUT R Africa del Nord+2 perù+1", "PUT R AFN+2 PER+1"),
        ("PUT R Western Europe+2", "PUT R EOC+2"),
        ("PUT blue Kamc+2", "PUT B KAM+2"),
        ("draw R jolly", "DRAW R JOL"),
        ("DEAL neutrale CIN armies=8", "DEAL - CIN armies=8"),
        ("SCORE R 31,5", "SCORE R 31.5"),
        ("TURN R {  una   nota }", "TURN R {una nota}"),
    ],
)
def test_tolerant_input_reaches_the_canonical_form(typed: str, canonical: str) -> None:
    assert format_event(parse_event(typed)) == canonical


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("XYZ R CIN", "tag", 1),
        ("ATT Q CIN>SIA 62:531 -1-1", "actor", 5),
        ("ATT R CIN>XXX 62:531 -1-1", "land", 11),
        ("PUT R austr+2", "land-ambiguous", 7),
        ("ATT R CIN>SIA 72:531 -1-1", "dice", 15),
        ("ATT R CIN>SIA 62:531 -1", "losses", 22),
        ("ATT R CIN>SIA 62:531", "missing", 21),
        ("END R CIN", "surplus", 7),
        ("VOID A 41", "reason-missing", 10),
        ("FIX A 4 VOID A 3 {x}", "correction", 9),
        ("NOTE A {x} {y}", "comment", 8),
        ("TURN R @25:00", "time", 8),
        ("CHECK * R3B2", "board", 9),
    ],
)
def test_an_error_says_where_and_what(line: str, code: str, column: int) -> None:
    problems = read(HEAD + line + "\n", "f.rgn").problems
    assert [(p.line, p.column, p.code) for p in problems] == [(8, column, code)]
    for lang in ("it", "en"):
        text = problems[0].text(lang)
        assert text.startswith(f"f.rgn:8:{column}: ") and text.endswith(" " * (column - 1) + "^")


def test_all_errors_of_a_file_in_one_pass_and_the_rest_is_kept() -> None:
    reading = read(HEAD + "TURN R\nATT R CIN\nEND R\nFOO\nTURN B\n")
    assert [p.line for p in reading.problems] == [9, 11]
    assert [event.TAG for event in reading.games[0].events] == ["TURN", "NOTE", "END", "NOTE", "TURN"]
    assert reading.games[0].unread == [2, 4]


HOSTILE = [
    b"",
    b"\x00" * 1000,
    b"A" * 10_000_000,
    HEAD.encode() + b"TURN R" + b" " * 10_000_000 + b"\nEND R\n",
    HEAD.encode("utf-16"),
    HEAD.encode() + "NOTE A {perù}\n".encode("latin-1"),
    HEAD.encode() + "TURN R\u202e\n".encode(),
    HEAD.encode() + b"TURN R\x00\n",
    HEAD.encode()[:40],
    b'[Notation "rgn 1"]\n' * 3,
    b'[Variant "' + b"[" * 3000 + b'"]\n',
    (HEAD + "TURN R\n" * 21000).encode(),
    b'{"kind":"game_opened","headers":[',
    HEAD.replace("Red", "\u0420ed").encode(),
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_get_problems_not_tracebacks(data: bytes) -> None:
    reading = read(data, "hostile")
    assert reading.problems
    for problem in reading.problems:
        assert len(problem.text("it")) < 3000
        assert problem.text("en")


@given(st.binary(max_size=300), st.integers(0, 300))
@settings(max_examples=examples(150), deadline=None)
def test_any_bytes_anywhere(noise: bytes, place: int) -> None:
    base = (HEAD + "TURN R\nATT R CIN>SIA 62:531 -1-1\nEND R {nota}\n").encode()
    data = base[:place] + noise + base[place:]
    reading = read(data)
    for game in reading.games:
        assert read(game.text()).games[0].text() == game.text()


def test_a_fault_of_json_shows_words_as_they_are_written() -> None:
    problem = read_json('{"notation": "città", "headers": [], "events": []}').problems[0]
    assert (problem.code, problem.found) == ("notation-version", '"città"')
