"""Rewrites an archive as its keeper could who has file, source and key, with sqlite3 and hashlib alone.

Every number, header, link, leaf and root is computed here from the form in docs/rgn/evidence.md; only the rebuilding of
rows and the signature, which the keeper has commands for, are the program's.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plancia_archive import Archive

STREAM, RULES = "archive:", "ruleset:"
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


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def leaf_hash(prev: bytes, header: str, body: bytes) -> bytes:
    """The leaf hash of an entry of form 2, or of form 1 without a header."""
    entry = b"\x02" + header.encode() + b"\n" + body if header else b"\x01" + prev + body
    return hashlib.sha256(b"\x00" + entry).digest()


def tree_root(leaves: list[bytes]) -> bytes:
    """The root of RFC 6962, 2.1."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    cut = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + tree_root(leaves[:cut]) + tree_root(leaves[cut:])).digest()


def count_events(body: bytes, opening: bool) -> int:
    """The events of an entry; the headers of an opening count as one."""
    _, separator, rest = body.partition(b"\n\n") if opening else (b"", b"", body)
    return rest.count(b"\n") + 1 if separator else body.count(b"\n")


class Insider:
    """An archive opened to be rewritten. `entries` is the log in its order; `save` writes it with all hashes."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.db = sqlite3.connect(place, isolation_level=None)
        triggers = self.sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entry'")
        self.triggers: dict[str, str] = dict(triggers)
        for name in self.triggers:
            self.db.execute(f"DROP TRIGGER {name}")
        self.entries: list[Entry] = []
        for row in self.sql(f"SELECT {COLUMNS} FROM entry ORDER BY log_index"):
            header = json.loads(row[9]) if row[9] else {"author": "", "role": ""}
            self.entries.append(Entry(row[1], row[4], row[5], header["author"], header["role"], bytes(row[7])))

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

    def append(self, like: Entry, body: str, days: int = 0, **changes: Any) -> None:
        """A new last entry, dated so many days before the one that is last now."""
        at = self.entries[-1].at - days * 24 * 3600 * 1000
        request = hashlib.sha256(body.encode()).hexdigest()[:32]
        self.entries.append(replace(like, request=request, at=at, body=body.encode(), **changes))

    def lines(self, entry: Entry) -> list[dict[str, Any]]:
        """The events of an entry of a stream of JSON lines."""
        return [json.loads(line) for line in entry.body.decode().splitlines()]

    def put_lines(self, entry: Entry, events: list[dict[str, Any]]) -> None:
        """Other events for an entry of a stream of JSON lines."""
        entry.body = "".join(f"{canonical(event)}\n" for event in events).encode()

    def close(self) -> None:
        """What was done with `sql` alone: the triggers are put back word for word, nothing is hashed."""
        for statement in self.triggers.values():
            self.db.execute(statement)
        self.db.close()

    def save(self) -> None:
        """Writes the log: numbers, headers, links and leaves anew; tiles, checkpoints and their file are removed."""
        self.db.execute("BEGIN")
        for table in ("entry", "tile", "checkpoint"):
            self.db.execute(f"DELETE FROM {table}")
        versions: dict[str, int] = {}
        leaves: dict[str, bytes] = {}
        for index, entry in enumerate(self.entries):
            if entry.stream == STREAM and b'"migrated"' in entry.body:
                self.commit_again(entry)
            first, prev = versions.get(entry.stream, 0), leaves.get(entry.stream, bytes(32))
            count = 1 if entry.stream.startswith(RULES) else count_events(entry.body, first == 0)
            header = "" if not entry.author else canonical({
                "at": entry.at, "author": entry.author, "count": count, "first": first, "index": index,
                "prev": prev.hex(), "request": entry.request, "role": entry.role, "stream": entry.stream,
            })  # fmt: skip
            leaf = leaf_hash(prev, header, entry.body)
            row = [index, entry.stream, first, count, entry.request, entry.at, prev, entry.body, leaf, header]
            self.db.execute(f"INSERT INTO entry({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            versions[entry.stream], leaves[entry.stream] = first + count, leaf
        self.db.execute("COMMIT")
        self.close()
        Path(f"{self.place}.checkpoint").unlink(missing_ok=True)

    def commit_again(self, entry: Entry) -> None:
        """The line `migrated` over the entries of form 1 as they are now."""
        columns = "log_index, game, first, count, request_id, recorded_at, leaf"
        rows = self.sql(f"SELECT {columns} FROM entry WHERE header = '' ORDER BY log_index")
        text = "".join(json.dumps([*row[:6], row[6].hex()], separators=(",", ":")) + "\n" for row in rows)
        (event,) = self.lines(entry)
        root, digest = tree_root([row[6] for row in rows]).hex(), hashlib.sha256(text.encode()).hexdigest()
        self.put_lines(entry, [{**event, "size": len(rows), "root": root, "rows": digest}])

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
