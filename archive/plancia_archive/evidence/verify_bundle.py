"""Verifies evidence bundles by the steps of docs/evidence.md, without an archive.

The JavaScript verifier in docs/verify is independent of this code and returns the same results.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from plancia_archive.evidence.bundle_contents import check_archive, check_files, check_people, check_rules, game_headers
from plancia_archive.evidence.bundle_entries import Stream, check_unique_columns, read_stream
from plancia_archive.evidence.bundle_form import FORMAT, RawBundle, bundle_from_json, parse_file
from plancia_archive.evidence.bundle_proofs import (
    Proof,
    best_head_match,
    check_consistency,
    check_head,
    check_proof,
    check_signature,
    check_witnesses,
    read_checkpoint,
    read_proof,
)
from plancia_archive.evidence.changed_lines import add_changed_lines, compare_game
from plancia_archive.evidence.proven_facts import (
    contents_summary,
    game_summary,
    head_summary,
    key_summary,
    stream_summary,
)
from plancia_archive.evidence.receipt_form import is_receipt, parse_receipt
from plancia_archive.evidence.result import ABSENT_DISPUTE, BundleResult, Note, VerificationError, failed_result
from plancia_archive.evidence.strict_json import to_plain_values
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.evidence.verify_receipt import verify_parsed_receipt
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.keys import VerifierKey

CITATION = re.compile(r"(?<![0-9A-Za-z_-])d_[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Za-z_-])")
CITING_KINDS = ("game", "dispute", "approval", "withdrawal", "correction")


@dataclass
class VerificationFacts:
    """Facts that the steps of a verification collect."""

    key: VerifierKey
    source: str
    witnesses: list[dict[str, Any]]
    head: str
    game: str = "none"
    files: list[dict[str, Any]] = field(default_factory=list)


def verify_bundle(data: bytes, inputs: VerifierInputs | None = None) -> BundleResult:
    """Verifies the bytes of a bundle file, or of the file of one receipt. Never raises for what they contain."""
    notes: list[Note] = []
    try:
        value = parse_file(data)
        if is_receipt(value):
            return verify_parsed_receipt(parse_receipt(value), inputs or VerifierInputs(), notes)
        return verify_parsed_bundle(bundle_from_json(value), inputs or VerifierInputs(), notes)
    except VerificationError as error:
        return failed_result(error, notes)


def verify_parsed_bundle(bundle: RawBundle, inputs: VerifierInputs, notes: list[Note]) -> BundleResult:
    """Verifies a parsed bundle by the eight steps of docs/evidence.md. Raises VerificationError."""
    streams, proofs = read_streams(bundle)
    check_unique_columns(streams)
    first_proof = proofs[streams[0].name]
    checkpoint = read_checkpoint(first_proof.checkpoint, {"stream": streams[0].name, "column": "proof"})
    if checkpoint.head.origin != bundle.origin:
        location = {"stream": streams[0].name, "column": "origin"}
        raise VerificationError("origin", location, expected=checkpoint.head.origin, found=bundle.origin)
    for stream in streams:
        try:
            check_proof(stream, proofs[stream.name], first_proof, checkpoint.head)
        except VerificationError as error:
            raise add_changed_lines(error, stream, inputs.game) from error
    key, source = check_signature(bundle.key, checkpoint, inputs.key, inputs.policy, notes)
    witnesses = check_witnesses(checkpoint, inputs.policy, notes)
    check_consistency(bundle.consistency, checkpoint.head)
    head_check = best_head_match(
        [check_head(bundle.consistency, checkpoint.head, candidate, notes) for candidate in inputs.heads]
    )
    facts = VerificationFacts(key, source, witnesses, head_check)
    check_rules(streams, notes)
    check_people(bundle.people, streams)
    facts.files = check_files(bundle.files, streams)
    check_archive(streams, proofs, bundle.origin, key, notes)
    game = next((candidate for candidate in streams if candidate.kind == "game"), None)
    if inputs.game is not None:
        if game is None:
            raise VerificationError("game-absent", {"column": "game"})
        facts.game = "earlier" if compare_game(game, inputs.game, notes) else "equal"
    absent_disputes = absent_dispute_notes(streams)
    notes += absent_disputes
    add_limits(streams, inputs, facts, notes)
    is_green = (source != "bundle" or head_check != "none") and not absent_disputes
    level = "green" if is_green else "amber"
    proven = proven_summary(bundle, streams, proofs, checkpoint.head, facts)
    return BundleResult(level, None, proven, tuple(notes))


def read_streams(bundle: RawBundle) -> tuple[list[Stream], dict[str, Proof]]:
    """Parses and checks the streams one by one; returns them with their proofs. Raises VerificationError."""
    streams, proofs = [], {}
    for raw in bundle.streams:
        location = {"stream": raw.name, "entry": len(raw.entries) - 1, "column": "proof"}
        proofs[raw.name] = read_proof(raw.proof, location)
        stream = read_stream(raw)
        if stream.kind == "game":
            game_headers(stream)
        streams.append(stream)
    return streams, proofs


def add_limits(streams: list[Stream], inputs: VerifierInputs, facts: VerificationFacts, notes: list[Note]) -> None:
    """Adds the notes on what the result does not prove (step 8)."""
    if facts.source == "bundle":
        notes.append(Note("own-key"))
    if not inputs.heads:
        notes.append(Note("no-head"))
    form_1_count = sum(entry.header is None for stream in streams for entry in stream.entries)
    if form_1_count:
        notes.append(Note("form-1", {"entries": form_1_count}))
    notes += [*absence_notes(streams), Note("left-out"), Note("later-lines"), Note("as-typed"), Note("clock")]
    if not facts.witnesses:
        notes.append(Note("one-view"))


def proven_summary(
    bundle: RawBundle, streams: list[Stream], proofs: dict[str, Proof], head: Checkpoint, facts: VerificationFacts
) -> dict[str, Any]:
    """Returns the proven facts of a bundle as JSON."""
    game = next((reference for reference in streams if reference.kind == "game"), None)
    return {
        "format": FORMAT, "subject": bundle.subject, **head_summary(head), "key": key_summary(facts.key, facts.source),
        "witnesses": facts.witnesses, "head_check": facts.head,
        "game_check": facts.game,
        "game": game and game_summary(game), "contents": contents_summary(streams),
        "streams": [stream_summary(stream, proofs[stream.name]) for stream in streams],
        "people": [
            {"reference": reference, "record": to_plain_values(record)}
            for reference, (record, _) in bundle.people.items()
        ],
        "files": facts.files,
    }  # fmt: skip


def absent_dispute_notes(streams: list[Stream]) -> list[Note]:
    """Returns a note for each cited dispute that is absent: `dispute`, and `stream`, `line`, `event` that cite it."""
    found = {stream.name.partition(":")[2] for stream in streams if stream.kind == "dispute"}
    notes = []
    for stream in streams:
        for entry in stream.entries if stream.kind in CITING_KINDS else ():
            for line_offset, line in enumerate(entry.lines):
                for dispute in CITATION.findall(line):
                    if dispute in found:
                        continue
                    found.add(dispute)
                    event = entry.first + max(line_offset - entry.headers, 0)
                    facts = {"dispute": dispute, "stream": stream.name, "line": entry.first_line + line_offset}
                    notes.append(Note(ABSENT_DISPUTE, {**facts, "event": event}))
    return notes


def absence_notes(streams: list[Stream]) -> list[Note]:
    """Returns the notes that a bundle has no dispute, or no approval: others may be in the log."""
    kinds = {stream.kind for stream in streams}
    return [Note(f"no-{kind}") for kind in ("dispute", "approval") if kind not in kinds]
