"""Checkpoints (C2SP tlog-checkpoint): signed notes with origin, tree size and root hash.

A head is the line `ORIGIN SIZE ROOT` with the same values, without signatures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancia_archive.tlog.errors import CheckpointError, NoteError
from plancia_archive.tlog.keys import SigningKey, VerifierKey
from plancia_archive.tlog.merkle import EMPTY_ROOT
from plancia_archive.tlog.signed_note import Note, decode_note_text, parse_note, sign_note, verify_note
from plancia_archive.tlog.text_fields import (
    HASH_SIZE,
    MAX_INT64,
    excerpt,
    has_control_characters,
    is_utf8_encodable,
    parse_decimal,
    parse_hash,
    to_base64,
)


@dataclass(frozen=True)
class Checkpoint:
    """The origin, tree size and root hash of a log, and the extension lines, which are kept unchanged.

    Raises CheckpointError: `checkpoint-line`, `checkpoint-size`, `checkpoint-root` or `checkpoint-empty`.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for line in (self.origin, *self.extensions):
            if not line or "\n" in line or has_control_characters(line) or not is_utf8_encodable(line):
                raise CheckpointError("checkpoint-line", excerpt(line))
        if not 0 <= self.size <= MAX_INT64:
            raise CheckpointError("checkpoint-size", self.size)
        if len(self.root) != HASH_SIZE:
            raise CheckpointError("checkpoint-root", to_base64(self.root)[:60])
        if not self.size and self.root != EMPTY_ROOT:
            raise CheckpointError("checkpoint-empty", to_base64(self.root))

    def text(self) -> str:
        """Returns the text of the note to sign: at least three lines, each with its newline."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, to_base64(self.root), *self.extensions))

    def head(self) -> str:
        """Returns the line `ORIGIN SIZE ROOT`, without a newline and without the extension lines."""
        return f"{self.origin} {self.size} {to_base64(self.root)}"


def parse_checkpoint(body: str) -> Checkpoint:
    """Parses the text of a note, without its signatures, as a checkpoint.

    Raises CheckpointError: `checkpoint-form`, `checkpoint-line`, `checkpoint-size`, `checkpoint-root` or
    `checkpoint-empty`.
    """
    lines = body.split("\n")
    if len(lines) < 4 or lines[-1]:
        raise CheckpointError("checkpoint-form")
    return checkpoint_from_fields(lines[0], lines[1], lines[2], tuple(lines[3:-1]))


def parse_head(line: str) -> Checkpoint:
    """Parses a line `ORIGIN SIZE ROOT`, with or without a final newline. Raises CheckpointError."""
    fields = line.removesuffix("\n").rsplit(" ", 2)
    if len(fields) != 3:
        raise CheckpointError("checkpoint-head", excerpt(line))
    return checkpoint_from_fields(fields[0], fields[1], fields[2])


def checkpoint_from_fields(origin: str, size: str, root: str, extensions: tuple[str, ...] = ()) -> Checkpoint:
    """Returns the checkpoint for a decimal size and a root hash in base64. Raises CheckpointError."""
    number, digest = parse_decimal(size), parse_hash(root)
    if number is None:
        raise CheckpointError("checkpoint-size", excerpt(size))
    if digest is None:
        raise CheckpointError("checkpoint-root", excerpt(root))
    return Checkpoint(origin, number, digest, extensions)


def sign_checkpoint(checkpoint: Checkpoint, *keys: SigningKey) -> Note:
    """Returns the note with the text of a checkpoint and a signature by each key.

    Raises NoteError `note-origin` for a key of another name.
    """
    for key in keys:
        if key.name != checkpoint.origin:
            raise NoteError("note-origin", f"{key.name}, {checkpoint.origin}")
    return sign_note(checkpoint.text(), *keys)


def open_checkpoint(note: Note | str | bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """Verifies the log's signatures on a note and returns its checkpoint.

    Keys whose name is not the origin are ignored. Raises NoteError or CheckpointError.
    """
    parsed_note = note if isinstance(note, Note) else parse_note(note)
    checkpoint = parse_checkpoint(decode_note_text(parsed_note.body))
    verify_note(parsed_note, [key for key in keys if key.name == checkpoint.origin])
    return checkpoint
