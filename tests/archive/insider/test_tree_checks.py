"""The tree against stored tiles, stored checkpoints, the checkpoint file, and heads that somebody else holds."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from plancia_archive import Archive, ArchiveError, Finding, verify
from plancia_archive.integrity.tree_checks import check_tree, find_first_difference, read_checkpoint_file
from plancia_archive.integrity.verify import check_leaf
from plancia_archive.log.archive_stream import STREAM, read_identities
from plancia_archive.log.side_files import checkpoint_file
from plancia_archive.tlog.checkpoint import Checkpoint, sign_checkpoint
from plancia_archive.tlog.keys import new_key
from plancia_data import samples
from plancia_events import read


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """A game, more than 256 entries so that a tile is full, and two checkpoints."""
    made = Archive.open(tmp_path / "a.db", create=True)
    made.add_game(read(samples()["monopoli-serata.rgn"]).games[0])
    made.checkpoints.sign()
    with made.writing():
        for number in range(300):
            made.people.find_or_make(f"Giocatrice {number}", find_similar=False)
    made.checkpoints.sign()
    return made


def found(archive: Archive) -> list[tuple[str, str]]:
    return [
        (finding.where, finding.code)
        for finding in check_tree(archive, read_checkpoint_file(archive.path), "a.db.checkpoint")
    ]


def test_an_honest_archive_has_no_findings(archive: Archive) -> None:
    assert archive.db.execute("SELECT count(*) FROM tile").fetchone()[0] == 1
    assert len(archive.checkpoints.signed_notes()) == 2
    assert found(archive) == [] and verify(archive) == []


def test_a_stored_tile_that_is_not_the_logs(archive: Archive) -> None:
    with archive.writing():
        archive.db.execute("UPDATE tile SET data = zeroblob(8192)")
        archive.db.execute("INSERT INTO tile VALUES (0, 5, zeroblob(8192)), (-3, 0, x'00')")
    assert found(archive) == [("tile -3/0", "tile"), ("tile 0/0", "tile"), ("tile 0/5", "tile")]


def test_stored_checkpoints_and_their_file(archive: Archive) -> None:
    first, last = archive.checkpoints.signed_notes()
    with archive.writing():
        archive.db.execute("UPDATE checkpoint SET note = ? WHERE size = (SELECT max(size) FROM checkpoint)",
                           [first.text()])  # fmt: skip
    size = archive.checkpoints.head().size
    assert found(archive) == [(f"checkpoint {size}", "checkpoint")]
    for text, code in ((last.text().replace(str(size), str(size + 1)), "checkpoint"), ("", "checkpoint"),
                       ("\udce9", "checkpoint-file")):  # fmt: skip
        checkpoint_file(archive.path).write_bytes(text.encode("utf-8", "surrogateescape"))
        assert ("a.db.checkpoint", code) in found(archive), text


def test_a_head_that_somebody_else_holds(archive: Archive) -> None:
    half, whole = archive.checkpoints.head(100), archive.checkpoints.head()
    assert find_first_difference(archive, half) is None and find_first_difference(archive, whole) is None

    def code(head: Checkpoint) -> str | None:
        difference = find_first_difference(archive, head)
        return difference.code if difference else None

    assert code(dataclasses.replace(half, root=whole.root)) == "head-root"
    assert code(dataclasses.replace(whole, size=whole.size + 1)) == "head-behind"
    assert code(dataclasses.replace(half, origin="another/log")) == "head-origin"


def test_a_head_of_the_log_that_this_one_continues(archive: Archive) -> None:
    old = archive.checkpoints.head()
    head = dataclasses.replace(old, size=old.size + 7)
    key = new_key("plancia/successor")
    with archive.writing():
        restored = {"key": key.verifier.text(), "origin": key.name, "root": head.root.hex(), "size": head.size}
        archive.log.append_events(STREAM, [{**restored, "kind": "restored", "v": 1, "why": "disk"}])
    assert [identity.index for identity in read_identities(archive.log)] == [0, old.size]
    assert archive.checkpoints.head().origin == key.name
    assert find_first_difference(archive, old) is None, "what was taken over is the same"
    assert find_first_difference(archive, head) == Finding(head.head(), "head-restored", f"{old.size} < {head.size}")
    assert found(archive) == [], "checkpoints of the earlier origin are of its keys and its entries"
    archive.people.find_or_make("Nuova")  # writes go on


def test_the_leaf_of_a_receipt(archive: Archive) -> None:
    (leaf,) = archive.db.execute("SELECT leaf FROM entry WHERE log_index = 3").fetchone()
    assert check_leaf(archive, 3, bytes(leaf)) is None
    named = check_leaf(archive, 3, bytes(32))
    assert named and (named.where.startswith("entry 3 ("), named.code) == (True, "receipt")
    gone = check_leaf(archive, 10**6, bytes(leaf), "g_1")
    assert gone == Finding("entry 1000000 (g_1)", "receipt-gone", str(archive.last_index()))


def test_the_file_of_another_log_or_a_false_signature_stops_writing(archive: Archive) -> None:
    path, head = checkpoint_file(archive.path), archive.checkpoints.head()
    stranger = new_key("another/log")
    note = sign_checkpoint(Checkpoint(stranger.name, 1, bytes(32)), stranger)
    forged = sign_checkpoint(head, new_key(head.origin))
    for text, code in ((note.text(), "checkpoint-other"), (forged.text(), "checkpoint-file")):
        path.write_text(text)
        with pytest.raises(ArchiveError) as refused, archive.writing():
            pass
        assert refused.value.code == code
    path.unlink()
    with archive.writing():
        archive.people.find_or_make("Uno")
