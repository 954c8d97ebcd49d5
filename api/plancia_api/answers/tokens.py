"""JSON answers of /tokens and /refusals."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from plancia_api.answers.receipts import Receipt
from plancia_api.answers.words import Role, Time


class Limits(TypedDict):
    clubs: NotRequired[list[str]]
    events: NotRequired[list[str]]
    tournaments: NotRequired[list[str]]
    tables: NotRequired[list[str]]
    games: NotRequired[list[str]]
    names: NotRequired[bool]


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
