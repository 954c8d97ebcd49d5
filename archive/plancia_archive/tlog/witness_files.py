"""The files of a witness: its signing key, the policy that lists the logs it cosigns, its newest checkpoints."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from plancia_archive.tlog.checkpoint import Checkpoint, parse_head
from plancia_archive.tlog.errors import CheckpointError, NoteError, StoreError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, VerifierKey, new_key, parse_signing_key
from plancia_archive.tlog.policy import MAX_POLICY_BYTES, Policy, parse_policy
from plancia_archive.tlog.witness import WitnessServer

EMPTY_LOG_LIST = "# the logs that this witness cosigns: log VKEY (C2SP tlog-policy)\nquorum none\n"


def default_logs_path(key_file: Path) -> Path:
    """Returns the default path of the list of logs."""
    return Path(f"{key_file}.logs")


def default_state_folder(key_file: Path) -> Path:
    """Returns the default folder of a witness's state, which belongs to its key."""
    return Path(f"{key_file}.state")


def create_witness_key(path: Path, name: str) -> SigningKey:
    """Creates the key file of a witness with mode 600; an existing file is not replaced.

    Raises NoteError `key-name`, FileExistsError, OSError.
    """
    key = new_key(name, COSIGNATURE)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.text().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return key


def read_witness_key(path: Path) -> SigningKey:
    """Reads the key file of a witness. Raises NoteError (`key-kind` for a key of another type) or OSError."""
    key = parse_signing_key(path.read_bytes().decode("utf-8", "replace"))
    if key.kind != COSIGNATURE:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    return key


def read_logs(path: Path) -> Policy:
    """Reads the list of logs that a witness cosigns; a missing file is an empty list.

    Raises PolicyError, StoreError `store-read`.
    """
    try:
        with path.open("rb") as file:
            return parse_policy(file.read(MAX_POLICY_BYTES + 1))
    except FileNotFoundError:
        return parse_policy(EMPTY_LOG_LIST)
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error


def add_log(path: Path, key: VerifierKey) -> bool:
    """Adds a log to the list; returns False if the list has it. Raises PolicyError, StoreError `store-write`."""
    if key.text() in (log.key.text() for log in read_logs(path).logs):
        return False
    try:
        text = path.read_text("utf-8") if path.exists() else EMPTY_LOG_LIST
        ending = "" if text.endswith("\n") else "\n"
        new_text = f"{text}{ending}log {key.text()}\n"
        parse_policy(new_text)
        temporary_path = path.with_name(f"{path.name}.new")
        with temporary_path.open("w", encoding="utf-8", newline="\n") as file:
            file.write(new_text)
            file.flush()
            os.fsync(file.fileno())
        temporary_path.replace(path)
    except OSError as error:
        raise StoreError("store-write", f"{path}: {error.strerror}") from error
    return True


def keys_by_origin(policy: Policy) -> dict[str, list[VerifierKey]]:
    """Returns the keys of each log by origin; a log that changed its key has several."""
    keys: dict[str, list[VerifierKey]] = {}
    for log in policy.logs:
        keys.setdefault(log.key.name, []).append(log.key)
    return keys


class WitnessFiles:
    """A witness loaded from its files.

    The list of logs is read for every request, so that `log add` needs no restart.
    """

    def __init__(self, key: Path, logs: Path | None = None, state: Path | None = None) -> None:
        self.key = read_witness_key(key)
        self.logs = logs or default_logs_path(key)
        self.store = FileStore(state or default_state_folder(key))
        read_logs(self.logs)  # a list that cannot be read is reported at the start

    def server(self) -> WitnessServer:
        """Returns the witness with the present list of logs. Raises PolicyError, StoreError."""
        return WitnessServer([self.key], keys_by_origin(read_logs(self.logs)), self.store, lambda: int(time.time()))


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
