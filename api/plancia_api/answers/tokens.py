"""JSON answers of /tokens and /refusals."""

from __future__ import annotations

from typing import Any, TypedDict

from plancia_api.answers.receipts import Receipt


class Token(TypedDict):
    token: str
    name: str
    role: str
    state: str
    limits: dict[str, Any]
    player: str | None
    made_at: int
    expires_at: int | None
    revoked_at: int | None


class ChangedToken(Token):
    receipt: Receipt


class NewToken(ChangedToken):
    secret: str


class Refusal(TypedDict):
    id: int
    at: int
    author: str
    role: str
    action: str
    subject: str
    code: str
    skipped: int
    name: str | None
