"""JSON answers of /players."""

from __future__ import annotations

from typing import TypedDict


class Player(TypedDict):
    player: str
    name: str | None


class PlayerRecord(Player):
    games: int
    wins: int
    typed_games: int
    typed_wins: int
    first: str | None
    last: str | None
    erased: bool
