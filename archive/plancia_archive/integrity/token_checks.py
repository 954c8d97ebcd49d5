"""Tokens: the table against the streams `token:ID`, both ways, so that no row grants what the log does not."""

from __future__ import annotations

from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.row_checksums import checksum
from plancia_archive.registers.people import STREAM as PERSON
from plancia_archive.registers.token_events import STREAM
from plancia_archive.registers.tokens import COLUMNS, SCOPE_OF_ROLE


def check_tokens(view: Archive, streams: set[str]) -> Iterator[Finding]:
    """Findings of tokens: a row without stream, a stream without row, each column that differs, a dangling person."""
    left = {stream for stream in streams if stream.startswith(STREAM)}
    statement = f"SELECT hash, scopes, checksum, {', '.join(COLUMNS)} FROM token"
    for digest, scopes, stated, *values in view.db.execute(statement).fetchall():
        cells = dict(zip(COLUMNS, values, strict=True))
        where, stream = f"token {cells['id'] or bytes(digest).hex()[:12]}", f"{STREAM}{cells['id']}"
        if stream not in left:
            yield Finding(where, "token", "granted")
            continue
        left.discard(stream)
        differing = list(view.tokens.differences(bytes(digest), cells))
        if stated is not None and not differing and scopes != SCOPE_OF_ROLE.get(str(cells["role"]), "write"):
            differing.append("scopes")
        own = (str(cells["name"]), int(cells["made_at"]), cells["revoked_at"])  # these the log does not say
        if stated is not None and not differing and stated != checksum(*own):
            differing.append("checksum")
        for name in differing:
            yield Finding(where, "token", name)
        player = view.tokens.of_log(stream)["player"]
        if player and PERSON + player not in streams:
            yield Finding(where, "person", player)
    for stream in sorted(left):
        yield Finding(f"token {stream.removeprefix(STREAM)}", "token", "row")
