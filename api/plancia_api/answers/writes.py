"""JSON answers of writes: games stored, events appended."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.common import Receipt
from plancia_api.answers.games import Confirmation, Withdrawal
from plancia_api.answers.judgements import Verdict
from plancia_api.answers.problems import ProblemForm
from plancia_replay.judging.forms import ImpossibleEvent


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
