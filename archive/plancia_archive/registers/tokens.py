"""API tokens: shown once, stored as SHA-256 hashes, with role, limits and expiry; each change is a line of the log.

The table `token` repeats what the streams `token:ID` say and adds the name of the holder, which is not in the log, and
times, with their checksum (none in tokens of older archives).
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.row_checksums import checksum
from plancia_archive.registers.people import ALPHABET
from plancia_archive.registers.roles import ROLES, Grant, checked_limits
from plancia_archive.registers.token_events import STREAM, granted_event, parse_token_event, token_after

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

PREFIX = "plk_"
SCOPES = ("read", "write", "admin")  # of tokens before roles; `--scope` still takes them
SCOPE_OF_ROLE = {"reader": "read", "player": "", "admin": "admin"}  # for readers of older versions; others: write
NOT_RESTORED = 0  # `revoked_at` of a token whose secret a restored archive does not take over
COLUMNS = ("id", "name", "role", "limits", "player_ref", "made_at", "expires_at", "revoked_at")


def now_ms() -> int:
    """Milliseconds since 1970 UTC."""
    return int(time.time() * 1000)


def hash_token(token: str) -> bytes:
    """The hash that is stored for a token."""
    return hashlib.sha256(token.encode()).digest()


def new_token_id() -> str:
    """A random id: `t_` and eight characters."""
    return "t_" + "".join(secrets.choice(ALPHABET) for _ in range(8))


def role_of_scopes(scopes: list[str]) -> tuple[str, dict[str, Any]]:
    """Role and limits of a token made by scopes: `write` alone did not show names. Raises ArchiveError."""
    unknown = set(scopes) - set(SCOPES)
    if unknown:
        raise ArchiveError("token-role", ", ".join(sorted(unknown)))
    role = "admin" if "admin" in scopes else "arbiter" if "write" in scopes else "reader"
    return role, {} if {"admin", "read"} & set(scopes) else {"names": False}


def parsed(text: object) -> object:
    """The limits of a row; the text itself where it is not JSON."""
    try:
        return json.loads(str(text))
    except ValueError:
        return text


@dataclass(frozen=True)
class Known:
    """A token that is or was one of the archive's; `state`: valid, expired or revoked."""

    grant: Grant
    state: str


