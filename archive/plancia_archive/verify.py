"""Proof of an archive by itself: the file's integrity, every hash, every chain, every derived row judged again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plancia_archive import projections
from plancia_archive.chain import START, leaf_of
from plancia_archive.errors import ArchiveError
from plancia_archive.exports.snapshots import copied
from plancia_archive.schema import check_guards
from plancia_archive.store import RULES, Archive
from plancia_archive.tournaments.links import project_all
from plancia_events import read


@dataclass(frozen=True)
class Finding:
    """Something wrong in the archive: where, a stable code, and details."""

    where: str
    code: str
    detail: str = ""


def verify(archive: Archive, judged: bool = True, step: Callable[[], None] | None = None) -> list[Finding]:
    """Everything found wrong; an empty list is an intact archive. `judged` also replays every game.

    `step` is called twice for each game that is replayed: when its text is read, and when its rows are made.
    """
    found: list[Finding] = []
    db = archive.db
    with archive.lock:
        state = str(db.execute("PRAGMA integrity_check").fetchone()[0])
        if state != "ok":
            found.append(Finding("file", "integrity", state))
        try:
            check_guards(db)
        except ArchiveError as error:
            found.append(Finding("guards", "guards", error.what))
        found += entries(archive)
        if judged and not found:
            with to_write(archive) as made:
                found += derived(made, step or (lambda: None))
    return found


@contextmanager
def to_write(archive: Archive) -> Iterator[Archive]:
    """The archive itself, or a copy thrown away where it can only be read: its rows are made again to be compared."""
    if not archive.read_only:
        yield archive
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "verify.db"
        copied(archive, place)
        made = Archive.open(place)
        try:
            yield made
        finally:
            made.close()


def entries(archive: Archive) -> list[Finding]:
    """Order, hashes and chains of the log, and the columns against the bytes."""
    found: list[Finding] = []
    tails: dict[str, tuple[bytes, int]] = {}
    rows = archive.db.execute("SELECT log_index, game, first, count, prev, body, leaf FROM entry ORDER BY log_index")
    for expected, (index, game, first, count, prev, body, leaf) in enumerate(rows.fetchall()):
        where = f"entry {index} ({game})"
        if index != expected:
            found.append(Finding(where, "gap", f"{expected}"))
        tail, version = tails.get(game, (START, 0))
        if bytes(prev) != tail:
            found.append(Finding(where, "chain", "prev"))
        if bytes(leaf) != leaf_of(bytes(prev), bytes(body)):
            found.append(Finding(where, "hash", "leaf"))
        if first != version:
            found.append(Finding(where, "version", f"{first} != {version}"))
        if not str(game).startswith(RULES):
            lines = bytes(body).count(b"\n")
            block = bytes(body).find(b"\n\n") if first == 0 else -1
            events = lines - bytes(body).count(b"\n", 0, block + 2) + 1 if block >= 0 else lines
            if events != count:
                found.append(Finding(where, "count", f"{count} != {events}"))
        tails[game] = (bytes(leaf), first + count)
    return found


def derived(archive: Archive, step: Callable[[], None]) -> list[Finding]:
    """Texts are canonical, rules hash to their name, and a rebuild gives the rows that are there."""
    found: list[Finding] = []
    for game_id in archive.game_ids():
        step()
        text = archive.text(game_id)
        reading = read(text, game_id)
        if not reading.ok or reading.games[0].text() != text:
            found.append(Finding(game_id, "canonical"))
            continue
        try:
            if archive.rules_of(reading.games[0]).hash != reading.games[0].header("Rules"):
                found.append(Finding(game_id, "rules"))
        except (ArchiveError, ValueError) as error:
            found.append(Finding(game_id, "rules", str(error)))
    if found:
        return found
    before = projections.snapshot(archive.db)
    archive.db.begin()
    try:
        for game_id in archive.game_ids():
            step()
            game = archive.game(game_id)
            rules = archive.rules_of(game)
            row = archive.db.execute("SELECT min(log_index) FROM entry WHERE game = ?", [game_id]).fetchone()
            from plancia_replay import judge

            projections.project(archive.db, game_id, int(row[0]), rules, game, judge(game, rules))
        project_all(archive.tournaments)
        after = projections.snapshot(archive.db)
    finally:
        archive.db.rollback()
    return [Finding(table, "derived") for table in before if before[table] != after[table]]
