"""API tokens: shown once, stored as SHA-256 hashes, with scopes, revocable."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

import sqlite_utils

PREFIX = "plk_"
SCOPES = ("read", "write", "admin")


def hash_token(token: str) -> bytes:
    """The hash that is stored for a token."""
    return hashlib.sha256(token.encode()).digest()


class Tokens:
    """The token table of an archive."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db

    def make(self, name: str, scopes: list[str]) -> str:
        """Creates a token and returns it; only its hash is stored. Raises ValueError for an unknown scope."""
        unknown = set(scopes) - set(SCOPES)
        if unknown:
            raise ValueError(", ".join(sorted(unknown)))
        token = PREFIX + secrets.token_urlsafe(32)
        self.db.execute(
            "INSERT INTO token(hash, name, scopes, made_at) VALUES (?, ?, ?, ?)",
            [hash_token(token), name, " ".join(sorted(scopes)), int(time.time() * 1000)],
        )
        return token

    def scopes(self, token: str) -> frozenset[str] | None:
        """Scopes of a valid token, None for any other; `admin` includes all scopes."""
        statement = "SELECT scopes FROM token WHERE hash = ? AND revoked_at IS NULL"
        row = self.db.execute(statement, [hash_token(token)]).fetchone()
        if row is None:
            return None
        granted = frozenset(str(row[0]).split())
        return frozenset(SCOPES) if "admin" in granted else granted

    def holder(self, token: str) -> str | None:
        """Name of a valid token's holder, None for any other: tokens of one name have one holder."""
        row = self.db.execute(
            "SELECT name FROM token WHERE hash = ? AND revoked_at IS NULL", [hash_token(token)]
        ).fetchone()
        return None if row is None else str(row[0])

    def revoke(self, name: str) -> int:
        """Revokes the tokens of a name; returns their number."""
        cursor = self.db.execute(
            "UPDATE token SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL", [int(time.time() * 1000), name]
        )
        return int(cursor.rowcount)

    def all(self) -> list[dict[str, Any]]:
        """Names, scopes and times of all tokens; never the tokens."""
        rows = self.db.execute("SELECT name, scopes, made_at, revoked_at FROM token ORDER BY made_at").fetchall()
        return [dict(zip(("name", "scopes", "made_at", "revoked_at"), row, strict=True)) for row in rows]
