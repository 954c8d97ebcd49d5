"""Checks the table of tokens against the streams `token:ID`, so that no row grants more than the log records."""

from __future__ import annotations

from collections.abc import Iterator

from plancia_archive.archive import Archive
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.row_checksums import checksum
from plancia_archive.people.register import STREAM as PERSON
from plancia_archive.registers.token_events import STREAM
from plancia_archive.registers.tokens import COLUMNS, SCOPE_OF_ROLE


def check_tokens(view: Archive, streams: set[str]) -> Iterator[Finding]:
    """Reports rows without stream, streams without row, columns that differ, and references to unknown people."""
    unmatched_streams = {stream for stream in streams if stream.startswith(STREAM)}
    statement = f"SELECT hash, scopes, checksum, {', '.join(COLUMNS)} FROM token"
    for digest, scopes, stored_checksum, *values in view.db.execute(statement).fetchall():
        cells = dict(zip(COLUMNS, values, strict=True))
        where, stream = f"token {cells['id'] or bytes(digest).hex()[:12]}", f"{STREAM}{cells['id']}"
        if stream not in unmatched_streams:
            yield Finding(where, "token", "granted")
            continue
        unmatched_streams.discard(stream)
        different_columns = list(view.tokens.differences(bytes(digest), cells))
        if (
            stored_checksum is not None
            and not different_columns
            and scopes != SCOPE_OF_ROLE.get(str(cells["role"]), "write")
        ):
            different_columns.append("scopes")
        uncommitted_cells = (
            str(cells["name"]),
            int(cells["made_at"]),
            cells["revoked_at"],
        )  # the log does not record these
        if stored_checksum is not None and not different_columns and stored_checksum != checksum(*uncommitted_cells):
            different_columns.append("checksum")
        for name in different_columns:
            yield Finding(where, "token", name)
        player = view.tokens.load_from_log(str(cells["id"])).player
        if player and PERSON + player not in streams:
            yield Finding(where, "person", player)
    for stream in sorted(unmatched_streams):
        yield Finding(f"token {stream.removeprefix(STREAM)}", "token", "row")
