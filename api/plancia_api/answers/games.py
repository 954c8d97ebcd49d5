"""JSON answers of /games and /search."""

from __future__ import annotations

from typing import TypedDict

from plancia_api.answers.common import Status, Time
from plancia_archive.disputes.correction_evidence import CorrectionReference
from plancia_archive.disputes.recorded_lines import Correction
from plancia_archive.evidence.receipts import Receipt
from plancia_events.kinds import AnyEvent
from plancia_replay.judging.forms import (
    Assumption,
    Comparison,
    CorrectionEffect,
    GameEnd,
    JudgementForm,
    Score,
    TableState,
    UndecidedOutcome,
    Verdict,
)


class JudgementAnswer(JudgementForm):
    version: int


class VerdictsAnswer(TypedDict):
    game: str
    variant: str
    items: list[Verdict]
    compared: Comparison | None


class ScoresAnswer(TypedDict):
    game: str
    variant: str
    scores: dict[str, Score]
    declared: dict[str, float | None]
    end: GameEnd
    undecidable: list[UndecidedOutcome]
    assumptions: list[Assumption]
    compared: Comparison | None


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


class OpenDisputes(TypedDict):
    open: int


class Withdrawal(TypedDict):
    game: str
    why: str
    author: str | None
    role: str | None
    recorded_at: Time
    entry: int | None


class Confirmation(TypedDict):
    player: str
    version: int
    at: Time
    entry: int
    author: str
    role: str


class GameAnswer(JudgementAnswer):
    status: Status
    confirmed: list[Confirmation]
    disputes: OpenDisputes
    withdrawn: Withdrawal | None
    superseded_by: Withdrawal | None
    supersedes: list[Withdrawal]
    notation: str
    headers: list[tuple[str, str]]
    events: list[AnyEvent]


class GamePlayer(TypedDict):
    colour: str
    player: str
    name: str | None
    seat: int | None
    points: float | None
    won: bool


class GameRow(TypedDict):
    game: str
    name: str | None
    version: int
    variant: str | None
    rules: str | None
    event: str | None
    place: str | None
    date: str | None
    round: str | None
    board: str | None
    arbiter: str | None
    completeness: str | None
    provenance: str | None
    reason: str | None
    winner: str | None
    winner_ref: str | None
    winner_name: str | None
    winners: list[str] | None
    illegal: int | None
    undecidable: int | None
    clean: bool | None
    impossible: int | None
    declared: dict[str, float | None] | None
    players: list[GamePlayer]
    status: Status
    confirmed: list[Confirmation]
    disputes: OpenDisputes


class GameState(TableState):
    game: str
