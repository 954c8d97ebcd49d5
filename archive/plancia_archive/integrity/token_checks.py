"""Tokens: the table against the streams `token:ID`, both ways, so that no row grants what the log does not."""

from __future__ import annotations

import json
from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.integrity.finding import Finding
from plancia_archive.registers.people import STREAM as PERSON
from plancia_archive.registers.token_events import STREAM
from plancia_archive.registers.tokens import NOT_RESTORED

COLUMNS = "hash, id, role, limits, player_ref, expires_at, revoked_at"


def check_tokens(view: Archive, streams: set[str]) -> Iterator[Finding]:
    """Findings of tokens: a row without stream, a stream without row, each column that differs, a dangling person."""
    left = {stream for stream in streams if stream.startswith(STREAM)}
    for digest, token_id, role, limits, player, expires, revoked in view.db.execute(f"SELECT {COLUMNS} FROM token"):
        where, stream = f"token {token_id or bytes(digest).hex()[:12]}", f"{STREAM}{token_id}"
        if stream not in left:
            yield Finding(where, "token", "granted")
            continue
        left.discard(stream)
        logged = view.tokens.of_log(stream)
        stored = {"hash": bytes(digest).hex(), "role": role, "limits": parsed(limits), "player": player,
                  "expires": expires, "revoked": revoked is not None}  # fmt: skip
        if revoked == NOT_RESTORED:
            stored["revoked"] = logged["revoked"]
        for name, value in stored.items():
            if value != logged[name]:
                yield Finding(where, "token", name)
        if logged["player"] and PERSON + logged["player"] not in streams:
            yield Finding(where, "person", logged["player"])
    for stream in sorted(left):
        yield Finding(f"token {stream.removeprefix(STREAM)}", "token", "row")


def parsed(text: object) -> object:
    """The limits of a row; the text itself where it is not JSON."""
    try:
        return json.loads(str(text))
    except ValueError:
        return text
