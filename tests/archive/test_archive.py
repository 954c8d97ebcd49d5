"""The archive: append-only, chained, idempotent, safe against crashes and rivals, rebuildable, without names."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError, Conflict, verify
from plancia_archive.facts.projections import derived_rows
from plancia_data import samples
from plancia_events import Game, read
from plancia_events.parts.objectives import ObjectiveNames
from tests import SOAK

SAMPLE = samples()["monopoli-serata.rgn"]


def game(name: str = "g1") -> Game:
    found = read(SAMPLE, "sample").games[0]
    headers = [(key, name if key == "Game" else value) for key, value in found.headers]
    return Game(headers, found.events, found.lines)


def test_a_game_comes_out_byte_for_byte_and_without_names(archive: Archive, tmp_path: Path) -> None:
    added = archive.add_game(game())
    text = archive.text(added.game_id)
    assert read(text).games[0].text() == text
    log = b"".join(bytes(row[0]) for row in archive.db.execute("SELECT body FROM entry").fetchall())
    for name in (b"Anna", b"Bruno", b"Gino", b"Nadia"):
        assert name not in log
    assert {archive.people.name(ref) for ref in archive.game(added.game_id).players.values()} == {
        "Anna", "Bruno", "Gino", "Nadia",
    }  # fmt: skip
    assert verify(archive) == []


def test_same_content_is_told_and_not_kept_twice(archive: Archive) -> None:
    first = archive.add_game(game())
    second = archive.add_game(game())
    assert second.duplicate and second.game_id == first.game_id
    assert len(archive.game_ids()) == 1


def test_expected_version_and_request_id(archive: Archive) -> None:
    added = archive.add_game(game(), "r0")
    assert archive.add_game(game(), "r0").game_id == added.game_id
    version = added.version
    after = archive.append(added.game_id, ["turn g"], version, "r1")
    assert after.version == version + 1
    assert archive.append(added.game_id, ["turn g"], version, "r1").version == version + 1
    with pytest.raises(Conflict) as conflict:
        archive.append(added.game_id, ["END G"], version, "r2")
    assert conflict.value.current == version + 1
    assert archive.text(added.game_id).endswith("TURN G\n")
    with pytest.raises(ArchiveError) as malformed:
        archive.append(added.game_id, ["END G", "FOO"], version + 1)
    assert malformed.value.code == "malformed" and "2:1" in malformed.value.what
    assert archive.version(added.game_id) == version + 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = x'00'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry SELECT log_index, game, first, count, 'x', 0, prev, x'00', leaf, '' FROM entry",
        "INSERT INTO entry SELECT 99, game, 99, 1, 'x', 0, prev, body, leaf, header FROM entry LIMIT 1",
    ],
)
def test_the_guards_refuse(archive: Archive, statement: str) -> None:
    archive.add_game(game())
    with pytest.raises(Exception, match=r"append-only|out of order"):
        archive.db.execute(statement)
    assert verify(archive) == []


def test_an_archive_without_its_guards_does_not_open(archive: Archive) -> None:
    archive.db.execute("DROP TRIGGER entry_no_update")
    archive.close()
    with pytest.raises(ArchiveError) as refused:
        Archive.open(archive.path)
    assert refused.value.code == "guards"


def test_tampering_is_named(archive: Archive) -> None:
    archive.add_game(game())
    archive.db.execute("DROP TRIGGER entry_no_update")
    change = "CAST(replace(CAST(body AS TEXT), 'CIN+3', 'CIN+4') AS BLOB)"
    archive.db.execute(f"UPDATE entry SET body = {change} WHERE game NOT LIKE 'ruleset:%'")
    codes = {finding.code for finding in verify(archive)}
    assert {"guards", "hash"} <= codes


def test_a_changed_projection_is_named_and_rebuilt(archive: Archive) -> None:
    archive.add_game(game())
    before = derived_rows(archive.db)
    archive.db.execute("UPDATE game SET illegal = 7")
    (found,) = verify(archive)
    assert (found.where, found.code) == (archive.game_ids()[0], "derived") and "illegal: 7 -> " in found.detail
    assert [(one.where, one.code) for one in archive.rebuild()] == [(found.where, "rebuilt")]
    assert derived_rows(archive.db) == before
    assert verify(archive) == []


def test_rules_are_those_kept_in_the_log(archive: Archive) -> None:
    added = archive.add_game(game())
    kept = archive.game(added.game_id)
    assert archive.rules_of(kept).hash == kept.header("Rules")
    with pytest.raises(ArchiveError):
        archive.rules("0" * 64)


def test_people_are_found_by_other_spellings_and_look_alikes_told(archive: Archive) -> None:
    reference, alike = archive.people.find_or_make("Mario Rossi")
    assert alike == []
    assert archive.people.find_or_make("ROSSI  Mario")[0] == reference
    other, alike = archive.people.find_or_make("Mario Rosi")
    assert other != reference and alike == ["Mario Rossi"]
    archive.people.add_alias("Mario Rossi", "Supermario")
    assert archive.people.find("supermario") == reference


def test_a_name_of_another_person_is_not_taken_over(archive: Archive) -> None:
    people = archive.people
    bruno, other = people.find_or_make("Bruno")[0], people.find_or_make("Bruno V.")[0]
    for name in ("Bruno V.", "v bruno", other):
        with pytest.raises(ArchiveError) as refused:
            people.add_alias("Bruno", name)
        assert refused.value.code == "person-other" and other in refused.value.what
        assert people.find("Bruno V.") == other
    assert people.add_alias("Bruno", "bruno") == bruno
    people.add_alias("Bruno", "Il Rosso")
    people.add_alias("Bruno V.", "Il Rosso")  # a further spelling, given to the wrong one
    assert people.find("il rosso") == other and people.find("Bruno") == bruno


def test_a_sheet_that_seats_one_person_by_two_spellings_is_refused_whole(archive: Archive) -> None:
    bruno = archive.people.find_or_make("Bruno")[0]
    archive.people.add_alias("Bruno", "Il Rosso")
    text = (
        '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "Bruno"]\n[Blue "Anna"]\n[Green "il rosso"]\n'
        '[Completeness "result-only"]\n[Provenance "{}"]\n[Result "R 3 B 2 G 1"]\n'
    )
    with pytest.raises(ArchiveError) as refused:
        archive.add_game(read(text.format("imported:results")).games[0])
    assert (refused.value.code, refused.value.what) == ("t-twice", "Bruno, il rosso")
    assert archive.count() == 0 and archive.people.find("Anna") is None
    added = archive.add_game(read(text.format("sheet")).games[0])  # a record is kept and judged
    assert list(archive.game(added.game_id).players.values()).count(bruno) == 2
    found = archive.judgement(added.game_id).verdicts
    assert "players.distinct" in {one.rule for one in found if one.verdict == "illegal"}


def test_tokens_are_kept_as_hashes_and_revocable(archive: Archive) -> None:
    token = archive.tokens.make("tavolo", ["write"])
    found = archive.tokens.find(token)
    assert found is not None and found.role == "arbiter"
    assert archive.tokens.find(token + "x") is None
    archive.close()
    assert token.encode() not in archive.path.read_bytes()
    again = Archive.open(archive.path)
    assert again.tokens.revoke("tavolo") == 1
    assert again.tokens.find(token) is None


def test_what_is_not_an_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"not a database at all" * 100)
    for path, code in ((tmp_path / "x.db", "not-archive"), (tmp_path / "none.db", "no-archive")):
        with pytest.raises(ArchiveError) as refused:
            Archive.open(path)
        assert refused.value.code == code


RIVAL = """
import sys
from plancia_archive import Archive, Conflict
archive = Archive.open(sys.argv[1])
sys.stdin.readline()
try:
    print("won", archive.append(sys.argv[2], ["TURN G"], int(sys.argv[3]), sys.argv[4]).version)
