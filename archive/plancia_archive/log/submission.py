"""Submits checkpoints to witnesses (C2SP tlog-witness, add-checkpoint) and stores their cosignatures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plancia_archive.errors import ArchiveError
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.cosignature import verify_cosignatures
from plancia_archive.tlog.errors import NoteError, ServiceError, TlogError
from plancia_archive.tlog.http_post import Response, post
from plancia_archive.tlog.policy import Policy, Witness
from plancia_archive.tlog.signed_note import Note
from plancia_archive.tlog.text_fields import excerpt, parse_decimal
from plancia_archive.tlog.witness import SIZE_MEDIA_TYPE, AddCheckpointRequest, add_cosignatures

MAX_ATTEMPTS = 3  # the first, one with the witness's size, and one after a concurrent submission
Send = Callable[[str, bytes], Response]  # URL and body of a POST


@dataclass(frozen=True)
class SubmissionResult:
    """The reply of a witness: size and time (seconds since 1970) of its cosignature, or its error."""

    witness: str
    size: int | None = None
    time: int | None = None
    error: TlogError | None = None


def submit(checkpoints: Checkpoints, policy: Policy, insecure_http: bool = False) -> list[SubmissionResult]:
    """Signs the head and submits it to every witness of a policy that has a URL; stores each cosignature at once.

    The other witnesses are asked also after one has failed. Raises ArchiveError `unsigned` for an archive that cannot
    sign, `no-witness` for a policy without witnesses that have a URL.
    """
    witnesses = [witness for witness in policy.witnesses.values() if witness.url]
    if not witnesses:
        raise ArchiveError("no-witness")

    def send(url: str, body: bytes) -> Response:
        return post(url, body, "text/plain; charset=utf-8", insecure_http)

    return [submit_to(checkpoints, witness, send) for witness in witnesses]


def submit_to(checkpoints: Checkpoints, witness: Witness, send: Send) -> SubmissionResult:
    """Submits the head to one witness. Errors of the witness or the network are in the result. Raises ArchiveError."""
    try:
        note = request_cosignature(checkpoints, witness, send)
        times = verify_cosignatures(note, [witness.key])
    except TlogError as error:
        return SubmissionResult(witness.name, error=error)
    checkpoints.add_cosignatures(note)
    return SubmissionResult(witness.name, parse_checkpoint(note.body).size, times[witness.key])


def request_cosignature(checkpoints: Checkpoints, witness: Witness, send: Send) -> Note:
    """Requests a cosignature of the signed head; returns the note with it after verifying it.

    Raises ServiceError: `witness-forked` if the log does not continue the checkpoint that the witness cosigned last,
    `witness-ahead` if that is larger than this log, `witness-refused`, `witness-busy`; NoteError for an invalid
    cosignature.
    """
    old_size = last_cosigned_size(checkpoints, witness)
    for _ in range(MAX_ATTEMPTS):
        note = checkpoints.sign()
        if note is None:
            raise ArchiveError("unsigned", str(checkpoints.log.path))
        head = parse_checkpoint(note.body)
        if old_size > head.size:
            raise ServiceError("witness-ahead", f"{witness.name}: {old_size} > {head.size}")
        reply = send(f"{witness.url.rstrip('/')}/add-checkpoint", request_body(checkpoints, old_size, head, note))
        if reply.status == 200:
            return with_cosignature(note, reply, witness)
        if reply.status == 422:  # the proof is right for this log, so the witness has another root of that size
            raise ServiceError("witness-forked", f"{witness.name}: {old_size}, {head.size}")
        old_size = size_after_conflict(reply, old_size, head, witness)
    raise ServiceError("witness-busy", f"{witness.name}: {MAX_ATTEMPTS}")


def last_cosigned_size(checkpoints: Checkpoints, witness: Witness) -> int:
    """Returns the size of the newest stored checkpoint that the witness cosigned; 0 without one."""
    for note in reversed(checkpoints.signed_notes()):
        if any(signature.matches_key(witness.key) for signature in note.signatures):
            return parse_checkpoint(note.body).size
    return 0


def request_body(checkpoints: Checkpoints, old_size: int, head: Checkpoint, note: Note) -> bytes:
    """Returns the body of an add-checkpoint request, with the signatures of the log only."""
    with checkpoints.log.lock:
        proof = checkpoints.tree.consistency(old_size, head.size) if 0 < old_size < head.size else []
    log_signatures = tuple(signature for signature in note.signatures if signature.name == head.origin)
    return AddCheckpointRequest(old_size, tuple(proof), Note(note.body, log_signatures)).text().encode()


def with_cosignature(note: Note, reply: Response, witness: Witness) -> Note:
    """Returns the note with the cosignature of a reply. Raises NoteError if it is missing or invalid."""
    try:
        return add_cosignatures(note, reply.body, [witness.key])
    except NoteError as error:
        raise NoteError(error.code, f"{witness.name}: {error.what}"[:200]) from error


def size_after_conflict(reply: Response, old_size: int, head: Checkpoint, witness: Witness) -> int:
    """Returns the size that a witness cosigned last, from its reply 409. Raises ServiceError for any other reply."""
    text = reply.body[:200].decode("utf-8", "replace").strip()
    size = parse_decimal(text)
    if reply.status != 409 or reply.media_type != SIZE_MEDIA_TYPE or size is None:
        raise ServiceError("witness-refused", f"{witness.name}: {reply.status} {excerpt(text)}")
    if size == old_size == head.size:
        raise ServiceError("witness-forked", f"{witness.name}: {old_size}, {head.size}")
    if size == old_size:
        raise ServiceError("witness-refused", f"{witness.name}: {reply.status} {excerpt(text)}")
    return size


def has_fork(results: list[SubmissionResult]) -> bool:
    """True if a witness has cosigned a fork of this log, or a larger checkpoint than this log."""
    return any(result.error and result.error.code in ("witness-forked", "witness-ahead") for result in results)


def is_quorum_met(policy: Policy, results: list[SubmissionResult]) -> bool:
    """True if the cosignatures reach the quorum of the policy; with the quorum `none` if every witness cosigned."""
    if policy.quorum == "none":
        return not any(result.error for result in results)
    return policy.is_satisfied_by(policy.witnesses[result.witness].key for result in results if result.error is None)
