"""A restored log never falls silently behind a head that is known; where it must, it says so under another origin."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import backup, restore
from plancia_archive.integrity.fsck import fsck
from plancia_archive.integrity.tree_checks import find_first_difference
from plancia_archive.log.archive_stream import STREAM, read_identities
from plancia_archive.log.side_files import checkpoint_file, files_folder, key_file
from plancia_archive.tlog.checkpoint import parse_head
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.signed_note import parse_note
from plancia_cli.main import plancia
from plancia_data import samples
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A signed archive with two games, and `early.zip` made before the second, `late.zip` after it."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    archive.checkpoints.sign()
    backup(archive, tmp_path / "early.zip")
    archive.add_game(generate(GameSpec("rcm@1 + no-strip", 4)))
    archive.checkpoints.sign()
    backup(archive, tmp_path / "late.zip")
    archive.close()
    return tmp_path / "a.db"


def lost(place: Path) -> str:
    """The file goes, what lies beside it stays; the head that it had."""
    archive = Archive.open(place)
    head = archive.checkpoints.head().head()
    archive.close()
    place.unlink()
    return head


def rewritten(source: Path, target: Path, **members: Any) -> Path:
    """A backup with other members of its manifest."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "MANIFEST.json":
                data = json.dumps({**json.loads(data), **members}).encode()
            new.writestr(name, data)
    return target


def test_a_backup_carries_head_and_checkpoints(place: Path) -> None:
    archive = Archive.open(place)
    manifest = backup(archive, place.with_name("again.zip"))
    assert manifest["head"] == archive.checkpoints.head().head()
    note = archive.checkpoints.latest()
    assert note and manifest["checkpoint"] == note.text()
    assert place.with_name("again.zip").read_bytes() == place.with_name("late.zip").read_bytes()


def test_in_place_with_nothing_newer_known_the_log_keeps_origin_and_key(place: Path) -> None:
    head, key = lost(place), key_file(place).read_text()
    restore(place.with_name("late.zip"), place)
    again = Archive.open(place)
    assert fsck(again) == []
    assert again.checkpoints.head().head() == head and key_file(place).read_text() == key
    assert len(again.checkpoints.signed_notes()) == 2 and verify(again) == []
    again.people.find_or_make("Dopo")
    assert again.checkpoints.sign() is not None, "the key at the place goes on signing"


def test_a_backup_behind_the_checkpoint_beside_the_place_is_refused(place: Path) -> None:
    lost(place)
    with pytest.raises(ArchiveError) as refused:
        restore(place.with_name("early.zip"), place)
    assert refused.value.code == "restore-behind" and not place.exists()


def test_a_backup_behind_a_head_in_somebodys_hands_is_refused(place: Path, tmp_path: Path) -> None:
    head = lost(place)
    elsewhere = tmp_path / "other" / "b.db"
    elsewhere.parent.mkdir()
    for text, code in ((head, "restore-behind"), ("another/log " + head.split(" ", 1)[1], "checkpoint-other")):
        with pytest.raises(ArchiveError) as refused:
            restore(tmp_path / "early.zip", elsewhere, head=text)
        assert refused.value.code == code
    with pytest.raises(TlogError):
        restore(tmp_path / "early.zip", elsewhere, head="nonsense")
    assert list(elsewhere.parent.iterdir()) == []
    restore(tmp_path / "late.zip", elsewhere, head=head)
    archive = Archive.open(elsewhere)
    assert archive.checkpoints.sign() is None, "there is no key beside it: it signs nothing"
    assert fsck(archive) == [], "the newest checkpoint of the backup lies beside it"


def test_told_so_it_goes_on_as_a_successor_that_says_so(place: Path) -> None:
    head, old_key = lost(place), key_file(place).read_text()
    restore(place.with_name("early.zip"), place, behind="disco rotto")
    again = Archive.open(place)
    first, second = read_identities(again.log)
    known = parse_head(head)
    line = again.log.events(STREAM)[-1]
    assert (line["kind"], line["size"], line["root"], line["why"]) == (
        "restored", known.size, known.root.hex(), "disco rotto")  # fmt: skip
    assert first.origin == known.origin and second.origin not in (first.origin, "")
    assert key_file(place).read_text() != old_key, "the old key signs nothing any more"
    assert Path(f"{key_file(place)}.old-1").read_text() == old_key
    assert Path(f"{checkpoint_file(place)}.old-1").exists()
    assert checkpoint_file(place).read_text().startswith(second.origin), "its head is signed at once"
    note = again.checkpoints.sign()
    assert note and note.text().startswith(second.origin) and verify(again) == []
    missing = find_first_difference(again, known)
    assert missing and missing.code == "head-restored"
    assert len(again.game_ids()) == 1


