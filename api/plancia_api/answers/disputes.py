"""JSON answers about disputes and approvals: a row of the list, a dispute with its lines, what was approved."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from plancia_api.answers.common import DisputeOutcome, DisputeState, Receipt, Status, Time
from plancia_api.answers.corrections import CorrectionEffect
from plancia_api.answers.games import Confirmation, OpenDisputes
from plancia_replay.judging.forms import Holding


class DisputeRow(TypedDict):
    dispute: str
    number: int
    game: str | None
    tournament: str | None
    event: int
    rule: str | None
    claimant: str
    state: DisputeState
    outcome: DisputeOutcome | None
    due: Time | None
    opened_at: Time
    changed_at: Time
    line_count: int


class RulingEffect(TypedDict):
    lines: NotRequired[list[str]]
    first: NotRequired[int]
    tournament: NotRequired[str]
    events: NotRequired[list[Any]]
    tournament_first: NotRequired[int]


class DisputeLine(TypedDict):
    kind: Literal["opened", "evidence", "answer", "ruling", "appeal", "closed", "withdrawn"]
    v: int
    at: Time
    late: bool
    index: int
    author: str
    role: str
    game: NotRequired[str]
    tournament: NotRequired[str]
    event: NotRequired[int]
    rule: NotRequired[str]
    claim: NotRequired[str]
    claimant: NotRequired[str]
    due: NotRequired[Time]
    sha256: NotRequired[str]
    bytes: NotRequired[int]
    media: NotRequired[str]
    about: NotRequired[str]
    by: NotRequired[str]
    text: NotRequired[str]
    outcome: NotRequired[DisputeOutcome]
    effect: NotRequired[RulingEffect]
    reading: NotRequired[str]
    arbiter: NotRequired[str]
    why: NotRequired[str]


class ApprovedGame(TypedDict):
    game: str
    version: int
    status: Status
    disputes: OpenDisputes
    confirmed: list[Confirmation]
    receipt: Receipt


class LeftTable(TypedDict):
    table: str
    code: str
    text: str


class ApprovedRound(TypedDict):
    tournament: str
    round: int
    approved: list[str]
    before: list[str]
    typed: list[str]
    typed_before: list[str]
    left: list[LeftTable]
    status: Status
    disputes: OpenDisputes
    missing: list[str]
    unapproved: list[str]
    receipts: list[Receipt]


class DisputeAnswer(TypedDict):
    dispute: str
    state: DisputeState
    open: bool
    game: str | None
    tournament: str | None
    event: int
    rule: str | None
    claimant: str
    due: Time | None
    lines: list[DisputeLine]


class BoardsBeforeAndAfter(TypedDict):
    before: dict[str, Holding]
    after: dict[str, Holding]


class RulingPreviewAnswer(TypedDict):
    dispute: str
    state: DisputeState
    dry_run: bool
    effect: RulingEffect
    changes: CorrectionEffect | None
    board: BoardsBeforeAndAfter | None
    says: list[str]


class DisputeWriteAnswer(DisputeAnswer):
    receipt: Receipt
