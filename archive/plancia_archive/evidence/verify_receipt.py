"""Verifies receipts by docs/evidence.md, without an archive: the entry, its place in the tree, the signatures.

The JavaScript verifier in docs/verify shares no code with it and gives the same answers.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from plancia_archive.evidence.bundle_entries import Entry, Stream, kind_of, lines_of, read_entry
from plancia_archive.evidence.bundle_form import parse_file
from plancia_archive.evidence.bundle_proofs import (
    Proof,
    SignedCheckpoint,
    check_head,
    check_signature,
    check_witnesses,
    head_match,
    included,
    read_checkpoint,
    read_proof,
)
from plancia_archive.evidence.changed_lines import with_changed_lines
from plancia_archive.evidence.compare_game import compare_game
from plancia_archive.evidence.given import Given
from plancia_archive.evidence.proven import game_summary, head_summary, key_summary, stream_summary
from plancia_archive.evidence.receipt_form import FORMAT, RawReceipt, is_receipt, receipt_of, split_receipts
from plancia_archive.evidence.result import BundleResult, Note, Refusal
from plancia_archive.tlog.text_fields import to_base64

Facts = dict[str, Any]


def receipt_verified(receipt: RawReceipt, given: Given, notes: list[Note]) -> BundleResult:
    """What a receipt proves. Raises Refusal."""
    stream = stream_of(receipt)
    proof, checkpoint = check_place(receipt)
    key, source = check_signature(receipt.key, checkpoint, given.key, given.policy, notes)
    witnesses = check_witnesses(checkpoint, given.policy, notes)
    head = head_match([check_head((), checkpoint.head, one, notes) for one in given.heads])
    game = stream if stream and stream.kind == "game" and stream.entries[0].headers else None
    if given.game is not None:
        if game is None:
            raise Refusal("game-absent", {"column": "game"})
        compare_game(game, given.game, notes)
    add_limits(stream, given, source, bool(witnesses), notes)
    level = "green" if source != "bundle" or head != "none" else "amber"
    facts: Facts = {
        "format": FORMAT, "subject": {"kind": "entry", "id": receipt.stream}, **head_summary(checkpoint.head),
        "key": key_summary(key, source), "witnesses": witnesses, "head_check": head,
        "game_check": "none" if given.game is None else "equal", "game": game and game_summary(game),
        "streams": [stream_summary(stream, proof) if stream else place_summary(receipt)], "people": [], "files": [],
    }  # fmt: skip
    return BundleResult(level, None, facts, tuple(notes))


def read_receipts(data: bytes) -> list[RawReceipt]:
    """The receipts of a file, each checked by itself, signatures aside; unsigned ones too. Raises Refusal."""
    receipts = []
    for line in split_receipts(data):
        value = parse_file(line)
        if not is_receipt(value):
            raise Refusal("format")
        receipt = receipt_of(value)
        stream_of(receipt)
        if receipt.proof is not None:
            check_place(receipt)
        receipts.append(receipt)
    return receipts


def stream_of(receipt: RawReceipt) -> Stream | None:
    """The receipt's entry as a stream of one; None for a receipt without it. Raises Refusal."""
    where: Facts = {"stream": receipt.stream, "entry": 0, "index": receipt.index}
    kind = kind_of(receipt.stream)
    if kind is None:
        raise Refusal("stream-name", {"stream": receipt.stream, "column": "stream"})
    if receipt.entry is None:
        return None
    one = read_entry(receipt.entry, where)
    if one.leaf != receipt.leaf:
        raise changed_entry(Stream(receipt.stream, kind, [one]), {**where, "column": "leaf"})
    if one.header and one.header["stream"] != receipt.stream:
        raise Refusal("stream", {**where, "column": "stream"}, named=one.header["stream"])
    if one.header and one.header["index"] != receipt.index:
        facts = {"expected": one.header["index"], "found": receipt.index}
        raise Refusal("proof-index", {**where, "column": "index"}, **facts)
    read_body(one, kind, {**where, "column": "body"})
    return Stream(receipt.stream, kind, [one])


def changed_entry(stream: Stream, where: Facts) -> Refusal:
    """The refusal of an entry that is not that of its leaf hash, with its lines where they can be read."""
    refusal = Refusal("receipt-leaf", where)
    with suppress(Refusal):
        read_body(stream.entries[0], stream.kind, where)
        return with_changed_lines(refusal, stream, None)
    return refusal


def read_body(one: Entry, kind: str, where: Facts) -> None:
    """Fills in lines and numbers of an entry that stands alone: a later one of its stream has no header block."""
    one.first = one.header["first"] if one.header else 0
    if kind == "ruleset":
        one.events = one.header["count"] if one.header else 1
        return
    one.lines = lines_of(one.body, {**where, "line": 1})
    if kind == "game" and one.first == 0 and "" in one.lines:
        one.headers = one.lines.index("")
    one.events = len(one.lines) - one.headers if one.headers else len(one.lines)


def check_place(receipt: RawReceipt) -> tuple[Proof, SignedCheckpoint]:
    """The inclusion proof and the checkpoint that it leads to. Raises Refusal, `unsigned` for a receipt without."""
    where = {"stream": receipt.stream, "entry": 0, "index": receipt.index}
    if receipt.proof is None or receipt.checkpoint is None:
        raise Refusal("unsigned", {**where, "column": "checkpoint"})
    proof = read_proof(receipt.proof, {**where, "column": "proof"})
    if proof.checkpoint != receipt.checkpoint:
        raise Refusal("checkpoint-other", {**where, "column": "proof"})
    if proof.index != receipt.index:
        facts = {"expected": receipt.index, "found": proof.index}
        raise Refusal("proof-index", {**where, "column": "index"}, **facts)
    checkpoint = read_checkpoint(receipt.checkpoint, {**where, "column": "checkpoint"})
    if checkpoint.head != receipt.head:
        heads = {"expected": checkpoint.head.head(), "found": receipt.head.head()}
        raise Refusal("receipt-head", {**where, "column": "head"}, **heads)
    if not included(receipt.leaf, proof, checkpoint.head):
        raise Refusal("inclusion", {**where, "column": "proof"})
    return proof, checkpoint


def place_summary(receipt: RawReceipt) -> Facts:
    """What is proven of an entry that the receipt does not have: its place and its leaf."""
    return {
        "stream": receipt.stream, "entries": 1, "events": 0, "form_1": 0, "first_index": receipt.index,
        "last_index": receipt.index, "leaf": to_base64(receipt.leaf), "recorded_from": None, "recorded_to": None,
        "roles": [], "authors": [],
    }  # fmt: skip


def add_limits(stream: Stream | None, given: Given, source: str, witnessed: bool, notes: list[Note]) -> None:
    """What the answer does not say."""
    if source == "bundle":
        notes.append(Note("own-key"))
    if not given.heads:
        notes.append(Note("no-head"))
    if stream is None:
        notes.append(Note("receipt-bare"))
    elif stream.entries[0].header is None:
        notes.append(Note("form-1", {"entries": 1}))
    notes += [Note("later-lines"), Note("as-typed"), Note("clock")]
    if not witnessed:
        notes.append(Note("one-view"))
