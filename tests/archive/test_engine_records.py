"""Records of other engines that are faulty: refused with code and line, in both languages; odd ones are read."""

from __future__ import annotations

import json
import re

import pytest

from plancia_archive.importers import ImportProblem, convert
from plancia_archive.writers import Refused, writer_kinds
from plancia_events import read
from plancia_replay import judge
from tests.archive.test_writers import RECORDS, TESTS, lines, write

RECORD = {kind: next(file for file in RECORDS if file.parent.name == kind) for kind in writer_kinds()}


def refused_at(kind: str, data: bytes) -> tuple[str, int]:
    """Code and line of the refusal of a record."""
    with pytest.raises(ImportProblem) as refused:
        convert(kind, data, "x.txt")
    assert refused.value.text("it") != refused.value.text("en")
    assert not re.search("Error|Errno", refused.value.text("en"))
    return refused.value.code, refused.value.line


@pytest.mark.parametrize("kind", writer_kinds())
def test_a_second_game_in_a_record_is_refused_with_its_line(kind: str) -> None:
    data = RECORD[kind].read_bytes()
    if kind == "syncs":
        records = json.loads(data)
        assert refused_at(kind, json.dumps([*records, *records]).encode()) == ("second-game", len(records) + 1)
    else:
        assert refused_at(kind, data + data) == ("second-game", len(data.splitlines()) + 1)


@pytest.mark.parametrize("kind", writer_kinds())
def test_a_record_that_is_cut_short_says_so(kind: str) -> None:
    data = RECORD[kind].read_bytes().rstrip()
    assert refused_at(kind, data[:-1] if kind != "domination" else data + b"\nLOCAL placearm")[0] == "cut"


@pytest.mark.parametrize("kind", writer_kinds())
def test_a_byte_order_mark_is_dropped(kind: str) -> None:
    data = RECORD[kind].read_bytes()
    assert lines(convert(None, b"\xef\xbb\xbf" + data, "x")[0].game) == lines(convert(kind, data, "x")[0].game)


def test_records_that_contradict_themselves_are_refused_with_the_line() -> None:
    rows = RECORD["risiko-rl"].read_text("utf-8").splitlines()
    place = next(at for at, row in enumerate(rows) if '"ev":"initial_place"' in row)
    for changed, code in (([*rows[:place], *rows[place + 1 :]], "gap"), ([*rows[: place + 1], *rows[place:]], "gap")):
        line = place + 1 if len(changed) < len(rows) else place + 2
        assert refused_at("risiko-rl", "\n".join([*changed, ""]).encode()) == (code, line)
    header = json.loads(rows[0])
    for change in ({"map": "klingon"}, {"order": ["ROSSO", "VIOLA"]}, {"order": header["order"][:-1]}):
        text = "\n".join([json.dumps({**header, **change}, separators=(",", ":")), *rows[1:], ""])
        assert refused_at("risiko-rl", text.encode())[0] == "content"
    twice = rows[place].replace('"ev"', f'"n":{place},"ev"')
    assert refused_at("risiko-rl", "\n".join([*rows[:place], twice, ""]).encode()) == ("content", place + 1)
    throw = {"ev": "roll", "player": "VERDE", "src": "alaska", "dst": "kamchatka", "att_dice": [6], "def_dice": [1],
             "att_loss": 0, "def_loss": 1}  # fmt: skip
    own = [*rows, json.dumps({"n": len(rows), "ev": "turn", "player": "ROSSO", "round": 9})]
    text = "\n".join([*own, json.dumps({"n": len(own), **throw}), ""])
    assert refused_at("risiko-rl", text.encode()) == ("content", len(own) + 1)


def test_a_table_of_three_is_read_back_with_three_players() -> None:
    game = read((TESTS / "games" / "torneo" / "end-roll.rgn").read_bytes()).games[0]
    written = write("risiko-rl", game, lossy=True)
    back = convert(None, written.text.encode(), "x.txt")[0].game
    assert len(back.players) == len(game.players) == 3
    assert not [verdict.rule for verdict in judge(back).verdicts if verdict.rule.startswith("setup")]


@pytest.mark.parametrize("kind", writer_kinds())
def test_every_kind_of_event_is_written_or_listed(kind: str) -> None:
    for path in sorted((TESTS / "conformance" / "kinds").glob("*.rgn")):
        for game in read(path.read_bytes()).games:
            if game.header("Variant") is None:
                continue
            try:
                write(kind, game, lossy=True)
            except Refused as refused:
                assert refused.losses
