"""JSON answers of /tournaments and /rankings."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.common import Status
from plancia_api.answers.games import OpenDisputes
from plancia_archive.actions import DrawnTable
from plancia_archive.evidence.receipts import Receipt
from plancia_archive.tournaments.events import TableResult
from plancia_data.forms import RankingSettings, Words


class RankingSystem(TypedDict):
    system: str
    title: Words
    cite: str
    given: RankingSettings


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
    result: TableResult | None
    winner: str | None
    approved: bool
    left_off: str | None


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


class ScheduledRound(TypedDict):
    round: int
    when: str


class TournamentAnswer(TypedDict):
    tournament: str
    title: str
    club: str | None
    system: str
    version: int
    closed: bool
    hidden: str | None
    rounds: int
    notices: list[str]
    players: list[Entrant]
    tables: list[TableSeating]
    schedule: list[ScheduledRound]
    adjustments: list[Adjustment]
    lots: list[Lot]
    remarks: list[Remark]
    status: Status
    disputes: OpenDisputes
    missing: list[str]
    unapproved: list[str]


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
    status: Status
    disputes: OpenDisputes
    missing: list[str]
    unapproved: list[str]
    items: list[Standing]
    next: str | None


class Drawing(TypedDict):
    tournament: str
    version: int
    events: list[DrawnTable]
    items: list[DrawnTable]


class ChangedRound(TypedDict):
    tournament: str
    version: int
    tables: list[DrawnTable]
    receipt: Receipt


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
