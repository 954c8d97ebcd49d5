"""JSON answers about corrections: each FIX and VOID of a game with what it changes."""

from __future__ import annotations

from typing import Literal, TypedDict

from plancia_api.answers.common import Receipt, Time
from plancia_api.answers.judgements import Verdict
from plancia_replay.judging.forms import ImpossibleEvent


class Conflict(TypedDict):
    event: int
    text: str
    rule: str | None
    rule_id: str | None
    cite: str | None
    says: str
    impossible: bool


class CorrectionEffect(TypedDict):
    gone: list[Verdict]
    appeared: list[Verdict]
    conflicts: list[Conflict]
    scores: dict[str, tuple[float | None, float | None]]
    rankings: dict[str, tuple[float | None, float | None]]
    winners: tuple[list[str], list[str]]
    impossible: tuple[ImpossibleEvent | None, ImpossibleEvent | None]


class CorrectionReference(TypedDict):
    kind: Literal["evidence", "reference"]
    id: str | None
    sha256: str | None
    bytes: int | None
    media: str | None
    about: str | None
    entry: int
    recorded_at: Time
    author: str
    role: str


class Correction(CorrectionEffect):
    event: int
    text: str
    kind: Literal["voided", "correct"]
    why: str
    target: int
    original: str | None
    before: str | None
    after: str | None
    valid: bool
    superseded_by: int | None
    entry: int | None
    recorded_at: Time | None
    author: str | None
    role: str | None
    dispute: str | None
    evidence: list[str]
    references: list[CorrectionReference]


class CorrectionEvidenceAnswer(TypedDict):
    game: str
    event: int
    version: int
    references: list[CorrectionReference]
    receipt: Receipt


class CorrectionsAnswer(TypedDict):
    game: str
    version: int
    variant: str
    count: int
    items: list[Correction]
    together: CorrectionEffect
    next: str | None
