"""The files of a witness: its signing key, the policy that lists the logs it cosigns, the folder of its state."""

from __future__ import annotations

import os
import time
from pathlib import Path

from plancia_archive.tlog.errors import NoteError, StoreError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, VerifierKey, new_key, parse_signing_key
from plancia_archive.tlog.policy import MAX_POLICY_BYTES, Policy, parse_policy
from plancia_archive.tlog.witness import WitnessServer
from plancia_archive.tlog.witness_store import FileStore

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
