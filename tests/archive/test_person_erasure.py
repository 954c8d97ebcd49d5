"""Erasure of a person: no byte of any file of the archive has the name afterwards, and every proof still holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, Filters, verify
from plancia_archive.actions import MergePerson
from plancia_archive.actions.action import Caller
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.dumps import dump
from plancia_archive.registers.person_erasure import Mention, erase_record, find_mentions, record_erasure_refusal
from plancia_archive.registers.person_merges import merge_people
from plancia_cli.main import plancia
from plancia_events import read

NAME, ALIAS = "Zóëlina Xylander", "Xilanderini Zoelina"
TRACES = [b"xylander", b"xilanderini", b"zoelina", "zóëlina".encode(), b"z\\u00f3\\u00eb", "Zóë".encode("utf-16-le")]
GAME = """[Notation "rgn 1"]
[Variant "monopoli@1"]
[Event "Memorial Zóëlina Xylander"]
[Red "Zóëlina Xylander"]
[Blue "Carla Bianchi"]
[Green "Ugo Neri"]
[Completeness "full"]
[Provenance "sheet"]

CLOCK * started {protesta XYLANDER}
"""


def filled(folder: Path) -> Archive:
    """An archive where a person with an alias has a game, a tournament, a request and a withdrawn game."""
    archive = Archive.open(folder / "club.db", create=True)
    archive.add_game(read(GAME).games[0], request_id="http:0:di Zoelina Xylander")
    with archive.writing():
        archive.people.add_alias(NAME, ALIAS)
    archive.tournaments.append("t", [
        {"kind": "opened", "title": f"Trofeo {ALIAS}", "system": "monopoli"}, {"kind": "entered", "player": NAME},
    ])  # fmt: skip
    other = archive.add_game(read(GAME.replace("started", "paused")).games[0]).game_id
    archive.withdrawals.withdraw(other, f"chiesto da {NAME}")
    return archive


def traces(folder: Path) -> dict[str, list[bytes]]:
    """The forms of the name found in the raw bytes of each file."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if hits := [trace for trace in TRACES if trace in data or trace in data.lower()]:
                found[path.name] = hits
    return found


