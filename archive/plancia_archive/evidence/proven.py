"""The facts that a result states as proven: head, key, streams, game."""

from __future__ import annotations

import hashlib
from typing import Any

from plancia_archive.evidence.bundle_contents import game_headers
from plancia_archive.evidence.bundle_entries import Stream
from plancia_archive.evidence.bundle_proofs import Proof
from plancia_archive.evidence.strict_json import natural
from plancia_archive.tlog.checkpoint import Checkpoint
from plancia_archive.tlog.keys import VerifierKey
from plancia_archive.tlog.text_fields import to_base64


def head_summary(head: Checkpoint) -> dict[str, Any]:
    """Origin, size and root of the checkpoint, and its line."""
    return {"origin": head.origin, "size": head.size, "root": to_base64(head.root), "head": head.head()}


def key_summary(key: VerifierKey, source: str) -> dict[str, Any]:
    """The key that signed, and where it comes from."""
    fingerprint = hashlib.sha256(key.public).hexdigest()
    return {"name": key.name, "id": key.id.hex(), "fingerprint": fingerprint, "source": source}


def game_summary(stream: Stream) -> dict[str, Any]:
    """Id, headers, number of events and lines, and hash of a game."""
    text = "".join(f"{line}\n" for line in stream.lines())
    return {
        "id": stream.name, "headers": [list(pair) for pair in game_headers(stream)],
        "events": sum(one.events for one in stream.entries), "lines": text.count("\n"),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }  # fmt: skip


def stream_summary(stream: Stream, proof: Proof) -> dict[str, Any]:
    """What is proven of a stream."""
    headers = [one.header for one in stream.entries if one.header]
    times = [header["at"] for header in headers]
    alone = proof.index if len(stream.entries) == 1 else None
    first = stream.entries[0].index
    return {
        "stream": stream.name, "entries": len(stream.entries), "events": sum(one.events for one in stream.entries),
        "form_1": len(stream.entries) - len(headers), "first_index": alone if first is None else first,
        "last_index": proof.index, "leaf": to_base64(stream.entries[-1].leaf),
        "recorded_from": min(times, default=None), "recorded_to": max(times, default=None),
        "roles": list(dict.fromkeys(header["role"] for header in headers)),
        "authors": list(dict.fromkeys(header["author"] for header in headers)),
    }  # fmt: skip


def contents_summary(streams: list[Stream]) -> dict[str, Any]:
    """The lines of the disputes and approvals that the bundle has; there may be others in the log."""
    return {
        "disputes": [
            {"dispute": one.name.partition(":")[2], "entries": len(one.entries), "lines": line_summaries(one)}
            for one in streams if one.kind == "dispute"
        ],
        "approvals": [line for one in streams if one.kind == "approval" for line in line_summaries(one)],
    }  # fmt: skip


def line_summaries(stream: Stream) -> list[dict[str, Any]]:
    """Kind, author, outcome, text and version of each JSON line, None where it does not have them."""
    return [
        {
            "kind": text_of(value, "kind"), "by": text_of(value, "claimant", "by", "player", "arbiter"),
            "outcome": text_of(value, "outcome"), "text": text_of(value, "claim", "text", "why", "about"),
            "version": natural(value.get("version")),
        }
        for one in stream.entries for value in one.objects
    ]  # fmt: skip


def text_of(value: dict[str, Any], *names: str) -> str | None:
    """The first of these members that is a text."""
    return next((str(value[name]) for name in names if type(value.get(name)) is str), None)
