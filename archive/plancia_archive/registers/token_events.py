"""The stream `token:ID`: the grant of a token, changes of its expiry, its revocation.

The hash is that of the secret; the name of the holder is not in the log. Times are in milliseconds since 1970 UTC.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE
from plancia_archive.registers.roles import ROLES, checked_limits

STREAM = "token:"
ID = re.compile(r"t_[0-9A-HJKMNP-TV-Z]{8}\Z")
HASH = re.compile(r"[0-9a-f]{64}\Z")
MEMBERS = {
    "granted": {"kind", "hash", "role", "limits", "player", "expires", "v"},
    "renewed": {"kind", "expires", "v"},
    "revoked": {"kind", "v"},
}


def granted_event(hash_hex: str, role: str, limits: dict[str, Any], player: str | None,
                  expires: int | None) -> dict[str, Any]:  # fmt: skip
    """Returns the first event of a token's stream."""
    return {"expires": expires, "hash": hash_hex, "kind": "granted", "limits": limits, "player": player, "role": role,
            "v": 1}  # fmt: skip


def parse_token_event(line: str) -> dict[str, Any]:
    """Parses a line of a token's stream. Raises ArchiveError for a line that the archive would not have written."""
    try:
        event = dict(json.loads(line))
        valid = event.keys() == MEMBERS[event["kind"]] and event["v"] == 1
        expires = event.get("expires")
        valid = valid and (expires is None or (type(expires) is int and expires >= 0))
        if event["kind"] == "granted":
            player = event["player"]
            valid = valid and event["role"] in ROLES and bool(HASH.match(event["hash"]))
            valid = valid and (bool(REFERENCE.match(player)) if event["role"] == "player" else player is None)
            valid = valid and checked_limits(event["limits"]) == event["limits"]
        if not valid:
            raise ValueError("members")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("token-stream", line[:120]) from error
    return event


def token_after(events: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Returns the token after its events.

    The members of the grant, the newest expiry, and `revoked`. Raises ArchiveError.

    A stream begins with `granted`, once, and nothing follows `revoked`.
    """
    token: dict[str, Any] = {}
    for event in events:
        if bool(token) == (event["kind"] == "granted") or token.get("revoked"):
            raise ArchiveError("token-stream", str(event["kind"]))
        if event["kind"] == "granted":
            token = {name: event[name] for name in ("hash", "role", "limits", "player", "expires")}
            token["revoked"] = False
        elif event["kind"] == "renewed":
            token["expires"] = event["expires"]
        else:
            token["revoked"] = True
    if not token:
        raise ArchiveError("token-stream", "-")
    return token


def problem_of_token(token_id: str, text: bytes) -> str | None:
    """Describes the first error of a token's stream; None if it is valid."""
    token_after(parse_token_event(line) for line in text.decode().split("\n")[:-1])
    return None if ID.match(token_id) and text.endswith(b"\n") else "id"
