"""Every kind of event is declared as open or hidden, and a redacted game is a record that reads the same way again."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from plancia_archive import Archive, verify
from plancia_archive.facts.redaction import (
    ALL_SEATS,
    HIDDEN_FIELDS,
    OPEN_TAGS,
    TAGS_TO_REDACT,
    has_hidden_values,
    is_over,
    redact,
    redact_line,
)
from plancia_data import samples
from plancia_events import KINDS, Game, read
from plancia_replay import Judgement, judge
from plancia_replay.judging.reveals import HIDEABLE_FIELDS

FIELDS = {"DEAL": "territories dealt lie on the table", "TRIS": "cards exchanged are shown",
          "STRIP": "named at the end", "FILL": "territories, not cards",
          "REIN": "a number", "SHUF": "a number"}  # fmt: skip
DEMONSTRATION = Path(str(files("plancia_data"))) / "demonstration"
HEAD = ('[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "A"]\n[Blue "B"]\n[Green "C"]\n[Completeness "full"]\n'
        '[Provenance "live"]\n\n')  # fmt: skip
SEALED = "#" + "a" * 64


def game(*lines: str) -> Game:
    reading = read(HEAD + "\n".join(lines) + "\n")
    assert not reading.problems
    return reading.games[0]


@pytest.mark.parametrize("tag", [kind.TAG for kind in KINDS])
def test_a_kind_is_declared_open_or_hidden(tag: str) -> None:
    assert (tag in HIDDEN_FIELDS) != (tag in OPEN_TAGS), f"{tag}: declare it in HIDDEN or OPEN of facts/redaction.py"


def test_every_field_in_which_a_value_may_be_hidden_is_declared() -> None:
    fields = {kind.TAG: set(HIDEABLE_FIELDS.values()) & set(kind.__struct_fields__) for kind in KINDS}
    assert {tag for tag, found in fields.items() if found} == set(HIDDEN_FIELDS) | set(FIELDS)
    assert set(HIDDEN_FIELDS) <= set(HIDEABLE_FIELDS) <= set(HIDDEN_FIELDS) | set(FIELDS)
    assert all(hidden.field in fields[tag] for tag, hidden in HIDDEN_FIELDS.items())
    assert not (HIDDEN_FIELDS.keys() | OPEN_TAGS) - {kind.TAG for kind in KINDS}, "no such kind"


@pytest.mark.parametrize(
    ("line", "seats", "shown"),
    [
        ("OBJ R ciclista {mine}", "", "OBJ R ???"),
        ("OBJ R ciclista {mine}", "B", "OBJ R ???"),
        ("OBJ R ciclista {mine}", "R", "OBJ R ciclista {mine}"),
        ("OBJ R ciclista {mine}", ALL_SEATS, "OBJ R ciclista {mine}"),
        (f"OBJ R {SEALED}", "", f"OBJ R {SEALED}"),
        ("DRAW R BRA CIN", "", "DRAW R ??? ???"),
        ("DRAW R BRA public", "", "DRAW R BRA public"),
        ("CARDS R G>R elimination CIN SIA", "B", "CARDS R G>R elimination ??? ???"),
        ("CARDS R G>R elimination CIN SIA", "R", "CARDS R G>R elimination CIN SIA"),
        ("CARDS R G>R elimination CIN SIA", "G", "CARDS R G>R elimination CIN SIA"),
        ("DRAFT R 3 2 CIN for=N", "B", "DRAFT R 3 2 ??? for=N"),
        ("DRAFT R 3 2 CIN for=N", "N", "DRAFT R 3 2 CIN for=N"),
        ("FIX A 1 OBJ R ciclista {it was the cyclist}", "B",
         "FIX A 1 OBJ R ??? {hidden until the game is over}"),
        ("FIX A 1 OCC R CIN>SIA 3 {three}", "", "FIX A 1 OCC R CIN>SIA 3 {three}"),
        ("NOTE * {unread: OBJ R ciclistaa}", "R", "NOTE * {unread: hidden until the game is over}"),
        ("TRIS R CIN SIA JOL =10+2 hand=5", "", "TRIS R CIN SIA JOL =10+2 hand=5"),
        ("SHOW R 1 ciclista", "", "SHOW R 1 ciclista"),
    ],
)  # fmt: skip
def test_what_a_line_shows(line: str, seats: str, shown: str) -> None:
    assert redact_line(line, seats) == shown
    assert line.partition(" ")[0] in TAGS_TO_REDACT or line == shown


def test_what_cannot_be_read_is_not_shown() -> None:
    assert redact_line("OBJ", "") == redact_line("OBJJ R letto", "") == "???"


@pytest.mark.parametrize(
    ("lines", "over"),
    [
        ((), False), (("OVER * time",), True), (("SCORE R 31",), True), (("CERT * R B G",), True),
        (("OVER * time", "VOID A 2 {x}"), False), (("OVER * time", "VOID A 2 {x}", "OVER * time"), True),
        (("OVER * time", "FIX A 2 PASS R {y}"), False), (("PASS R", "FIX A 2 OVER * time {y}"), True),
    ],
)  # fmt: skip
def test_an_end_that_stands_opens_everything(lines: tuple[str, ...], over: bool) -> None:
    whole = game("OBJ R ciclista", *lines)
    assert is_over(whole) is over and has_hidden_values(whole) is not over
    assert (redact(whole, "") is whole) is over
    assert has_hidden_values(game("OBJ R ???", *lines)) is False


def test_a_redacted_game_is_a_record_again() -> None:
    whole = read(samples()["monopoli-serata.rgn"]).games[0]
    shown = redact(whole, "R")
    assert shown.version == whole.version and redact(shown, "") is not shown and redact(shown, "R") is shown
    again = read(shown.text())
    assert not again.problems and again.games[0].text() == shown.text()
    differing = {one.TAG for one, other in zip(whole.events, shown.events, strict=True) if one != other}
    assert differing == {"OBJ"}


@pytest.mark.parametrize("path", sorted(DEMONSTRATION.glob("*.rgn")), ids=lambda path: path.stem)
def test_nothing_is_illegal_because_it_is_hidden(path: Path) -> None:
    whole = read(path.read_text("utf-8")).games[0]
    kinds = [event.TAG for event in whole.events]
    set_up = kinds.index("TURN")
    headers = [(name, value) for name, value in whole.headers if name != "Result"]
    for size in (set_up, len(kinds) // 2, kinds.index("OVER")):
        played = Game(headers, whole.events[:size], whole.lines[:size])
        illegal = illegal_events(judge(played))
        for seats in ("", next(iter(whole.players))):
            seen = judge(redact(played, seats))
            assert not illegal_events(seen) - illegal and seen.impossible is None
            notes = [one for one in seen.verdicts if one.rule in ("objective.listed", "objective.shape")]
            assert len(notes) == ("OBJ" in kinds)


def illegal_events(judgement: Judgement) -> set[tuple[int, str]]:
    return {(verdict.event, verdict.rule) for verdict in judgement.verdicts if verdict.verdict == "illegal"}


def test_the_mark_of_an_open_game_follows_its_end(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game_id = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id

    def marked() -> list[int]:
        return [int(row[0]) for row in archive.db.execute("SELECT hidden FROM game").fetchall()]

    assert marked() == [1]
    archive.append(game_id, ["OVER * time"], None)
    assert marked() == [0] and archive.rebuild() == [] and verify(archive) == []
    with archive.writing():
        archive.db.execute("UPDATE game SET hidden = 1")
    assert [finding.code for finding in verify(archive)] != []
