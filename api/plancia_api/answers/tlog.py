"""JSON answers about the log as a whole: its head, inclusion and consistency proofs."""

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
