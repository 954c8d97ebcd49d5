"""Timestamped Ed25519 cosignatures of checkpoints by witnesses (C2SP tlog-cosignature, cosignature/v1)."""

from __future__ import annotations

from collections.abc import Iterable

from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import NoteError
from plancia_archive.tlog.keys import COSIGNATURE, SigningKey, VerifierKey
from plancia_archive.tlog.signed_note import Note, Signature, check_body, signature_by
from plancia_archive.tlog.text_fields import MAX_INT64

TIMESTAMP_BYTES = 8
ED25519_SIGNATURE_BYTES = 64


def cosigned_message(body: str, timestamp: int) -> bytes:
    """Returns the bytes that a witness signs: a header line, the time in Unix seconds, the text of the checkpoint."""
    return f"cosignature/v1\ntime {timestamp}\n{body}".encode()


def cosign(body: str, key: SigningKey, timestamp: int) -> Signature:
    """Signs the text of a checkpoint as a witness, with a timestamp in Unix seconds.

    Raises NoteError `key-kind` for a key of another type and `note-time`; CheckpointError for another text.
    """
    check_body(body)
    parse_checkpoint(body)
    if key.kind != COSIGNATURE:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    if not 0 <= timestamp <= MAX_INT64:
        raise NoteError("note-time", timestamp)
    signature_bytes = key.sign(cosigned_message(body, timestamp))
    return Signature(key.name, key.verifier.id, timestamp.to_bytes(TIMESTAMP_BYTES, "big") + signature_bytes)


def cosignature_time(body: str, signature: Signature, key: VerifierKey) -> int:
    """Verifies a cosignature and returns its timestamp in Unix seconds. Raises NoteError `note-signature`."""
    timestamp = int.from_bytes(signature.data[:TIMESTAMP_BYTES], "big")
    is_well_formed = (
        key.kind == COSIGNATURE
        and signature.matches_key(key)
        and len(signature.data) == TIMESTAMP_BYTES + ED25519_SIGNATURE_BYTES
    )
    if not is_well_formed or timestamp > MAX_INT64:
        raise NoteError("note-signature", key.name)
    if not key.accepts(signature.data[TIMESTAMP_BYTES:], cosigned_message(body, timestamp)):
        raise NoteError("note-signature", key.name)
    return timestamp


def verify_cosignatures(note: Note, keys: Iterable[VerifierKey]) -> dict[VerifierKey, int]:
    """Verifies the cosignatures of a note by these keys and returns the timestamp of each, in Unix seconds, by key.

    Signatures by other keys are ignored.

    Raises NoteError `note-signature` if a cosignature by one of the keys is false, and `note-twice`.
    """
    timestamps = {}
    for key in keys:
        if key.kind == COSIGNATURE and (signature := signature_by(note, key)):
            timestamps[key] = cosignature_time(note.body, signature, key)
    return timestamps
