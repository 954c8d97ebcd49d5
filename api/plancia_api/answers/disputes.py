"""JSON answers about disputes and approvals: a row of the list, a dispute with its lines, what was approved."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from plancia_api.answers.games import Confirmation, OpenDisputes
from plancia_api.answers.receipts import Receipt


class DisputeRow(TypedDict):
    dispute: str
    number: int
    game: str
    tournament: str
    event: int
    rule: str
    claimant: str
    state: str
    outcome: str
    due: int
    opened_at: int
    changed_at: int
    lines: int


class DisputeLine(TypedDict):
    kind: Literal["opened", "evidence", "answer", "ruling", "appeal", "closed", "withdrawn"]
    v: int
    at: int
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
    due: NotRequired[str]
    sha256: NotRequired[str]
    bytes: NotRequired[int]
    media: NotRequired[str]
    about: NotRequired[str]
    by: NotRequired[str]
    text: NotRequired[str]
    outcome: NotRequired[Literal["upheld", "rejected", "partly"]]
    effect: NotRequired[dict[str, Any]]
    reading: NotRequired[str]
    arbiter: NotRequired[str]
    why: NotRequired[str]


class ApprovedGame(TypedDict):
    game: str
    version: int
    status: Literal["provisional", "final"]
    disputes: OpenDisputes
    confirmed: list[Confirmation]
    receipt: Receipt


class ApprovedRound(TypedDict):
    tournament: str
    round: int
    approved: list[str]
    before: list[str]
    typed: list[str]
    status: Literal["provisional", "final"]
    disputes: OpenDisputes
    receipts: list[Receipt]


class DisputeAnswer(TypedDict):
    dispute: str
    state: str
    open: bool
    game: str | None
    tournament: str | None
    event: int
    rule: str | None
    claimant: str
    due: int | None
    lines: list[DisputeLine]


class DisputeWriteAnswer(DisputeAnswer):
    receipt: Receipt
