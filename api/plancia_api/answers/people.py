"""JSON answers about people: /players, changes to their register, /tokens and /refusals."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from plancia_api.answers.common import Role, Time
from plancia_archive.evidence.receipts import Receipt
from plancia_archive.registers.roles import Limits


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


class Token(TypedDict):
    token: str
    name: str
    role: Role
    state: Literal["valid", "expired", "revoked"]
    limits: Limits
    player: str | None
    made_at: Time
    expires_at: Time | None
    revoked_at: Time | None


class ChangedToken(Token):
    receipt: Receipt


class NewToken(ChangedToken):
    secret: str


class Refusal(TypedDict):
    id: int
    at: Time
    author: str
    role: str
    action: str
    subject: str
    code: str
    skipped: int
    name: str | None