def test_the_successor_is_restored_and_restored_again(place: Path, tmp_path: Path) -> None:
    lost(place)
    restore(tmp_path / "early.zip", place, behind="one")
    archive = Archive.open(place)
    archive.checkpoints.sign()
    backup(archive, tmp_path / "successor.zip")
    archive.close()
    place.unlink()
    with pytest.raises(ArchiveError) as refused:  # the log before it does not have the successor's line
        restore(tmp_path / "early.zip", place)
    assert refused.value.code == "checkpoint-other"
    restore(tmp_path / "successor.zip", place)
    assert verify(Archive.open(place)) == []


def test_a_forked_log_or_damaged_checkpoint_is_refused_even_so(place: Path) -> None:
    lost(place)
    path = checkpoint_file(place)
    text = path.read_text()
    note = parse_note(text)
    origin, size, _ = note.body.split("\n")[:3]
    forked = text.replace(note.body, f"{origin}\n{int(size) - 1}\n{'A' * 43}=\n")
    for content, code in ((forked, "forked"), ("nonsense", "checkpoint-file")):
        path.write_text(content)
        for behind in ("", "why"):
            with pytest.raises(ArchiveError) as refused:
                restore(place.with_name("late.zip"), place, behind=behind)
            assert refused.value.code == code and not place.exists()


def test_a_rotated_key_at_the_place_shows_that_entries_are_missing(place: Path) -> None:
    from plancia_archive.tlog.keys import new_key

    head = lost(place)
    checkpoint_file(place).unlink()
    key_file(place).write_text(new_key(head.split()[0]).text() + "\n")
    with pytest.raises(ArchiveError) as refused:
        restore(place.with_name("late.zip"), place)
    assert refused.value.code == "restore-behind"


def test_head_and_checkpoint_of_the_manifest_are_checked(place: Path, tmp_path: Path) -> None:
    head = lost(place)
    origin, size, root = head.split()
    for other in (f"{origin} {int(size) - 1} {root}", f"{origin}/x {size} {root}"):
        bad = rewritten(tmp_path / "late.zip", tmp_path / "bad.zip", head=other)
        with pytest.raises(ArchiveError) as refused:
            restore(bad, place)
        assert refused.value.code == "backup" and "head" in refused.value.what


def test_the_command_refuses_and_is_told_why(place: Path, tmp_path: Path) -> None:
    lost(place)
    command = ["--lang", "en", "restore", str(tmp_path / "early.zip"), str(place)]
    refused = CliRunner().invoke(plancia, command)
    assert refused.exit_code == 1 and "--behind" in refused.output
    many = CliRunner().invoke(plancia, [*command, "--behind", "x" * 301])
    assert many.exit_code == 1 and "300" in many.output and not place.exists()
    assert CliRunner().invoke(plancia, [*command, "--behind", "disk broken"]).exit_code == 0
    wrong = CliRunner().invoke(plancia, ["restore", str(tmp_path / "late.zip"), str(tmp_path / "x.db"), "--head", "?"])
    assert wrong.exit_code == 1 and "Traceback" not in wrong.output


def test_a_backup_while_others_write_is_one_moment(place: Path, tmp_path: Path) -> None:
    archive, other = Archive.open(place), Archive.open(place)
    before = archive.checkpoints.head().head()
    seeds = iter(range(20, 40))

    def write() -> None:
        other.add_game(generate(GameSpec("monopoli@1", next(seeds))))
        other.checkpoints.sign()

    manifest = backup(archive, tmp_path / "busy.zip", step=write)
    assert manifest["head"] == before and other.checkpoints.head().head() != before
    restore(tmp_path / "busy.zip", tmp_path / "b.db")
    assert verify(Archive.open(tmp_path / "b.db")) == []


def test_files_of_disputes_are_in_the_backup(place: Path, tmp_path: Path) -> None:
    import hashlib

    data = b"a photo"
    digest = hashlib.sha256(data).hexdigest()
    files_folder(place).mkdir()
    (files_folder(place) / digest).write_bytes(data)
    (files_folder(place) / "notes.txt").write_text("not one of them")
    manifest = backup(Archive.open(place), tmp_path / "files.zip")
    assert [name for name in manifest["files"] if name.startswith("files/")] == [f"files/{digest}"]
    restore(tmp_path / "files.zip", tmp_path / "b.db")
    assert (files_folder(tmp_path / "b.db") / digest).read_bytes() == data
