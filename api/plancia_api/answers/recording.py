"""JSON answers about recording: what is due, and what was said completed into lines."""

from __future__ import annotations

from typing import Literal, TypedDict

from plancia_api.answers.common import DeviceKind, Receipt, Time
from plancia_api.answers.judgements import Verdict
from plancia_replay.judging.forms import Holding, ImpossibleEvent
from plancia_replay.recording.due import Advance, CardSet, ClosingThrow, Ending, Income, PossibleAttack, PossibleClaim
from plancia_replay.recording.territory_counts import TerritoryCount


class DueActions(TypedDict):
    phase: Literal["order", "deal", "pick", "draft", "place", "turn", "between", "over"]
    player: str
    round: int
    turn: Literal["", "extra", "chance"]
    next: str
    order: list[str]
    income: Income | None
    sets: list[CardSet]
    attacks: list[PossibleAttack]
    moves: int
    advance: Advance | None
    cards: int
    end: Ending | None
    throw: ClosingThrow | None
    announcement: str
    claims: list[PossibleClaim]
    freeze: str
    place: dict[str, int]
    free: list[str]
    territories: dict[str, TerritoryCount]
    rest: str
    objectives: list[str]
    throwers: list[str]
    chunk: int
    unopened: list[str]
    signed: list[str]
    unsigned: list[str]
    impossible: int


class DueAnswer(TypedDict):
    game: str
    version: int
    due: DueActions
    says: list[str]


class CompletedLine(TypedDict):
    line: str
    derived: bool


class CompletedInput(TypedDict):
    said: str
    lines: list[CompletedLine]


class UnclearInput(TypedDict):
    said: int
    code: str
    column: int
    found: str
    fits: list[str]
    detail: str


class Writer(TypedDict):
    device: str
    kind: DeviceKind
    since: Time
    seen: Time


class WriterAnswer(TypedDict):
    game: str
    version: int
    writer: Writer | None


class ToldLine(TypedDict):
    event: int
    line: str
    derived: bool
    says: str
    marks: list[tuple[int, int, str, str]]


class AnswerChoice(TypedDict):
    answer: str
    meaning: str


class UnclearAnswer(TypedDict):
    code: str
    column: int
    found: str
    fits: list[str]
    detail: str


class OpeningAnswer(TypedDict):
    question: Literal["", "variant", "options", "players", "team", "virtual", "event", "date", "source"]
    asks: str
    choices: list[AnswerChoice]
    answers: dict[str, str]
    unclear: UnclearAnswer | None
    headers: list[list[str]] | None
    text: str | None


class ForeseenFault(TypedDict):
    event: int
    rule: str
    rule_id: str
    cite: str
    player: str
    says: str


class AskedFault(TypedDict):
    event: int
    says: str


class CompletionAnswer(TypedDict):
    game: str
    version: int
    said: list[CompletedInput]
    lines: list[str]
    pending: list[CompletedLine]
    unclear: UnclearInput | None
    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: ImpossibleEvent | None
    foreseen: list[ForeseenFault]
    asks: list[AskedFault]
    told: list[ToldLine]
    board: dict[str, Holding]
    due: DueActions
    says: list[str]


class RecordedAnswer(CompletionAnswer):
    duplicate: bool
    clean: bool
    receipt: Receipt
