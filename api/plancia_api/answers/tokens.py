"""JSON answers of /tokens and /refusals."""

from __future__ import annotations

from typing import Literal, TypedDict

from plancia_api.answers.receipts import Receipt
from plancia_api.answers.words import Role, Time
from plancia_archive.registers.roles import Limits


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
