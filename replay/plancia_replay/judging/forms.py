"""The JSON forms of a judgement's parts: scores, the end, assumptions, what stays open."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from plancia_data.forms import Setting
from plancia_replay.text.fact_values import Facts, FaultKind

VerdictKind = Literal["illegal", "undecidable", "assumed", "warning"]
Holding = tuple[str, int]  # owner and armies of a territory
Board = dict[str, Holding]  # by code, of every territory that somebody holds


class AccountLine(TypedDict):
    what: str
    points: float
    rule_id: str
    cite: str


class SeatScore(TypedDict):
    """The score of a seat as it is computed, with ranking points where the variant has them."""

    points: float
    account: list[AccountLine]
    ranking: NotRequired[float]
    ranking_account: NotRequired[list[AccountLine]]
    tiebreak: NotRequired[list[tuple[str, int]]]


class Score(TypedDict):
    """The score of a seat as it is told: None for a figure that the record leaves open."""

    points: float | None
    account: list[AccountLine]
    ranking: NotRequired[float | None]
    ranking_account: NotRequired[list[AccountLine]]
    tiebreak: NotRequired[list[tuple[str, int]]]


class Ending(TypedDict):
    """The end of a game without its sentence. `undecidable` names the seats whose open points decide the winner."""

    reason: str
    winner: str | None
    winners: list[str]
    undecidable: NotRequired[list[str]]
    draw: NotRequired[bool]


class GameEnd(Ending):
    says: str


class ImpossibleEvent(TypedDict):
    event: int
    line: int
    text: str
    reason: int
    says: str


class Assumption(TypedDict):
    parameter: str
    value: Setting | dict[str, Setting]
    rule_id: str
    cite: str


class UndecidedOutcome(TypedDict):
    player: str
    of: list[str]
    why: str
    on: list[str]
    says: str


class StoredVerdict(TypedDict):
    """A finding as the archive keeps it: its sentence is made of it."""

    event: int
    rule: str
    rule_id: str
    verdict: VerdictKind
    facts: Facts
    cite: str


class Verdict(StoredVerdict):
    line: int
    kind: FaultKind
    says: str
    reading: NotRequired[str]


class Finding(StoredVerdict):
    """A finding in a list of those of many games."""

    game: str
    kind: FaultKind
    says: str
    reading: str | None


class JudgementForm(TypedDict):
    """A judgement; `PrintedJudgement` is what `judge --json` prints of it."""

    game: str
    variant: str
    rules: str
    completeness: str
    verdicts: list[Verdict]
    end: GameEnd
    final: Board
    hands: dict[str, list[str]]
    scores: dict[str, Score]
    declared: dict[str, float | None]
    kernel: str
    assumptions: NotRequired[list[Assumption]]
    undecidable: NotRequired[list[UndecidedOutcome]]
    impossible: NotRequired[ImpossibleEvent]


class PrintedJudgement(JudgementForm):
    events: int


class DueArmies(TypedDict):
    territories: int
    continents: int
    cards: int
    placed: int


class TableState(TypedDict):
    """The table after an event; `stopped` is an impossible event that comes first."""

    event: int
    round: int
    turn: str | None
    order: list[str]
    board: Board
    hands: dict[str, list[str]]
    status: dict[str, str]
    due: DueArmies
    stopped: NotRequired[int]


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


class CorrectionForm(CorrectionEffect):
    """A correction of a game with what it changes."""

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


class CorrectionsForm(TypedDict):
    """A page of the corrections of a game, and what all of them change together."""

    game: str
    variant: str
    count: int
    items: list[CorrectionForm]
    together: CorrectionEffect
    next: int | None