except Conflict as conflict:
    print("lost", conflict.current)
"""


def test_two_processes_append_one_wins(archive: Archive) -> None:
    added = archive.add_game(game())
    jobs = [
        subprocess.Popen(
            [sys.executable, "-c", RIVAL, str(archive.path), added.game_id, str(added.version), f"r{n}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for n in range(2)
    ]  # fmt: skip
    for job in jobs:
        assert job.stdin is not None
        job.stdin.write("\n")
        job.stdin.flush()
    answers = sorted(job.communicate(timeout=60)[0].strip() for job in jobs)
    assert answers == [f"lost {added.version + 1}", f"won {added.version + 1}"]
    assert verify(archive) == []


WRITER = """
import sys
from plancia_archive import Archive
from plancia_data import samples
from plancia_events import Game, read
base = read(samples()["monopoli-serata.rgn"]).games[0]
archive = Archive.open(sys.argv[1])
for n in range(1000):
    headers = [(k, f"{sys.argv[2]}-{n}" if k == "Game" else v) for k, v in base.headers]
    print(archive.add_game(Game(headers, base.events)).game_id, flush=True)
"""


def test_killed_while_importing_nothing_acknowledged_is_lost_and_no_half_game_stays(archive: Archive) -> None:
    acknowledged: list[str] = []
    for turn in range(6 if SOAK else 3):
        job = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(archive.path), str(turn)], stdout=subprocess.PIPE, text=True
        )
        assert job.stdout is not None
        acknowledged.append(job.stdout.readline().strip())
        time.sleep(0.05 + 0.03 * turn)
        os.kill(job.pid, signal.SIGKILL)
        acknowledged += [line.strip() for line in job.stdout.read().splitlines() if line.endswith(line.strip())]
        job.wait()
    kept = set(archive.game_ids())
    whole = [game_id for game_id in acknowledged if len(game_id) == 20]
    assert whole and set(whole) <= kept
    assert all(archive.version(game_id) == archive.game(game_id).version for game_id in kept)
    assert verify(archive) == []


def test_an_appended_objective_is_found_in_the_games_own_list(tmp_path: Path) -> None:
    """N, D: by its number and by its name; the list is that of the variant of the game."""
    archive = Archive.open(tmp_path / "b.db", create=True)
    head = (
        '[Notation "rgn 1"]\n[Variant "firenze@1"]\n[Red "p"]\n[Blue "q"]\n[Completeness "full"]\n[Provenance "live"]\n'
    )
    kept = archive.add_game(read(head + "\nORDER * R B\n").games[0])
    archive.append(kept.game_id, ["OBJ R 7", "obj b da perù a india"], None)
    assert archive.text(kept.game_id).endswith("OBJ R fir-7\nOBJ B fir-3\n")


def test_a_number_of_an_objective_that_is_stored_keeps_its_bytes_and_is_refused_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "p"]\n[Blue "q"]\n[Completeness "full"]\n' \
           '[Provenance "live"]\n\nOBJ R 77\nTURN R\n'  # fmt: skip
    assert [problem.code for problem in read(text).problems] == ["word"]
    with monkeypatch.context() as earlier:  # as it was before numbers without a list were refused
        earlier.setattr(ObjectiveNames, "resolve", lambda names, name, column: names.ids.get(name, name))
        game_id = Archive.open(tmp_path / "a.db", create=True).add_game(read(text).games[0]).game_id
    archive = Archive.open(tmp_path / "a.db")
    assert archive.game(game_id).body() == "OBJ R 77\nTURN R\n" and verify(archive) == []
    archive.append(game_id, ["END R"], None)
    assert archive.game(game_id).body() == "OBJ R 77\nTURN R\nEND R\n"
    with pytest.raises(ArchiveError):
        archive.append(game_id, ["OBJ B 78"], None)
