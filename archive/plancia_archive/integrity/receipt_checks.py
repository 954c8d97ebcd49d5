"""Checks the log against receipts that senders hold: the entry at the index of a receipt must have its leaf hash.

The checkpoints of the receipts are checked with the other heads from outside (head_checks.py). They show that earlier
entries were changed, that the log ends earlier, or that it is signed by another key.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.entry_format import leaf_hash


def check_receipts(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks the log against each receipt."""
    for receipt in outside.receipts:
        finding = check_leaf(view, receipt.index, receipt.leaf, receipt.stream)
        if finding is not None:
            yield finding


def check_leaf(view: Archive, index: int, leaf: bytes, stream: str = "") -> Finding | None:
    """Checks that the entry at an index has the leaf hash of a receipt; returns None if it has.

    The finding is `receipt-gone` if the log has no such entry, `receipt` if the entry is another one. The leaf hash is
    computed from the bytes of the entry.
    """
    row = view.db.execute("SELECT game, prev, header, body FROM entry WHERE log_index = ?", [index]).fetchone()
    if row is None:
        last_index = view.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0]
        return Finding(f"entry {index} ({stream})" if stream else f"entry {index}", "receipt-gone", str(last_index))
    stored_leaf = leaf_hash(bytes(row[1]), str(row[2]), bytes(row[3]))
    if stored_leaf == leaf:
        return None
    streams = f" ({stream} -> {row[0]})" if stream not in ("", row[0]) else f" ({row[0]})"
    return Finding(f"entry {index}{streams}", "receipt", stored_leaf.hex())
