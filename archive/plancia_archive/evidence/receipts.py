"""Makes the receipts of entries (docs/evidence.md): place, leaf, and the signed checkpoint that covers them.

A checkpoint is signed for all the receipts that are asked for together, and none where they are covered already.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.evidence.receipt_form import FORMAT
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.entry_format import entry_bytes
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import inclusion_proof
from plancia_archive.tlog.signed_note import Note, parse_note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.tlog_proof import TlogProof

Place = tuple[str, int | None]  # a stream, and how many of its events the receipt is for; None: all of them
COLUMNS = "log_index, game, prev, header, body, leaf, first + count"


def make_receipts(checkpoints: Checkpoints, places: Sequence[Place], entries: bool = True) -> list[dict[str, Any]]:
    """The receipt of each place: of the entry that has the last of its events.

    `entries`: with the bytes of the entry, so that the receipt shows by itself what it is for; without them where the
    entry goes on beyond the place, with lines that may be hidden from whom the receipt is for. A log that cannot sign
    now gives receipts without checkpoint and proof: what is to be acknowledged was stored before. Raises ArchiveError
    `no-receipt` for a stream without entries.
    """
    log = checkpoints.log
    with log.lock:
        rows = [entry_row(checkpoints, stream, version) for stream, version in places]
        head, note = covering(checkpoints, max(int(row[0]) for row in rows)) if rows else (None, None)
        if head is None:
            return []
        keys, path = keys_of(log), audit_paths(checkpoints, head)
        key = keys[-1] if keys else None
        return [
            receipt(row, head, note, key, path, entries and (version is None or int(row[6]) <= version))
            for row, (_, version) in zip(rows, places, strict=True)
        ]


def entry_row(checkpoints: Checkpoints, stream: str, version: int | None) -> Any:
    """The entry of a stream that has its event number `version - 1`. Raises ArchiveError."""
    row = checkpoints.log.db.execute(
        f"SELECT {COLUMNS} FROM entry WHERE game = ? AND first < ? ORDER BY first DESC LIMIT 1",
        [stream, 2**63 - 1 if version is None else version],
    ).fetchone()
    if row is None:
        raise ArchiveError("no-receipt", stream[:120])
    return row


def covering(checkpoints: Checkpoints, index: int) -> tuple[Checkpoint, Note | None]:
    """The first signed checkpoint with the entry of an index, signed now if there is none; a repeated request gets the
    same one. The bare head where none can be signed.
    """
    with suppress(ArchiveError, TlogError, OSError):
        origin = origin_of(checkpoints.log)
        statement = "SELECT note FROM checkpoint WHERE size > ? ORDER BY size"
        for (text,) in checkpoints.log.db.execute(statement, [index]):
            note = parse_note(str(text))
            if (head := parse_checkpoint(note.body)).origin == origin:
                checkpoints.check(note)
                return head, note
        if (signed := checkpoints.sign()) is not None:
            return parse_checkpoint(signed.body), signed
    return checkpoints.head(), None


def audit_paths(checkpoints: Checkpoints, head: Checkpoint) -> Callable[[int], tuple[bytes, ...]]:
    """The inclusion proofs at a head, which share the tiles that they read."""
    subtrees = checkpoints.tree.subtrees(head.size)
    return lambda index: tuple(inclusion_proof(subtrees, index, head.size))


def receipt(
    row: Any, head: Checkpoint, note: Note | None, key: str | None, path: Callable[[int], tuple[bytes, ...]],
    entries: bool,
) -> dict[str, Any]:  # fmt: skip
    """The receipt of one entry."""
    index, stream, prev, header, body, leaf, _ = row
    proof = TlogProof(int(index), path(int(index)), note).text() if note else None
    found = {
        "format": FORMAT, "stream": str(stream), "index": int(index), "leaf": bytes(leaf).hex(), "head": head.head(),
        "key": key, "checkpoint": note.text() if note else None, "proof": proof,
    }  # fmt: skip
    if not entries:
        return found
    return {**found, "entry": to_base64(entry_bytes(bytes(prev), str(header), bytes(body)))}


def receipt_line(found: dict[str, Any]) -> str:
    """The receipt as the line of a file."""
    return json.dumps(found, ensure_ascii=False) + "\n"
