"""Creates receipts of entries (docs/evidence.md): index, leaf hash, and a signed checkpoint that covers them.

Receipts requested together share one checkpoint; none is signed where an earlier checkpoint covers them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal, NotRequired, TypedDict

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

StreamVersion = tuple[str, int | None]  # stream name and number of its events; None: all events
COLUMNS = "log_index, game, prev, header, body, leaf, first + count"


class Receipt(TypedDict):
    """Where an entry stands in the log, with what proves it (docs/evidence.md)."""

    format: Literal["plancia-receipt/1"]
    stream: str
    index: int
    leaf: str
    head: str
    key: str | None
    checkpoint: str | None
    proof: str | None
    entry: NotRequired[str]


def make_receipts(
    checkpoints: Checkpoints, stream_versions: Sequence[StreamVersion], include_entries: bool = True
) -> list[Receipt]:
    """Returns a receipt for each stream and version: that of the entry with the last of the stream's first events.

    `include_entries` adds the bytes of the entry, except where the entry has events beyond the version, which the
    holder of the receipt may not see. A log that cannot sign returns receipts without checkpoint and proof, since the
    entries themselves are stored. Raises ArchiveError `no-receipt` for a stream without entries.
    """
    log = checkpoints.log
    with log.lock:
        rows = [entry_row(checkpoints, stream, version) for stream, version in stream_versions]
        head, note = covering_checkpoint(checkpoints, max(int(row[0]) for row in rows)) if rows else (None, None)
        if head is None:
            return []
        keys, audit_path = keys_of(log), audit_path_reader(checkpoints, head)
        key = keys[-1] if keys else None
        return [
            build_receipt(
                row, head, note, key, audit_path, include_entries and (version is None or int(row[6]) <= version)
            )
            for row, (_, version) in zip(rows, stream_versions, strict=True)
        ]


def entry_row(checkpoints: Checkpoints, stream: str, version: int | None) -> Any:
    """Returns the row of the entry with the event `version - 1` of a stream. Raises ArchiveError `no-receipt`."""
    row = checkpoints.log.db.execute(
        f"SELECT {COLUMNS} FROM entry WHERE game = ? AND first < ? ORDER BY first DESC LIMIT 1",
        [stream, 2**63 - 1 if version is None else version],
    ).fetchone()
    if row is None:
        raise ArchiveError("no-receipt", stream[:120])
    return row


def covering_checkpoint(checkpoints: Checkpoints, index: int) -> tuple[Checkpoint, Note | None]:
    """Returns the first signed checkpoint that covers an index, so that a repeated request gets the same one.

    Signs a checkpoint if there is none. Returns the unsigned head and None where signing is not possible.
    """
    with suppress(ArchiveError, TlogError, OSError):
        origin = origin_of(checkpoints.log)
        statement = "SELECT note FROM checkpoint WHERE size > ? ORDER BY size"
        for (text,) in checkpoints.log.db.execute(statement, [index]):
            note = parse_note(str(text))
            if (head := parse_checkpoint(note.body)).origin == origin:
                checkpoints.check_note(note)
                return head, note
        if (signed_note := checkpoints.sign()) is not None:
            return parse_checkpoint(signed_note.body), signed_note
    return checkpoints.head(), None


def audit_path_reader(checkpoints: Checkpoints, head: Checkpoint) -> Callable[[int], tuple[bytes, ...]]:
    """Returns a function from an index to its audit path at a head; its calls share the tiles that they read."""
    subtrees = checkpoints.tree.subtrees(head.size)
    return lambda index: tuple(inclusion_proof(subtrees, index, head.size))


def build_receipt(
    row: Any, head: Checkpoint, note: Note | None, key: str | None, audit_path: Callable[[int], tuple[bytes, ...]],
    include_entry: bool,
) -> Receipt:  # fmt: skip
    """Returns the receipt of the entry in a row of COLUMNS."""
    index, stream, prev, header, body, leaf, _ = row
    proof = TlogProof(int(index), audit_path(int(index)), note).text() if note else None
    receipt: Receipt = {
        "format": FORMAT, "stream": str(stream), "index": int(index), "leaf": bytes(leaf).hex(), "head": head.head(),
        "key": key, "checkpoint": note.text() if note else None, "proof": proof,
    }  # fmt: skip
    if not include_entry:
        return receipt
    return {**receipt, "entry": to_base64(entry_bytes(bytes(prev), str(header), bytes(body)))}


def receipt_line(receipt: Receipt) -> str:
    """Returns the receipt as a line of a JSON Lines file."""
    return json.dumps(receipt, ensure_ascii=False) + "\n"
