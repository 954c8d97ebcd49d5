"""JSON answers about records of other archives."""

from __future__ import annotations

from typing import Literal, TypedDict


class RecordConflict(TypedDict):
    code: Literal["tournament-name", "game-absent", "dispute-here", "entry-other", "file-missing"]
    what: str


class MergedRecord(TypedDict):
    origin: str
    kind: Literal["tournament", "dispute", "approval", "correction", "withdrawal"]
    name: str
    entries: int
    first_index: int
    last_index: int
    head: str | None
    key: str | None
    conflicts: list[RecordConflict]
