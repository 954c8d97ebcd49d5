"""docs/rgn/rgn.abnf accepts what reader and writer call canonical, up to the constraints that stand beside it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import format_event, read
from plancia_events.kinds import KINDS
from plancia_replay.synthetic import GameSpec, generate
from tests import SOAK, examples, often
from tests.events.strategies import events
from tests.grammar.constraints import CONSTRAINTS
from tests.grammar.expressions import Expressions
from tests.grammar.lines import PARTS
from tests.grammar.reader_side import is_canonical
from tests.make_grammar import FOLDER, PAGES

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*(ROOT / "tests" / "games").rglob("*.rgn"), *(ROOT / "tests" / "conformance").rglob("*.rgn")])
HEAD = (
    '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "p_R"]\n[Blue "p_B"]\n[Completeness "full"]\n'
    '[Provenance "synthetic"]\n\n'
)
HEADERS = [
    '[Notation "rgn 1"]', '[Game "serata-1"]', '[Variant "torneo@1 + few-attacks"]', f'[Rules "{"0a" * 32}"]',
    '[Event "A \\"B\\" \\\\ \u00e8"]', '[Place "Milano"]', '[Date "2026-1?-??"]', '[Round "2"]', '[Leg "1"]',
    '[Arbiter "p_A"]',
    '[Red "p_R"]', '[Blue "p_B"]', '[Violet "p_V"]', '[Team "RB GV"]', '[Virtual "V"]', '[Objectives "torneo16"]',
    '[Option "a.b=1"]', '[Option "a.c.d=x y"]', '[Completeness "no-dice"]', '[Provenance "imported:Some.Name"]',
    '[Result "R 31.5 B ? G 0"]', '[X-Club "a"]', '[X-b "c"]',
]  # fmt: skip
MARKS = ' 0123456789.,:;+->=?@#{}[]"\\*ABGNRVYabdv_/\u00e8\u0300\u200b\u00a0\t'


@cache
def grammar() -> Expressions:
    """The rules of the file as expressions, which test_check_grammar.py holds against a library for ABNF."""
    return Expressions((FOLDER / "rgn.abnf").read_text("utf-8"))


def accepts(rule: str, text: str) -> bool:
    """Does the grammar take the whole text?"""
    return grammar().accepts(rule, text)


def broken(text: str) -> list[str]:
    """The names of the constraints that a text breaks."""
    return [name for name, constraint in CONSTRAINTS.items() if constraint.is_broken(text)]


def check_line(line: str) -> bool:
    """Holds reader and grammar against each other at one event line; True if it is canonical."""
    text = HEAD + line + "\n"
    canonical = is_canonical(text)
    by_grammar = "\n" not in line and accepts("event", line)
    assert canonical == (by_grammar and not broken(text)), (line, canonical, by_grammar, broken(text))
    return canonical


def check_file(text: str) -> bool:
    """The same of a whole file."""
    canonical, by_grammar = is_canonical(text), accepts("rgn-file", text)
    assert canonical == (by_grammar and not broken(text)), (text[:600], canonical, by_grammar, broken(text))
    return canonical


def mutated(chance: random.Random, text: str, most: int = 2) -> str:
    """A text with some characters replaced, left out or put in, or two words exchanged."""
    for _ in range(chance.randint(1, most)):
        if chance.random() < 0.2 and text.count(" ") > 1:
            words = text.split(" ")
            one, other = chance.randrange(len(words)), chance.randrange(len(words))
            words[one], words[other] = words[other], words[one]
            text = " ".join(words)
            continue
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(["", chance.choice(MARKS)]) + text[place + chance.randint(0, 1) :]
    return text


@cache
def lines_of_files() -> list[str]:
    """Lines of the files and of generated games, each form of line a few times."""
    forms: dict[str, list[str]] = {}
    for text in [*(file.read_bytes() for file in FILES), *(text.encode() for text in generated())]:
        for game in read(text).games:
            for line in game.body().splitlines():
                words = line.split(" ")
                form = f"{words[0]} {len(words)} {'{' in line} {'=' in line}"
                if len(of_form := forms.setdefault(form, [])) < 3 and line not in of_form:
                    of_form.append(line)
    return [line for of_form in forms.values() for line in of_form]


@cache
def generated() -> list[str]:
    """Generated games of several variants."""
    variants = ("monopoli@1", "torneo@1", "eg@1", "firenze@1", "rcm@1", "stucchi@1")
    return [generate(GameSpec(variant, seed)).text() for seed in range(2) for variant in variants]


@pytest.mark.parametrize("name", PAGES)
def test_the_files_are_those_of_the_declarations(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == PAGES[name](), "run `python3 run.py make`"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
def test_every_part_of_a_line_has_its_grammar(kind: Any) -> None:
    missing = [type(part).__name__ for part in kind.SYNTAX if type(part) not in PARTS]
    assert not missing, f"{kind.TAG}: add the part to PARTS of tests/grammar/lines.py"


def test_every_rule_that_is_named_is_defined_and_every_rule_is_named() -> None:
    text = (FOLDER / "rgn.abnf").read_text("utf-8")
    rules = [line.partition(" = ")[0] for line in text.splitlines() if " = " in line and line[0] not in "; "]
    assert len(rules) == len(set(rules)) > 150
    words = {word.lstrip("0123456789*[(") for line in text.splitlines() if line[:1] != ";" for word in line.split()}
    assert [rule for rule in rules if rule != "rgn-file" and rule not in words] == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
@given(data=st.data())
@settings(max_examples=examples(25), deadline=None)
def test_events_of_every_kind(kind: Any, data: Any) -> None:
    check_line(format_event(data.draw(events(kind))))


def test_lines_and_their_mutations() -> None:
    lines, chance = lines_of_files(), random.Random(5)
    assert len(lines) > 250 and {line.split(" ")[0] for line in lines} >= {kind.TAG for kind in KINDS[:-1]}
    canonical = sum(map(check_line, lines))
    assert canonical > len(lines) - 5
    many = 6000 if SOAK else often(1500)
    changed = [mutated(chance, chance.choice(lines)) for _ in range(many)]
    assert many / 10 < sum(map(check_line, changed)) < many * 5 / 6


def header_block(chance: random.Random) -> str:
    """A block of headers, some of them mutated, left out, repeated or out of order."""
    headers = [header for header in HEADERS if chance.random() < 0.85 or "Notation" in header]
    for _ in range(chance.randint(0, 2)):
        place = chance.randrange(len(headers))
        if chance.random() < 0.7:
            headers[place] = mutated(chance, headers[place])
        else:
            headers.insert(chance.randrange(len(headers) + 1), headers.pop(place))
    return "\n".join(headers) + "\n\nTURN R\n"


def test_headers_and_their_mutations() -> None:
    chance = random.Random(6)
    assert check_file("\n".join(HEADERS) + "\n\nTURN R\n")
    many = 1500 if SOAK else often(400)
    assert many / 8 < sum(check_file(header_block(chance)) for _ in range(many)) < many * 14 / 15


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_files(file: Path) -> None:
    reading = read(file.read_bytes())
    text = "\n".join(game.text() for game in reading.games)
    if reading.ok:
        assert check_file(text)
    source = file.read_bytes().decode("utf-8", errors="replace")
    if source != text and len(source) < 20000:
        check_file(source)


def test_generated_games_and_their_mutations() -> None:
    chance = random.Random(7)
    for text in generated()[:: 1 if SOAK else 4]:
        assert check_file(text)
        assert not check_file(text.rstrip("\n")) and not check_file(text + "\n") and not check_file("\n" + text)
        lines = text.split("\n")
        for _ in range(3):
            place = chance.randrange(len(lines))
            check_file("\n".join([*lines[:place], mutated(chance, lines[place] or " "), *lines[place + 1 :]]))
    both = "\n".join(generated()[:2])
    assert check_file(both) and not check_file(both.replace("\n\n[Notation", "\n[Notation"))


def broken_examples() -> Iterator[tuple[str, str]]:
    """A text for each constraint, which the grammar accepts."""
    yield "line-length", HEAD + "STRIP R" + " CIN" * 1100 + "\n"
    for letter in ("\u200b", "\ue000", "\u2028", "a\u0300", "\u3000", "\u0378"):
        yield "letters", HEAD + f"NOTE A {{x{letter}x}}\n"
    yield "comment-length", HEAD + "NOTE A {" + "x" * 1001 + "}\n"
    yield "value-length", HEAD.replace("p_R", "x" * 501)
    yield "event-count", HEAD + "TURN R\n" * 20001
    yield "option-order", HEAD.replace("[Comp", '[Option "b.b=1"]\n[Option "a.b=1"]\n[Comp')
    yield "option-order", HEAD.replace("[Comp", '[Option "a.b=1"]\n[Option "a.b=2"]\n[Comp')
    for names in (("b", "a"), ("a", "a")):
        yield "own-header-order", HEAD[:-1] + "".join(f'[X-{name} "1"]\n' for name in names) + "\n"
    for line in ("CERT * R R", "ORDER * R B R", "FIX A 1 CERT * R R {x}"):
        yield "colours-once", HEAD + line + "\n"
    for line in ("OBJ R 7", "OBJ R elephant", "OBJ R cold-war", "SHOW R 1 7", "FIX A 1 OBJ R 7 {x}"):
        yield "objective-id", HEAD + line + "\n"
    for line in ("SHOW R 1 cina", "SHOW R 1 jolly", "SHOW R 1 china", "SHOW R 1 cin"):
        yield "shown-card", HEAD + line + "\n"
    yield "colon", HEAD + "PEN A R x6: 5\n"


@pytest.mark.parametrize(
    "line",
    ["FIX A 1 TURN R @10:00 @11:00 {x}", "FIX A 1 TURN R {x} @10:00", "FIX A 1 VOID A 1 {x}", "TURN R @10:00 @11:00"],
)
def test_a_line_has_one_time_and_a_replacement_none(line: str) -> None:
    assert not check_line(line) and check_line("FIX A 1 TURN R @10:00 {x}")


@pytest.mark.parametrize(("name", "text"), list(broken_examples()))
def test_a_broken_constraint_is_no_canonical_text(name: str, text: str) -> None:
    if len(text) < 50000:
        assert accepts("rgn-file", text)
    assert name in broken(text) and not is_canonical(text)


def test_the_limits_themselves_are_canonical() -> None:
    for line in ("NOTE A {" + "x" * 1000 + "}", "STRIP R" + " CIN" * 1022):
        assert check_line(line)
    assert check_file(HEAD.replace("p_R", "x" * 499 + '\\"'))
    examples = {name for name, _ in broken_examples()}
    assert set(CONSTRAINTS) - examples == {"game-count"}  # 10001 games take seconds; test_tolerant has them
