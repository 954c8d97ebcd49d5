"""JSON answers about disputes and approvals: a row of the list, a dispute with its lines, what was approved."""

from __future__ import annotations

from typing import TypedDict

from plancia_api.answers.common import Status, Time
from plancia_api.answers.games import Confirmation, OpenDisputes
from plancia_archive.disputes.states import KeptLine, State
from plancia_archive.evidence.receipts import Receipt


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
    state: State
    open: bool
    game: str | None
    tournament: str | None
    event: int
    rule: str | None
    claimant: str
    due: Time | None
    lines: list[KeptLine]


class DisputeWriteAnswer(DisputeAnswer):
    receipt: Receipt
