"""JSON answers about judgements: verdicts, scores, comparisons under other rules."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from plancia_replay.judging.forms import (
    AccountLine,
    Assumption,
    GameEnd,
    Holding,
    ImpossibleEvent,
    Score,
    UndecidedOutcome,
)

VerdictKind = Literal["illegal", "undecidable", "assumed", "warning"]


class Facts(TypedDict):  # members by name: answers/schemas.py
    pass


class Verdict(TypedDict):
    event: int
    line: int
    rule: str
    rule_id: str
    verdict: VerdictKind
    kind: Literal["record", "play"]
    says: str
    facts: Facts
    cite: str
    reading: NotRequired[str]


class Finding(TypedDict):
    game: str
    event: int
    rule: str
    rule_id: str
    verdict: VerdictKind
    kind: Literal["record", "play"]
    says: str
    facts: Facts
    cite: str
    reading: str | None


class JudgementAnswer(TypedDict):
    game: str
    version: int
    variant: str
    rules: str
    completeness: str
    verdicts: list[Verdict]
    end: GameEnd
    final: dict[str, Holding]
    hands: dict[str, list[str]]
    scores: dict[str, Score]
    declared: dict[str, float | None]
    kernel: str
    assumptions: NotRequired[list[Assumption]]
    undecidable: NotRequired[list[UndecidedOutcome]]
    impossible: NotRequired[ImpossibleEvent]


class FirstDifference(TypedDict):
    event: int
    text: str


class Comparison(TypedDict):
    game: str
    variant: str
    under: str
    first: FirstDifference | None
    gained: list[Verdict]
    lost: list[Verdict]
    undecided: list[Verdict]
    end: tuple[GameEnd, GameEnd]
    ends_at: tuple[int | None, int | None]
    scores: dict[str, tuple[float | None, float | None]]
    rankings: dict[str, tuple[float | None, float | None]]
    undecidable: tuple[list[UndecidedOutcome], list[UndecidedOutcome]]
    accounts: dict[str, tuple[list[AccountLine], list[AccountLine]]]
    impossible: tuple[ImpossibleEvent | None, ImpossibleEvent | None]
    same: bool


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
