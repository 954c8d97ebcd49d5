"""API tokens with role, limits and expiry. Secrets are stored as SHA-256 hashes; each change is a line of the log.

The table `token` is derived from the streams `token:ID`, except for the name of the holder and the times, which are not
in the log and have a checksum (none in tokens of older archives).
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_archive.dates import local_time
from plancia_archive.errors import ArchiveError
from plancia_archive.facts.event_rows import Row
from plancia_archive.log.connections import DRIVER, read_only_uri
from plancia_archive.log.entry_format import checksum
from plancia_archive.people.register import ALPHABET
from plancia_archive.registers.roles import ROLES, Grant, Limits, Role, validate_limits
from plancia_archive.registers.token_events import TOKENS, Granted, Renewed, Revoked, TokenState

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

TOKEN_PREFIX = "plk_"
SCOPES = ("read", "write", "admin")  # of tokens made before roles were introduced; the option `--scope` accepts them
SCOPE_OF_ROLE = {
    "reader": "read",
    "player": "",
    "admin": "admin",
}  # stored for older versions of the program; `write` for other roles
NOT_RESTORED = 0  # `revoked_at` of the tokens in a restored archive, which are not valid there
GLANCE_SECONDS = 0.05  # that `may_be_valid` waits for a locked file
COLUMNS = ("id", "name", "role", "limits", "player_ref", "made_at", "expires_at", "revoked_at")


def now_ms() -> int:
    """Returns the present time in Unix milliseconds."""
    return int(time.time() * 1000)


def hash_token(token: str) -> bytes:
    """Returns the SHA-256 of a token's secret, which is what is stored."""
    return hashlib.sha256(token.encode()).digest()


def may_be_valid(path: Path, token: str) -> bool:
    """Returns whether a file has an unrevoked, unexpired token, without waiting for its writers; True where it is busy.

    For threads that may not wait for the lock of an archive. `Tokens.find_status` decides.
    """
    statement = "SELECT 1 FROM token WHERE hash = ? AND revoked_at IS NULL AND coalesce(expires_at, ?) >= ?"
    try:
        uri = read_only_uri(path)
        connection = DRIVER.connect(uri, uri=True, timeout=GLANCE_SECONDS)
    except (DRIVER.Error, ArchiveError):
        return True
    try:
        found = connection.execute(statement, [hash_token(token), now_ms(), now_ms()]).fetchone() is not None
        return found or "immutable" in uri  # such a reader may not see what was written a moment ago
    except DRIVER.Error:
        return True
    finally:
        connection.close()


def new_token_id() -> str:
    """Returns a random id: `t_` and eight characters."""
    return "t_" + "".join(secrets.choice(ALPHABET) for _ in range(8))


def role_of_scopes(scopes: list[str]) -> tuple[Role, Limits]:
    """Returns role and limits for scopes; `write` alone hides names. Raises ArchiveError `token-role`."""
    unknown_scopes = set(scopes) - set(SCOPES)
    if unknown_scopes:
        raise ArchiveError("token-role", ", ".join(sorted(unknown_scopes)))
    role: Role = "admin" if "admin" in scopes else "arbiter" if "write" in scopes else "reader"
    return role, {} if {"admin", "read"} & set(scopes) else {"names": False}


def parse_limits(text: object) -> object:
    """Parses the limits of a row; returns the text itself if it is not JSON."""
    try:
        return json.loads(str(text))
    except ValueError:
        return text


@dataclass(frozen=True)
class TokenStatus:
    """The grant of a known token and its state: valid, expired, revoked or not-restored."""

    grant: Grant
    state: str


