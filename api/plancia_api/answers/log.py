"""JSON answers about the log as a whole: its head, proofs, records of other archives, the health of the service."""

from __future__ import annotations

from typing import Literal, TypedDict


class LogHead(TypedDict):
    origin: str
    size: int
    root: str
    key: str | None
    line: str


class InclusionProof(TypedDict):
    index: int
    leaf: str
    size: int
    root: str
    proof: list[str]


ConsistencyProof = TypedDict(
    "ConsistencyProof", {"from": int, "from_root": str, "to": int, "root": str, "proof": list[str]}
)


class StreamProof(TypedDict):
    stream: str
    entries: list[str]
    proof: str


class ConsistencyStep(TypedDict):
    size: int
    root: str
    proof: list[str]


class ProofSubject(TypedDict):
    game: str


class ProofBundle(TypedDict):
    format: Literal["plancia-bundle/1"]
    subject: ProofSubject
    origin: str
    key: str | None
    streams: list[StreamProof]
    consistency: list[ConsistencyStep]


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


class Health(TypedDict):
    status: Literal["ok", "read-only", "no-room"]
    writable: bool
    games: int
    kernel: str
    free_mb: int