def test_no_byte_has_the_name_afterwards(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    reference = archive.people.find(NAME) or ""
    assert traces(tmp_path) and find_mentions(archive, NAME) == []
    size = archive.last_index() + 1
    root = archive.checkpoints.tree.root(size)
    done = erase_record(archive, NAME, "asked")
    assert (done.player, done.games, done.tournaments, done.cleaned) == (reference, 2, 1, True)  # a withdrawn game too
    assert traces(tmp_path) == {}
    assert archive.checkpoints.tree.root(size) == root and verify(archive) == [] and archive.rebuild() == []
    for names in (True, False):
        backup(archive, tmp_path / f"{names}.zip", names)
        restore(tmp_path / f"{names}.zip", tmp_path / f"{names}.db")
        restored = Archive.open(tmp_path / f"{names}.db")
        assert verify(restored) == [] and restored.people.find(reference) == reference
        restored.close()
    dump(archive, tmp_path / "dump", Filters())
    archive.close()
    assert traces(tmp_path) == {}


def test_an_erased_reference_stays_in_its_games_and_binds_nothing_again(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    reference = erase_record(archive, NAME, "GDPR 17").player
    game = archive.game(archive.game_ids()[0])
    assert game.players["R"] == reference and archive.people.name(reference) == reference
    assert archive.log.events("person:" + reference)[-1] == {"basis": "GDPR 17", "kind": "erased", "v": 1}
    assert archive.people.find(NAME) is None and archive.people.find(ALIAS) is None
    assert archive.people.find(reference) == reference and archive.people.is_erased(reference)
    calls: list[Callable[[], object]] = [
        lambda: archive.people.rename(reference, "Anna"), lambda: archive.people.add_alias(reference, "Anna"),
        lambda: merge_people(archive, "Ugo Neri", reference), lambda: record_erasure_refusal(archive, reference, "x"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(ArchiveError) as caught:
            call()
        assert caught.value.code == "person-erased"
    again = archive.add_game(game)
    assert again.duplicate and again.game_id == archive.game_ids()[0] and archive.people.is_erased(reference)
    new = archive.add_game(read(GAME).games[0])
    assert not new.duplicate and archive.people.find(NAME) not in (None, reference)
    assert verify(archive) == []


@pytest.mark.parametrize(("basis", "code"), [("", "why"), ("x" * 301, "why"), ("a\u202eb", "why")])
def test_a_basis_is_one_line(tmp_path: Path, basis: str, code: str) -> None:
    archive = filled(tmp_path)
    for act in (erase_record, record_erasure_refusal):
        with pytest.raises(ArchiveError) as caught:
            act(archive, NAME, basis)
        assert caught.value.code == code
    reference = record_erasure_refusal(archive, NAME, f"articolo 17(3), lo chiede {NAME}, XYLANDER")
    stored = archive.log.events("person:" + reference)[-1]["basis"]
    assert stored == f"articolo 17(3), lo chiede {reference}, {reference}"
    assert verify(archive) == []


def test_a_name_written_before_it_was_known_is_told(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    kept = archive.add_game(read(GAME.replace('"Zóëlina Xylander"]\n[Blue', '"Anna Verdi"]\n[Blue')).games[0]).game_id
    with archive.writing():
        archive.people.find_or_make(NAME)
    entry = archive.log.first_index(kept)
    assert find_mentions(archive, NAME) == [Mention(kept, (entry,))]


def test_a_reader_of_the_old_pages_is_told_and_the_work_is_finished_later(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    reader = Archive.open(tmp_path / "club.db", read_only=True)
    reader.db.execute("BEGIN")
    assert len(reader.people.all()) == 3
    done = erase_record(archive, NAME, "asked")
    wal = str(archive.db.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"
    assert done.cleaned is not wal
    assert {row["name"] for row in reader.people.all()} >= {NAME} or not wal
    reader.db.execute("ROLLBACK")
    reader.close()
    assert erase_record(archive, done.player, "asked").cleaned and traces(tmp_path) == {}


def test_readers_at_the_same_time_see_the_name_or_the_reference(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    reference, seen, over = archive.people.find(NAME) or "", set(), threading.Event()

    def look() -> None:
        with_reader = Archive.open(tmp_path / "club.db", read_only=True)
        while not over.is_set():
            seen.add(with_reader.people.name(reference))
        with_reader.close()

    thread = threading.Thread(target=look)
    thread.start()
    erase_record(archive, NAME, "asked")
    over.set()
    thread.join()
    assert seen <= {NAME, reference} and erase_record(archive, reference, "asked").cleaned and traces(tmp_path) == {}


KILLED = """
import os, sys
from plancia_archive import Archive
from plancia_archive.registers import person_erasure
archive = Archive.open(sys.argv[1])
if sys.argv[2] == "before":
    archive.people.forget_names = lambda: os.kill(os.getpid(), 9)
else:
    person_erasure.purge_deleted_pages = lambda archive: os.kill(os.getpid(), 9)
person_erasure.erase_record(archive, "Zoelina Xylander", "asked")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_kill_9_leaves_either_state(tmp_path: Path, moment: str) -> None:
    archive = filled(tmp_path)
    reference = archive.people.find(NAME) or ""
    archive.close()
    command = [sys.executable, "-c", KILLED, str(tmp_path / "club.db"), moment]
    assert subprocess.run(command, check=False).returncode == -9
    archive = Archive.open(tmp_path / "club.db")
    assert archive.people.is_erased(reference) is (moment == "after") and verify(archive) == []
    assert erase_record(archive, reference, "asked").cleaned and traces(tmp_path) == {} and verify(archive) == []


def test_the_command_asks_and_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path).close()
    os.chmod(tmp_path / "club.db", 0o644)
    base = ["--lang", "en", "-a", str(tmp_path / "club.db"), "person"]
    run = CliRunner()
    assert run.invoke(plancia, [*base, "erase", NAME]).exit_code == 2
    assert run.invoke(plancia, [*base, "keep", NAME, "--basis", "archive"]).exit_code == 0
    shown = run.invoke(plancia, [*base, "erase", NAME, "--yes"])
    assert shown.exit_code == 0 and "plancia backup" in shown.output and NAME not in shown.output
    assert "in 2 games and 1 tournament" in shown.output, "the withdrawn one too"
    assert traces(tmp_path) == {}
    if sys.platform != "win32":
        assert (tmp_path / "club.db").stat().st_mode & 0o777 == 0o600
    assert run.invoke(plancia, [*base, "erase", NAME, "--yes"]).exit_code == 1


def test_a_merge_shows_what_it_changes_first(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    with archive.writing():
        new, _ = archive.people.find_or_make("Ugo Nero")
    would = MergePerson(other="Carla Bianchi").perform(archive, "Ugo Nero", Caller(dry_run=True)).answer
    assert (would["player"], would["other_name"], would["games"]) == (new, "Carla Bianchi", 1)
    archive.close()
    base = ["-a", str(tmp_path / "club.db"), "person", "merge", "Ugo Nero", "Carla Bianchi"]
    run = CliRunner()
    assert run.invoke(plancia, [*base, "--dry-run"]).exit_code == 0
    asked = run.invoke(plancia, base)
    assert asked.exit_code == 2 and "plancia person part" in asked.output
    archive = Archive.open(tmp_path / "club.db")
    assert archive.people.merged() == {}
    archive.close()
    assert run.invoke(plancia, [*base, "--yes"]).exit_code == 0


def test_requests_are_stored_by_hash(tmp_path: Path) -> None:
    archive = filled(tmp_path)
    rows = json.dumps([str(row[0]) for row in archive.db.execute("SELECT request_id FROM request")])
    assert "Xylander" not in rows and len(rows) > 30
    assert (
        archive.add_game(read(GAME).games[0], request_id="http:0:di Zoelina Xylander").game_id == archive.game_ids()[0]
    )


def surnames(folder: Path) -> Archive:
    """Texts with the surname alone, of entries that name the person and of others, before and after registration."""
    archive = Archive.open(folder / "a.db", create=True)
    opened = {"kind": "opened", "title": "Torneo Xylander", "system": "monopoli"}
    archive.tournaments.append("before", [opened])
    kept = archive.add_game(read(GAME).games[0]).game_id
    archive.tournaments.append("t", [
        opened, {"kind": "entered", "player": NAME}, {"kind": "entered", "player": "Ugo Neri"},
        {"kind": "adjusted", "player": NAME, "points": "-2", "why": "xylander was late, says XÝLANDER"},
        {"kind": "adjusted", "player": "Ugo Neri", "points": "-1", "why": "Xylander offended, i neri in ritardo"},
    ])  # fmt: skip
    opened_dispute = archive.disputes.open("two dice, says xylander", NAME, game=kept)
    archive.disputes.add(opened_dispute.id, {"kind": "answer", "by": "Ugo Neri", "text": "Xylànder is wrong"})
    archive.append(kept, ["CLOCK * paused {lo dice xylander}"], None)
    archive.withdrawals.withdraw(kept, "Xylander asked")
    with archive.writing():
        archive.people.find_or_make("Elena Conti, Zóëlina Xylander")
    archive.tokens.grant("phone of Xylander", "recorder")
    return archive


def test_the_surname_alone_is_replaced_where_an_entry_is_about_the_person(tmp_path: Path) -> None:
    archive = surnames(tmp_path)
    reference = archive.people.find(NAME) or "?"
    rows = archive.db.execute("SELECT game, body FROM entry WHERE game NOT LIKE 'ruleset:%' ORDER BY log_index")
    left = {stream for stream, body in rows.fetchall() if b"lander" in body.lower() or "l\u00e0nder".encode() in body}
    assert left == {"tournament:before"}
    assert archive.tournaments.get("t").title == f"Torneo {reference}"
    reasons = [why for _, _, why in archive.tournaments.get("t").adjustments]
    assert reasons == [f"{reference} was late, says {reference}", f"{reference} offended, i neri in ritardo"]
    assert verify(archive) == []


def test_a_title_keeps_a_surname_that_is_a_place_or_shared(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(GAME.replace("[Red", '[Place "Lecce"]\n[Red')).games[0])
    with archive.writing():
        for name in ("Anna Lecce", "Bruno Zanzotti", "Carla Zanzotti", "Dino Monopoli", "Elena Rosso"):
            archive.people.find_or_make(name)
    title = "Torneo di Lecce, Zanzotti e Monopoli, il Rosso"
    archive.tournaments.append("t", [{"kind": "opened", "title": title, "system": "monopoli"}])
    assert archive.tournaments.get("t").title == title


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_command_says_before_it_asks_what_keeps_the_name(tmp_path: Path, lang: str) -> None:
    archive = surnames(tmp_path)
    reference = archive.people.find(NAME) or "?"
    (entry,) = next(one.entries for one in find_mentions(archive, NAME) if one.where == "tournament:before")
    told = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(archive.path), "person", "erase", NAME])
    assert told.exit_code == 2 and archive.people.find(NAME) == reference, "without a terminal it asks for --yes"
    words = {
        "it": ["torneo before, registrazioni", "un'altra persona: Elena Conti, Zóëlina Xylander", "gettone phone"],
        "en": ["tournament before, entries", "another person: Elena Conti, Zóëlina Xylander", "token phone"],
    }[lang]
    for word in (*words, str(entry), reference):
        assert word in told.output, told.output
    assert "sale" not in told.output.split() and "salt" not in told.output and "register" not in told.output
    done = CliRunner().invoke(plancia, ["--lang", lang, "-a", str(archive.path), "person", "erase", NAME, "--yes"])
    assert done.exit_code == 0 and done.output.index("Elena Conti") < done.output.index(
        {"it": "è stato cancellato", "en": "was erased"}[lang]
    )
