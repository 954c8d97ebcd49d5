"""A backup is the whole archive: it comes back to the last byte, proves itself, and tells what is broken."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import BACKUP_FORMAT, backup, count_games, restore
from plancia_archive.exports.restored_log import BACKED_UP_TABLES
from plancia_archive.facts.tables import DERIVED_TABLES
from plancia_archive.importers import ImportProblem, convert
from plancia_archive.importers.bundles import read_zip
from plancia_archive.log.schema import LOCAL_TABLES
from plancia_data import samples
from plancia_events import read


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Two games, one of them long and one that went on, a tournament, an alias, an answered request, a token."""
    made = Archive.open(tmp_path / "a.db", create=True)
    game = read(samples()["monopoli-serata.rgn"]).games[0]
    game_id = made.add_game(game, "http:x:1").game_id
    made.add_game(read(samples()["dom-ic-02.rgn"]).games[0])
    made.append(game_id, ["NOTE A {è tardi}"], None)
    made.people.add_alias("Anna", "A. Rossi")
    made.tokens.make("tavolo1", ["write"])
    made.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "monopoli"}, {"kind": "entered", "player": "Anna"},
        {"kind": "entered", "player": "Zoe"}, {"kind": "table", "round": 1, "table": "A", "seats": ["Anna", "Zoe"]},
        {"kind": "result", "round": 1, "table": "A", "points": {"Anna": "31.5", "Zoe": "20"}},
    ])  # fmt: skip
    return made


def everything(archive: Archive) -> dict[str, list[Any]]:
    tables = ("entry", *BACKED_UP_TABLES, *DERIVED_TABLES)
    return {table: archive.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}


def test_the_whole_archive_comes_back(archive: Archive, tmp_path: Path) -> None:
    manifest = backup(archive, tmp_path / "one.zip")
    assert (manifest["format"], manifest["games"], manifest["tournaments"]) == (BACKUP_FORMAT, 2, 1)
    assert restore(tmp_path / "one.zip", tmp_path / "b.db") == manifest
    again = Archive.open(tmp_path / "b.db")
    assert everything(again) == everything(archive) and verify(again) == []
    assert again.people.find("A. Rossi") == archive.people.find("Anna")
    assert [one["state"] for one in again.tokens.all()] == ["not-restored"]
    backup(again, tmp_path / "two.zip")
    assert (tmp_path / "two.zip").read_bytes() == (tmp_path / "one.zip").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


