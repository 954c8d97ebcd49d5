"""Tokens: the table against the streams `token:ID`, both ways, so that no row grants what the log does not."""

from __future__ import annotations

from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.integrity.finding import Finding
from plancia_archive.registers.people import STREAM as PERSON
from plancia_archive.registers.token_events import STREAM
from plancia_archive.registers.tokens import COLUMNS


def check_tokens(view: Archive, streams: set[str]) -> Iterator[Finding]:
    """Findings of tokens: a row without stream, a stream without row, each column that differs, a dangling person."""
    left = {stream for stream in streams if stream.startswith(STREAM)}
    for digest, *values in view.db.execute(f"SELECT hash, {', '.join(COLUMNS)} FROM token").fetchall():
        cells = dict(zip(COLUMNS, values, strict=True))
        where, stream = f"token {cells['id'] or bytes(digest).hex()[:12]}", f"{STREAM}{cells['id']}"
        if stream not in left:
            yield Finding(where, "token", "granted")
            continue
        left.discard(stream)
        for name in view.tokens.differences(bytes(digest), cells):
            yield Finding(where, "token", name)
        player = view.tokens.of_log(stream)["player"]
        if player and PERSON + player not in streams:
            yield Finding(where, "person", player)
    for stream in sorted(left):
        yield Finding(f"token {stream.removeprefix(STREAM)}", "token", "row")