class Tokens:
    """The tokens of an archive. `clock` returns Unix milliseconds."""

    def __init__(self, log: EntryLog, clock: Callable[[], int] = now_ms) -> None:
        self.log = log
        self.db = log.db
        self.clock = clock

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Opens a write transaction, or joins the one that is open on this thread."""
        with self.log.lock:
            if self.db.conn.in_transaction:
                yield
            else:
                with self.log.writing():
                    yield

    def make(self, name: str, scopes: list[str]) -> str:
        """Creates a token by scopes, the form before roles; returns its secret. Raises ArchiveError."""
        role, limits = role_of_scopes(scopes)
        return self.grant(name, role, limits)[1]

    def grant(
        self, name: str, role: str, limits: Mapping[str, object] | None = None, player: str | None = None,
        expires_at: int | None = None,
    ) -> tuple[str, str]:  # fmt: skip
        """Creates a token; returns its id and its secret, of which only the hash is stored.

        `player` is the name or reference of a person, for the role player only; `expires_at` is in Unix milliseconds.
        Raises ArchiveError.
        """
        if role not in ROLES:
            raise ArchiveError("token-role", role[:40])
        if not 1 <= len(name.strip()) <= 80 or not name.isprintable():
            raise ArchiveError("token-name", repr(name)[:90])
        self.check_expiry(expires_at)
        normalised_limits = validate_limits(limits or {})
        with self.writing():
            reference = self.log.people.find(player) if player else None
            if (role == "player") != (reference is not None) or (player and reference is None):
                raise ArchiveError("token-player", player or role)
            token_id, secret = new_token_id(), TOKEN_PREFIX + secrets.token_urlsafe(32)
            digest = hash_token(secret)
            row = [digest, name.strip(), SCOPE_OF_ROLE.get(role, "write"), now := self.clock(), token_id, role,
                   json.dumps(normalised_limits, sort_keys=True, ensure_ascii=False), reference, expires_at,
                   checksum(name.strip(), now, None)]  # fmt: skip
            self.db.execute(
                "INSERT INTO token(hash, name, scopes, made_at, id, role, limits, player_ref, expires_at, "
                "checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            line = TOKENS.of(
                {
                    "kind": "granted", "hash": digest.hex(), "role": role, "limits": normalised_limits,
                    "player": reference, "expires": expires_at,
                }
            )  # fmt: skip
            TOKENS.append(self.log, token_id, line)
        return token_id, secret

    def check_expiry(self, expires_at: int | None) -> None:
        """Raises ArchiveError `token-expiry` for an expiry that is not in the future."""
        if expires_at is not None and expires_at <= self.clock():
            raise ArchiveError("token-expiry", f"{local_time(expires_at):%Y-%m-%d %H:%M}")

    def find_status(self, token: str) -> TokenStatus | None:
        """Returns the token of a secret in any state; None for an unknown secret.

        A row that differs from the token's stream in the log is treated as unknown.
        """
        digest = hash_token(token)
        with self.log.lock:
            row = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM token WHERE hash = ?", [digest]).fetchone()
            if row is None:
                return None
            cells = dict(zip(COLUMNS, row, strict=True))
            if self.differences(digest, cells):
                return None
        limits: Limits = json.loads(cells["limits"] or "{}")
        grant = Grant(
            str(cells["id"]), str(cells["name"]), str(cells["role"]), limits,
            cells["player_ref"] and self.log.people.merged().get(cells["player_ref"], cells["player_ref"]),
        )  # fmt: skip
        return TokenStatus(grant, self.state(cells))

    def differences(self, digest: bytes, cells: Row) -> list[str]:
        """Returns the members of a row that differ from the token's stream; `granted` for a missing or damaged one."""
        try:
            token = vars(self.load_from_log(str(cells["id"])))
        except (ArchiveError, UnicodeError):
            return ["granted"]
        is_revoked = token["revoked"] if cells["revoked_at"] == NOT_RESTORED else cells["revoked_at"] is not None
        row_values = {"hash": digest.hex(), "role": cells["role"], "limits": parse_limits(cells["limits"]),
                  "player": cells["player_ref"], "expires": cells["expires_at"], "revoked": is_revoked}  # fmt: skip
        return [name for name, value in row_values.items() if value != token[name]]

    def state(self, cells: Row) -> str:
        """Returns the state of a row: valid, expired, revoked, or not-restored."""
        if cells["revoked_at"] is not None:
            return "not-restored" if cells["revoked_at"] == NOT_RESTORED else "revoked"
        is_expired = cells["expires_at"] is not None and cells["expires_at"] <= self.clock()
        return "expired" if is_expired else "valid"

    def find(self, token: str) -> Grant | None:
        """Returns the grant of a valid token; None for any other secret."""
        status = self.find_status(token)
        return status.grant if status and status.state == "valid" else None

    def revoke(self, name: str) -> int:
        """Revokes the tokens of a name or an id; returns their number."""
        with self.writing():
            ids = self.unrevoked_ids(name)
            for token_id in ids:
                self.set_revoked_at(token_id, self.clock())
                TOKENS.append(self.log, token_id, Revoked())
        return len(ids)

    def set_revoked_at(self, token_id: str, revoked_at: int) -> None:
        """Sets the time of revocation of a token, and its checksum."""
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
            ids = self.unrevoked_ids(name)
            if not ids:
                raise ArchiveError("no-token", name[:80])
            for token_id in ids:
                self.db.execute("UPDATE token SET expires_at = ? WHERE id = ?", [expires_at, token_id])
                TOKENS.append(self.log, token_id, Renewed(expires=expires_at))
        return len(ids)

    def unrevoked_ids(self, name: str) -> list[str]:
        """Returns the ids of the tokens with this name or id that are not revoked."""
        statement = "SELECT id FROM token WHERE (name = ? OR id = ?) AND revoked_at IS NULL ORDER BY made_at, id"
        return [str(row[0]) for row in self.db.execute(statement, [name, name]).fetchall()]

    def all(self) -> list[Row]:
        """Returns all tokens with role, limits, times and state, without secrets."""
        with self.log.lock:
            rows = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM token ORDER BY made_at, id").fetchall()
        tokens = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        return [
            {"id": token["id"], "name": token["name"], "role": token["role"], "state": self.state(token),
             "limits": json.loads(token["limits"] or "{}"), "player": token["player_ref"], "made_at": token["made_at"],
             "expires_at": token["expires_at"], "revoked_at": token["revoked_at"]} for token in tokens
        ]  # fmt: skip

    def players(self) -> dict[str, str]:
        """Returns the reference of the player of each token that belongs to one, by the id of the token."""
        return {str(token["id"]): str(token["player"]) for token in self.all() if token["player"]}

    def commit_scope_tokens(self) -> None:
        """Adds id, role and log stream to tokens made by scopes; to be called inside a transaction."""
        rows = self.db.execute("SELECT hash, scopes, revoked_at FROM token WHERE id IS NULL ORDER BY made_at, hash")
        for digest, scopes, revoked_at in rows.fetchall():
            role, limits = role_of_scopes(sorted(set(str(scopes).split()) & set(SCOPES)))
            token_id = new_token_id()
            granted = Granted(bytes(digest).hex(), role, {**limits}, None, None)
            self.db.execute(
                "UPDATE token SET id = ?, role = ?, limits = ? WHERE hash = ?",
                [token_id, role, json.dumps(limits), digest],
            )
            TOKENS.append(self.log, token_id, granted, *([Revoked()] if revoked_at is not None else []))

    def insert_unrestored(self) -> None:
        """Inserts rows for the tokens of a restored log, none of them valid, since a backup may be older than a
        revocation.
        """
        for token_id in TOKENS.names(self.log):
            token = self.load_from_log(token_id)
            self.db.execute(
                "INSERT INTO token(hash, name, scopes, made_at, revoked_at, id, role, limits, player_ref, expires_at) "
                "VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?)",
                [bytes.fromhex(token.hash), token_id, self.clock(), self.clock() if token.revoked else NOT_RESTORED,
                 token_id, token.role, json.dumps(token.limits, sort_keys=True, ensure_ascii=False), token.player,
                 token.expires],
            )  # fmt: skip

    def load_from_log(self, token_id: str) -> TokenState:
        """Loads a token from its stream in the log. Raises ArchiveError for a damaged or missing stream."""
        state = TOKENS.state(self.log, token_id)
        assert state is not None  # a stream of a token has lines
        return state
