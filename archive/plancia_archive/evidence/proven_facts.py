"""The facts of a successful verification, as JSON: head, key, streams, game."""

from __future__ import annotations

import hashlib
from typing import Any

from plancia_archive.evidence.bundle_contents import game_headers
from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.bundle_proofs import Proof
from plancia_archive.evidence.verdict_words import correction_summary, line_summary
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.keys import VerifierKey
from plancia_archive.tlog.text_fields import to_base64


def head_summary(head: Checkpoint) -> dict[str, Any]:
    """Returns origin, size and root of the checkpoint, and its head line."""
    return {"origin": head.origin, "size": head.size, "root": to_base64(head.root), "head": head.head()}


def key_summary(key: VerifierKey, source: str) -> dict[str, Any]:
    """Returns name, ID and fingerprint of the key that signed, and its source."""
    fingerprint = hashlib.sha256(key.public).hexdigest()
    return {"name": key.name, "id": key.id.hex(), "fingerprint": fingerprint, "source": source}


def game_summary(stream: Stream) -> dict[str, Any]:
    """Returns id, headers, number of events and lines, and SHA-256 of a game."""
    text = "".join(f"{line}\n" for line in stream.lines())
    return {
        "id": stream.name, "headers": [list(pair) for pair in game_headers(stream)],
        "events": sum(entry.events for entry in stream.entries), "lines": text.count("\n"),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }  # fmt: skip


def stream_summary(stream: Stream, proof: Proof) -> dict[str, Any]:
    """Returns the proven facts of a stream: counts, indexes, leaf hash, times, roles and authors."""
    headers = [entry.header for entry in stream.entries if entry.header]
    times = [header["at"] for header in headers]
    only_index = proof.index if len(stream.entries) == 1 else None
    first = stream.entries[0].index
    return {
        "stream": stream.name, "entries": len(stream.entries), "events": sum(entry.events for entry in stream.entries),
        "form_1": len(stream.entries) - len(headers), "first_index": only_index if first is None else first,
        "last_index": proof.index, "leaf": to_base64(stream.entries[-1].leaf),
        "recorded_from": min(times, default=None), "recorded_to": max(times, default=None),
        "roles": list(dict.fromkeys(header["role"] for header in headers)),
        "authors": list(dict.fromkeys(header["author"] for header in headers)),
    }  # fmt: skip


def contents_summary(streams: list[Stream]) -> dict[str, Any]:
    """Returns the disputes, approvals and evidence of corrections in the streams of a bundle; the log may have more.

    `disputes` have the id, the number of entries and a summary of each line; `approvals` are summaries of lines;
    `corrections` have the number of the correction's event and the id that a line names too.
    """
    return {
        "disputes": [
            {"dispute": stream.name.partition(":")[2], "entries": len(stream.entries), "lines": line_summaries(stream)}
            for stream in streams if stream.kind == "dispute"
        ],
        "approvals": [line for stream in streams if stream.kind == "approval" for line in line_summaries(stream)],
        "corrections": [
            correction_summary(value) for stream in streams if stream.kind == "correction"
            for entry in stream.entries for value in entry.objects
        ],
    }  # fmt: skip


def line_summaries(stream: Stream) -> list[dict[str, Any]]:
    """Returns kind, author, outcome, text and version of each JSON line, and the role that its entry states."""
    return [
        {**line_summary(value), "role": entry.header["role"] if entry.header else None}
        for entry in stream.entries for value in entry.objects
    ]  # fmt: skip
