"""Searches give the event that matches; dumps are the same bytes; sheets and bundles are read whole or not at all."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError, Filters
from plancia_archive.exports.dumps import dump
from plancia_archive.exports.reports import format_report
from plancia_archive.importers.base import ImportProblem
from plancia_archive.importers.bundles import read_folder, read_zip
from plancia_archive.queries.search import (
    Search,
    find_first_position,
    find_first_position_corrected,
    find_positions,
    find_sequences,
    parse_pattern,
    search_page,
)
from plancia_archive.tournaments.result_sheets import read_events
from plancia_events import read
from plancia_replay import state_at
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    made = Archive.open(tmp_path_factory.mktemp("ask") / "a.db", create=True)
    for seed in range(8):
        made.add_game(generate(GameSpec("monopoli@1", seed)))
    return made


def test_positions_hold_where_they_are_found(archive: Archive) -> None:
    found = list(find_positions(archive, "SIA=x>=3 CIN=x", Filters()))
    assert found
    for match in found:
        board = state_at(archive.game(match["game"]), match["event"])["board"]
        assert board["SIA"][0] == board["CIN"][0] and board["SIA"][1] >= 3
    assert list(find_positions(archive, "SIA=R CIN=R SIA=B", Filters())) == []


def test_sequences_hold_where_they_are_found(archive: Archive) -> None:
    found = find_sequences(archive, "*>* *>*", 12, Filters())
    assert found and len(found) > len(find_sequences(archive, "*>* *>*", 0, Filters()))
    for match in found:
        events = archive.game(match["game"]).events
        first, last = events[match["event"] - 1], events[match["last_event"] - 1]
        assert first.TAG == last.TAG == "OCC" and first.actor == last.actor == match["colour"]
        assert sum(event.TAG == "TURN" for event in events[match["event"] : match["last_event"]]) <= 12
    assert find_sequences(archive, "CIN>BRA", 5, Filters()) == []


@pytest.mark.parametrize("pattern", ["XYZ=1", "", "SIA", "SIA=R>>2"])
def test_patterns_not_understood_are_refused(archive: Archive, pattern: str) -> None:
    if pattern == "SIA":
        assert list(find_positions(archive, pattern, Filters()))  # held by anybody
        return
    with pytest.raises(ArchiveError):
        list(find_positions(archive, pattern, Filters()))


def test_a_dump_is_the_same_bytes_and_comes_back(archive: Archive, tmp_path: Path) -> None:
    one, two = dump(archive, tmp_path / "one", Filters()), dump(archive, tmp_path / "two", Filters())
    assert one == two and json.loads((tmp_path / "one" / "MANIFEST.json").read_text("utf-8")) == one
    for name, entry in one["files"].items():
        data = (tmp_path / "one" / name).read_bytes()
        assert data == (tmp_path / "two" / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
    again = Archive.open(tmp_path / "b.db", create=True)
    for game in read((tmp_path / "one" / "games.rgn").read_bytes(), "games.rgn").games:
        again.add_game(game)
    dump(again, tmp_path / "three", Filters())
    for name in ("games.rgn", "games.jsonl"):
        assert (tmp_path / "three" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
    assert (tmp_path / "one" / "games.csv").read_bytes().startswith(b"\xef\xbb\xbfgame,")


def test_a_report_of_a_tournament(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "monopoli"},
        *read_events(b"turno;tavolo;giocatore;punti;vincitore\n1;A;Anna;31,5;x\n1;A;Bruno;20;\n", set()),
    ])  # fmt: skip
    text = format_report(archive, "t")
    assert text.startswith("012 Autunno\n") and "   1 p_" in text and " 36.5 " in text
    assert [line[:3] for line in text.splitlines()] == ["012", "022", "092", "062", "142", "152", "001", "001", "013"]


@pytest.mark.parametrize(("sheet", "line"), [
    ("round,table,player\n", "1:"), ("round,table,player,points\nx,A,Anna,3\n", "2:"),
    ("round,table,player,points\n1,A,Anna,3\n1,A,Anna,4\n", "3:"), ("round,table,player,points\n1,,Anna,3\n", "2:"),
    ("", "1:"),
])  # fmt: skip
def test_a_sheet_says_where_it_is_not_understood(sheet: str, line: str) -> None:
    with pytest.raises(ArchiveError) as refused:
        read_events(sheet.encode(), set())
    assert refused.value.code == "sheet" and line in refused.value.text("it")


def test_folders_and_zips(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.rgn").write_text("b")
    (tmp_path / "in" / "a.rgn").write_text("a")
    (tmp_path / "in" / ".hidden").write_text("x")
    assert [data for _, data in read_folder(tmp_path / "in")] == [b"a", b"b"]
    with zipfile.ZipFile(tmp_path / "s.zip", "w") as bundle:
        bundle.write(tmp_path / "in" / "b.rgn", "serata/b.rgn")
        bundle.write(tmp_path / "in" / "a.rgn", "serata/a.rgn")
    assert [data for _, data in read_zip((tmp_path / "s.zip").read_bytes(), "s.zip")] == [b"a", b"b"]
    with pytest.raises(ImportProblem):
        list(read_zip(b"PK\x03\x04broken", "s.zip"))


@pytest.mark.parametrize("variant", ["monopoli@1", "rcm@1", "uno-contro-uno@1", "stucchi@1"])
def test_a_search_finds_the_same_from_bytes_as_from_events(tmp_path: Path, variant: str) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    ids = [archive.add_game(generate(GameSpec(variant, seed))).game_id for seed in range(3)]
    for pattern in ("SIA=x>=3", "ALA=x CIN=y", "GIA=- MON<3", "KAM=R>=2 BRA=x", "SIA>=90", "AFN=x>1 EGI=x"):
        for game_id in ids:
            slow = find_first_position_corrected(archive, game_id, parse_pattern(pattern))
            assert find_first_position(archive, game_id, parse_pattern(pattern)) == slow, pattern


def test_facts_rule_out_no_game_that_matches(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    ids = [archive.add_game(generate(GameSpec("rcm@1", seed))).game_id for seed in range(6)]
    events = [event for game_id in ids for event in archive.game(game_id).events if event.TAG == "OCC"]
    steps = {f"{one.source}>{one.target}" for one in events} | {"SIA>*", "*>SIA", "tris", "tris *>*", "ALA>KAM"}
    for steps_of in sorted(steps):
        sought = Search(sequence=steps_of, within=3)
        found, _, looked = search_page(archive, sought, Filters(), None, 10_000, 60.0)
        assert found == find_sequences(archive, steps_of, 3, Filters(), 10_000) and looked == 6
    numbers = [row[0] for row in archive.db.execute("SELECT number FROM game")]
    assert not all(Search(sequence="ALA>KAM").may_match(archive, number) for number in numbers)
