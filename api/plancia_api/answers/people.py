"""JSON answers of /players, and of changes to the register of people."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from plancia_api.answers.receipts import Receipt
from plancia_api.answers.words import Time


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


class WrittenCopy(TypedDict):
    kind: str
    path: str
    written_at: Time
    head: str
    present: bool


class NameMention(TypedDict):
    where: str
    entries: list[int]
    whole: bool


class PersonChange(TypedDict):
    player: str
    version: int
    dry_run: bool
    name: NotRequired[str | None]
    games: NotRequired[int]
    tournaments: NotRequired[int]
    other: NotRequired[str]
    other_name: NotRequired[str | None]
    aliases: NotRequired[list[str]]
    basis: NotRequired[str]
    mentions: NotRequired[list[NameMention]]
    copies: NotRequired[list[WrittenCopy]]
    cleaned: NotRequired[bool]
    receipt: NotRequired[Receipt]
