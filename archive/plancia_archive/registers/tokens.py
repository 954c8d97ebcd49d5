"""Tokens of the API: shown once, kept as hashes, with scopes, revocable."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

import sqlite_utils

PREFIX = "plk_"
SCOPES = ("read", "write", "admin")


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


class Tokens:
    """The token table of an archive."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db

    def make(self, name: str, scopes: list[str]) -> str:
        """A new token; this is the only time it is seen. Raises ValueError for an unknown scope."""
        unknown = set(scopes) - set(SCOPES)
        if unknown:
            raise ValueError(", ".join(sorted(unknown)))
        token = PREFIX + secrets.token_urlsafe(32)
        self.db.execute(
            "INSERT INTO token(hash, name, scopes, made_at) VALUES (?, ?, ?, ?)",
            [hashed(token), name, " ".join(sorted(scopes)), int(time.time() * 1000)],
        )
        return token

    def scopes(self, token: str) -> frozenset[str] | None:
        """The scopes of a valid token, None for any other. `admin` holds them all."""
        valid = "SELECT scopes FROM token WHERE hash = ? AND revoked_at IS NULL"
        row = self.db.execute(valid, [hashed(token)]).fetchone()
        if row is None:
            return None
        found = frozenset(str(row[0]).split())
        return frozenset(SCOPES) if "admin" in found else found

    def holder(self, token: str) -> str | None:
        """The name under which a valid token was made: a new token of the same name is the same holder's."""
        row = self.db.execute(
            "SELECT name FROM token WHERE hash = ? AND revoked_at IS NULL", [hashed(token)]
        ).fetchone()
        return None if row is None else str(row[0])

    def revoke(self, name: str) -> int:
        """Revokes the tokens of a name; how many."""
        cursor = self.db.execute(
            "UPDATE token SET revoked_at = ? WHERE name = ? AND revoked_at IS NULL", [int(time.time() * 1000), name]
        )
        return int(cursor.rowcount)

    def all(self) -> list[dict[str, Any]]:
        """Names, scopes and times; never the tokens."""
        rows = self.db.execute("SELECT name, scopes, made_at, revoked_at FROM token ORDER BY made_at").fetchall()
        return [dict(zip(("name", "scopes", "made_at", "revoked_at"), row, strict=True)) for row in rows]
