"""Creates and rotates the signing key of an archive; each new key is announced in the stream `archive:`.

The new key is in FILE.key.next until the log has announced it, so that an interruption loses neither key: a second call
of `rotate` continues from there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import ARCHIVE, Key, keys_of, origin_of
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.connections import DRIVER
from plancia_archive.log.side_files import key_file, set_aside, write_durably
from plancia_archive.log.temp_files import sync_folder
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import SigningKey, new_key, parse_signing_key
from plancia_archive.tlog.signed_note import ed25519_signature


def create(checkpoints: Checkpoints) -> str:
    """Creates a key for an archive without a key file, announces it and signs the head; returns the verifier key.

    Raises ArchiveError `key-exists`, OSError.
    """
    if key_file(checkpoints.log.path).exists():
        raise ArchiveError("key-exists", str(key_file(checkpoints.log.path)))
    vkey = announce_new_key(checkpoints)
    checkpoints.sign()
    return vkey


def rotate(checkpoints: Checkpoints) -> str:
    """Replaces the key by a new one, which is announced; returns the new verifier key (vkey).

    The first checkpoint that contains the announcement is signed by both keys, if the old one belongs to this log. The
    old key file is kept as FILE.key.old-N. Raises ArchiveError, OSError.
    """
    old_key = current_key(checkpoints)
    vkey = announce_new_key(checkpoints)
    note = checkpoints.sign()
    if note is not None and old_key is not None and old_key.verifier.text() != vkey:
        checkpoints.add_cosignatures(note.with_signatures(ed25519_signature(note.body, old_key)))
    return vkey


def current_key(checkpoints: Checkpoints) -> SigningKey | None:
    """Returns the archive's signing key; None without a key file, or if the key belongs to another log."""
    try:
        return checkpoints.signing_key()
    except ArchiveError:
        return None


def announce_new_key(checkpoints: Checkpoints) -> str:
    """Creates a key, appends its announcement, replaces the key file; returns the verifier key.

    Raises ArchiveError, OSError.
    """
    log, path = checkpoints.log, key_file(checkpoints.log.path)
    next_path = Path(f"{path}.next")
    key = load_pending_key(next_path)
    try:
        with log.writing():
            origin, announced = origin_of(log), keys_of(log)
            if key is None or key.name != origin:
                key = new_key(origin)
                write_durably(next_path, key.text().encode() + b"\n")
            vkey = key.verifier.text()
            if vkey not in announced:
                ARCHIVE.append(log, "", Key(key=vkey))
    except (ArchiveError, OSError, DRIVER.Error):
        forget_unannounced(checkpoints, next_path, key)
        raise
    set_aside(path)
    os.replace(next_path, path)
    sync_folder(path.parent)
    return vkey


def forget_unannounced(checkpoints: Checkpoints, path: Path, key: SigningKey | None) -> None:
    """Deletes a new key that could not be announced; one that the log announces is kept."""
    with suppress(ArchiveError, OSError, DRIVER.Error):
        if key is None or key.verifier.text() not in keys_of(checkpoints.log):
            path.unlink(missing_ok=True)


def load_pending_key(path: Path) -> SigningKey | None:
    """Loads the new key that an interrupted rotation left; None without a file, or if it holds no valid key."""
    try:
        return parse_signing_key(path.read_text("ascii"))
    except (FileNotFoundError, TlogError, UnicodeDecodeError):
        return None
