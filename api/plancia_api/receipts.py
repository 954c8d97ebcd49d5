"""The receipts that writes answer with (docs/evidence.md): one checkpoint is signed for a request, or none."""

from __future__ import annotations

from typing import Any

from plancia_api.current_archive import archive
from plancia_archive.evidence.receipts import make_receipts


def make_receipt(stream: str, version: int | None = None) -> dict[str, Any]:
    """The receipt of the entry with the last event of a version of a stream, by default of its newest one."""
    return make_receipts(archive().checkpoints, [(stream, version)])[0]


def add_receipts(items: list[dict[str, Any]], versions: list[tuple[str, int] | None]) -> None:
    """Adds to each item the receipt of its place, without the bytes of the entry; None for an item that has none."""
    present_versions = [version for version in versions if version is not None]
    receipts = iter(make_receipts(archive().checkpoints, present_versions, include_entries=False))
    for item, version in zip(items, versions, strict=True):
        if version is not None:
            item["receipt"] = next(receipts)
