"""JSON answers of /games and /search."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.common import Status, Time
from plancia_api.answers.judgements import JudgementAnswer
from plancia_events.kinds import AnyEvent
from plancia_replay.judging.forms import Holding


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


class DueArmies(TypedDict):
    territories: int
    continents: int
    cards: int
    placed: int


class GameState(TypedDict):
    game: str
    event: int
    round: int
    turn: str | None
    order: list[str]
    board: dict[str, Holding]
    hands: dict[str, list[str]]
    status: dict[str, str]
    due: DueArmies
    stopped: NotRequired[int]


class Match(TypedDict):
    game: str
    event: int
    round: NotRequired[int]
    line: NotRequired[str]
    colour: NotRequired[str]
    last_event: NotRequired[int]
