"""Verifies evidence bundles by the steps of docs/evidence.md, without an archive.

The JavaScript verifier in docs/verify shares no code with it and gives the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.bundle_contents import check_archive, check_files, check_people, check_rules, game_headers
from plancia_archive.evidence.bundle_entries import Stream, check_across, read_stream
from plancia_archive.evidence.bundle_form import FORMAT, RawBundle, bundle_of, parse_file
from plancia_archive.evidence.bundle_proofs import (
    Proof,
    check_consistency,
    check_head,
    check_proof,
    check_signature,
    check_witnesses,
    head_match,
    read_checkpoint,
    read_proof,
)
from plancia_archive.evidence.changed_lines import with_changed_lines
from plancia_archive.evidence.compare_game import compare_game
from plancia_archive.evidence.given import Given
from plancia_archive.evidence.proven import contents_summary, game_summary, head_summary, key_summary, stream_summary
from plancia_archive.evidence.receipt_form import is_receipt, receipt_of
from plancia_archive.evidence.result import BundleResult, Note, Refusal, refused
from plancia_archive.evidence.strict_json import plain
from plancia_archive.evidence.verify_receipt import receipt_verified
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.keys import VerifierKey


@dataclass
class Found:
    """What the steps find out."""

    key: VerifierKey
    source: str
    witnesses: list[dict[str, Any]]
    head: str
    files: list[dict[str, Any]] = field(default_factory=list)


def verify_bundle(data: bytes, given: Given | None = None) -> BundleResult:
    """Verifies the bytes of a bundle file, or of the file of one receipt. Never raises for what they contain."""
    notes: list[Note] = []
    try:
        value = parse_file(data)
        if is_receipt(value):
            return receipt_verified(receipt_of(value), given or Given(), notes)
        return verified(bundle_of(value), given or Given(), notes)
    except Refusal as refusal:
        return refused(refusal, notes)


def verified(bundle: RawBundle, given: Given, notes: list[Note]) -> BundleResult:
    """The eight steps. Raises Refusal."""
    streams, proofs = read_streams(bundle)
    check_across(streams)
    first = proofs[streams[0].name]
    checkpoint = read_checkpoint(first.checkpoint, {"stream": streams[0].name, "column": "proof"})
    if checkpoint.head.origin != bundle.origin:
        where = {"stream": streams[0].name, "column": "origin"}
        raise Refusal("origin", where, expected=checkpoint.head.origin, found=bundle.origin)
    for stream in streams:
        try:
            check_proof(stream, proofs[stream.name], first, checkpoint.head)
        except Refusal as refusal:
            raise with_changed_lines(refusal, stream, given.game) from refusal
    key, source = check_signature(bundle.key, checkpoint, given.key, given.policy, notes)
    witnesses = check_witnesses(checkpoint, given.policy, notes)
    check_consistency(bundle.consistency, checkpoint.head)
    head = head_match([check_head(bundle.consistency, checkpoint.head, one, notes) for one in given.heads])
    found = Found(key, source, witnesses, head)
    check_rules(streams, notes)
    check_people(bundle.people, streams)
    found.files = check_files(bundle.files, streams)
    check_archive(streams, proofs, bundle.origin, key, notes)
    game = next((one for one in streams if one.kind == "game"), None)
    if given.game is not None:
        if game is None:
            raise Refusal("game-absent", {"column": "game"})
        compare_game(game, given.game, notes)
    add_limits(streams, given, found, notes)
    level = "green" if source != "bundle" or head != "none" else "amber"
    facts = summary(bundle, streams, proofs, checkpoint.head, given, found)
    return BundleResult(level, None, facts, tuple(notes))


def read_streams(bundle: RawBundle) -> tuple[list[Stream], dict[str, Proof]]:
    """The streams with their proofs, each stream by itself. Raises Refusal."""
    streams, proofs = [], {}
    for raw in bundle.streams:
        where = {"stream": raw.name, "entry": len(raw.entries) - 1, "column": "proof"}
        proofs[raw.name] = read_proof(raw.proof, where)
        stream = read_stream(raw)
        if stream.kind == "game":
            game_headers(stream)
        streams.append(stream)
    return streams, proofs


def add_limits(streams: list[Stream], given: Given, found: Found, notes: list[Note]) -> None:
    """Step 8: what the answer does not say."""
    if found.source == "bundle":
        notes.append(Note("own-key"))
    if not given.heads:
        notes.append(Note("no-head"))
    old = sum(one.header is None for stream in streams for one in stream.entries)
    if old:
        notes.append(Note("form-1", {"entries": old}))
    notes += [Note("left-out"), Note("later-lines"), Note("as-typed"), Note("clock")]
    if not found.witnesses:
        notes.append(Note("one-view"))


def summary(
    bundle: RawBundle, streams: list[Stream], proofs: dict[str, Proof], head: Checkpoint, given: Given, found: Found
) -> dict[str, Any]:
    """The facts that are proven."""
    game = next((one for one in streams if one.kind == "game"), None)
    return {
        "format": FORMAT, "subject": bundle.subject, **head_summary(head), "key": key_summary(found.key, found.source),
        "witnesses": found.witnesses, "head_check": found.head, "game_check": "none" if given.game is None else "equal",
        "game": game and game_summary(game), "contents": contents_summary(streams),
        "streams": [stream_summary(stream, proofs[stream.name]) for stream in streams],
        "people": [{"reference": one, "record": plain(record)} for one, (record, _) in bundle.people.items()],
        "files": found.files,
    }  # fmt: skip
