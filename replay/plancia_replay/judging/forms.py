"""The JSON forms of a judgement's parts: scores, the end, assumptions, what stays open."""

from __future__ import annotations

from typing import NotRequired, TypedDict

Setting = str | int | bool  # the value of an option of a rule
Holding = tuple[str, int]  # owner and armies of a territory
Assumed = dict[str, "Setting | dict[str, Setting]"]  # by parameter (`RULE.OPTION`, `RULE`, "board"): what is supposed


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
