"""The merge of a backup takes tournaments and disputes as records of the other archive; nothing is lost or equalled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from plancia_api import create_app
from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.disputes.correction_evidence import Evidence
from plancia_archive.disputes.files import evidence_path, read_file, sha256_hex
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.foreign_records import TakenRecords
from plancia_archive.exports.merges import Merge, open_as_archive
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.authors import Author, acting_as
from plancia_archive.log.foreign_logs import FOREIGN, STREAM_PREFIX, ForeignEntry
from plancia_archive.registers.person_erasure import erase_record
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read

SAMPLE = samples()["monopoli-serata.rgn"].decode()
PHOTO = b"\xff\xd8\xff a photo"
LONG = "x" * 3900
KINDS = {"tournament", "dispute", "approval", "correction"}


def made(path: Path, *labels: str) -> Archive:
    archive = Archive.open(path, create=True)
    for label in labels:
        archive.add_game(read(SAMPLE.replace('[Game "serata-1"]', f'[Game "{label}"]')).games[0])
    return archive


@pytest.fixture
def club(tmp_path: Path) -> Archive:
    """An archive with a tournament, a dispute with a file that was ruled on, evidence of a correction, an approval."""
    archive = made(tmp_path / "club.db", "common", "club")
    common, own = archive.game_ids()
    archive.tournaments.append("autunno", [
        {"kind": "opened", "title": "Autunno", "system": "open"}, {"kind": "entered", "player": "Anna"},
        {"kind": "entered", "player": "Zeno Quirinalli"},
    ])  # fmt: skip
    dispute = archive.disputes.open("misread " + LONG, "B", game=common, event=16).id
    archive.disputes.add_evidence(dispute, PHOTO, "the sheet", "B")
    with acting_as(Author("t_abcd2345", "arbiter")):
        archive.disputes.rule(dispute, "upheld", "one army", lines=["FIX A 16 PUT R CIN+1 {one army}"],
                              due="2026-01-01T00:00:00Z")  # fmt: skip
    archive.disputes.add(dispute, {"kind": "closed", "why": "no appeal"})
    archive.append(own, ["VOID A 19 {not drawn}"], None, evidence=[Evidence("sheet-12")])
    archive.approvals.approve(own)
    archive.tokens.grant("tavolo1", "recorder")
    return archive


@pytest.fixture
def here(tmp_path: Path) -> Archive:
    return made(tmp_path / "here.db", "common", "mine")


def merge(into: Archive, other: Archive, folder: Path) -> list[TakenRecords]:
    package = folder / f"{other.path.stem}-{other.last_index()}.zip"
    backup(other, package)
    with open_as_archive(package) as opened:
        merge = Merge(into, opened)
        list(merge.merge_games())
        return merge.take_records()


def rows_by_kind(archive: Archive) -> dict[str, dict[str, Any]]:
    return {row["kind"]: row for row in archive.foreign.listed()}


def test_records_come_with_origin_key_head_and_place(here: Archive, club: Archive, tmp_path: Path) -> None:
    (taken,) = merge(here, club, tmp_path)
    rows, origin = rows_by_kind(here), origin_of(club.log)
    assert taken.origin == origin and set(rows) == {"tournament", "dispute", "approval", "correction"} == set(
        taken.streams
    )
    assert all(row["origin"] == origin and row["key"] == keys_of(club.log)[-1] for row in rows.values())
    assert {row["head"] for row in rows.values()} == {club.checkpoints.head().head()}
    for row in rows.values():
        stream = f"{row['kind']}:{row['name']}"
        bodies = club.db.execute(
            "SELECT log_index, body, leaf FROM entry WHERE game = ? ORDER BY first", [stream]
        ).fetchall()
        lines = here.foreign.lines_of(stream, origin)
        assert "".join(line["line"] + "\n" for line in lines).encode() == b"".join(bytes(body) for _, body, _ in bodies)
        assert (row["first_index"], row["last_index"]) == (bodies[0][0], bodies[-1][0])
        assert {line["leaf"] for line in lines} == {bytes(leaf).hex() for _, _, leaf in bodies}
    ruling = next(line for line in here.foreign.lines_of(f"dispute:{rows['dispute']['name']}")
                  if json.loads(line["line"])["kind"] == "ruling")  # fmt: skip
    assert (ruling["author"], ruling["role"]) == ("t_abcd2345", "arbiter")
    assert read_file(here.path, sha256_hex(PHOTO)) == PHOTO
    assert verify(here) == [] and here.tournaments.ids() == [] and here.disputes.listed() == []


def test_the_same_backup_again_changes_nothing_and_a_later_one_adds_what_is_new(
    here: Archive, club: Archive, tmp_path: Path
) -> None:
    merge(here, club, tmp_path)
    before = here.last_index()
    assert [one.entries for one in merge(here, club, tmp_path)] == [0] and here.last_index() == before
    club.tournaments.append("autunno", [{"kind": "entered", "player": "Ivo Nuovo"}])
    (taken,) = merge(here, club, tmp_path)
    assert (taken.entries, dict(taken.streams)) == (1, {"tournament": 1})
    assert here.people.find("Ivo Nuovo") == club.people.find("Ivo Nuovo")
    assert len(here.foreign.load(taken.origin).logs) == 2 and verify(here) == []
    before = here.last_index()
    merge(here, club, tmp_path)
    assert here.last_index() == before


def test_people_are_commitments_and_are_not_made_equal(here: Archive, club: Archive, tmp_path: Path) -> None:
    (taken,) = merge(here, club, tmp_path)
    people = {line.reference: line for line in here.foreign.load(taken.origin).people}
    anna, zeno = club.people.find("Anna") or "", club.people.find("Zeno Quirinalli") or ""
    assert (people[anna].by, people[anna].here) == ("name", here.people.find("Anna"))
    assert anna != here.people.find("Anna") and [one.reference for one in taken.same_names].count(anna) == 1
    assert (people[zeno].by, here.people.find("Zeno Quirinalli")) == ("new", zeno)
    assert here.people.merged() == {}
    for reference, line in people.items():
        bound = [one for one in club.log.events(f"person:{reference}") if one["kind"] == "bound"]
        assert line.commitment == bound[-1]["commitment"]
    body = b"".join(bytes(row[0]) for row in here.db.execute("SELECT body FROM entry").fetchall())
    assert b"Quirinalli" not in body


def test_who_was_erased_here_gets_no_name_by_the_records(here: Archive, tmp_path: Path) -> None:
    other = made(tmp_path / "other.db", "common")
    anna = other.people.find("Anna") or ""
    other.tournaments.append(
        "t", [{"kind": "opened", "title": "T", "system": "open"}, {"kind": "entered", "player": anna}]
    )
    erase_record(here, here.people.find("Anna") or "", "asked for it")
    (taken,) = merge(here, other, tmp_path)
    (line,) = here.foreign.load(taken.origin).people
    assert (line.reference, line.by, line.here, here.people.find("Anna")) == (anna, "erased", None, None)
    assert verify(here) == []


def test_what_does_not_agree_is_listed(here: Archive, club: Archive, tmp_path: Path) -> None:
    here.tournaments.append("autunno", [{"kind": "opened", "title": "Altro", "system": "open"}])
    local = here.disputes.open("two dice", "B", game=here.resolve("common"), event=2).id
    backup(club, tmp_path / "b.zip")
    with open_as_archive(tmp_path / "b.zip") as opened:
        evidence_path(opened.path, sha256_hex(PHOTO)).unlink()
        (taken,) = Merge(here, opened).take_records()  # without its games
    found = {(one.code, one.what) for one in taken.conflicts}
    common, own = club.game_ids()
    assert found == {("tournament-name", "autunno"), ("game-absent", own), ("game-absent", common),
                     ("file-missing", sha256_hex(PHOTO))}  # fmt: skip
    assert verify(here) == [] and here.tournaments.get("autunno").title == "Altro"
    assert [row["conflicts"] for row in here.foreign.listed() if row["kind"] == "tournament"] == [
        [{"code": "tournament-name", "what": "autunno"}]
    ]
    fresh = made(tmp_path / "fresh.db", "common")
    local = fresh.disputes.open("two dice", "B", game=fresh.resolve("common"), event=2).id
    (taken,) = merge(fresh, club, tmp_path)
    assert [(one.code, one.what) for one in taken.conflicts] == [("dispute-here", local)]


def test_a_log_that_went_another_way_is_a_conflict_and_both_stay(here: Archive, club: Archive, tmp_path: Path) -> None:
    backup(club, tmp_path / "b.zip")
    restore(tmp_path / "b.zip", tmp_path / "twin.db")
    twin = Archive.open(tmp_path / "twin.db")
    for archive, title in ((club, "Uno"), (twin, "Due")):
        archive.tournaments.append("inverno", [{"kind": "opened", "title": title, "system": "open"}])
    merge(here, club, tmp_path)
    (taken,) = merge(here, twin, tmp_path)
    assert [one.code for one in taken.conflicts] == ["entry-other"]
    lines = [line["line"] for line in here.foreign.lines_of("tournament:inverno", taken.origin)]
    assert sum("Uno" in line for line in lines) == sum("Due" in line for line in lines) == 1
    assert verify(here) == []


def test_records_travel_on_and_come_home_once(here: Archive, club: Archive, tmp_path: Path) -> None:
    merge(here, club, tmp_path)
    third = made(tmp_path / "third.db", "third")
    assert len(merge(third, here, tmp_path)) == 2  # its own and those of the club
    assert third.foreign.load(origin_of(club.log)).entries == here.foreign.load(origin_of(club.log)).entries
    before = club.last_index()
    merge(club, here, tmp_path)
    merge(club, third, tmp_path)
    assert club.foreign.origins() == [] and club.disputes.listed() != []
    assert club.last_index() > before  # games of the others
    before = here.last_index()
    merge(here, third, tmp_path)
    merge(here, third, tmp_path)
    assert verify(third) == [] == verify(here) == verify(club)


def test_verify_finds_an_altered_entry_and_a_lost_file(here: Archive, club: Archive, tmp_path: Path) -> None:
    (taken,) = merge(here, club, tmp_path)
    evidence_path(here.path, sha256_hex(PHOTO)).unlink()
    assert [one.code for one in verify(here)] == ["evidence"]
    evidence_path(here.path, sha256_hex(PHOTO)).write_bytes(PHOTO)
    entry = here.foreign.load(taken.origin).entries[0]
    forged = ForeignEntry(entry.index, entry.leaf, entry.stream, entry.prev, entry.header, entry.body + "{}\n")
    with here.writing():
        here.foreign.append(taken.origin, forged.to_lines())
    assert any(f"entry {entry.index}: leaf" in str(one.detail) for one in verify(here))
    with pytest.raises(ArchiveError, match="leaf"):
        here.foreign.load(taken.origin)


@pytest.mark.parametrize("change", [
    {"v": 2}, {"kind": "x"}, {"there": 3}, {"x": 1}, {"here": 1}, {"there": "g_1"}, {"here": "\x1b[31m"},
])  # fmt: skip
def test_a_line_has_exactly_its_members(change: dict[str, Any]) -> None:
    line = {"kind": "game", "v": 1, "there": "g_0123456789abcdef01", "here": None}
    assert msgspec.to_builtins(FOREIGN.of(line)) == line
    with pytest.raises(ArchiveError) as error:
        FOREIGN.of({**line, **change})
    assert error.value.code == "foreign-line"


def test_backup_and_restore_keep_the_records(here: Archive, club: Archive, tmp_path: Path) -> None:
    merge(here, club, tmp_path)
    backup(here, tmp_path / "h.zip")
    restore(tmp_path / "h.zip", tmp_path / "r.db")
    restored = Archive.open(tmp_path / "r.db")
    assert restored.foreign.listed() == here.foreign.listed() and verify(restored) == []


def test_the_command_line_says_what_came_and_lists_it(here: Archive, club: Archive, tmp_path: Path) -> None:
    backup(club, tmp_path / "b.zip")
    origin, dispute = origin_of(club.log), club.disputes.listed()[0].dispute
    here.tournaments.append("autunno", [{"kind": "opened", "title": "Altro", "system": "open"}])
    here.close()

    def run(*arguments: str, lang: str = "en") -> Result:
        return CliRunner().invoke(plancia, ["--lang", lang, "-a", str(tmp_path / "here.db"), *arguments])

    tried = run("import", str(tmp_path / "b.zip"), "--dry-run")
    assert tried.exit_code in (0, 3) and origin in tried.output
    assert "dispute" not in run("merged", "list").output
    receipts = tmp_path / "r.json"
    done = run("import", str(tmp_path / "b.zip"), "--receipt", str(receipts))
    kept = [json.loads(line) for line in receipts.read_text("utf-8").splitlines()]
    assert kept[-1]["stream"] == STREAM_PREFIX + origin
    checked = run("verify", "--receipt", str(receipts))
    assert checked.exit_code == 0, checked.output
    assert done.exit_code in (0, 3) and origin in done.stderr and "autunno" in done.stderr and "Anna" not in done.stderr
    for lang in ("it", "en"):
        assert dispute in run("merged", "list", lang=lang).output
    rows = json.loads(run("merged", "list", "--json").output)
    assert {row["kind"] for row in rows} == KINDS
    shown = run("merged", "show", f"dispute:{dispute}", "--origin", origin)
    assert shown.exit_code == 0 and "one army" in shown.output and "arbiter" in shown.output
    assert run("merged", "show", "dispute:d_00000000").exit_code == 1
    again = run("import", str(tmp_path / "b.zip"))
    assert origin not in again.stderr
    assert run("verify").exit_code == 0 and STREAM_PREFIX not in again.output
    bare = Archive.open(tmp_path / "bare.db", create=True)
    bare.tournaments.append("solo", [{"kind": "opened", "title": "x", "system": "open"}])
    backup(bare, tmp_path / "bare.zip")
    for _ in range(2):  # without games it is no error, also where nothing is new
        assert run("import", str(tmp_path / "bare.zip")).exit_code == 0


def test_the_api_lists_the_records_without_their_texts(here: Archive, club: Archive, tmp_path: Path) -> None:
    client = create_app(here).test_client()
    assert client.get("/api/v1/merged").get_json() == {"items": [], "next": None}
    merge(here, club, tmp_path)
    answer = client.get("/api/v1/merged")
    rows = here.foreign.listed()
    assert answer.get_json()["items"] == rows and {row["kind"] for row in rows} == KINDS
    assert client.get("/api/v1/merged", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert "misread" not in answer.text
