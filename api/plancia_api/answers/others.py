"""The forms of JSON answers about players, rules, tournaments and statistics, as types."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Words(TypedDict):
    it: str
    en: str


class Player(TypedDict):
    player: str
    name: str | None


class PlayerRecord(Player):
    games: int
    wins: int
    first: str | None
    last: str | None


class Variant(TypedDict):
    variant: str
    title: Words
    document: str
    extends: str | None
    clauses: int


class WholeVariant(TypedDict):
    variant: str
    rules: str
    head: dict[str, Any]
    clauses: list[dict[str, Any]]


class Rule(TypedDict):
    rule: str
    options: dict[str, Any]


class KeptRules(TypedDict):
    format: int
    name: str
    title: Words
    board: dict[str, Any]
    deck: dict[str, Any]
    goals_id: str
    goals: dict[str, list[int]]
    goals_other: NotRequired[dict[str, list[int]]]
    options: dict[str, str]
    clauses: list[dict[str, Any]]


class Health(TypedDict):
    status: Literal["ok", "read-only", "no-room"]
    writable: bool
    games: int
    kernel: str


class System(TypedDict):
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


class Entrant(TypedDict):
    player: str
    name: str
    team: str | None
    left: bool


class TableOf(TypedDict):
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


class Contest(TypedDict):
    tournament: str
    title: str
    club: str | None
    system: str
    version: int
    closed: bool
    rounds: int
    notices: list[str]
    players: list[Entrant]
    tables: list[TableOf]
    adjustments: list[Adjustment]
    lots: list[Lot]
    remarks: list[Remark]


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


class NationalRow(TypedDict):
    pos: int
    player: str
    name: str
    points: str


class National(TypedDict):
    tournament: str
    of: str
    tables: int
    items: list[NationalRow]


class Statistic(TypedDict):
    statistic: str
    games: int
    qualified: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    entries: int
    rows: list[dict[str, Any]]


class StatisticKnown(TypedDict):
    statistic: str
    title: Words
    says: str
    meaning: Words
    needs: list[str]


class Supposing(TypedDict):
    statistic: str
    under: str
    games: int
    qualified: int
    judged: int
    left_out: dict[str, int]
    left_out_games: dict[str, list[str]]
    rows: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    changed: list[dict[str, Any]]
    next: str | None


class Match(TypedDict):
    game: str
    event: int
    round: NotRequired[int]
    line: NotRequired[str]
    colour: NotRequired[str]
    last_event: NotRequired[int]


class Chance(TypedDict):
    attack_losses: int
    defence_losses: int
    chance: str
    decimal: float


class Odds(TypedDict):
    attackers: int
    defenders: int
    defence: int
    throw: list[Chance]
    conquest: str
    conquest_decimal: float
