"""Verifies receipts by docs/evidence.md, without an archive: the entry, its inclusion in the tree, the signatures.

The JavaScript verifier in docs/verify is independent of this code and returns the same results.
"""

from __future__ import annotations

from contextlib import suppress

from plancia_archive.evidence.bundle_entries import Entry, Stream, decode_lines, read_entry, stream_kind
from plancia_archive.evidence.bundle_form import parse_file
from plancia_archive.evidence.bundle_proofs import (
    Proof,
    SignedCheckpoint,
    best_head_match,
    check_head,
    check_signature,
    check_witnesses,
    is_included,
    read_checkpoint,
    read_proof,
)
from plancia_archive.evidence.changed_lines import add_changed_lines, compare_game
from plancia_archive.evidence.proven_facts import game_summary, head_summary, key_summary, stream_summary
from plancia_archive.evidence.receipt_form import FORMAT, RawReceipt, is_receipt, parse_receipt, split_receipts
from plancia_archive.evidence.result import BundleResult, Note, VerificationError
from plancia_archive.evidence.strict_json import JsonObject
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.tlog.text_fields import to_base64


def verify_parsed_receipt(receipt: RawReceipt, inputs: VerifierInputs, notes: list[Note]) -> BundleResult:
    """Verifies a parsed receipt. Raises VerificationError."""
    stream = receipt_stream(receipt)
    proof, checkpoint = check_inclusion(receipt)
    key, source = check_signature(receipt.key, checkpoint, inputs.key, inputs.policy, notes)
    witnesses = check_witnesses(checkpoint, inputs.policy, notes)
    head_check = best_head_match(
        [check_head((), checkpoint.head, expected_head, notes) for expected_head in inputs.heads]
    )
    game = stream if stream and stream.kind == "game" and stream.entries[0].headers else None
    game_check = "none"
    if inputs.game is not None:
        if game is None:
            raise VerificationError("game-absent", {"column": "game"})
        game_check = "earlier" if compare_game(game, inputs.game, notes) else "equal"
    add_limits(stream, inputs, source, bool(witnesses), notes)
    level = "green" if source != "bundle" or head_check != "none" else "amber"
    facts: JsonObject = {
        "format": FORMAT, "subject": {"kind": "entry", "id": receipt.stream}, **head_summary(checkpoint.head),
        "key": key_summary(key, source), "witnesses": witnesses, "head_check": head_check,
        "game_check": game_check, "game": game and game_summary(game),
        "streams": [stream_summary(stream, proof) if stream else leaf_summary(receipt)], "people": [], "files": [],
    }  # fmt: skip
    return BundleResult(level, None, facts, tuple(notes))


def read_receipts(data: bytes) -> list[RawReceipt]:
    """Parses the receipts of a file, signed or not, and checks each without its signatures.

    Raises VerificationError.
    """
    receipts = []
    for line in split_receipts(data):
        value = parse_file(line)
        if not is_receipt(value):
            raise VerificationError("format")
        receipt = parse_receipt(value)
        receipt_stream(receipt)
        if receipt.proof is not None:
            check_inclusion(receipt)
        receipts.append(receipt)
    return receipts


def receipt_stream(receipt: RawReceipt) -> Stream | None:
    """Returns a stream with the receipt's entry alone; None for a receipt without it. Raises VerificationError."""
    location: JsonObject = {"stream": receipt.stream, "entry": 0, "index": receipt.index}
    kind = stream_kind(receipt.stream)
    if kind is None:
        raise VerificationError("stream-name", {"stream": receipt.stream, "column": "stream"})
    if receipt.entry is None:
        return None
    entry = read_entry(receipt.entry, location)
    if entry.leaf != receipt.leaf:
        raise leaf_error(Stream(receipt.stream, kind, [entry]), {**location, "column": "leaf"})
    if entry.header and entry.header["stream"] != receipt.stream:
        raise VerificationError("stream", {**location, "column": "stream"}, named=entry.header["stream"])
    if entry.header and entry.header["index"] != receipt.index:
        facts = {"expected": entry.header["index"], "found": receipt.index}
        raise VerificationError("proof-index", {**location, "column": "index"}, **facts)
    read_body(entry, kind, {**location, "column": "body"})
    return Stream(receipt.stream, kind, [entry])


def leaf_error(stream: Stream, location: JsonObject) -> VerificationError:
    """Returns the error for an entry without the receipt's leaf hash, with the entry's lines if they can be read."""
    error = VerificationError("receipt-leaf", location)
    with suppress(VerificationError):
        read_body(stream.entries[0], stream.kind, location)
        return add_changed_lines(error, stream, None)
    return error


def read_body(entry: Entry, kind: str, location: JsonObject) -> None:
    """Sets the lines and numbers of an entry without the entries before it.

    A later entry of a game has no header block. Raises VerificationError `body`.
    """
    entry.first = entry.header["first"] if entry.header else 0
    if kind == "ruleset":
        entry.events = entry.header["count"] if entry.header else 1
        return
    entry.lines = decode_lines(entry.body, {**location, "line": 1})
    if kind == "game" and entry.first == 0 and "" in entry.lines:
        entry.headers = entry.lines.index("")
    entry.events = len(entry.lines) - entry.headers if entry.headers else len(entry.lines)


def check_inclusion(receipt: RawReceipt) -> tuple[Proof, SignedCheckpoint]:
    """Verifies the inclusion proof of a receipt; returns it with its checkpoint, whose signatures are not verified.

    Raises VerificationError, `unsigned` for a receipt without a proof.
    """
    location = {"stream": receipt.stream, "entry": 0, "index": receipt.index}
    if receipt.proof is None or receipt.checkpoint is None:
        raise VerificationError("unsigned", {**location, "column": "checkpoint"})
    proof = read_proof(receipt.proof, {**location, "column": "proof"})
    if proof.checkpoint != receipt.checkpoint:
        raise VerificationError("checkpoint-other", {**location, "column": "proof"})
    if proof.index != receipt.index:
        facts = {"expected": receipt.index, "found": proof.index}
        raise VerificationError("proof-index", {**location, "column": "index"}, **facts)
    checkpoint = read_checkpoint(receipt.checkpoint, {**location, "column": "checkpoint"})
    if checkpoint.head != receipt.head:
        heads = {"expected": checkpoint.head.head(), "found": receipt.head.head()}
        raise VerificationError("receipt-head", {**location, "column": "head"}, **heads)
    if not is_included(receipt.leaf, proof, checkpoint.head):
        raise VerificationError("inclusion", {**location, "column": "proof"})
    return proof, checkpoint


def leaf_summary(receipt: RawReceipt) -> JsonObject:
    """Returns the proven facts of an entry that the receipt does not have: its index and its leaf hash."""
    return {
        "stream": receipt.stream, "entries": 1, "events": 0, "form_1": 0, "first_index": receipt.index,
        "last_index": receipt.index, "leaf": to_base64(receipt.leaf), "recorded_from": None, "recorded_to": None,
        "roles": [], "authors": [],
    }  # fmt: skip


def add_limits(
    stream: Stream | None, inputs: VerifierInputs, source: str, is_witnessed: bool, notes: list[Note]
) -> None:
    """Adds the notes on what the result does not prove."""

    if source == "bundle":
        notes.append(Note("own-key"))
    if not inputs.heads:
        notes.append(Note("no-head"))
    if stream is None:
        notes.append(Note("receipt-bare"))
    elif stream.entries[0].header is None:
        notes.append(Note("form-1", {"entries": 1}))
    notes += [Note("later-lines"), Note("as-typed"), Note("clock")]
    if not is_witnessed:
        notes.append(Note("one-view"))
