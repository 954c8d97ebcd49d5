"""Checks the log against receipts that senders hold: the entry with the leaf is at the index.

The checkpoints of the receipts are checked with the other heads from outside (head_checks.py): they show that entries
before the receipt's were changed, or that the log ends earlier or is signed by another key.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.entry_format import leaf_hash


def check_receipts(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """The findings of the receipts that somebody holds."""
    for receipt in outside.receipts:
        finding = check_leaf(view, receipt.index, receipt.leaf, receipt.stream)
        if finding is not None:
            yield finding


def check_leaf(view: Archive, index: int, leaf: bytes, stream: str = "") -> Finding | None:
    """The finding if the entry at an index has not the leaf that a receipt of a stream names; None if it has.

    `receipt-gone`: the log has no such entry; `receipt`: another one is there. The leaf is computed from the bytes.
    """
    row = view.db.execute("SELECT game, prev, header, body FROM entry WHERE log_index = ?", [index]).fetchone()
    if row is None:
        last = view.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0]
        return Finding(f"entry {index} ({stream})" if stream else f"entry {index}", "receipt-gone", str(last))
    found = leaf_hash(bytes(row[1]), str(row[2]), bytes(row[3]))
    if found == leaf:
        return None
    was = f" ({stream} -> {row[0]})" if stream not in ("", row[0]) else f" ({row[0]})"
    return Finding(f"entry {index}{was}", "receipt", found.hex())
