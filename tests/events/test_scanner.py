"""The fast readers of frequent lines take exactly what the full reader takes, to the same rows."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_events import NotationError, pack, parse_event
from plancia_events.packed.log import Log
from plancia_events.text.canonical_reader import PACKING_SCANNER

LINES = [
    "ATT R CIN>SIA 62:531 -1-1",
    "ATT B CIN>SIA 6:53 -0-1",
    "ATT R CIN>SIA 621:1 -10-100",
    "OCC R CIN>SIA 3",
    "MOVE G CIN>SIA 12",
    "PUT R CIN+2 SIA+1",
    "SET Y CIN+13",
    "END R",
    "TURN N",
    "REIN R 3+5+10=18",
    "DRAW R BRA",
    "DRAW V JOL",
    "TRIS R CIN SIA JOL =10+2",
    "DEAL R CIN PER JOL",
    "OBJ R formula-1",
    "SCORE R 31",
    "EROLL R 62",
]
UNTIDY = [
    "DRAW R", "draw rosso", "OBJ R 7", "OBJ R Cold war", "OBJ R Formula-1", "ATT R CIN > SIA 6,2:5,3,1 -1-1",
    "ATT R Africa del  Nord>SIA 6:5 -0-1", "TRIS R CIN SIA JOL = 10", "TRIS R CIN SIA JOL =10", "DEAL R", "DEAL * CIN",
    "DEAL * how=skipped", "PUT R CIN + 2, SIA +1", "REIN R 3 + 5 + 10 = 18", "EROLL R 6,2", "SCORE R 31,5",
    "TAKE R SIA--1", "PUT R C\u0406N+2", "MOVE R CIN>SIA 3 replaces = 41", "END\u00a0R", "DRAW R CIN PUBLIC",
]  # fmt: skip
MARKS = " 0179+-=>:?@{}#*.aALRXZ\x00\n"


def contents(log: Log) -> tuple[Any, ...]:
    return [int(v) for v in log.rows], [int(v) for v in log.extra], log.words, int(log.count)


def read(line: str, fast: bool) -> tuple[Any, ...] | str:
    """What a log holds after the line between two others, or the error."""
    log = Log()
    try:
        if fast:
            PACKING_SCANNER.scan(f"TURN R\n{line}\nPUT R SIA+2\n".encode(), 0, log)
        else:
            for one in ("TURN R", *line.split("\n"), "PUT R SIA+2"):
                pack(parse_event(one), log)
    except NotationError as error:
        return error.code
    return contents(log)


def changed(line: str) -> list[str]:
    """Every line that differs in one character: replaced, left out, put in."""
    found = [line + mark for mark in MARKS]
    for at in range(len(line)):
        found.append(line[:at] + line[at + 1 :])
        for mark in MARKS:
            found += [line[:at] + mark + line[at + 1 :], line[:at] + mark + line[at:]]
    return found


@pytest.mark.parametrize("line", LINES)
def test_a_frequent_line_and_its_misspellings_read_alike(line: str) -> None:
    assert isinstance(read(line, True), tuple)
    for one in (line, *changed(line)):
        assert read(one, True) == read(one, False), one


@pytest.mark.parametrize("line", UNTIDY)
def test_an_untidy_line_reads_alike(line: str) -> None:
    assert read(line, True) == read(line, False)
