"""What the fast reader accepts is what the tolerant reader would give, and the canonical writer would write."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from plancia_events import Game, pack, read, read_canonical
from plancia_events.packed.log import Log
from plancia_events.text.canonical_lines import CanonicalLines
from tests import SOAK

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted([*(ROOT / "tests" / "games").rglob("*.rgn"), *(ROOT / "docs").rglob("*.rgn")])
HEAD = """[Notation "rgn 1"]
[Variant "monopoli@1"]
[Red "a"]
[Blue "b"]
[Completeness "full"]
[Provenance "synthetic"]

"""
LINES = [
    "TURN R", "END R", "ATT R CIN>SIA 62:531 -1-1", "ATT R CIN>SIA 3v2 -1-1", "OCC R CIN>SIA 3", "PUT R CIN+2 SIA+1",
    "SET - CIN+2", "REIN R 3+5+10=18", "DRAW R BRA", "MOVE R CIN>SIA 3", "TRIS R CIN SIA JOL =10+2", "DEAL R CIN PER",
    "OBJ R letto", "SCORE R 31", "EROLL R 62", "ORDER * R B", "OVER * end-roll winner=R", "NOTE * {ciò}",
    "VOID A 1 {why}", "FIX A 1 TURN B {why}", "SHOW R 1 letto", "DRAW R ???",
]  # fmt: skip
LETTERS = "0123456789 +>=-:{}RBCINSA?#*oòx\t"


def packed(game: Game) -> tuple[list[int], list[int], list[str]]:
    """The packed rows of a game, event by event."""
    log = Log()
    for event in game.events:
        pack(event, log)
    return contents(log)


def contents(log: Log) -> tuple[list[int], list[int], list[str]]:
    return [log.rows[k] for k in range(int(log.count) * 8)], list(log.extra), list(log.words)


def agrees(text: str) -> bool:
    """Holds the two readers against each other; was the text canonical to the fast one?"""
    game, reading = read_canonical(text), read(text)
    canonical = reading.ok and len(reading.games) == 1 and reading.games[0].text() == text
    if game is None:
        return False
    assert canonical, text
    whole = reading.games[0]
    assert game.headers == whole.headers and game.lines == whole.lines and game.text() == text
    assert isinstance(game.events, CanonicalLines) and contents(game.events.log) == packed(whole), text
    assert game.events == whole.events and game == whole
    return True


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_games_of_files_are_read_as_before(file: Path) -> None:
    for game in read(file.read_bytes()).games:
        if read(game.text()).ok:
            assert agrees(game.text())


@pytest.mark.parametrize("line", LINES)
def test_one_line_of_each_form_is_read_as_before(line: str) -> None:
    assert agrees(HEAD + line + "\n")


def test_lines_spoilt_at_random_are_never_read_otherwise() -> None:
    chance = random.Random(7)
    accepted = 0
    many = 12000 if SOAK else 3000
    for _ in range(many):
        line = chance.choice(LINES)
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(len(line) + 1)
            line = line[:place] + chance.choice(["", chance.choice(LETTERS)]) + line[place + chance.randint(0, 1) :]
        accepted += agrees(HEAD + line + "\n")
    assert many / 60 < accepted < many * 3 / 4


@pytest.mark.parametrize(
    "text",
    [
        "", "\n\n", HEAD[1:], HEAD.rstrip(), HEAD + "TURN R", HEAD + "TURN R\n\n", HEAD + "; a remark\n",
        HEAD + "REIN R 10000+0+0=10000\n", HEAD + "PUT R CIN+100000\n", HEAD + "OBJ R 3\n", HEAD + "TURN R\r\n",
        HEAD.replace("[Red", "[red") + "TURN R\n", HEAD.replace('[Red "a"]\n', ""), HEAD + HEAD,
        HEAD.replace("[Red", '[Red "a"]\n[Red'), HEAD.replace('[Red "a"]\n[Blue "b"]', '[Blue "b"]\n[Red "a"]'),
        HEAD.replace('[Completeness "full"]\n', ""), HEAD.replace('"a"', '"a\u0300"'), HEAD + "NOTE * {a\u0300}\n",
        HEAD + "NOTE * {a\u00a0b}\n", HEAD + "TURN R\n" * 20001, HEAD + "PUT R" + " CIN+1" * 800 + "\n",
        HEAD.replace("[Completeness", '[Option "a.b=1"]\n[Option "a.b=2"]\n[Completeness'),
    ],
)  # fmt: skip
def test_anything_else_is_left_to_the_tolerant_reader(text: str) -> None:
    assert read_canonical(text) is None


def test_events_are_parsed_when_they_are_read() -> None:
    game = read_canonical(HEAD + "TURN R\nEND R\nTURN B\n")
    assert game is not None and isinstance(game.events, CanonicalLines)
    assert len(game.events) == 3 and game.version == 4 and game.numbers_of("TURN") == [1, 3]
    assert game.events.parsed == [None, None, None]
    assert game.events[-1].actor == "B" and game.events[:2] == [*game.events][:2]
    assert [event.actor for event in game.events_of_kinds("TURN", "END")] == ["R", "R", "B"]
    assert game.rows(1, 1)[0]["line"] == "END R" and len(game.to_json()["events"]) == 3
