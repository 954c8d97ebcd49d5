"""fsck checks what lies beside the archive too; rebuild makes tiles and renumbered rows again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, verify
from plancia_archive.integrity.fsck import fsck
from plancia_archive.log.side_files import checkpoint_file, files_folder, key_file
from plancia_archive.tlog.keys import new_key
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive.open(tmp_path / "a.db", create=True)
    made.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    made.checkpoints.sign()
    return made


def codes(archive: Archive) -> set[str]:
    return {finding.code for finding in fsck(archive)}


def test_what_cannot_be_read_beside_the_archive_hides_nothing_else(archive: Archive) -> None:
    folder = files_folder(archive.path)
    folder.mkdir()
    (folder / "a").mkdir()
    (folder / "b").symlink_to(folder / "gone")
    (folder / ("0" * 64)).write_bytes(b"a photo")
    found = [(one.where, one.code) for one in fsck(archive)]
    assert found == [(f"{folder.name}/{name}", "file") for name in ("0" * 64, "a", "b")]


def test_key_checkpoint_and_files_beside_the_archive(archive: Archive) -> None:
    folder, data = files_folder(archive.path), b"a photo"
    folder.mkdir()
    (folder / hashlib.sha256(data).hexdigest()).write_bytes(data)
    assert codes(archive) == set()
    (folder / ("0" * 64)).write_bytes(data)
    assert codes(archive) == {"file"}
    checkpoint_file(archive.path).unlink()
    assert codes(archive) == {"file", "checkpoint-missing"}
    key = key_file(archive.path).read_text()
    for text in ("nonsense", new_key("plancia/other").text()):
        key_file(archive.path).write_text(text)
        assert codes(archive) == {"file", "checkpoint-missing", "key"}
    key_file(archive.path).write_text(key)
    assert verify(archive) == [], "these are not of the log"


def test_it_lets_others_write(archive: Archive) -> None:
    other = Archive.open(archive.path)
    seeds = iter(range(30, 60))

    def write() -> None:
        other.add_game(generate(GameSpec("monopoli@1", next(seeds))))

    assert fsck(archive, step=write) == []
    assert len(other.game_ids()) == 3 and codes(other) == set()


def test_the_command(archive: Archive) -> None:
    command = ["-a", str(archive.path), "--lang", "en", "fsck"]
    clean = CliRunner().invoke(plancia, command)
    assert clean.exit_code == 0 and "1 game" in clean.output
    key_file(archive.path).write_text("nonsense")
    found = CliRunner().invoke(plancia, [*command, "--format", "json", "--jobs", "1"])
    assert found.exit_code == 3 and [row["code"] for row in json.loads(found.stdout)] == ["key"]


def test_a_forged_tile_stops_no_signature_and_is_rebuilt(archive: Archive) -> None:
    with archive.writing():
        archive.db.execute("INSERT INTO tile VALUES (0, 0, zeroblob(8192))")
        archive.people.find_or_make("Uno")
    assert archive.checkpoints.sign() is not None and codes(archive) == {"tile"}
    assert {finding.code for finding in archive.rebuild()} == {"tile"} and codes(archive) == set()
