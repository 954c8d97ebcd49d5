"""JSON answers of /tournaments and /rankings."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from plancia_api.answers.games import OpenDisputes
from plancia_api.answers.words import Words


class RankingSystem(TypedDict):
    system: str
    title: Words
    cite: str
    given: dict[str, Any]


class TournamentRow(TypedDict):
    tournament: str
    title: str
    club: str | None
    system: str
    players: int
    rounds: int
    closed: bool
    version: int
    disputes: OpenDisputes


class Entrant(TypedDict):
    player: str
    name: str
    team: str | None
    left: bool


class TableSeating(TypedDict):
    round: int
    table: str
    seats: list[str]
    names: list[str]
    game: str | None
    result: dict[str, Any] | None
    winner: str | None


class Adjustment(TypedDict):
    player: str
    name: str
    points: str
    why: str
    round: int


class Lot(TypedDict):
    round: int
    players: list[str]
    names: list[str]


class Remark(TypedDict):
    code: str
    where: str
    text: str


class TournamentAnswer(TypedDict):
    tournament: str
    title: str
    club: str | None
    system: str
    version: int
    closed: bool
    rounds: int
    notices: list[str]
    players: list[Entrant]
    tables: list[TableSeating]
    adjustments: list[Adjustment]
    lots: list[Lot]
    remarks: list[Remark]
    status: Literal["provisional", "final"]
    disputes: OpenDisputes


class Standing(TypedDict):
    pos: int
    total: str
    parted_by: str | None
    parted: list[str | None] | None
    player: NotRequired[str]
    name: NotRequired[str]
    discarded: NotRequired[str | None]
    without_bonus: NotRequired[str | None]
    wins: NotRequired[int]
    best: NotRequired[str | None]
    adjusted: NotRequired[str | None]
    per_round: NotRequired[list[str | None]]
    table_points: NotRequired[str | None]
    team: NotRequired[str]
    players: NotRequired[list[str]]
    names: NotRequired[list[str]]
    counted: NotRequired[list[str]]
    left_out: NotRequired[int]


class Standings(TypedDict):
    tournament: str
    system: str
    round: int
    notices: list[str]
    remarks: list[Remark]
    status: Literal["provisional", "final"]
    disputes: OpenDisputes
    items: list[Standing]
    next: str | None


class DrawnTable(TypedDict):
    kind: str
    round: int
    table: str
    seats: list[str]
    names: NotRequired[list[str]]


class Drawing(TypedDict):
    tournament: str
    version: int
    events: list[DrawnTable]
    items: list[DrawnTable]


class NationalRankingRow(TypedDict):
    pos: int
    player: str
    name: str
    points: str


class NationalRankingAnswer(TypedDict):
    tournament: str
    of: str
    tables: int
    items: list[NationalRankingRow]
