"""The JSON form of a receipt (docs/evidence.md)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Receipt(TypedDict):
    format: Literal["plancia-receipt/1"]
    stream: str
    index: int
    leaf: str
    head: str
    key: str | None
    checkpoint: str | None
    proof: str | None
    entry: NotRequired[str]
