"""Checkpoints: a signed note of origin, size and root (C2SP tlog-checkpoint), and the head, the same in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancia_archive.tlog.errors import CheckpointError, NoteError
from plancia_archive.tlog.keys import SigningKey, VerifierKey
from plancia_archive.tlog.merkle import EMPTY_ROOT
from plancia_archive.tlog.signed_note import Note, decoded, parse_note, sign_note, verify_note
from plancia_archive.tlog.text_fields import (
    HASH_SIZE,
    LARGEST,
    decimal,
    has_control,
    hash_of,
    is_utf8,
    shown,
    to_base64,
)


@dataclass(frozen=True)
class Checkpoint:
    """The head of a log: origin, number of leaves, root; further lines are kept as they are."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for line in (self.origin, *self.extensions):
            if not line or "\n" in line or has_control(line) or not is_utf8(line):
                raise CheckpointError("checkpoint-line", shown(line))
        if not 0 <= self.size <= LARGEST:
            raise CheckpointError("checkpoint-size", self.size)
        if len(self.root) != HASH_SIZE:
            raise CheckpointError("checkpoint-root", to_base64(self.root)[:60])
        if not self.size and self.root != EMPTY_ROOT:
            raise CheckpointError("checkpoint-empty", to_base64(self.root))

    def text(self) -> str:
        """The text of the note: at least three lines, each with its newline."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, to_base64(self.root), *self.extensions))

    def head(self) -> str:
        """ORIGIN SIZE ROOT, without a newline and without the further lines."""
        return f"{self.origin} {self.size} {to_base64(self.root)}"


def parse_checkpoint(body: str) -> Checkpoint:
    """The checkpoint of the text of a note.

    Raises CheckpointError: `checkpoint-form`, `checkpoint-line`, `checkpoint-size`, `checkpoint-root` or
    `checkpoint-empty`.
    """
    lines = body.split("\n")
    if len(lines) < 4 or lines[-1]:
        raise CheckpointError("checkpoint-form")
    return checkpoint_of(lines[0], lines[1], lines[2], tuple(lines[3:-1]))


def parse_head(line: str) -> Checkpoint:
    """The checkpoint of a head ORIGIN SIZE ROOT, a final newline aside. Raises CheckpointError."""
    fields = line.removesuffix("\n").rsplit(" ", 2)
    if len(fields) != 3:
        raise CheckpointError("checkpoint-head", shown(line))
    return checkpoint_of(fields[0], fields[1], fields[2])


def checkpoint_of(origin: str, size: str, root: str, extensions: tuple[str, ...] = ()) -> Checkpoint:
    """The checkpoint of its fields as they are written."""
    number, digest = decimal(size), hash_of(root)
    if number is None:
        raise CheckpointError("checkpoint-size", shown(size))
    if digest is None:
        raise CheckpointError("checkpoint-root", shown(root))
    return Checkpoint(origin, number, digest, extensions)


def sign_checkpoint(checkpoint: Checkpoint, *keys: SigningKey) -> Note:
    """The note of a checkpoint, signed by keys of the log. Raises NoteError `note-origin` for a key of another name."""
    for key in keys:
        if key.name != checkpoint.origin:
            raise NoteError("note-origin", f"{key.name}, {checkpoint.origin}")
    return sign_note(checkpoint.text(), *keys)


def open_checkpoint(note: Note | str | bytes, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The checkpoint of a note that a key of its origin signed; keys whose name is not the origin are ignored.

    Raises NoteError or CheckpointError.
    """
    opened = note if isinstance(note, Note) else parse_note(note)
    checkpoint = parse_checkpoint(decoded(opened.body))
    verify_note(opened, [key for key in keys if key.name == checkpoint.origin])
    return checkpoint
