"""The files of a witness: its signing key, the policy that lists the logs it knows, the folder of its memory."""

from __future__ import annotations

import os
import time
from pathlib import Path

from plancia_archive.tlog.errors import NoteError, StoreError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, VerifierKey, new_key, parse_signing_key
from plancia_archive.tlog.policy import LARGEST_POLICY, Policy, parse_policy
from plancia_archive.tlog.witness import WitnessServer
from plancia_archive.tlog.witness_store import FileStore

EMPTY_LIST = "# the logs that this witness cosigns: log VKEY (C2SP tlog-policy)\nquorum none\n"


def logs_file(key_file: Path) -> Path:
    """Where the list of known logs lies unless told."""
    return Path(f"{key_file}.logs")


def state_folder(key_file: Path) -> Path:
    """Where the memory of a witness lies unless told; it belongs to the key."""
    return Path(f"{key_file}.state")


def create_witness_key(path: Path, name: str) -> SigningKey:
    """Makes the key of a witness, readable by its owner alone; an existing file is not replaced.

    Raises NoteError for a bad name, FileExistsError, OSError.
    """
    key = new_key(name, COSIGNATURE)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.text().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return key


def read_witness_key(path: Path) -> SigningKey:
    """The key of a witness. Raises NoteError `key-kind` for another type and for what is no key; OSError."""
    key = parse_signing_key(path.read_bytes().decode("utf-8", "replace"))
    if key.kind != COSIGNATURE:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    return key


def read_logs(path: Path) -> Policy:
    """The logs that a witness knows, none where the file is missing. Raises PolicyError, StoreError `store-read`."""
    try:
        with path.open("rb") as file:
            return parse_policy(file.read(LARGEST_POLICY + 1))
    except FileNotFoundError:
        return parse_policy(EMPTY_LIST)
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error


def add_log(path: Path, key: VerifierKey) -> bool:
    """Adds a log to the list; False if it is there already. Raises PolicyError, StoreError `store-write`."""
    if key.text() in (log.key.text() for log in read_logs(path).logs):
        return False
    try:
        text = path.read_text("utf-8") if path.exists() else EMPTY_LIST
        ending = "" if text.endswith("\n") else "\n"
        whole = f"{text}{ending}log {key.text()}\n"
        parse_policy(whole)
        fresh = path.with_name(f"{path.name}.new")
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(whole)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise StoreError("store-write", f"{path}: {error.strerror}") from error
    return True


def keys_by_origin(policy: Policy) -> dict[str, list[VerifierKey]]:
    """The keys of each log; one that changed its key stands on two lines."""
    keys: dict[str, list[VerifierKey]] = {}
    for log in policy.logs:
        keys.setdefault(log.key.name, []).append(log.key)
    return keys


class WitnessFiles:
    """A witness by its files. The list of logs is read for every request, so that `log add` needs no restart."""

    def __init__(self, key: Path, logs: Path | None = None, state: Path | None = None) -> None:
        self.key = read_witness_key(key)
        self.logs = logs or logs_file(key)
        self.store = FileStore(state or state_folder(key))
        read_logs(self.logs)  # a list that cannot be read is reported at the start

    def server(self) -> WitnessServer:
        """The witness as its files say now. Raises PolicyError, StoreError."""
        return WitnessServer([self.key], keys_by_origin(read_logs(self.logs)), self.store, lambda: int(time.time()))
