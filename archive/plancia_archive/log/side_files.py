"""Files beside an archive: its signing key, the newest checkpoint that it signed, its policy, files of disputes."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600


def key_file(archive: Path) -> Path:
    """The signing key (C2SP signed-note), readable by its owner alone."""
    return Path(f"{archive}.key")


def checkpoint_file(archive: Path) -> Path:
    """The newest checkpoint that was signed, with its cosignatures; the archive may never fall behind it."""
    return Path(f"{archive}.checkpoint")


def policy_file(archive: Path) -> Path:
    """The witnesses that checkpoints are submitted to (C2SP tlog-policy)."""
    return Path(f"{archive}.policy")


def files_folder(archive: Path) -> Path:
    """The folder of the files of disputes, named by their SHA-256."""
    return Path(f"{archive}.files")


def write_durably(path: Path, data: bytes | Iterable[bytes], mode: int = OWNER_ONLY) -> None:
    """Writes a file, of bytes or pieces, so that after a crash there is the old content or the new. Raises OSError."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Makes new and renamed entries of a folder durable, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path) -> None:
    """Renames a file of an earlier archive at this place, so that nothing of it is lost or used. Raises OSError."""
    number = 1
    while path.exists():
        other = Path(f"{path}.old-{number}")
        if not other.exists():
            path.rename(other)
            return
        number += 1
