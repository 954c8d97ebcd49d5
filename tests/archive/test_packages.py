"""Packages: what personal data they hold, the record of those with names, and files that are their owner's alone."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, Filters
from plancia_archive.exports.backups import backup, restore
from plancia_archive.exports.dumps import dump
from plancia_archive.registers.person_erasure import erase_record
from plancia_archive.registers.written_copies import list_copies, record_copy
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    (tmp_path / "a").mkdir()
    archive = Archive.open(tmp_path / "a" / "club.db", create=True)
    game = archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0]).game_id
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "T", "system": "monopoli"}, {"kind": "entered", "player": "Zeno"},
    ])  # fmt: skip
    dispute = archive.disputes.open("x", "Bruno", game=game, event=20).id
    archive.disputes.add_evidence(dispute, b"\xff\xd8\xff a photo", "photo", "B")
    yield archive
    archive.close()


def test_a_backup_lists_the_personal_data_that_it_holds(archive: Archive, tmp_path: Path) -> None:
    people = len(archive.people.all())
    held = backup(archive, tmp_path / "named.zip")["personal_data"]
    assert (held["names"], held["persons"], held["named"], held["evidence_files"]) == (True, people, people, 1)
    assert held["holds"]["tables/person.jsonl"] == ["name", "player_ref", "salt"]
    nameless = backup(archive, tmp_path / "nameless.zip", names=False)["personal_data"]
    assert (nameless["names"], nameless["persons"], nameless["named"]) == (False, people, 0)
    assert nameless["holds"]["tables/person.jsonl"] == ["player_ref"] and "tables/alias.jsonl" not in nameless["holds"]
    erase_record(archive, "Zeno", "asked")
    after = backup(archive, tmp_path / "after.zip")["personal_data"]
    assert (after["persons"], after["named"]) == (people, people - 1)
    with zipfile.ZipFile(tmp_path / "named.zip") as bundle:
        assert json.loads(bundle.read("MANIFEST.json"))["personal_data"] == held
        files = set(bundle.namelist())
    for pattern in held["holds"]:
        folder, _, ending = pattern.partition("*")
        assert any(name.startswith(folder) and name.endswith(ending) for name in files), pattern
    restore(tmp_path / "nameless.zip", tmp_path / "restored.db")
    restored = Archive.open(tmp_path / "restored.db")
    assert backup(restored, tmp_path / "again.zip")["personal_data"]["named"] == 0
    restored.close()


def test_a_dump_lists_the_columns_with_references_and_free_text(archive: Archive, tmp_path: Path) -> None:
    held = dump(archive, tmp_path / "dump", Filters())["personal_data"]
    assert (held["names"], held["named"], held["persons"]) == (False, 0, len(archive.people.all()) - 1), "not Zeno"
    assert held["holds"]["seats.csv"] == ["player_ref"] and held["holds"]["events.csv"] == ["line"]
    assert {"arbiter", "event", "place", "round", "winner_ref"} == set(held["holds"]["games.csv"])
    assert json.loads((tmp_path / "dump" / "MANIFEST.json").read_text())["personal_data"] == held


def test_copies_with_names_are_recorded_and_told(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = archive.people.find("Zeno") or ""
    base, run = ["--lang", "en", "-a", str(archive.path)], CliRunner()
    for words in (["backup", "b.zip"], ["backup", "--no-names", "n.zip"], ["export", "--all", "--names", "-o", "e.rgn"],
                  ["export", "--all", "-o", "plain.rgn"], ["tournament", "report", "t", "-o", "t.trf"],
                  ["dump", "dump"]):  # fmt: skip
        assert run.invoke(plancia, [*base, *words]).exit_code == 0, words
    found = {(copy["kind"], Path(copy["path"]).name, copy["present"]) for copy in list_copies(archive, before)}
    assert found == {("backup", "b.zip", True), ("export", "e.rgn", True), ("report", "t.trf", True)}
    with archive.writing():
        late, _ = archive.people.find_or_make("Late Comer")
    assert list_copies(archive, late) == [], "they were written before the person was registered"
    (tmp_path / "e.rgn").unlink()
    told = run.invoke(plancia, [*base, "person", "erase", "Zeno", "--yes"])
    assert told.exit_code == 0 and all(name in told.output for name in ("b.zip", "e.rgn", "t.trf"))
    assert "n.zip" not in told.output and "plain.rgn" not in told.output


def test_nothing_is_recorded_by_a_reader(archive: Archive) -> None:
    reader = Archive.open(archive.path, read_only=True)
    record_copy(reader, "backup", "b.zip")
    reader.close()
    assert archive.db.execute("SELECT count(*) FROM written_copy").fetchone()[0] == 0


@POSIX
def test_every_file_that_a_command_writes_is_its_owners_alone(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, out = ["--lang", "en", "-a", str(archive.path)], tmp_path / "out"
    game, dispute = archive.game_ids()[0], archive.disputes.listed()[0].dispute
    out.mkdir()
    monkeypatch.chdir(out)
    source = out / "source.rgn"
    source.write_text(archive.text(game))
    source.chmod(0o600)
    commands = [
        ["backup", "b.zip"], ["backup", "--no-names", "n.zip"], ["export", game, "-o", "e.rgn"],
        ["export", game, "--names", "-o", "f.rgn"], ["export", game, "--names", "--form", "csv", "-o", "e.csv"],
        ["dump", "dump"], ["tournament", "report", "t", "-o", "t.trf"], ["prove", game, "--names", "-o", "p.json"],
        ["dispute", "decision", dispute, "-o", "d.md"], ["person", "list", "-o", "people.csv", "--format", "csv"],
        ["list", "-o", "list.csv", "--format", "csv"], ["checkpoint"], ["head", "-o", "head.svg"],
        ["datasette", "--names", "--print", "--folder", "datasette"], ["convert", "source.rgn", "-o", "c.rgn"],
        ["restore", "b.zip", "restored.db"], ["init", "new.db"],
    ]  # fmt: skip
    old = os.umask(0o022)
    try:
        for words in commands:
            result = CliRunner().invoke(plancia, [*base, *words])
            assert result.exit_code == 0, (words, result.output)
        archive.disputes.add_evidence(dispute, b"another", "x", "B")
    finally:
        os.umask(old)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 30
    modes = {str(path.relative_to(tmp_path)): oct(path.stat().st_mode & 0o777) for path in files}
    assert modes.pop("a/club.db.checkpoint") == "0o644", "a signed checkpoint is there to be handed out"
    assert {name: mode for name, mode in modes.items() if mode != "0o600"} == {}
