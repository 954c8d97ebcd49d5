"""Receipts in the answers of writes (docs/evidence.md); a request signs at most one checkpoint."""

from __future__ import annotations

from typing import Any

from plancia_api.current_archive import archive
from plancia_archive.evidence.receipts import Receipt, make_receipts


def make_receipt(stream: str, version: int | None = None) -> Receipt:
    """Returns the receipt of the entry that completed a version of a stream, by default its newest version."""
    return make_receipts(archive().checkpoints, [(stream, version)])[0]


def add_receipts(items: list[dict[str, Any]], versions: list[tuple[str, int] | None]) -> None:
    """Adds its receipt to each item, without the bytes of the entry.

    `versions` has the stream and version of each item, None for an item without a receipt.
    """
    present_versions = [version for version in versions if version is not None]
    receipts = iter(make_receipts(archive().checkpoints, present_versions, include_entries=False))
    for item, version in zip(items, versions, strict=True):
        if version is not None:
            item["receipt"] = next(receipts)
