"""The log stream `token:ID`: the grant of a token, changes of its expiry, its revocation.

The stream has the hash of the secret, and not the name of the holder. Times are Unix milliseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.people.register import REFERENCE
from plancia_archive.registers.roles import ROLES, validate_limits

STREAM = "token:"
TOKEN_ID = re.compile(r"t_[0-9A-HJKMNP-TV-Z]{8}\Z")
SHA256_HEX = re.compile(r"[0-9a-f]{64}\Z")
EVENT_MEMBERS = {
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
        is_valid = event.keys() == EVENT_MEMBERS[event["kind"]] and event["v"] == 1
        expires = event.get("expires")
        is_valid = is_valid and (expires is None or (type(expires) is int and expires >= 0))
        if event["kind"] == "granted":
            player = event["player"]
            is_valid = is_valid and event["role"] in ROLES and bool(SHA256_HEX.match(event["hash"]))
            is_valid = is_valid and (bool(REFERENCE.match(player)) if event["role"] == "player" else player is None)
            is_valid = is_valid and validate_limits(event["limits"]) == event["limits"]
        if not is_valid:
            raise ValueError("members")
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("token-stream", line[:120]) from error
    return event


def replay_token_events(events: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Returns the state of a token after its events: the members of the grant, the newest expiry, `revoked`.

    Raises ArchiveError `token-stream` unless the stream has `granted` first and only once, and nothing after `revoked`.
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


def check_token_stream(token_id: str, text: bytes) -> str | None:
    """Describes the first error of a token's stream; None if it is valid."""
    replay_token_events(parse_token_event(line) for line in text.decode().split("\n")[:-1])
    return None if TOKEN_ID.match(token_id) and text.endswith(b"\n") else "id"
