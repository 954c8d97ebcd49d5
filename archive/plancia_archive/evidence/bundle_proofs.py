"""Proofs of a bundle: inclusion of each stream, the checkpoint's signatures, and heads that somebody kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plancia_archive.evidence.bundle_entries import Stream, first_break, last_break
from plancia_archive.evidence.bundle_form import Consistency
from plancia_archive.evidence.result import Note, Refusal
from plancia_archive.evidence.strict_json import LARGEST
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

MOST_HASHES = 64
MOST_SIGNATURES = 64


@dataclass(frozen=True)
class Proof:
    """The parts of a tlog-proof; `checkpoint` is the text of the note."""

    index: int
    hashes: list[bytes]
    checkpoint: str


@dataclass(frozen=True)
class SignedCheckpoint:
    """A checkpoint of exactly three lines and the note that it stands in."""

    head: Checkpoint
    note: SignedNote

    def signatures_by(self, key: VerifierKey) -> list[Any]:
        """The signatures that carry the name and the id of a key."""
        return [one for one in self.note.signatures if one.matches_key(key)]


def number(text: str) -> int | None:
    """A decimal up to 2^53 - 1."""
    found = parse_decimal(text)
    return None if found is None or found > LARGEST else found


def read_proof(text: str, where: dict[str, Any]) -> Proof:
    """Parses a proof. Raises Refusal `proof-form` that names the line."""
    head, separator, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if not separator or lines[0] != FIRST_LINE:
        raise Refusal("proof-form", {**where, "line": 1})
    at = 1
    if len(lines) > 1 and lines[1].startswith("extra "):
        if from_base64(lines[1].removeprefix("extra ")) is None:
            raise Refusal("proof-form", {**where, "line": 2})
        at = 2
    line = lines[at] if len(lines) > at else ""
    index = number(line.removeprefix("index ")) if line.startswith("index ") else None
    if index is None:
        raise Refusal("proof-form", {**where, "line": at + 1})
    hashes: list[bytes] = []
    for place, row in enumerate(lines[at + 1 :], at + 2):
        digest = parse_hash(row)
        if digest is None or len(hashes) >= MOST_HASHES:
            raise Refusal("proof-form", {**where, "line": place})
        hashes.append(digest)
    return Proof(index, hashes, checkpoint)


def read_checkpoint(text: str, where: dict[str, Any]) -> SignedCheckpoint:
    """Parses a checkpoint. Raises Refusal `checkpoint-form` that names the line."""

    def need(good: object, line: int) -> None:
        if not good:
            raise Refusal("checkpoint-form", {**where, "line": line})

    lines = text.split("\n")
    need(lines.pop() == "", len(lines) + 1)
    for place, line in enumerate(lines, 1):
        need(not has_control_characters(line), place)
    origin, size, root, blank = [*lines, "", "", "", "-"][:4] if len(lines) < 4 else lines[:4]
    need(origin, 1)
    count, digest = number(size), parse_hash(root)
    need(count, 2)
    need(digest, 3)
    need(blank == "", 4)
    rows = lines[4:]
    need(len(rows) <= MOST_SIGNATURES, 5 + MOST_SIGNATURES)
    signatures = []
    for place, row in enumerate(rows, 5):
        try:
            signatures.append(parse_signature(row))
        except NoteError as error:
            raise Refusal("checkpoint-form", {**where, "line": place}) from error
    head = Checkpoint(origin, count or 0, digest or b"")
    return SignedCheckpoint(head, SignedNote(head.text(), tuple(signatures)))


def check_proof(stream: Stream, proof: Proof, first: Proof, checkpoint: Checkpoint) -> None:
    """Step 3 and the chain of step 2. Raises Refusal that names the entry that was changed, where that can be told."""
    entry = len(stream.entries) - 1
    last = stream.entries[entry]
    where = stream.where(entry)
    where["index"] = proof.index if last.index is None else last.index
    if proof.checkpoint != first.checkpoint:
        raise Refusal("checkpoint-other", {**where, "column": "proof"})
    if last.index is not None and last.index != proof.index:
        raise Refusal("proof-index", {**where, "column": "index"}, expected=last.index, found=proof.index)
    if not included(last.leaf, proof, checkpoint):
        broken = first_break(stream.entries)
        if broken is None:
            raise Refusal("inclusion", {**where, "column": "proof"})
        raise Refusal("prev", stream.where(broken, column="prev"))
    changed = last_break(stream.entries)
    if changed is None:
        return
    if changed < 0:
        raise Refusal("start", stream.where(0, column="prev"))
    raise Refusal("content", stream.where(changed, column="prev"))


def included(leaf: bytes, proof: Proof, checkpoint: Checkpoint) -> bool:
    """Whether a proof of inclusion verifies."""
    try:
        verify_inclusion(proof.index, checkpoint.size, leaf, proof.hashes, checkpoint.root)
    except TlogError:
        return False
    return True


def check_signature(
    own: str | None, checkpoint: SignedCheckpoint, key: VerifierKey | None, policy: Policy | None, notes: list[Note]
) -> tuple[VerifierKey, str]:
    """Step 4: the key that signed, and where it comes from (policy, given, bundle); `own` is the file's own key.

    Raises Refusal.
    """
    where, origin = {"column": "key"}, checkpoint.head.origin
    source = "policy" if policy and policy.logs else "given" if key else "bundle"
    if source == "bundle":
        keys = [own_key(own)]
    else:
        trusted = [one for one in policy.log_keys() if one.name == origin] if policy and policy.logs else []
        keys = trusted if source == "policy" else [key] if key else []
        if own is not None and all(one.text() != own for one in keys):
            notes.append(Note("key-differs"))
    for one in keys:
        if one.name != origin:
            raise Refusal("key-origin", where, name=one.name, origin=origin)
        if signed_by(checkpoint, one):
            return one, source
    raise Refusal("key-other", where, id=", ".join(one.id.hex() for one in keys), source=source)


def own_key(text: str | None) -> VerifierKey:
    """The key that a bundle states. Raises Refusal `key-unknown`."""
    try:
        key = parse_verifier_key(text or "")
    except TlogError as error:
        raise Refusal("key-unknown", {"column": "key"}) from error
    if key.kind != ED25519:
        raise Refusal("key-unknown", {"column": "key"})
    return key


def signed_by(checkpoint: SignedCheckpoint, key: VerifierKey) -> bool:
    """Whether a log's key signed; False where no signature names it. Raises Refusal for a false signature."""
    found = checkpoint.signatures_by(key)
    for one in found:
        if not key.accepts(one.data, checkpoint.note.body.encode()):
            raise Refusal("signature", {"column": "signature"}, name=key.name, id=key.id.hex())
    return bool(found)


