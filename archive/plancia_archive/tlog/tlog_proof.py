"""Inclusion proofs with their signed checkpoint, as one text that is verified offline (C2SP tlog-proof)."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint, parse_checkpoint
from plancia_archive.tlog.cosignature import verify_cosignatures
from plancia_archive.tlog.errors import PolicyError, ProofError
from plancia_archive.tlog.merkle import verify_inclusion
from plancia_archive.tlog.policy import Policy
from plancia_archive.tlog.signed_note import Note, decode_note_text, parse_note, verify_note
from plancia_archive.tlog.text_fields import excerpt, from_base64, parse_decimal, parse_hash, to_base64

FIRST_LINE = "c2sp.org/tlog-proof@v1"
MAX_PROOF_HASHES = 63


@dataclass(frozen=True)
class TlogProof:
    """The index of a leaf, its audit path, and the signed checkpoint; `extra` is not authenticated."""

    index: int
    hashes: tuple[bytes, ...]
    note: Note
    extra: bytes = b""

    def text(self) -> str:
        """Returns the text of the proof."""
        extra_line = f"extra {to_base64(self.extra)}\n" if self.extra else ""
        hash_text = "".join(f"{to_base64(digest)}\n" for digest in self.hashes)
        return f"{FIRST_LINE}\n{extra_line}index {self.index}\n{hash_text}\n{self.note.text()}"


def parse_proof(text: str | bytes) -> TlogProof:
    """Parses a tlog-proof; `text()` of the result is the input again. Nothing is verified.

    Raises ProofError: `proof-form`, `proof-extra`, `proof-index-line`, `proof-hash-line` or `proof-long`; NoteError or
    CheckpointError for what is not a checkpoint.
    """
    proof_head, separator, note_text = decode_note_text(text).partition("\n\n")
    lines = proof_head.split("\n")
    if not separator or lines.pop(0) != FIRST_LINE:
        raise ProofError("proof-form")
    extra: bytes | None = b""
    if lines and lines[0].startswith("extra "):
        line = lines.pop(0)
        extra = from_base64(line.removeprefix("extra "))
        if not extra:
            raise ProofError("proof-extra", excerpt(line))
    line = lines.pop(0) if lines else ""
    index = parse_decimal(line.removeprefix("index ")) if line.startswith("index ") else None
    if index is None:
        raise ProofError("proof-index-line", excerpt(line))
    parsed_note = parse_note(note_text)
    parse_checkpoint(parsed_note.body)
    return TlogProof(index, parse_hash_lines(lines), parsed_note, extra or b"")


def parse_hash_lines(lines: list[str]) -> tuple[bytes, ...]:
    """Decodes lines of base64 into hashes. Raises ProofError `proof-hash-line` or `proof-long`."""
    if len(lines) > MAX_PROOF_HASHES:
        raise ProofError("proof-long", MAX_PROOF_HASHES)
    hashes = []
    for line in lines:
        digest = parse_hash(line)
        if digest is None:
            raise ProofError("proof-hash-line", excerpt(line))
        hashes.append(digest)
    return tuple(hashes)


def verify_proof(proof: TlogProof, leaf: bytes, policy: Policy) -> TrustedCheckpoint:
    """Verifies that `leaf`, a leaf hash, is at the proof's index in a log that the policy trusts.

    Returns the trusted checkpoint. Raises ProofError for an invalid audit path; NoteError, CheckpointError or
    PolicyError if the policy does not trust the checkpoint.
    """
    trusted = evaluate_policy(proof.note, policy)
    verify_inclusion(proof.index, trusted.checkpoint.size, leaf, proof.hashes, trusted.checkpoint.root)
    return trusted


@dataclass(frozen=True)
class TrustedCheckpoint:
    """A checkpoint that satisfies a policy.

    `signed_by` are the names of the log keys that signed; `cosignature_times` maps the name of a witness in the policy
    to the Unix time, by its clock, of its cosignature.
    """

    checkpoint: Checkpoint
    signed_by: tuple[str, ...]
    cosignature_times: dict[str, int]


def evaluate_policy(note: Note | str | bytes, policy: Policy) -> TrustedCheckpoint:
    """Verifies the signatures of a note by a policy and returns its checkpoint.

    Raises NoteError or CheckpointError for a note that is not well-formed, has no signature by a log of the policy or
    an invalid one; PolicyError `policy-quorum` if too few witnesses cosigned.
    """
    parsed_note = note if isinstance(note, Note) else parse_note(note)
    checkpoint = open_checkpoint(parsed_note, policy.log_keys())
    signing_keys = verify_note(parsed_note, [key for key in policy.log_keys() if key.name == checkpoint.origin])
    times_by_key = verify_cosignatures(parsed_note, policy.witness_keys())
    times_by_witness = {
        name: times_by_key[witness.key] for name, witness in policy.witnesses.items() if witness.key in times_by_key
    }
    if not policy.is_satisfied_by(times_by_key):
        raise PolicyError("policy-quorum", f"{policy.quorum} ({', '.join(times_by_witness) or '-'})")
    return TrustedCheckpoint(checkpoint, tuple(key.name for key in signing_keys), times_by_witness)
