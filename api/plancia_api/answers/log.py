"""JSON answers about the log: its head, proofs, what a write added, records of other archives, the service's health."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from plancia_api.answers.games import Confirmation, Withdrawal
from plancia_api.answers.problems import ProblemForm
from plancia_archive.evidence.receipts import Receipt
from plancia_replay.judging.forms import ImpossibleEvent, Verdict


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


class AppendAnswer(TypedDict):
    game: str
    version: int
    duplicate: bool
    dry_run: NotRequired[bool]
    likely_names: NotRequired[list[str]]
    receipt: NotRequired[Receipt]
    evidence_receipt: NotRequired[Receipt]
    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: ImpossibleEvent | None
    clean: bool


class StoreAnswer(TypedDict):
    game: str
    version: int
    duplicate: bool
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]
    likely_names: NotRequired[list[str]]
    receipt: Receipt


class BulkItem(TypedDict):
    status: int
    game: NotRequired[str]
    version: NotRequired[int]
    duplicate: NotRequired[bool]
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]
    likely_names: NotRequired[list[str]]
    receipt: NotRequired[Receipt]
    problem: NotRequired[ProblemForm]


class BulkAnswer(TypedDict):
    items: list[BulkItem]
    kept: int


class ConfirmationAnswer(Confirmation):
    game: str
    receipt: Receipt


class WithdrawalAnswer(TypedDict):
    game: str
    version: int
    withdrawn: Withdrawal | None
    superseded_by: Withdrawal | None
    supersedes: list[Withdrawal]
    receipt: Receipt
