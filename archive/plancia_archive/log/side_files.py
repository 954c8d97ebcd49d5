"""Files beside an archive: its signing key, its newest signed checkpoint, its witness policy, files of disputes."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plancia_archive.log.temp_files import sync_folder

OWNER_ONLY = 0o600


@dataclass(frozen=True)
class EvidenceLimits:
    """Megabytes of files of a dispute, or of all corrections of a game, and of one token within 24 hours."""

    per_dispute: int = 128
    per_day: int = 512


def key_file(archive: Path) -> Path:
    """Returns the path of the signing key (C2SP signed-note), readable by its owner alone."""
    return Path(f"{archive}.key")


def checkpoint_file(archive: Path) -> Path:
    """Returns the path of the newest signed checkpoint with its cosignatures, which the log must always contain."""
    return Path(f"{archive}.checkpoint")


def policy_file(archive: Path) -> Path:
    """Returns the path of the policy: the witnesses that checkpoints are submitted to (C2SP tlog-policy)."""
    return Path(f"{archive}.policy")


def files_folder(archive: Path) -> Path:
    """Returns the folder of the files of disputes, which are named by their SHA-256."""
    return Path(f"{archive}.files")


def write_durably(path: Path, data: bytes | Iterable[bytes], mode: int = OWNER_ONLY) -> None:
    """Writes a file atomically: after a crash it has the old content or the new. Raises OSError."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def set_aside(path: Path) -> None:
    """Renames a file of an earlier archive to FILE.old-N, so that it is neither lost nor used. Raises OSError."""
    number = 1
    while path.exists():
        target = Path(f"{path}.old-{number}")
        if not target.exists():
            path.rename(target)
            return
        number += 1
