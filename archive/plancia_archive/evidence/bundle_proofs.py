"""Verification of a bundle's proofs: inclusion, signatures and cosignatures, consistency with heads kept earlier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plancia_archive.evidence.bundle_entries import Stream, first_chain_break, last_chain_break
from plancia_archive.evidence.bundle_form import Consistency
from plancia_archive.evidence.result import Note, VerificationError
from plancia_archive.evidence.strict_json import MAX_SAFE_INTEGER
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.cosignature import cosignature_time
from plancia_archive.tlog.errors import NoteError, TlogError
from plancia_archive.tlog.keys import ED25519, VerifierKey, parse_verifier_key
from plancia_archive.tlog.merkle import EMPTY_ROOT, verify_consistency, verify_inclusion
from plancia_archive.tlog.policy import Policy
from plancia_archive.tlog.signed_note import Note as SignedNote
from plancia_archive.tlog.signed_note import parse_signature
from plancia_archive.tlog.text_fields import from_base64, has_control_characters, parse_decimal, parse_hash
from plancia_archive.tlog.tlog_proof import FIRST_LINE

MAX_PROOF_HASHES = 64
MAX_SIGNATURES = 64


@dataclass(frozen=True)
class Proof:
    """The parts of a tlog-proof; `checkpoint` is the text of the signed note."""

    index: int
    hashes: list[bytes]
    checkpoint: str


@dataclass(frozen=True)
class SignedCheckpoint:
    """A checkpoint without extension lines, and its signed note."""

    head: Checkpoint
    note: SignedNote

    def signatures_by(self, key: VerifierKey) -> list[Any]:
        """Returns the signatures with the name and the ID of a key, not verified."""
        return [signature for signature in self.note.signatures if signature.matches_key(key)]


def parse_safe_integer(text: str) -> int | None:
    """Parses a decimal of at most 2^53 - 1; None for another text."""
    value = parse_decimal(text)
    return None if value is None or value > MAX_SAFE_INTEGER else value


def read_proof(text: str, location: dict[str, Any]) -> Proof:
    """Parses a tlog-proof. Raises VerificationError `proof-form` with the line."""
    head, separator, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if not separator or lines[0] != FIRST_LINE:
        raise VerificationError("proof-form", {**location, "line": 1})
    index_line = 1
    if len(lines) > 1 and lines[1].startswith("extra "):
        if from_base64(lines[1].removeprefix("extra ")) is None:
            raise VerificationError("proof-form", {**location, "line": 2})
        index_line = 2
    line = lines[index_line] if len(lines) > index_line else ""
    index = parse_safe_integer(line.removeprefix("index ")) if line.startswith("index ") else None
    if index is None:
        raise VerificationError("proof-form", {**location, "line": index_line + 1})
    hashes: list[bytes] = []
    for line_number, hash_line in enumerate(lines[index_line + 1 :], index_line + 2):
        digest = parse_hash(hash_line)
        if digest is None or len(hashes) >= MAX_PROOF_HASHES:
            raise VerificationError("proof-form", {**location, "line": line_number})
        hashes.append(digest)
    return Proof(index, hashes, checkpoint)


def read_checkpoint(text: str, location: dict[str, Any]) -> SignedCheckpoint:
    """Parses a signed checkpoint. Raises VerificationError `checkpoint-form` with the line."""

    def require(condition: object, line: int) -> None:
        if not condition:
            raise VerificationError("checkpoint-form", {**location, "line": line})

    lines = text.split("\n")
    require(lines.pop() == "", len(lines) + 1)
    for line_number, line in enumerate(lines, 1):
        require(not has_control_characters(line), line_number)
    origin, size, root, separator = [*lines, "", "", "", "-"][:4] if len(lines) < 4 else lines[:4]
    require(origin, 1)
    tree_size, digest = parse_safe_integer(size), parse_hash(root)
    require(tree_size, 2)
    require(digest, 3)
    require(separator == "", 4)
    signature_lines = lines[4:]
    require(len(signature_lines) <= MAX_SIGNATURES, 5 + MAX_SIGNATURES)
    signatures = []
    for line_number, signature_line in enumerate(signature_lines, 5):
        try:
            signatures.append(parse_signature(signature_line))
        except NoteError as error:
            raise VerificationError("checkpoint-form", {**location, "line": line_number}) from error
    head = Checkpoint(origin, tree_size or 0, digest or b"")
    return SignedCheckpoint(head, SignedNote(head.text(), tuple(signatures)))


def check_proof(stream: Stream, proof: Proof, first_proof: Proof, checkpoint: Checkpoint) -> None:
    """Verifies the inclusion proof of a stream's last entry and the stream's hash chain (steps 2 and 3).

    Raises VerificationError with the entry that was changed_entry, where it can be determined.
    """
    entry_number = len(stream.entries) - 1
    last_entry = stream.entries[entry_number]
    location = stream.location(entry_number)
    location["index"] = proof.index if last_entry.index is None else last_entry.index
    if proof.checkpoint != first_proof.checkpoint:
        raise VerificationError("checkpoint-other", {**location, "column": "proof"})
    if last_entry.index is not None and last_entry.index != proof.index:
        raise VerificationError(
            "proof-index", {**location, "column": "index"}, expected=last_entry.index, found=proof.index
        )
    if not is_included(last_entry.leaf, proof, checkpoint):
        broken_entry = first_chain_break(stream.entries)
        if broken_entry is None:
            raise VerificationError("inclusion", {**location, "column": "proof"})
        raise VerificationError("prev", stream.location(broken_entry, column="prev"))
    changed_entry = last_chain_break(stream.entries)
    if changed_entry is None:
        return
    if changed_entry < 0:
        raise VerificationError("start", stream.location(0, column="prev"))
    raise VerificationError("content", stream.location(changed_entry, column="prev"))


def is_included(leaf: bytes, proof: Proof, checkpoint: Checkpoint) -> bool:
    """Returns whether an inclusion proof is valid."""
    try:
        verify_inclusion(proof.index, checkpoint.size, leaf, proof.hashes, checkpoint.root)
    except TlogError:
        return False
    return True


def check_signature(
    stated_key: str | None,
    checkpoint: SignedCheckpoint,
    key: VerifierKey | None,
    policy: Policy | None,
    notes: list[Note],
) -> tuple[VerifierKey, str]:
    """Verifies the log's signature and returns its key and the source of the key: `policy`, `given` or `bundle` (step
    4).

    `stated_key` is the key that the file itself states, `key` one that the caller trusts. Raises VerificationError.
    """
    location, origin = {"column": "key"}, checkpoint.head.origin
    source = "policy" if policy and policy.logs else "given" if key else "bundle"
    if source == "bundle":
        keys = [parse_own_key(stated_key)]
    else:
        trusted_keys = (
            [candidate for candidate in policy.log_keys() if candidate.name == origin] if policy and policy.logs else []
        )
        keys = trusted_keys if source == "policy" else [key] if key else []
        if stated_key is not None and all(candidate.text() != stated_key for candidate in keys):
            notes.append(Note("key-differs"))
    for candidate in keys:
        if candidate.name != origin:
            raise VerificationError("key-origin", location, name=candidate.name, origin=origin)
        if is_signed_by(checkpoint, candidate):
            return candidate, source
    raise VerificationError(
        "key-other", location, id=", ".join(candidate.id.hex() for candidate in keys), source=source
    )


def parse_own_key(text: str | None) -> VerifierKey:
    """Parses the key that a bundle states. Raises VerificationError `key-unknown`."""
    try:
        key = parse_verifier_key(text or "")
    except TlogError as error:
        raise VerificationError("key-unknown", {"column": "key"}) from error
    if key.kind != ED25519:
        raise VerificationError("key-unknown", {"column": "key"})
    return key


def is_signed_by(checkpoint: SignedCheckpoint, key: VerifierKey) -> bool:
    """Returns whether the checkpoint has a signature by a key. Raises VerificationError for an invalid one."""
    signatures = checkpoint.signatures_by(key)
    for signature in signatures:
        if not key.accepts(signature.data, checkpoint.note.body.encode()):
            raise VerificationError("signature", {"column": "signature"}, name=key.name, id=key.id.hex())
    return bool(signatures)


def check_witnesses(checkpoint: SignedCheckpoint, policy: Policy | None, notes: list[Note]) -> list[dict[str, Any]]:
    """Verifies the cosignatures by witnesses of the policy and returns name, key and time of each.

    Raises VerificationError `cosignature` or `quorum`.
    """
    cosigners, cosigner_keys = [], []
    witnesses = policy.witnesses.values() if policy else ()
    for witness in witnesses:
        times = []
        for signature in checkpoint.signatures_by(witness.key):
            try:
                times.append(cosignature_time(checkpoint.note.body, signature, witness.key))
            except NoteError as error:
                facts = {"name": witness.key.name, "id": witness.key.id.hex()}
                raise VerificationError("cosignature", {"column": "signature"}, **facts) from error
        if times:
            name, key_id = witness.key.name, witness.key.id.hex()
            cosigners.append({"name": witness.name, "key": name, "id": key_id, "time": max(times)})
            cosigner_keys.append(witness.key)
    if policy and not policy.is_satisfied_by(cosigner_keys):
        raise VerificationError(
            "quorum",
            {"column": "signature"},
            quorum=policy.quorum,
            found=[signature["name"] for signature in cosigners],
        )
    for signature in checkpoint.note.signatures:
        if signature.name != checkpoint.head.origin and not any(
            signature.matches_key(witness.key) for witness in witnesses
        ):
            notes.append(Note("witness-unknown", {"name": signature.name, "id": signature.id.hex()}))
    return cosigners


def check_consistency(proofs: Iterable[Consistency], checkpoint: Checkpoint) -> None:
    """Verifies every consistency proof of a bundle. Raises VerificationError `consistency`."""
    for number, consistency in enumerate(proofs):
        try:
            verify_consistency(consistency.size, checkpoint.size, consistency.root, checkpoint.root, consistency.proof)
        except TlogError as error:
            location = {"column": "consistency", "path": f".consistency[{number}]"}
            raise VerificationError("consistency", location, size=consistency.size) from error


def check_head(proofs: Iterable[Consistency], checkpoint: Checkpoint, head: Checkpoint, notes: list[Note]) -> str:
    """Checks a head kept earlier against the checkpoint and its consistency proofs (step 5).

    Returns `equal`, `older`, or `none` for the head of an empty log. Raises VerificationError.
    """
    location, facts = {"column": "head"}, {"size": head.size, "checkpoint": checkpoint.size}
    if head.origin != checkpoint.origin:
        raise VerificationError("head-origin", location, found=head.origin, expected=checkpoint.origin)
    if head.size > checkpoint.size:
        raise VerificationError("head-newer", location, **facts)
    if head.size == checkpoint.size:
        if head.root != checkpoint.root:
            raise VerificationError("head-root", location, **facts)
        return "equal"
    roots = [consistency.root for consistency in proofs if consistency.size == head.size] if head.size else [EMPTY_ROOT]
    if not roots:
        raise VerificationError("head-unproven", location, **facts)
    if any(root != head.root for root in roots):
        raise VerificationError("head-root", location, **facts)
    notes.append(Note("head-older", facts))
    return "older" if head.size else "none"


def best_head_match(matches: list[str]) -> str:
    """Returns the strongest of the results of `check_head`."""
    return next((match for match in ("equal", "older") if match in matches), "none")
