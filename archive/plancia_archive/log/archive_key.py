"""Makes and changes the signing key of an archive; each new key is announced in the stream `archive:`.

The new key lies in FILE.key.next until the log has announced it, so that an interruption loses neither key: `rotate`
called again goes on from there.
"""

from __future__ import annotations

import os
from pathlib import Path

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import STREAM, keys_of, origin_of
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.side_files import key_file, set_aside, sync_folder, write_durably
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.keys import SigningKey, new_key, parse_signing_key
from plancia_archive.tlog.signed_note import ed25519_signature


def create(checkpoints: Checkpoints) -> str:
    """Makes a key for an archive without a key file, announces it and signs the head; the verifier key (vkey).

    Raises ArchiveError `key-exists`, OSError.
    """
    if key_file(checkpoints.log.path).exists():
        raise ArchiveError("key-exists", str(key_file(checkpoints.log.path)))
    vkey = announce(checkpoints)
    checkpoints.sign()
    return vkey


def rotate(checkpoints: Checkpoints) -> str:
    """Replaces the key by a new one, which it announces; the verifier key (vkey).

    The first checkpoint that has the announcement is signed by both keys, where the old one is the log's. The old key
    file is kept as FILE.key.old-N. Raises ArchiveError, OSError.
    """
    old = own_key(checkpoints)
    vkey = announce(checkpoints)
    note = checkpoints.sign()
    if note is not None and old is not None and old.verifier.text() != vkey:
        checkpoints.add_cosignatures(note.with_signatures(ed25519_signature(note.body, old)))
    return vkey


def own_key(checkpoints: Checkpoints) -> SigningKey | None:
    """The archive's key; None without one, or where the file is not the log's."""
    try:
        return checkpoints.signing_key()
    except ArchiveError:
        return None


def announce(checkpoints: Checkpoints) -> str:
    """Makes a key, appends its announcement and puts its file in place. Raises ArchiveError, OSError."""
    log, path = checkpoints.log, key_file(checkpoints.log.path)
    waiting = Path(f"{path}.next")
    with log.writing():
        origin, known = origin_of(log), keys_of(log)
        key = waiting_key(waiting)
        if key is None or key.name != origin:
            key = new_key(origin)
            write_durably(waiting, key.text().encode() + b"\n")
        vkey = key.verifier.text()
        if vkey not in known:
            log.append_events(STREAM, [{"key": vkey, "kind": "key", "v": 1}])
    set_aside(path)
    os.replace(waiting, path)
    sync_folder(path.parent)
    return vkey


def waiting_key(path: Path) -> SigningKey | None:
    """The key that an interrupted change left; None without a file or for one that is not a key."""
    try:
        return parse_signing_key(path.read_text("ascii"))
    except (FileNotFoundError, TlogError, UnicodeDecodeError):
        return None
