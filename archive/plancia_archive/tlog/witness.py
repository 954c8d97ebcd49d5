"""The add-checkpoint call of a witness (C2SP tlog-witness), independent of HTTP and of storage."""

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
from plancia_archive.tlog.signed_note import Note, decode_note_text, parse_note, parse_signature
from plancia_archive.tlog.text_fields import excerpt, parse_decimal, to_base64
from plancia_archive.tlog.tlog_proof import parse_hash_lines

TEXT_MEDIA_TYPE = "text/plain; charset=utf-8"
SIZE_MEDIA_TYPE = "text/x.tlog.size"


@dataclass(frozen=True)
class AddCheckpointRequest:
    """The body of add-checkpoint: the tree size cosigned last, a consistency proof from it, the new checkpoint."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note

    def text(self) -> str:
        """Returns the body of the request."""
        hash_text = "".join(f"{to_base64(digest)}\n" for digest in self.proof)
        return f"old {self.old_size}\n{hash_text}\n{self.note.text()}"


def parse_request(text: str | bytes) -> AddCheckpointRequest:
    """Parses the body of add-checkpoint; `text()` of the result is the input again.

    Raises RequestError: `request-form` or `request-old`; ProofError, NoteError or CheckpointError for its parts.
    """
    request_head, separator, note_text = decode_note_text(text).partition("\n\n")
    lines = request_head.split("\n")
    first_line = lines.pop(0)
    old_size = parse_decimal(first_line.removeprefix("old ")) if first_line.startswith("old ") else None
    if old_size is None:
        raise RequestError("request-old", excerpt(first_line))
    if not separator:
        raise RequestError("request-form")
    parsed_note = parse_note(note_text)
    parse_checkpoint(parsed_note.body)
    return AddCheckpointRequest(old_size, parse_hash_lines(lines), parsed_note)


@dataclass(frozen=True)
class WitnessResponse:
    """The response of a witness: HTTP status, body, media type; `error` is set where it rejects the request."""

    status: int
    body: str
    content_type: str = TEXT_MEDIA_TYPE
    error: TlogError | None = None


class LogState(Protocol):
    """The stored state of one log at a witness; its holder has locked it against other processes."""

    def latest(self) -> Checkpoint | None:
        """Returns the checkpoint cosigned last; None before the first. Raises StoreError if it cannot be read."""

    def record(self, checkpoint: Checkpoint) -> None:
        """Stores a checkpoint as the latest, durable when the call returns. Raises StoreError."""


class WitnessStore(Protocol):
    """The stored state of a witness."""

    def locked(self, origin: str) -> AbstractContextManager[LogState]:
        """Returns the state of a log, locked until the context ends. Raises StoreError."""


@dataclass(frozen=True)
class WitnessServer:
    """A witness: signing keys, keys of the logs by origin, stored state, and a clock in Unix seconds."""

    keys: Sequence[SigningKey]
    logs: Mapping[str, Sequence[VerifierKey]]
    store: WitnessStore
    clock: Callable[[], int]

    def add_checkpoint(self, body: str | bytes) -> WitnessResponse:
        """Returns the answer to a request; with status 200 the checkpoint is recorded and the body holds the
        cosignatures.

        Raises StoreError if the memory cannot be read or written; nothing is signed then.
        """
        try:
            request = parse_request(body)
            checkpoint = parse_checkpoint(request.note.body)
        except (RequestError, ProofError, NoteError, CheckpointError) as error:
            return error_response(400, error)
        keys = self.logs.get(checkpoint.origin)
        if keys is None:
            return error_response(404, RequestError("request-origin", excerpt(checkpoint.origin)))
        try:
            open_checkpoint(request.note, keys)
        except NoteError as error:
            return error_response(403, error)
        if request.old_size > checkpoint.size:
            return error_response(400, RequestError("request-sizes", f"{request.old_size}, {checkpoint.size}"))
        with self.store.locked(checkpoint.origin) as log_state:
            rejection = check_growth(request, checkpoint, log_state.latest())
            if rejection:
                return rejection
            log_state.record(checkpoint)
            timestamp = self.clock()
            return WitnessResponse(200, "".join(cosign(request.note.body, key, timestamp).line() for key in self.keys))


def check_growth(
    request: AddCheckpointRequest, checkpoint: Checkpoint, latest: Checkpoint | None
) -> WitnessResponse | None:
    """Returns the error response for a checkpoint that is not consistent with the latest one; None if it is."""
    latest_size = latest.size if latest else 0
    if request.old_size != latest_size:
        return conflict_response(latest_size, RequestError("request-stale", f"{request.old_size}, {latest_size}"))
    try:
        if (
            latest_size == 0 or latest is None
        ):  # nothing to be consistent with, and the root of no leaves is checked already
            if request.proof:
                raise ProofError("proof-length")
        elif latest_size < checkpoint.size:
            verify_consistency(latest_size, checkpoint.size, latest.root, checkpoint.root, request.proof)
        elif request.proof:
            raise ProofError("proof-length")
        elif latest.root != checkpoint.root:
            return conflict_response(latest_size, RequestError("request-fork", latest_size))
    except ProofError as error:
        return error_response(422, error)
    return None


def error_response(status: int, error: TlogError) -> WitnessResponse:
    """Returns a response with the code and the message of an error."""
    return WitnessResponse(status, f"{error.code}: {error.text('en')}\n", error=error)


def conflict_response(size: int, error: TlogError) -> WitnessResponse:
    """Returns the response 409 (Conflict) with the size of the checkpoint cosigned last."""
    return WitnessResponse(409, f"{size}\n", SIZE_MEDIA_TYPE, error)


def add_cosignatures(note: Note, body: str | bytes, keys: Sequence[VerifierKey]) -> Note:
    """Adds the cosignatures in a witness's response to the note of a checkpoint; those by other keys are ignored.

    Raises NoteError: `note-line` or `key-name` for another text, `note-signature` for an invalid cosignature,
    `note-unsigned` if there is none by one of the keys.
    """
    text = decode_note_text(body)
    if not text.endswith("\n"):
        raise NoteError("note-line", excerpt(text))
    signatures = [parse_signature(line) for line in text[:-1].split("\n")]
    accepted = []
    for key in keys:
        for signature in signatures:
            if signature.matches_key(key):
                cosignature_time(note.body, signature, key)
                accepted.append(signature)
    if not accepted:
        raise NoteError("note-unsigned", ", ".join(key.name for key in keys) or "-")
    return note.with_signatures(*accepted)
