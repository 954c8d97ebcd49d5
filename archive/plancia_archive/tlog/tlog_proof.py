"""Proofs that a leaf is in a log, one text to be verified offline (C2SP tlog-proof)."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.merkle import verify_inclusion
from plancia_archive.tlog.policy import Policy
from plancia_archive.tlog.signed_note import Note, decoded, parse_note
from plancia_archive.tlog.text_fields import decimal, from_base64, hash_of, shown, to_base64
from plancia_archive.tlog.trust import Trusted, evaluate

FIRST_LINE = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63


@dataclass(frozen=True)
class TlogProof:
    """Index of a leaf, its audit path, and the note of the checkpoint; `extra` is not authenticated by anything."""

    index: int
    hashes: tuple[bytes, ...]
    note: Note
    extra: bytes = b""

    def text(self) -> str:
        """The proof as it is stored."""
        extra = f"extra {to_base64(self.extra)}\n" if self.extra else ""
        path = "".join(f"{to_base64(one)}\n" for one in self.hashes)
        return f"{FIRST_LINE}\n{extra}index {self.index}\n{path}\n{self.note.text()}"


def parse_proof(text: str | bytes) -> TlogProof:
    """The proof of a text. Its `text()` is the same text again.

    Raises ProofError: `proof-form`, `proof-extra`, `proof-index-line`, `proof-hash-line` or `proof-long`; NoteError or
    CheckpointError for what is not a checkpoint.
    """
    head, separator, note = decoded(text).partition("\n\n")
    lines = head.split("\n")
    if not separator or lines.pop(0) != FIRST_LINE:
        raise ProofError("proof-form")
    extra: bytes | None = b""
    if lines and lines[0].startswith("extra "):
        line = lines.pop(0)
        extra = from_base64(line.removeprefix("extra "))
        if not extra:
            raise ProofError("proof-extra", shown(line))
    line = lines.pop(0) if lines else ""
    index = decimal(line.removeprefix("index ")) if line.startswith("index ") else None
    if index is None:
        raise ProofError("proof-index-line", shown(line))
    found = parse_note(note)
    parse_checkpoint(found.body)
    return TlogProof(index, hash_lines(lines), found, extra or b"")


def hash_lines(lines: list[str]) -> tuple[bytes, ...]:
    """The hashes of lines in base64. Raises ProofError `proof-hash-line` or `proof-long`."""
    if len(lines) > MOST_HASHES:
        raise ProofError("proof-long", MOST_HASHES)
    found = []
    for line in lines:
        digest = hash_of(line)
        if digest is None:
            raise ProofError("proof-hash-line", shown(line))
        found.append(digest)
    return tuple(found)


def verify_proof(proof: TlogProof, leaf: bytes, policy: Policy) -> Trusted:
    """The trusted checkpoint whose tree has the leaf hash at the proof's index.

    Raises ProofError if the path does not lead to the root; NoteError, CheckpointError or PolicyError if the policy
    does not trust the checkpoint.
    """
    trusted = evaluate(proof.note, policy)
    verify_inclusion(proof.index, trusted.checkpoint.size, leaf, proof.hashes, trusted.checkpoint.root)
    return trusted