def test_nothing_in_the_archive_is_forgotten(archive: Archive) -> None:
    names = {row[0] for row in archive.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    left = {
        name
        for name in names - {*DERIVED_TABLES, *BACKED_UP_TABLES, *LOCAL_TABLES, "entry"}
        if not name.startswith("_sqlite")
    }
    assert {name for name in left if not name.startswith("sqlite_")} == set()


def test_without_names_nobody_is_named(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip", names=False)
    with zipfile.ZipFile(tmp_path / "one.zip") as bundle:
        whole = b"".join(bundle.read(name) for name in bundle.namelist())
    assert b"Anna" not in whole and b"Rossi" not in whole and b"anna" not in whole
    restore(tmp_path / "one.zip", tmp_path / "b.db")
    again = Archive.open(tmp_path / "b.db")
    reference = archive.people.find("Anna") or ""
    assert again.people.find(reference) == reference and again.people.find("Anna") is None
    assert [row.total for row in again.tournaments.standings("t")] == [
        row.total for row in archive.tournaments.standings("t")
    ]


def changed(place: Path, change: Callable[[dict[str, bytes]], None], sealed: bool) -> Path:
    """The backup with something changed; `sealed` makes its hashes fit again."""
    with zipfile.ZipFile(place) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    change(files)
    if sealed:
        manifest = json.loads(files["MANIFEST.json"])
        for name, data in files.items():
            if name != "MANIFEST.json":
                manifest["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        manifest["files"] = {name: entry for name, entry in manifest["files"].items() if name in files}
        files["MANIFEST.json"] = json.dumps(manifest).encode()
    other = place.with_name("changed.zip")
    with zipfile.ZipFile(other, "w") as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    return other


def game_file(files: dict[str, bytes]) -> str:
    return next(name for name in files if name.startswith("games/"))


def one_byte(files: dict[str, bytes]) -> None:
    name = game_file(files)
    files[name] = files[name].replace(b"R6", b"R5", 1).replace(b"ALB", b"ALA", 1)


def more_text(files: dict[str, bytes]) -> None:
    files[game_file(files)] += b"NOTE A {dopo}\n"


def lost_entry(files: dict[str, bytes]) -> None:
    files["entries.jsonl"] = b"".join(files["entries.jsonl"].splitlines(keepends=True)[:-1])


def lost_file(files: dict[str, bytes]) -> None:
    del files[game_file(files)]


def swapped(files: dict[str, bytes]) -> None:
    lines = files["entries.jsonl"].splitlines(keepends=True)
    files["entries.jsonl"] = b"".join([lines[1], lines[0], *lines[2:]])


def stranger(files: dict[str, bytes]) -> None:
    files["games/altro.rgn"] = b"x"


def other_format(files: dict[str, bytes]) -> None:
    files["MANIFEST.json"] = b'{"format": "zip"}'


def no_object(files: dict[str, bytes]) -> None:
    files["MANIFEST.json"] = b"[]"


def no_manifest(files: dict[str, bytes]) -> None:
    del files["MANIFEST.json"]


@pytest.mark.parametrize("change", [one_byte, more_text, lost_entry, lost_file, swapped])
def test_what_was_changed_is_found_though_its_hashes_fit(
    archive: Archive, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    backup(archive, tmp_path / "one.zip")
    for sealed in (False, True):
        other = changed(tmp_path / "one.zip", change, sealed)
        with pytest.raises(ArchiveError):
            restore(other, tmp_path / "b.db")
        assert not (tmp_path / "b.db").exists() and not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("change", [stranger, other_format, no_object, no_manifest])
def test_what_is_no_backup_is_refused(
    archive: Archive, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    backup(archive, tmp_path / "one.zip")
    with pytest.raises(ArchiveError) as refused:
        restore(changed(tmp_path / "one.zip", change, sealed=False), tmp_path / "b.db")
    assert refused.value.code == "backup" and refused.value.text("it") != refused.value.text("en")


def test_an_archive_is_never_overwritten(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    with pytest.raises(ArchiveError) as refused:
        restore(tmp_path / "one.zip", tmp_path / "a.db")
    assert refused.value.code == "exists"
    (tmp_path / "x.zip").write_bytes(b"no zip")
    with pytest.raises(ArchiveError):
        restore(tmp_path / "x.zip", tmp_path / "b.db")


def test_games_of_a_backup_can_be_imported_alone(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    found = list(read_zip((tmp_path / "one.zip").read_bytes(), "one.zip"))
    assert [name.partition("!")[2].split("/")[0] for name, _ in found] == ["games", "games"]
    assert all(archive.add_game(convert(None, data, name)[0].game).duplicate for name, data in found)


def test_a_damaged_backup_is_refused_wherever_the_damage_is(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    data = (tmp_path / "one.zip").read_bytes()
    chance = random.Random(5)
    for _ in range(60):
        damaged = bytearray(data)
        place = chance.randrange(len(damaged))
        if chance.random() < 0.5:
            damaged[place] ^= 1 << chance.randrange(8)
        else:
            del damaged[place : place + chance.randrange(1, 200)]
        (tmp_path / "x.zip").write_bytes(bytes(damaged))
        try:
            restore(tmp_path / "x.zip", tmp_path / "b.db")
        except ArchiveError as error:
            assert error.text("it") and not (tmp_path / "b.db").exists()
            continue
        again = Archive.open(tmp_path / "b.db")  # the damage lay in times or marks of the ZIP file, not in its texts
        assert everything(again) == everything(archive)
        again.close()
        (tmp_path / "b.db").unlink()
        for ending in ("-wal", "-shm"):
            (tmp_path / f"b.db{ending}").unlink(missing_ok=True)


def test_a_damaged_zip_of_records_is_one_problem(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    data = (tmp_path / "one.zip").read_bytes()
    chance = random.Random(6)
    for _ in range(200):
        damaged = bytearray(data)
        del damaged[(place := chance.randrange(len(damaged))) : place + chance.randrange(1, 60)]
        try:
            list(read_zip(bytes(damaged), "x.zip"))
        except ImportProblem as problem:
            assert problem.text("it")


def gone() -> int:
    """The number of a process that has ended."""
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def test_what_a_killed_process_left_is_cleared_and_what_is_being_written_stays(
    archive: Archive, tmp_path: Path
) -> None:
    dead, alive = gone(), os.getppid()
    names = [f"{place}.{number}.part{ending}" for place in ("b.db", "one.zip") for number in (dead, os.getpid(), alive)
             for ending in ("", "-wal", "-shm", "-journal")]  # fmt: skip
    others = ["b.db.part", "b.db.x.part", f"c.db.{dead}.part", f"b.db.{dead}.part.zip", f"xb.db.{dead}.part",
              f"c.db.checkpoint.{dead}.0a1b2c3d.part", f"b.db.checkpoint.{alive}.0a1b2c3d.part"]  # fmt: skip
    marked = [f"c.db.{dead}.plancia.part", f"c.zip.{dead}.plancia.part-wal"]  # of other destinations, and surely ours
    marked += [f"c.db.{2**32}.plancia.part"]  # a number that no process can have
    marked += [f"b.db.checkpoint.{dead}.0a1b2c3d.part", f"b.db.key.{dead}.0a1b2c3d.part"]  # of files beside it
    kept = f"c.db.{alive}.plancia.part"
    for name in [*names, *others, *marked, kept]:
        (tmp_path / name).write_bytes(b"left")
    backup(archive, tmp_path / "one.zip")
    assert not list(tmp_path.glob(f"one.zip.{dead}.part*")) and not list(tmp_path.glob(f"one.zip.{os.getpid()}.part*"))
    restore(tmp_path / "one.zip", tmp_path / "b.db")
    left = {path.name for path in tmp_path.iterdir() if ".part" in path.name}
    assert left == {*others, kept, *(name for name in names if f".{alive}." in name)}
    assert everything(Archive.open(tmp_path / "b.db")) == everything(archive), "no journal of another was taken up"


def test_a_backup_is_synced_before_it_has_its_name(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append((tmp_path / "one.zip").exists()))
    backup(archive, tmp_path / "one.zip")
    assert synced[0] is False and synced[-1] is True and len(synced) >= 2, "the file first, its folder after"
    before = len(synced)
    restore(tmp_path / "one.zip", tmp_path / "b.db")
    assert len(synced) > before


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not asked for there")
def test_a_restore_that_is_killed_leaves_nothing_for_long(archive: Archive, tmp_path: Path) -> None:
    backup(archive, tmp_path / "one.zip")
    program = (
        "import os, sys, signal; from pathlib import Path; from plancia_archive.exports.backups import restore\n"
        "restore(Path(sys.argv[1]), Path(sys.argv[2]), lambda: os.kill(os.getpid(), signal.SIGKILL))"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(tmp_path / "one.zip"), str(tmp_path / "b.db")])
    assert killed.returncode < 0 and list(tmp_path.glob("b.db.*.part")) and not (tmp_path / "b.db").exists()
    Archive.open(archive.path).close()
    assert not list(tmp_path.glob("*.part*")), "the next command in the folder clears what has names"
    restore(tmp_path / "one.zip", tmp_path / "b.db")
    assert not list(tmp_path.glob("*.part*")) and verify(Archive.open(tmp_path / "b.db")) == []


def test_a_backup_that_would_fill_the_disk_is_refused_before_it_is_unpacked(archive: Archive, tmp_path: Path) -> None:
    for name in ("MANIFEST.json", "games/x.rgn"):
        bomb = zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED)
        with bomb, bomb.open(name, "w", force_zip64=True) as member:
            for _ in range(200):
                member.write(bytes(1024 * 1024))
        for ask in (
            lambda: count_games(tmp_path / "bomb.zip"),
            lambda: restore(tmp_path / "bomb.zip", tmp_path / "b.db"),
        ):
            tracemalloc.start()
            with pytest.raises(ArchiveError) as refused:
                ask()
            assert tracemalloc.get_traced_memory()[1] < 20_000_000
            tracemalloc.stop()
            assert refused.value.code == "swells" and "bomb.zip" in refused.value.text("it")
            assert refused.value.text("it") != refused.value.text("en") and not (tmp_path / "b.db").exists()


def test_what_compresses_well_is_still_restored(archive: Archive, tmp_path: Path) -> None:
    game = archive.game_ids()[0]
    archive.append(game, ["NOTE A {" + "a" * 900 + "}"] * 3000, None)
    backup(archive, tmp_path / "one.zip")
    assert restore(tmp_path / "one.zip", tmp_path / "b.db")["games"] == 2
