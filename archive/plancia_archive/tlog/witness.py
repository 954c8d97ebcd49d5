"""The decision of a witness on a checkpoint (C2SP tlog-witness, add-checkpoint), apart from HTTP and from storage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint, parse_checkpoint
from plancia_archive.tlog.cosignature import cosign, cosignature_time
from plancia_archive.tlog.errors import CheckpointError, NoteError, ProofError, RequestError, TlogError
from plancia_archive.tlog.keys import SigningKey, VerifierKey
from plancia_archive.tlog.merkle import verify_consistency
from plancia_archive.tlog.signed_note import Note, decoded, parse_note, parse_signature
from plancia_archive.tlog.text_fields import decimal, shown, to_base64
from plancia_archive.tlog.tlog_proof import hash_lines

TEXT = "text/plain; charset=utf-8"
SIZE = "text/x.tlog.size"


@dataclass(frozen=True)
class Request:
    """What a log asks of a witness: the size cosigned last, a consistency proof from it, and the new checkpoint."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note

    def text(self) -> str:
        """The body of the request."""
        path = "".join(f"{to_base64(one)}\n" for one in self.proof)
        return f"old {self.old_size}\n{path}\n{self.note.text()}"


def parse_request(text: str | bytes) -> Request:
    """The request of a body. Its `text()` is the same text again.

    Raises RequestError: `request-form` or `request-old`; ProofError, NoteError or CheckpointError for its parts.
    """
    head, separator, note = decoded(text).partition("\n\n")
    lines = head.split("\n")
    first = lines.pop(0)
    old_size = decimal(first.removeprefix("old ")) if first.startswith("old ") else None
    if old_size is None:
        raise RequestError("request-old", shown(first))
    if not separator:
        raise RequestError("request-form")
    found = parse_note(note)
    parse_checkpoint(found.body)
    return Request(old_size, hash_lines(lines), found)


@dataclass(frozen=True)
class Answer:
    """The answer of a witness: HTTP status, type and text of the body; `error` says why it refuses."""

    status: int
    body: str
    content_type: str = TEXT
    error: TlogError | None = None


class Slot(Protocol):
    """What a witness remembers of one log, locked against every other process."""

    def latest(self) -> Checkpoint | None:
        """The checkpoint cosigned last; None before the first. Raises StoreError if it cannot be read."""

    def record(self, checkpoint: Checkpoint) -> None:
        """Makes a checkpoint the latest, durably, before it returns. Raises StoreError."""


class Store(Protocol):
    """The memory of a witness."""

    def locked(self, origin: str) -> AbstractContextManager[Slot]:
        """The slot of a log, locked until the context ends. Raises StoreError."""


@dataclass(frozen=True)
class WitnessServer:
    """A witness: its keys, the keys of the logs it knows by origin, its memory, its clock (seconds since 1970)."""

    keys: Sequence[SigningKey]
    logs: Mapping[str, Sequence[VerifierKey]]
    store: Store
    clock: Callable[[], int]

    def add_checkpoint(self, body: str | bytes) -> Answer:
        """The answer to a request; with status 200 the checkpoint is recorded and the body holds the cosignatures.

        Raises StoreError if the memory cannot be read or written; nothing is signed then.
        """
        try:
            request = parse_request(body)
            checkpoint = parse_checkpoint(request.note.body)
        except (RequestError, ProofError, NoteError, CheckpointError) as error:
            return refusal(400, error)
        keys = self.logs.get(checkpoint.origin)
        if keys is None:
            return refusal(404, RequestError("request-origin", shown(checkpoint.origin)))
        try:
            open_checkpoint(request.note, keys)
        except NoteError as error:
            return refusal(403, error)
        if request.old_size > checkpoint.size:
            return refusal(400, RequestError("request-sizes", f"{request.old_size}, {checkpoint.size}"))
        with self.store.locked(checkpoint.origin) as slot:
            refused = check_growth(request, checkpoint, slot.latest())
            if refused:
                return refused
            slot.record(checkpoint)
            now = self.clock()
            return Answer(200, "".join(cosign(request.note.body, key, now).line() for key in self.keys))


def check_growth(request: Request, checkpoint: Checkpoint, latest: Checkpoint | None) -> Answer | None:
    """The refusal of a checkpoint that does not grow out of the latest one; None if it does."""
    size = latest.size if latest else 0
    if request.old_size != size:
        return conflict(size, RequestError("request-stale", f"{request.old_size}, {size}"))
    try:
        if size == 0 or latest is None:  # nothing to be consistent with, and the root of no leaves is checked already
            if request.proof:
                raise ProofError("proof-length")
        elif size < checkpoint.size:
            verify_consistency(size, checkpoint.size, latest.root, checkpoint.root, request.proof)
        elif request.proof:
            raise ProofError("proof-length")
        elif latest.root != checkpoint.root:
            return conflict(size, RequestError("request-fork", size))
    except ProofError as error:
        return refusal(422, error)
    return None


def refusal(status: int, error: TlogError) -> Answer:
    """An answer that says why."""
    return Answer(status, f"{error.code}: {error.text('en')}\n", error=error)


def conflict(size: int, error: TlogError) -> Answer:
    """409 with the size of the checkpoint cosigned last."""
    return Answer(409, f"{size}\n", SIZE, error)


def add_cosignatures(note: Note, body: str | bytes, keys: Sequence[VerifierKey]) -> Note:
    """The note of a checkpoint with the cosignatures of a witness's answer; those by other keys are ignored.

    Raises NoteError: `note-line` or `key-name` for another text, `note-signature` for a false cosignature,
    `note-unsigned` if there is none by one of the keys.
    """
    text = decoded(body)
    if not text.endswith("\n"):
        raise NoteError("note-line", shown(text))
    found = [parse_signature(line) for line in text[:-1].split("\n")]
    good = []
    for key in keys:
        for signature in found:
            if signature.by(key):
                cosignature_time(note.body, signature, key)
                good.append(signature)
    if not good:
        raise NoteError("note-unsigned", ", ".join(key.name for key in keys) or "-")
    return note.plus(*good)
