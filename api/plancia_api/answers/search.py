"""JSON answers of /search and /odds."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Match(TypedDict):
    game: str
    event: int
    round: NotRequired[int]
    line: NotRequired[str]
    colour: NotRequired[str]
    last_event: NotRequired[int]


class LossProbability(TypedDict):
    attack_losses: int
    defence_losses: int
    chance: str
    decimal: float


class Odds(TypedDict):
    attackers: int
    defenders: int
    defence: int
    throw: list[LossProbability]
    conquest: str
    conquest_decimal: float
