"""Rewrites an archive as its keeper could who has file, source and key: every hash, tile and signature is made anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plancia_archive import Archive
from plancia_archive.integrity.verify import count_events
from plancia_archive.log.archive_stream import STREAM, summarize_form_1
from plancia_archive.log.connections import connect
from plancia_archive.log.entries import RULESET_PREFIX
from plancia_archive.log.entry_format import NO_PREDECESSOR, Header, leaf_hash
from plancia_archive.log.schema import GUARD_TRIGGERS
from plancia_archive.log.side_files import checkpoint_file

COLUMNS = "log_index, game, first, count, request_id, recorded_at, prev, body, leaf, header"


@dataclass
class Entry:
    """An entry as the keeper would have it; without author it is of form 1."""

    stream: str
    request: str
    at: int
    author: str
    role: str
    body: bytes


class Insider:
    """An archive opened to be rewritten. `entries` is the log in its order; `save` writes it with all hashes."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.db = connect(place)
        for name in GUARD_TRIGGERS:
            self.db.execute(f"DROP TRIGGER IF EXISTS {name}")
        self.db.execute("PRAGMA foreign_keys = OFF")
        self.entries: list[Entry] = []
        for row in self.db.execute(f"SELECT {COLUMNS} FROM entry ORDER BY log_index").fetchall():
            header = Header.parse(row[9]) if row[9] else None
            author, role = (header.author, header.role) if header else ("", "")
            self.entries.append(Entry(row[1], row[4], row[5], author, role, bytes(row[7])))

    def sql(self, statement: str, *values: Any) -> list[Any]:
        """Runs a statement."""
        return list(self.db.execute(statement, values).fetchall())

    def of(self, prefix: str) -> list[Entry]:
        """The entries of the streams that begin so, in their order."""
        found = [entry for entry in self.entries if entry.stream.startswith(prefix)]
        assert found, prefix
        return found

    def game(self, number: int) -> str:
        """The id of a game by its place among the games."""
        return list(dict.fromkeys(entry.stream for entry in self.entries if ":" not in entry.stream))[number]

    def exchange(self, prefix: str, old: str, new: str) -> None:
        """Other words in the bodies of some streams."""
        for entry in self.of(prefix):
            entry.body = entry.body.replace(old.encode(), new.encode())

    def drop(self, test: Callable[[Entry], bool]) -> None:
        """Entries are left out."""
        self.entries = [entry for entry in self.entries if not test(entry)]

    def copy(self, entry: Entry, **changes: Any) -> Entry:
        """An entry like another."""
        return replace(entry, **changes)

    def lines(self, entry: Entry) -> list[dict[str, Any]]:
        """The events of an entry of a stream of JSON lines."""
        return [json.loads(line) for line in entry.body.decode().splitlines()]

    def put_lines(self, entry: Entry, events: list[dict[str, Any]]) -> None:
        """Other events for an entry of a stream of JSON lines."""
        text = [json.dumps(event, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for event in events]
        entry.body = "".join(f"{line}\n" for line in text).encode()

    def guard(self) -> None:
        """The triggers again, word for word."""
        for name, statement in GUARD_TRIGGERS.items():
            self.db.execute(f"DROP TRIGGER IF EXISTS {name}")
            self.db.execute(statement)

    def close(self) -> None:
        """What was done with `sql` alone: the triggers are put back, nothing is hashed."""
        self.guard()
        self.db.conn.close()

    def save(self) -> None:
        """Writes the log: numbers, headers, links and leaves anew; tiles, checkpoints and their file are removed."""
        self.db.begin()
        for table in ("entry", "tile", "checkpoint"):
            self.db.execute(f"DELETE FROM {table}")
        versions: dict[str, int] = {}
        leaves: dict[str, bytes] = {}
        for index, entry in enumerate(self.entries):
            if entry.stream == STREAM and b'"migrated"' in entry.body:
                self.commit_again(entry)
            first, prev = versions.get(entry.stream, 0), leaves.get(entry.stream, NO_PREDECESSOR)
            count = 1 if entry.stream.startswith(RULESET_PREFIX) else count_events(entry.body, first == 0)
            header = "" if not entry.author else Header(
                index, entry.stream, first, count, entry.request, entry.at, entry.author, entry.role, prev.hex()
            ).text()  # fmt: skip
            leaf = leaf_hash(prev, header, entry.body)
            row = [index, entry.stream, first, count, entry.request, entry.at, prev, entry.body, leaf, header]
            self.db.execute(f"INSERT INTO entry({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            versions[entry.stream], leaves[entry.stream] = first + count, leaf
        self.db.commit()
        self.close()
        checkpoint_file(self.place).unlink(missing_ok=True)

    def commit_again(self, entry: Entry) -> None:
        """The line `migrated` over the entries of form 1 as they are now."""
        size, root, rows = summarize_form_1(Archive(self.place, self.db).log)
        (event,) = self.lines(entry)
        self.put_lines(entry, [{**event, "size": size, "root": root, "rows": rows}])

    def finish(self) -> None:
        """Saves, makes every derived row again, stores the tiles and signs a checkpoint with the key."""
        self.save()
        rebuilt(self.place)


def rebuilt(place: Path) -> None:
    """`plancia rebuild` and a checkpoint signed with the key that is there."""
    archive = Archive.open(place)
    archive.rebuild(alone=True)
    archive.checkpoints.sign()
    archive.close()
