"""The state of a witness in a folder: one file per log, replaced atomically and durably, under a lock."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import CheckpointError, StoreError


class FileStore:
    """The latest checkpoint of each log in `FOLDER/HASH.head`, one line ORIGIN SIZE ROOT; HASH is that of the origin.

    `HASH.lock` is locked while a checkpoint is compared and replaced, against other processes and threads. A damaged
    file is an error; it is never treated as a missing one.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("store-folder", f"{folder}: {error.strerror}") from error

    @contextmanager
    def locked(self, origin: str) -> Iterator[FileLogState]:
        """Yields the state of a log, locked until the context ends. Raises StoreError."""
        path = self.folder / sha256(origin.encode("utf-8")).hexdigest()
        try:
            handle = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError("store-folder", f"{self.folder}: {error.strerror}") from error
        try:
            lock_file(handle, path)
            yield FileLogState(path.with_suffix(".head"), origin)
        finally:
            os.close(handle)  # ends the lock too


def lock_file(handle: int, path: Path) -> None:
    """Locks a file. Raises StoreError `store-lock` where the file system has no locks."""
    try:
        wait_for_lock(handle)
    except OSError as error:
        raise StoreError("store-lock", f"{path}: {error.strerror}") from error


class FileLogState:
    """The state file of one log; used while its lock is held."""

    def __init__(self, path: Path, origin: str) -> None:
        self.path = path
        self.origin = origin

    def latest(self) -> Checkpoint | None:
        """Returns the checkpoint recorded last; None before the first.

        Raises StoreError `store-damaged` or `store-read`.
        """
        try:
            line = self.path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise StoreError("store-damaged", self.path) from error
        except OSError as error:
            raise StoreError("store-read", f"{self.path}: {error.strerror}") from error
        try:
            checkpoint = parse_head(line)
        except CheckpointError as error:
            raise StoreError("store-damaged", self.path) from error
        if checkpoint.origin != self.origin or not line.endswith("\n"):
            raise StoreError("store-damaged", self.path)
        return checkpoint

    def record(self, checkpoint: Checkpoint) -> None:
        """Replaces the file durably: writes a temporary file, flushes it, renames it, flushes the folder.

        A checkpoint equal to the latest is written again, since a crash may have come before the flush of the folder.
        Raises StoreError: `store-back` for what is not a later state of the same log, `store-write`.
        """
        latest = self.latest()
        has_grown = latest is None or latest.size < checkpoint.size
        is_unchanged = latest is not None and (latest.size, latest.root) == (checkpoint.size, checkpoint.root)
        if checkpoint.origin != self.origin or not (has_grown or is_unchanged):
            raise StoreError("store-back", checkpoint.head())
        temporary_path = self.path.with_suffix(".new")
        try:
            with temporary_path.open("wb") as file:
                file.write(f"{checkpoint.head()}\n".encode())
                file.flush()
                os.fsync(file.fileno())
            temporary_path.replace(self.path)
            sync_folder(self.path.parent)
        except OSError as error:
            raise StoreError("store-write", f"{self.path}: {error.strerror}") from error


if sys.platform == "win32":
    import msvcrt

    def wait_for_lock(handle: int) -> None:
        """Locks the first byte of a file; waits while another process has it locked."""
        while True:
            try:
                os.lseek(handle, 0, os.SEEK_SET)
                return msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
            except OSError as error:
                if error.errno != errno.EDEADLK:  # it gave up after ten attempts, one a second
                    raise

    def sync_folder(folder: Path) -> None:
        """Does nothing: Windows cannot flush a folder, and NTFS journals the rename."""

else:
    import fcntl

    def wait_for_lock(handle: int) -> None:
        """Locks a file; waits while another process has it locked."""
        fcntl.flock(handle, fcntl.LOCK_EX)

    def sync_folder(folder: Path) -> None:
        """Makes a rename in a folder durable."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
