"""Nothing that comes in takes the archive's time: names, sheets, files, dates, ids; and one name means one rule-set."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from plancia_archive import Archive, verify
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.log.connections import MAX_VALUES, select_in
from plancia_archive.log.stored_rulesets import find_namesakes, other_digests
from plancia_archive.people.register import similar_names
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import Game, read
from plancia_replay import RuleSet
from plancia_replay.judging.dates import date_range, is_possible_date
from tests.command_server import client_command

SAMPLE = samples()["monopoli-serata.rgn"]


def headed(**headers: str) -> Game:
    found = read(SAMPLE).games[0]
    return Game([(name, headers.get(name, value)) for name, value in found.headers], found.events, found.lines)


@pytest.mark.parametrize(("one", "other", "alike"), [
    ("anna neri", "anna verdi", False), ("anna neri", "anna nero", True), ("mario rosi", "mario rossi", True),
    ("luca bianchi", "luca biondi", False), ("luca bianchi", "luca bianchini", True), ("bruno", "bruno v", True),
    ("giulia verdi", "giulio verdi", True), ("elena rossi", "elena russo", False), ("zoe", "ada", False),
])  # fmt: skip
def test_a7_names_that_look_alike(one: str, other: str, alike: bool) -> None:
    assert (similar_names(one, [other]) == [other]) is alike and (similar_names(other, [one]) == [one]) is alike


def test_a7_two_new_names_of_one_game_are_told(archive: Archive) -> None:
    added = archive.add_game(headed(Red="Mario Rossi", Blue="Mario Rosi"))
    assert added.look_alikes == {"Mario Rosi": ["Mario Rossi"]}


def test_a7_long_names_and_many_entrants_take_no_time(archive: Archive) -> None:
    chance = random.Random(1)
    names = ["".join(chance.choice("abcdefgh ") for _ in range(490)) + str(n) for n in range(40)]
    start = time.monotonic()
    for n in range(0, 40, 4):
        colours = dict(zip(("Red", "Blue", "Green", "Yellow"), names[n : n + 4], strict=True))
        archive.add_game(headed(Game=f"g{n}", **colours))
    people = ["".join(chance.choice("aeioubcdfglmnprstvz") for _ in range(12)) + f" n{n}" for n in range(1000)]
    events = [{"kind": "opened", "title": "x", "system": "open"}, *({"kind": "entered", "player": p} for p in people)]
    archive.tournaments.append("t", events[:1000])
    found = [archive.people.similar_names(person) for person in people[:200]]
    assert time.monotonic() - start < 15 and len(found) == 200


def sheet(*rows: list[object], far: tuple[int, int] | None = None) -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    for row in rows:
        page.append(row)
    if far:
        page.cell(*far).value = "x"
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


HEADS: list[object] = ["giocatore", "punti", "variante", "torneo"]
ROWS: list[list[object]] = [HEADS, ["Anna", 31, "monopoli@1", "E"], ["Zoe", 20, "monopoli@1", "E"]]


@pytest.mark.parametrize(("far", "code"), [((1, 16384), "too-wide"), ((99999, 1), None), ((1048576, 1), "too-long")])
def test_a8_far_cells_of_a_workbook(far: tuple[int, int], code: str | None) -> None:
    data = sheet(*ROWS, far=far)
    start = time.monotonic()
    with pytest.raises(ImportProblem) as refused:
        convert(None, data, "x.xlsx")
    assert time.monotonic() - start < 10 and refused.value.text("it") != refused.value.text("en")
    assert code is None or refused.value.code == code


def test_a8_the_workbook_of_the_trial() -> None:
    book = openpyxl.Workbook()
    page = book.active
    page["A1"], page["XFD1"], page["A99999"] = "giocatore", "punti", "x"
    made = io.BytesIO()
    book.save(made)
    start = time.monotonic()
    with pytest.raises(ImportProblem) as refused:
        convert(None, made.getvalue(), "x.xlsx")
    assert refused.value.code == "too-wide" and time.monotonic() - start < 10
    assert len(convert(None, sheet(*ROWS, far=(1, 300)), "x.xlsx")) == 1, "a loose note beside the table"


def test_a8_many_lines_of_one_table_and_many_columns() -> None:
    lines = "".join(f"p{n};{n % 90};monopoli@1;1;A;falso{n}\n" for n in range(50_000))
    start = time.monotonic()
    with pytest.raises(ImportProblem) as refused:
        convert(None, f"giocatore;punti;variante;turno;tavolo;vincitore\n{lines}".encode(), "x.csv")
    assert refused.value.code == "lines" and "50000" in refused.value.text("it")
    with pytest.raises(ImportProblem) as refused:
        convert("results", ("giocatore;punti" + ";x" * 1_000_000 + "\n").encode(), "x.csv")
    assert refused.value.code == "too-wide" and time.monotonic() - start < 15


def test_a8_a_workbook_of_an_unknown_zip_version_is_a_problem() -> None:
    data = bytearray(sheet(*ROWS))
    data[data.index(b"PK\x01\x02") + 6] = 236
    with pytest.raises(ImportProblem):
        convert("results", bytes(data), "x.xlsx")


@pytest.mark.skipif(sys.platform == "win32", reason="there are neither")
def test_a8_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.rgn")
    os.symlink("/dev/zero", tmp_path / "z.rgn")
    commands = ("import", "judge", "convert", "restore")
    for command, name in zip(commands, cycle(("f.rgn", "z.rgn", "/dev/zero")), strict=False):
        call = [*client_command(), command, str(tmp_path / name)]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=20)
        assert done.returncode == 1 and "Traceback" not in done.stderr, (command, name)
    answer = CliRunner().invoke(plancia, ["--lang", "en", "judge", str(tmp_path / "f.rgn")])
    assert "no ordinary file" in answer.output


def test_a11_dates_take_no_time() -> None:
    is_possible_date.cache_clear()
    start = time.monotonic()
    for year in range(1990, 2030):
        for month in range(1, 13):
            assert is_possible_date(f"{year}-{month:02}-28") and is_possible_date(f"{year}-{month:02}-??")
            assert date_range(f"{year}-{month:02}-01") == (f"{year}-{month:02}-01",) * 2
    assert time.monotonic() - start < 1  # it was 3 ms for each date
    assert date_range("20??-02-29") == ("2000-02-29", "2096-02-29") and not is_possible_date("20?1-02-29")
    assert date_range("????-01-01") == ("0001-01-01", "9999-01-01")


def test_a11_one_id_for_many_games(archive: Archive) -> None:
    short = read(SAMPLE).games[0]
    times = []
    for n in range(120):
        headers = [(name, f"E{n}" if name == "Event" else value) for name, value in short.headers]
        start = time.monotonic()
        archive.add_game(Game(headers, short.events[:3], short.lines[:3]))
        times.append(time.monotonic() - start)
    assert sorted(times[-20:])[10] < 3 * sorted(times[10:30])[10] + 0.02
    again = archive.add_game(Game(short.headers, short.events[:2], short.lines[:2]))
    whole = archive.add_game(short)
    assert not whole.duplicate and not again.duplicate
    gone = archive.add_game(Game(short.headers, short.events[:5], short.lines[:5]))
    assert gone.duplicate and gone.game_id == whole.game_id and gone.version == whole.version
    oldest = [(name, "E0" if name == "Event" else value) for name, value in short.headers]
    first = archive.add_game(Game(oldest, short.events[:2], short.lines[:2]))
    assert first.duplicate and first.game_id == archive.game_ids()[0]


def test_a12_two_rule_sets_under_one_name_are_reported(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancia_archive import archive as store
    from plancia_archive.log import storable_game
    from plancia_replay import ruleset_for_game as real

    archive.add_game(headed())
    assert find_namesakes(archive) == []

    def edited(game: Game) -> RuleSet:
        content = json.loads(real(game).canonical())
        content["clauses"] = content["clauses"][1:] + content["clauses"][:1]  # the order alone is another rule-set
        return RuleSet.from_resolved(content)

    with monkeypatch.context() as patch:
        for module in (store, storable_game):
            patch.setattr(module, "ruleset_for_game", edited)
        archive.add_game(headed(Game="zwei"))
    (found,) = find_namesakes(archive)
    today = real(headed()).hash
    assert found.name.startswith("monopoli@1") and [games for _, games in found.rules] == [1, 1]
    assert len(other_digests(archive, found.name, today)) == 1 and verify(archive) == []
    archive.close()
    for command in ("verify", "list", "rebuild", "variants"):
        more = ["monopoli@1"] if command == "variants" else []
        result = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(archive.path), command, *more])
        assert result.exit_code == 0 and "under this name" in result.stderr, command


@pytest.mark.parametrize("count", [0, 1, MAX_VALUES, 2 * MAX_VALUES + 1])
def test_a_statement_takes_any_number_of_values(tmp_path: Path, count: int) -> None:
    db = Archive.open(tmp_path / "a.db", create=True).db
    numbers = "WITH n(v) AS (VALUES (0) UNION ALL SELECT v + 1 FROM n WHERE v < 2000) "
    twice = numbers + "SELECT v FROM n WHERE v IN ({marks}) UNION ALL SELECT -v FROM n WHERE v IN ({marks})"
    found = [row[0] for row in select_in(db, twice, range(1, count + 1))]
    assert sorted(found) == [number for number in range(-count, count + 1) if number]
