"""JSON answers about judgements: verdicts, scores, comparisons under other rules."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal["illegal", "undecidable", "assumed", "warning"]
Place = tuple[str, int]  # owner and armies of a territory


class Verdict(TypedDict):
    event: int
    line: int
    rule: str
    rule_id: str
    verdict: Kind
    kind: Literal["record", "play"]
    says: str
    facts: dict[str, Any]
    cite: str
    reading: NotRequired[str]


class Finding(TypedDict):
    game: str
    event: int
    rule: str
    rule_id: str
    verdict: Kind
    kind: Literal["record", "play"]
    says: str
    facts: dict[str, Any]
    cite: str
    reading: str | None


class AccountLine(TypedDict):
    what: str
    points: float
    rule_id: str
    cite: str


class Score(TypedDict):
    points: float
    account: list[AccountLine]
    ranking: NotRequired[float]
    ranking_account: NotRequired[list[AccountLine]]
    tiebreak: NotRequired[list[tuple[str, int]]]


class End(TypedDict):
    reason: str | None
    winner: str | None
    winners: list[str]
    says: str
    undecidable: NotRequired[list[str]]
    draw: NotRequired[bool]


class Impossible(TypedDict):
    event: int
    line: int
    text: str
    reason: int
    says: str


class Assumption(TypedDict):
    parameter: str
    value: Any
    rule_id: str
    cite: str


class Undecided(TypedDict):
    player: str
    of: list[str]
    why: str
    on: list[str]
    says: str


class Judged(TypedDict):
    game: str
    version: int
    variant: str
    rules: str
    completeness: str
    verdicts: list[Verdict]
    end: End
    final: dict[str, Place]
    hands: dict[str, list[str]]
    scores: dict[str, Score]
    declared: dict[str, float | None]
    kernel: str
    assumptions: NotRequired[list[Assumption]]
    undecidable: NotRequired[list[Undecided]]
    impossible: NotRequired[Impossible]


class First(TypedDict):
    event: int
    text: str


class Compared(TypedDict):
    game: str
    variant: str
    under: str
    first: First | None
    gained: list[Verdict]
    lost: list[Verdict]
    undecided: list[Verdict]
    end: tuple[End, End]
    ends_at: tuple[int | None, int | None]
    scores: dict[str, tuple[float | None, float | None]]
    rankings: dict[str, tuple[float | None, float | None]]
    undecidable: tuple[list[Undecided], list[Undecided]]
    accounts: dict[str, tuple[list[AccountLine], list[AccountLine]]]
    impossible: tuple[Impossible | None, Impossible | None]
    same: bool


class Verdicts(TypedDict):
    game: str
    variant: str
    items: list[Verdict]
    compared: Compared | None


class Scores(TypedDict):
    game: str
    variant: str
    scores: dict[str, Score]
    declared: dict[str, float | None]
    end: End
    undecidable: list[Undecided]
    compared: Compared | None
