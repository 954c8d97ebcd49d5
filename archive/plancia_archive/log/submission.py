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

ATTEMPTS = 3  # the first, one with the witness's size, and one for a submission that came between
Send = Callable[[str, bytes], Response]  # URL and body of a POST


@dataclass(frozen=True)
class Submitted:
    """What a witness made of the head: size and time (seconds since 1970) of its cosignature, or the refusal."""

    witness: str
    size: int | None = None
    time: int | None = None
    error: TlogError | None = None


def submit(checkpoints: Checkpoints, policy: Policy, insecure_http: bool = False) -> list[Submitted]:
    """Signs the head and asks every witness of a policy that has a URL for a cosignature; each is stored as it comes.

    A witness that fails does not keep the others from being asked. Raises ArchiveError `unsigned` for an archive that
    cannot sign, `no-witness` for a policy without witnesses that have a URL.
    """
    asked = [witness for witness in policy.witnesses.values() if witness.url]
    if not asked:
        raise ArchiveError("no-witness")

    def send(url: str, body: bytes) -> Response:
        return post(url, body, "text/plain; charset=utf-8", insecure_http)

    return [submit_to(checkpoints, witness, send) for witness in asked]


def submit_to(checkpoints: Checkpoints, witness: Witness, send: Send) -> Submitted:
    """Asks one witness. Raises ArchiveError; what the witness or the way to it refuses is in the result."""
    try:
        note = cosigned(checkpoints, witness, send)
        times = verify_cosignatures(note, [witness.key])
    except TlogError as error:
        return Submitted(witness.name, error=error)
    checkpoints.add_cosignatures(note)
    return Submitted(witness.name, parse_checkpoint(note.body).size, times[witness.key])


def cosigned(checkpoints: Checkpoints, witness: Witness, send: Send) -> Note:
    """The signed head with a cosignature of the witness that verifies.

    Raises ServiceError: `witness-forked` if the log is not the continuation of what the witness cosigned,
    `witness-ahead` if the witness cosigned more than this log has, `witness-refused`, `witness-busy`; NoteError for a
    false cosignature.
    """
    old = last_cosigned(checkpoints, witness)
    for _ in range(ATTEMPTS):
        note = checkpoints.sign()
        if note is None:
            raise ArchiveError("unsigned", str(checkpoints.log.path))
        head = parse_checkpoint(note.body)
        if old > head.size:
            raise ServiceError("witness-ahead", f"{witness.name}: {old} > {head.size}")
        reply = send(f"{witness.url.rstrip('/')}/add-checkpoint", request(checkpoints, old, head, note))
        if reply.status == 200:
            return with_cosignature(note, reply, witness)
        if reply.status == 422:  # the proof is right for this log, so the witness has another root of that size
            raise ServiceError("witness-forked", f"{witness.name}: {old}, {head.size}")
        old = size_after_conflict(reply, old, head, witness)
    raise ServiceError("witness-busy", f"{witness.name}: {ATTEMPTS}")


def last_cosigned(checkpoints: Checkpoints, witness: Witness) -> int:
    """Size of the newest stored checkpoint that the witness cosigned; 0 without one."""
    for note in reversed(checkpoints.signed()):
        if any(signature.matches_key(witness.key) for signature in note.signatures):
            return parse_checkpoint(note.body).size
    return 0


def request(checkpoints: Checkpoints, old: int, head: Checkpoint, note: Note) -> bytes:
    """The body of add-checkpoint, with the signature of the log alone."""
    with checkpoints.log.lock:
        proof = checkpoints.tree.consistency(old, head.size) if 0 < old < head.size else []
    own = tuple(signature for signature in note.signatures if signature.name == head.origin)
    return AddCheckpointRequest(old, tuple(proof), Note(note.body, own)).text().encode()


def with_cosignature(note: Note, reply: Response, witness: Witness) -> Note:
    """The note with the cosignature of a reply. Raises NoteError for one that is missing or false."""
    try:
        return add_cosignatures(note, reply.body, [witness.key])
    except NoteError as error:
        raise NoteError(error.code, f"{witness.name}: {error.what}"[:200]) from error


def size_after_conflict(reply: Response, old: int, head: Checkpoint, witness: Witness) -> int:
    """The size that a witness cosigned last, of its answer 409. Raises ServiceError for any other refusal."""
    text = reply.body[:200].decode("utf-8", "replace").strip()
    size = parse_decimal(text)
    if reply.status != 409 or reply.media_type != SIZE_MEDIA_TYPE or size is None:
        raise ServiceError("witness-refused", f"{witness.name}: {reply.status} {excerpt(text)}")
    if size == old == head.size:
        raise ServiceError("witness-forked", f"{witness.name}: {old}, {head.size}")
    if size == old:
        raise ServiceError("witness-refused", f"{witness.name}: {reply.status} {excerpt(text)}")
    return size


def forked(results: list[Submitted]) -> bool:
    """True if a witness said that it cosigned another history of this log, or more of it."""
    return any(one.error and one.error.code in ("witness-forked", "witness-ahead") for one in results)


def satisfied(policy: Policy, results: list[Submitted]) -> bool:
    """True if the cosignatures reach the quorum; with the quorum `none` only where every witness cosigned."""
    if policy.quorum == "none":
        return not any(one.error for one in results)
    return policy.is_satisfied_by(policy.witnesses[one.witness].key for one in results if one.error is None)
