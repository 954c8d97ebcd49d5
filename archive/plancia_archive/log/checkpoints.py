"""Heads and signed checkpoints of a log (C2SP tlog-checkpoint), and that the log never falls behind one.

The newest signed checkpoint lies beside the archive, outside the database: an older copy of the database that is put in
its place is recognised before anything is written to it. A key never signs two logs: an archive that was restored to an
earlier state goes on under another origin and key.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import identities, keys_of, origin_of, verifier_keys
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.side_files import checkpoint_file, key_file, write_durably
from plancia_archive.log.tree import LogTree
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint, sign_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import SigningKey, parse_signing_key
from plancia_archive.tlog.signed_note import Note, parse_note, verify_note

Stamp = tuple[int, int, int]


class Checkpoints:
    """The checkpoints of one log."""

    def __init__(self, log: EntryLog) -> None:
        self.log = log
        self.tree = LogTree(log.db)
        self.compared: Stamp | None = None  # stat of the checkpoint file that the log was compared with

    def head(self, size: int | None = None) -> Checkpoint:
        """The head of the log, or of its first `size` entries. Raises ArchiveError for a size beyond the log."""
        with self.log.lock:
            whole = self.tree.size()
            if size is not None and not 0 <= size <= whole:
                raise ArchiveError("head-size", f"{size} (0..{whole})")
            count = whole if size is None else size
            return Checkpoint(origin_of(self.log), count, self.tree.root(count))

    def signing_key(self) -> SigningKey | None:
        """The archive's key, None without a key file. Raises ArchiveError for one that is not this log's."""
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
        """The newest checkpoint that was signed, from the file beside the archive; None without one.

        Raises ArchiveError for a file that is not a checkpoint.
        """
        path = checkpoint_file(self.log.path)
        try:
            return parse_note(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, TlogError) as error:
            raise ArchiveError("checkpoint-file", f"{path}: {error}"[:200]) from error

    def compare(self) -> None:
        """Raises ArchiveError `behind` if the log does not contain the newest signed checkpoint.

        Call with the write lock held. The file is read again only after it changed.
        """
        status = file_stamp(checkpoint_file(self.log.path))
        if status is None or status == self.compared:
            return
        note = self.latest()
        if note is not None:
            self.check(note)
        self.compared = status

    def check(self, note: Note) -> None:
        """Checks that the log contains this checkpoint of its own.

        Raises ArchiveError: `checkpoint-file` unless a key of the log signed it, `checkpoint-other` for one of another
        log, `behind` or `forked`.
        """
        found = identities(self.log)
        try:
            known = parse_checkpoint(note.body)
            own = [identity for identity in found if identity.origin == known.origin]
            if not own:
                raise ArchiveError("checkpoint-other", f"{known.origin[:120]} ({found[-1].origin})")
            verify_note(note, verifier_keys(own[0]))
        except TlogError as error:
            raise ArchiveError("checkpoint-file", f"{checkpoint_file(self.log.path)}: {error.code}") from error
        if own[0] != found[-1]:
            return  # of the log that this one continues; it says so in its stream
        size = self.tree.size()
        if known.size > size:
            raise ArchiveError("behind", f"{size} < {known.size}")
        if self.tree.root(known.size) != known.root:
            raise ArchiveError("forked", str(known.size))

    def sign(self) -> Note | None:
        """Signs the head of the log, after everything in it was committed; None without a key.

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
            self.compared = file_stamp(checkpoint_file(self.log.path))  # the log has what it signs
            self.log.db.execute(
                "INSERT OR IGNORE INTO checkpoint(size, note, signed_at) VALUES (?, ?, ?)",
                [head.size, note.text(), int(time.time() * 1000)],
            )
        return note

    def add_cosignatures(self, note: Note) -> None:
        """Stores the cosignatures that witnesses added to a checkpoint of this log, beside those it has already.

        The file keeps the newest checkpoint, also where a larger one was signed meanwhile. Raises ArchiveError and
        OSError.
        """
        with self.log.writing():
            self.check(note)
            known, newest = parse_checkpoint(note.body), self.latest()
            row = self.log.db.execute("SELECT note FROM checkpoint WHERE size = ?", [known.size]).fetchone()
            for stored in (newest, parse_note(str(row[0])) if row else None):
                if stored is not None and stored.body == note.body:
                    note = stored.with_signatures(*note.signatures)
            last = parse_checkpoint(newest.body) if newest else known
            if last.origin != known.origin or last.size <= known.size:
                write_durably(checkpoint_file(self.log.path), note.text().encode(), 0o644)
            self.log.db.execute("UPDATE checkpoint SET note = ? WHERE size = ?", [note.text(), known.size])

    def signed(self) -> list[Note]:
        """The checkpoints that were signed, oldest first."""
        with self.log.lock:
            rows = self.log.db.execute("SELECT note FROM checkpoint ORDER BY size").fetchall()
        return [parse_note(str(row[0])) for row in rows]


def file_stamp(path: Path) -> Stamp | None:
    """Inode, size and time of change of a file; None without a file."""
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