class Tokens:
    """The tokens of an archive. `clock` gives milliseconds since 1970 UTC."""

    def __init__(self, log: EntryLog, clock: Callable[[], int] = now_ms) -> None:
        self.log = log
        self.db = log.db
        self.clock = clock

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A write transaction, or the one that this thread is in."""
        with self.log.lock:
            if self.db.conn.in_transaction:
                yield
            else:
                with self.log.writing():
                    yield

    def make(self, name: str, scopes: list[str]) -> str:
        """Creates a token by scopes, as before roles; its secret. Raises ArchiveError."""
        role, limits = role_of_scopes(scopes)
        return self.grant(name, role, limits)[1]

    def grant(
        self, name: str, role: str, limits: dict[str, Any] | None = None, player: str | None = None,
        expires_at: int | None = None,
    ) -> tuple[str, str]:  # fmt: skip
        """Creates a token: its id, and its secret, of which only the hash is stored.

        `player` is the name or reference of a person, for the role player alone. Raises ArchiveError.
        """
        if role not in ROLES:
            raise ArchiveError("token-role", role[:40])
        if not 1 <= len(name.strip()) <= 80 or not name.isprintable():
            raise ArchiveError("token-name", repr(name)[:90])
        self.check_expiry(expires_at)
        kept = checked_limits(limits or {})
        with self.writing():
            reference = self.log.people.find(player) if player else None
            if (role == "player") != (reference is not None) or (player and reference is None):
                raise ArchiveError("token-player", player or role)
            token_id, secret = new_token_id(), PREFIX + secrets.token_urlsafe(32)
            digest = hash_token(secret)
            row = [digest, name.strip(), SCOPE_OF_ROLE.get(role, "write"), now := self.clock(), token_id, role,
                   json.dumps(kept, sort_keys=True, ensure_ascii=False), reference, expires_at,
                   checksum(name.strip(), now, None)]  # fmt: skip
            self.db.execute(
                "INSERT INTO token(hash, name, scopes, made_at, id, role, limits, player_ref, expires_at, "
                "checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            self.log.append_events(STREAM + token_id, [granted_event(digest.hex(), role, kept, reference, expires_at)])
        return token_id, secret

    def check_expiry(self, expires_at: int | None) -> None:
        """Raises ArchiveError for an expiry that is not in the future."""
        if expires_at is not None and expires_at <= self.clock():
            stamp = time.strftime("%Y-%m-%d %H:%M", time.localtime(max(expires_at, 0) / 1000))
            raise ArchiveError("token-expiry", stamp)

    def look_up(self, token: str) -> Known | None:
        """The token of a secret, whatever its state; None for a secret that was never granted.

        The log decides: a row that says something else than the stream of its token grants nothing.
        """
        digest = hash_token(token)
        with self.log.lock:
            row = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM token WHERE hash = ?", [digest]).fetchone()
            if row is None:
                return None
            cells = dict(zip(COLUMNS, row, strict=True))
            if self.differences(digest, cells):
                return None
        grant = Grant(
            str(cells["id"]), str(cells["name"]), str(cells["role"]), dict(json.loads(cells["limits"] or "{}")),
            cells["player_ref"] and self.log.people.merged().get(cells["player_ref"], cells["player_ref"]),
        )  # fmt: skip
        return Known(grant, self.state(cells))

    def differences(self, digest: bytes, cells: dict[str, Any]) -> list[str]:
        """Members of a row that are not what the token's stream says; `granted` for a row without a sound stream."""
        try:
            logged = self.of_log(f"{STREAM}{cells['id']}")
        except (ArchiveError, UnicodeError):
            return ["granted"]
        revoked = logged["revoked"] if cells["revoked_at"] == NOT_RESTORED else cells["revoked_at"] is not None
        stored = {"hash": digest.hex(), "role": cells["role"], "limits": parsed(cells["limits"]),
                  "player": cells["player_ref"], "expires": cells["expires_at"], "revoked": revoked}  # fmt: skip
        return [name for name, value in stored.items() if value != logged[name]]

    def state(self, cells: dict[str, Any]) -> str:
        """The state of a row: valid, expired, revoked, or not-restored."""
        if cells["revoked_at"] is not None:
            return "not-restored" if cells["revoked_at"] == NOT_RESTORED else "revoked"
        expired = cells["expires_at"] is not None and cells["expires_at"] <= self.clock()
        return "expired" if expired else "valid"

    def find(self, token: str) -> Grant | None:
        """What a valid token grants, None for any other secret."""
        known = self.look_up(token)
        return known.grant if known and known.state == "valid" else None

    def revoke(self, name: str) -> int:
        """Revokes the tokens of a name or an id; returns their number."""
        with self.writing():
            ids = self.live(name)
            for token_id in ids:
                self.stamp(token_id, self.clock())
                self.log.append_events(STREAM + token_id, [{"kind": "revoked", "v": 1}])
        return len(ids)

    def stamp(self, token_id: str, revoked_at: int) -> None:
        """Sets the time of revocation, and the checksum with it."""
        name, made_at = self.db.execute("SELECT name, made_at FROM token WHERE id = ?", [token_id]).fetchone()
        self.db.execute(
            "UPDATE token SET revoked_at = ?, checksum = ? WHERE id = ?",
            [revoked_at, checksum(str(name), int(made_at), revoked_at), token_id],
        )

    def renew(self, name: str, expires_at: int | None) -> int:
        """Changes the expiry of the tokens of a name or an id, expired ones too; returns their number.

        Raises ArchiveError where there is none that is not revoked.
        """
        self.check_expiry(expires_at)
        with self.writing():
            ids = self.live(name)
            if not ids:
                raise ArchiveError("no-token", name[:80])
            for token_id in ids:
                self.db.execute("UPDATE token SET expires_at = ? WHERE id = ?", [expires_at, token_id])
                self.log.append_events(STREAM + token_id, [{"expires": expires_at, "kind": "renewed", "v": 1}])
        return len(ids)

    def live(self, name: str) -> list[str]:
        """Ids of the tokens of a name or an id that are not revoked."""
        statement = "SELECT id FROM token WHERE (name = ? OR id = ?) AND revoked_at IS NULL ORDER BY made_at, id"
        return [str(row[0]) for row in self.db.execute(statement, [name, name]).fetchall()]

    def all(self) -> list[dict[str, Any]]:
        """All tokens with role, limits, times and state; never the secrets."""
        with self.log.lock:
            rows = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM token ORDER BY made_at, id").fetchall()
        tokens = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        return [
            {"id": one["id"], "name": one["name"], "role": one["role"], "state": self.state(one),
             "limits": json.loads(one["limits"] or "{}"), "player": one["player_ref"], "made_at": one["made_at"],
             "expires_at": one["expires_at"], "revoked_at": one["revoked_at"]} for one in tokens
        ]  # fmt: skip

    def commit_old(self) -> None:
        """Gives tokens made before roles their id and role, and commits to them; call inside a transaction."""
        rows = self.db.execute("SELECT hash, scopes, revoked_at FROM token WHERE id IS NULL ORDER BY made_at, hash")
        for digest, scopes, revoked_at in rows.fetchall():
            role, limits = role_of_scopes(sorted(set(str(scopes).split()) & set(SCOPES)))
            token_id = new_token_id()
            events = [granted_event(bytes(digest).hex(), role, limits, None, None)]
            events += [{"kind": "revoked", "v": 1}] if revoked_at is not None else []
            self.db.execute(
                "UPDATE token SET id = ?, role = ?, limits = ? WHERE hash = ?",
                [token_id, role, json.dumps(limits), digest],
            )
            self.log.append_events(STREAM + token_id, events)

    def set_aside(self) -> None:
        """Rows for the tokens of a restored log, none of which is valid: a backup may be older than a revocation."""
        names = self.db.execute("SELECT DISTINCT game FROM entry WHERE game LIKE 'token:%' ORDER BY game").fetchall()
        for (stream,) in names:
            token = self.of_log(str(stream))
            token_id = str(stream).removeprefix(STREAM)
            self.db.execute(
                "INSERT INTO token(hash, name, scopes, made_at, revoked_at, id, role, limits, player_ref, expires_at) "
                "VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?)",
                [bytes.fromhex(token["hash"]), token_id, self.clock(), self.clock() if token["revoked"] else
                 NOT_RESTORED, token_id, token["role"], json.dumps(token["limits"], sort_keys=True, ensure_ascii=False),
                 token["player"], token["expires"]],
            )  # fmt: skip

    def of_log(self, stream: str) -> dict[str, Any]:
        """A token as its stream says it. Raises ArchiveError for a damaged stream."""
        bodies = self.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
        lines = b"".join(bytes(row[0]) for row in bodies).decode().split("\n")[:-1]
        return token_after(parse_token_event(line) for line in lines)
