"""The forms of JSON answers about games, as types."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from plancia_events.kinds import AnyEvent

Kind = Literal["illegal", "undecidable", "assumed", "warning"]
Place = tuple[str, int]


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


class WholeGame(Judged):
    notation: str
    headers: list[tuple[str, str]]
    events: list[AnyEvent]


class Seated(TypedDict):
    colour: str
    player: str
    name: str | None
    seat: int | None
    points: float | None
    won: bool


class GameRow(TypedDict):
    game: str
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
    winners: str | None
    illegal: int
    undecidable: int
    clean: int
    impossible: int | None
    declared: str | None
    players: list[Seated]


class Due(TypedDict):
    territories: int
    continents: int
    cards: int
    placed: int


class State(TypedDict):
    game: str
    event: int
    round: int
    turn: str | None
    order: list[str]
    board: dict[str, Place]
    hands: dict[str, list[str]]
    status: dict[str, str]
    due: Due
    stopped: NotRequired[int]


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


class Appended(TypedDict):
    game: str
    version: int
    duplicate: bool
    dry_run: NotRequired[bool]
    verdicts: list[Verdict]
    gone: list[Verdict]
    impossible: Impossible | None
    clean: bool


class Kept(TypedDict):
    game: str
    version: int
    duplicate: bool
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]


class BulkItem(TypedDict):
    status: int
    game: NotRequired[str]
    version: NotRequired[int]
    duplicate: NotRequired[bool]
    namesakes: NotRequired[list[str]]
    notice: NotRequired[str]
    problem: NotRequired[dict[str, Any]]


class Bulk(TypedDict):
    items: list[BulkItem]
    kept: int