def check_witnesses(checkpoint: SignedCheckpoint, policy: Policy | None, notes: list[Note]) -> list[dict[str, Any]]:
    """The witnesses of the policy that cosigned. Raises Refusal `cosignature` or `quorum`."""
    found, keys = [], []
    witnesses = policy.witnesses.values() if policy else ()
    for witness in witnesses:
        times = []
        for one in checkpoint.signatures_by(witness.key):
            try:
                times.append(cosignature_time(checkpoint.note.body, one, witness.key))
            except NoteError as error:
                facts = {"name": witness.key.name, "id": witness.key.id.hex()}
                raise Refusal("cosignature", {"column": "signature"}, **facts) from error
        if times:
            name, ident = witness.key.name, witness.key.id.hex()
            found.append({"name": witness.name, "key": name, "id": ident, "time": max(times)})
            keys.append(witness.key)
    if policy and not policy.is_satisfied_by(keys):
        raise Refusal("quorum", {"column": "signature"}, quorum=policy.quorum, found=[one["name"] for one in found])
    for one in checkpoint.note.signatures:
        if one.name != checkpoint.head.origin and not any(one.matches_key(witness.key) for witness in witnesses):
            notes.append(Note("witness-unknown", {"name": one.name, "id": one.id.hex()}))
    return found


def check_consistency(proofs: Iterable[Consistency], checkpoint: Checkpoint) -> None:
    """Every consistency proof of the bundle verifies. Raises Refusal."""
    for place, one in enumerate(proofs):
        try:
            verify_consistency(one.size, checkpoint.size, one.root, checkpoint.root, one.proof)
        except TlogError as error:
            where = {"column": "consistency", "path": f".consistency[{place}]"}
            raise Refusal("consistency", where, size=one.size) from error


def check_head(proofs: Iterable[Consistency], checkpoint: Checkpoint, head: Checkpoint, notes: list[Note]) -> str:
    """Step 5: `equal`, `older`, or `none` for the head of an empty log. Raises Refusal."""
    where, facts = {"column": "head"}, {"size": head.size, "checkpoint": checkpoint.size}
    if head.origin != checkpoint.origin:
        raise Refusal("head-origin", where, found=head.origin, expected=checkpoint.origin)
    if head.size > checkpoint.size:
        raise Refusal("head-newer", where, **facts)
    if head.size == checkpoint.size:
        if head.root != checkpoint.root:
            raise Refusal("head-root", where, **facts)
        return "equal"
    roots = [one.root for one in proofs if one.size == head.size] if head.size else [EMPTY_ROOT]
    if not roots:
        raise Refusal("head-unproven", where, **facts)
    if any(root != head.root for root in roots):
        raise Refusal("head-root", where, **facts)
    notes.append(Note("head-older", facts))
    return "older" if head.size else "none"


def head_match(found: list[str]) -> str:
    """The best of the answers of `check_head`."""
    return next((one for one in ("equal", "older") if one in found), "none")
