"""Timestamped Ed25519 cosignatures of checkpoints by witnesses (C2SP tlog-cosignature, cosignature/v1)."""

from __future__ import annotations

from collections.abc import Iterable

from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import NoteError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, VerifierKey
from plancia_archive.tlog.signed_note import Note, Signature, check_body, signature_by
from plancia_archive.tlog.text_fields import LARGEST

TIME_SIZE = 8
SIGNATURE_SIZE = 64


def cosigned_message(body: str, timestamp: int) -> bytes:
    """What a witness signs: a header line, the time in seconds since 1970, and the text of the checkpoint."""
    return f"cosignature/v1\ntime {timestamp}\n{body}".encode()


def cosign(body: str, key: SigningKey, timestamp: int) -> Signature:
    """The cosignature of the text of a checkpoint at a time in seconds since 1970.

    Raises NoteError `key-kind` for a key of another type and `note-time`; CheckpointError for another text.
    """
    check_body(body)
    parse_checkpoint(body)
    if key.kind != COSIGNATURE:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    if not 0 <= timestamp <= LARGEST:
        raise NoteError("note-time", timestamp)
    signed = key.sign(cosigned_message(body, timestamp))
    return Signature(key.name, key.verifier.id, timestamp.to_bytes(TIME_SIZE, "big") + signed)


def cosignature_time(body: str, signature: Signature, key: VerifierKey) -> int:
    """When a key cosigned a text, in seconds since 1970. Raises NoteError `note-signature` if it did not."""
    timestamp = int.from_bytes(signature.data[:TIME_SIZE], "big")
    good = key.kind == COSIGNATURE and signature.by(key) and len(signature.data) == TIME_SIZE + SIGNATURE_SIZE
    if not good or timestamp > LARGEST:
        raise NoteError("note-signature", key.name)
    if not key.accepts(signature.data[TIME_SIZE:], cosigned_message(body, timestamp)):
        raise NoteError("note-signature", key.name)
    return timestamp


def verify_cosignatures(note: Note, keys: Iterable[VerifierKey]) -> dict[VerifierKey, int]:
    """The witnesses' keys that cosigned a note, with the time of each; signatures by other keys are ignored.

    Raises NoteError `note-signature` if a cosignature by one of the keys is false, and `note-twice`.
    """
    times = {}
    for key in keys:
        if key.kind == COSIGNATURE and (found := signature_by(note, key)):
            times[key] = cosignature_time(note.body, found, key)
    return times
