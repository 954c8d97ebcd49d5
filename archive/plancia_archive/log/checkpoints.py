"""Heads and signed checkpoints of a log (C2SP tlog-checkpoint); checks that the log still contains the newest one.

The newest signed checkpoint is stored in a file beside the archive, outside the database: an older copy of the database
in its place is detected before anything is written to it. A key never signs two logs: an archive that was restored to
an earlier state continues under another origin and key.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import keys_of, origin_of, read_identities, verifier_keys
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.side_files import checkpoint_file, key_file, write_durably
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint, sign_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import SigningKey, parse_signing_key
from plancia_archive.tlog.merkle import tree_root
from plancia_archive.tlog.proofs import SubtreeHashes, consistency_proof, inclusion_proof, root_of_size
from plancia_archive.tlog.signed_note import Note, parse_note, verify_note
from plancia_archive.tlog.tiles import TILE_WIDTH, Tile, completed_tiles, subtree_hashes_from_tiles, tile_hashes

if TYPE_CHECKING:
    import sqlite_utils


class LogTree:
    """Roots and proofs of the log in a database. Call with the log's lock held, or on a snapshot."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db

    def size(self) -> int:
        """Returns the number of entries."""
        return int(self.db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0])

    def root(self, size: int) -> bytes:
        """Returns the root of the tree of the first `size` entries. Raises TlogError."""
        return root_of_size(self.subtrees(size), size)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Returns the audit path of an entry in the tree of `size` entries. Raises TlogError."""
        return inclusion_proof(self.subtrees(size), index, size)

    def consistency(self, old_size: int, size: int) -> list[bytes]:
        """Returns the consistency proof between two sizes. Raises TlogError."""
        return consistency_proof(self.subtrees(size), old_size, size)

    def subtrees(self, size: int) -> SubtreeHashes:
        """Returns a function for the hashes of complete subtrees of the first `size` entries."""
        return subtree_hashes_from_tiles(self.tile_data, size)

    def tile_data(self, tile: Tile) -> bytes:
        """Returns the hashes of a tile, stored or computed; fewer than its width if the log ends earlier."""
        if tile.width == TILE_WIDTH:
            statement = "SELECT data FROM tile WHERE level = ? AND n = ?"
            row = self.db.execute(statement, [tile.level, tile.index]).fetchone()
            if row:
                return bytes(row[0])
        return self.compute_tile(tile)

    def compute_tile(self, tile: Tile) -> bytes:
        """Computes the hashes of a tile, from the leaves at level 0, else from the tiles one level below."""
        first = tile.index * TILE_WIDTH
        if tile.level == 0:
            rows = self.db.execute(
                "SELECT leaf FROM entry WHERE log_index >= ? AND log_index < ? ORDER BY log_index",
                [first, first + tile.width],
            ).fetchall()
            return b"".join(bytes(row[0]) for row in rows)
        child_tiles = [Tile(tile.level - 1, first + place) for place in range(tile.width)]
        return b"".join(tree_root(tile_hashes(self.tile_data(child))) for child in child_tiles)

    def rebuild_tiles(self) -> int:
        """Recomputes all stored tiles; returns how many were wrong. Call inside a write transaction."""
        stored = self.stored_tiles()
        self.db.execute("DELETE FROM tile")
        self.store_tiles()
        computed = self.stored_tiles()
        return sum(data != computed.get(position) for position, data in stored.items())

    def stored_tiles(self) -> dict[tuple[int, int], bytes]:
        """Returns the hashes of the stored tiles by level and index."""
        rows = self.db.execute("SELECT level, n, data FROM tile").fetchall()
        return {(int(level), int(index)): bytes(data) for level, index, data in rows}

    def store_tiles(self) -> None:
        """Stores full tiles that were completed since the last call. Call inside a write transaction."""
        size = self.size()
        stored = int(self.db.execute("SELECT coalesce(max(n) + 1, 0) FROM tile WHERE level = 0").fetchone()[0])
        complete = min(stored, size // TILE_WIDTH)  # a log that was cut has more tiles than it fills
        for tile in completed_tiles(complete * TILE_WIDTH, size):
            self.db.execute(
                "INSERT OR REPLACE INTO tile(level, n, data) VALUES (?, ?, ?)",
                [tile.level, tile.index, self.compute_tile(tile)],
            )


FileStamp = tuple[int, int, int]


class Checkpoints:
    """The checkpoints of one log."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log
        self.tree = LogTree(log.db)
        self.verified_stamp: FileStamp | None = None  # stat of the checkpoint file that the log was compared with

    def head(self, size: int | None = None) -> Checkpoint:
        """Returns the head of the log, or of its first `size` entries. Raises ArchiveError for too large a size."""
        with self.log.lock:
            log_size = self.tree.size()
            if size is not None and not 0 <= size <= log_size:
                raise ArchiveError("head-size", f"{size} (0..{log_size})")
            head_size = log_size if size is None else size
            return Checkpoint(origin_of(self.log), head_size, self.tree.root(head_size))

    def signing_key(self) -> SigningKey | None:
        """Loads the archive's signing key, None without a key file. Raises ArchiveError for the key of another log."""
        path = key_file(self.log.path)
        try:
            text = path.read_text("ascii")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise ArchiveError("key-file", f"{path}: {error}"[:200]) from error
        try:
            key = parse_signing_key(text)
        except TlogError as error:
            raise ArchiveError("key-file", f"{path}: {error.code}") from error
        if key.name != origin_of(self.log) or keys_of(self.log)[-1:] != [key.verifier.text()]:
            raise ArchiveError("key-other", str(path))
        return key

    def latest(self) -> Note | None:
        """Reads the newest signed checkpoint from the file beside the archive; None without one.

        Raises ArchiveError for a file that is not a checkpoint.
        """
        path = checkpoint_file(self.log.path)
        try:
            return parse_note(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, TlogError) as error:
            raise ArchiveError("checkpoint-file", f"{path}: {error}"[:200]) from error

    def check_latest(self) -> None:
        """Checks that the log contains the newest signed checkpoint. Raises ArchiveError as `check_note` does.

        Call with the write lock held. The file is read again only after it changed.
        """
        stamp = file_stamp(checkpoint_file(self.log.path))
        if stamp is None or stamp == self.verified_stamp:
            return
        note = self.latest()
        if note is not None:
            self.check_note(note)
        self.verified_stamp = stamp

    def check_note(self, note: Note) -> None:
        """Checks that the log contains a signed checkpoint.

        Raises ArchiveError: `checkpoint-file` unless a key of the log signed it, `checkpoint-other` for that of another
        log, `behind` if the log is shorter, `forked` if its root differs.
        """
        log_identities = read_identities(self.log)
        try:
            checkpoint = parse_checkpoint(note.body)
            matching = [identity for identity in log_identities if identity.origin == checkpoint.origin]
            if not matching:
                raise ArchiveError("checkpoint-other", f"{checkpoint.origin[:120]} ({log_identities[-1].origin})")
            verify_note(note, verifier_keys(matching[0]))
        except TlogError as error:
            raise ArchiveError("checkpoint-file", f"{checkpoint_file(self.log.path)}: {error.code}") from error
        if matching[0] != log_identities[-1]:
            return  # it belongs to the earlier log that this one continues
        size = self.tree.size()
        if checkpoint.size > size:
            raise ArchiveError("behind", f"{size} < {checkpoint.size}")
        if self.tree.root(checkpoint.size) != checkpoint.root:
            raise ArchiveError("forked", f"{checkpoint_file(self.log.path).name}: 0..{checkpoint.size - 1}")

    def sign(self) -> Note | None:
        """Signs the head of the committed log and returns the signed note; None without a key.

        The note is durable beside the archive before it is returned. Raises ArchiveError, OSError.
        """
        key = self.signing_key()
        if key is None or self.log.read_only:
            return None
        with self.log.writing():
            self.tree.store_tiles()
            head = self.head()
            newest = self.latest()
            if newest is not None and parse_checkpoint(newest.body).text() == head.text():
                return newest
            note = sign_checkpoint(head, key)
            write_durably(checkpoint_file(self.log.path), note.text().encode(), 0o644)
            self.verified_stamp = file_stamp(checkpoint_file(self.log.path))  # the log has what it signs
            self.log.db.execute(
                "INSERT OR IGNORE INTO checkpoint(size, note, signed_at) VALUES (?, ?, ?)",
                [head.size, note.text(), int(time.time() * 1000)],
            )
        return note

    def add_cosignatures(self, note: Note) -> None:
        """Adds the cosignatures of a note to those stored for the same checkpoint of this log.

        The file keeps the newest checkpoint even if a larger one was signed meanwhile. Raises ArchiveError, OSError.
        """
        with self.log.writing():
            self.check_note(note)
            checkpoint, newest = parse_checkpoint(note.body), self.latest()
            row = self.log.db.execute("SELECT note FROM checkpoint WHERE size = ?", [checkpoint.size]).fetchone()
            for stored in (newest, parse_note(str(row[0])) if row else None):
                if stored is not None and stored.body == note.body:
                    note = stored.with_signatures(*note.signatures)
            last_signed = parse_checkpoint(newest.body) if newest else checkpoint
            if last_signed.origin != checkpoint.origin or last_signed.size <= checkpoint.size:
                write_durably(checkpoint_file(self.log.path), note.text().encode(), 0o644)
            self.log.db.execute("UPDATE checkpoint SET note = ? WHERE size = ?", [note.text(), checkpoint.size])

    def signed_notes(self) -> list[Note]:
        """Returns the signed checkpoints, oldest first."""
        with self.log.lock:
            rows = self.log.db.execute("SELECT note FROM checkpoint ORDER BY size").fetchall()
        return [parse_note(str(row[0])) for row in rows]


def file_stamp(path: Path) -> FileStamp | None:
    """Returns inode, size and modification time (ns) of a file; None without a file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def store_key(archive: Path, key: SigningKey) -> None:
    """Stores a signing key beside an archive; an existing file is not replaced. Raises OSError."""
    descriptor = os.open(key_file(archive), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.text().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
