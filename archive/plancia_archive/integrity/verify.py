"""Proof of an archive by itself: the file, every hash and chain, every text, every derived row made again.

It reads one moment of the archive on a connection of its own and holds no lock, so that others go on writing. What is
damaged is a finding, whatever it makes of the program: the command for damaged files never fails on one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.derived_rows import derived
from plancia_archive.integrity.finding import Finding, Stopped, gathered, summary
from plancia_archive.integrity.references import references
from plancia_archive.integrity.stream_checks import GAME, RULE_SET, kind_of, wrong_in
from plancia_archive.log.chain import START, leaf_of
from plancia_archive.log.entries import RULES
from plancia_archive.log.schema import GUARDS, check_guards
from plancia_archive.log.shared_snapshot import shared_snapshot
from plancia_archive.workers import Alone, State, WorkerError, Workers, chunks, processes_for

__all__ = ["Finding", "games_in", "verify"]


def games_in(archive: Archive) -> int:
    """How many games there are to verify; 0 where the file is too damaged to tell."""
    with suppress(Exception):
        return len(archive.game_ids())
    return 0


def verify(
    archive: Archive, judged: bool = True, step: Callable[[], None] | None = None, jobs: int = 1
) -> list[Finding]:
    """Everything found wrong; an empty list is an intact archive. `judged` also replays every game.

    `step` is called twice for each game that is replayed: when its text is read, and when its rows are made. With
    `jobs` above 1 many games are replayed in so many processes. Raises WorkerError where one of them dies.
    """
    found: list[Finding] = []
    step = step or (lambda: None)
    try:
        with shared_snapshot(archive, processes_for(jobs, games_in(archive)) if judged else 1) as (view, workers):
            found += tried("file", "integrity", integrity(view))
            found += tried("schema", "guards", guards(view))
            found += tried("log", "damaged", entries(view))
            if judged:
                found += tried("log", "damaged", texts(view, workers, step))
                sound = not found
                found += tried("log", "damaged", references(view, workers))
                found += tried("rows", "damaged", derived(view, workers, step, sound))
    except WorkerError:
        raise
    except Exception as error:  # what a damaged file makes of opening it a second time
        found.append(Finding("file", "damaged", summary(error)))
    return list(dict.fromkeys(found))


def tried(where: str, code: str, work: Iterable[Finding]) -> list[Finding]:
    """The findings of one kind of proof; where damage stops it, that is the last of them. Raises WorkerError."""
    found: list[Finding] = []
    try:
        found.extend(work)
    except WorkerError:
        raise
    except Exception as error:
        found.append(Finding(where, code, summary(error)))
    return found


def integrity(view: Archive) -> Iterator[Finding]:
    """What SQLite itself finds wrong with the file."""
    for row in view.db.execute("PRAGMA integrity_check(20)"):
        if str(row[0]) != "ok":
            yield Finding("file", "integrity", str(row[0]))


def guards(view: Archive) -> Iterator[Finding]:
    """The triggers that refuse changes stand, and there are no others."""
    try:
        check_guards(view.db)
    except ArchiveError as error:
        yield Finding("guards", "guards", error.what)
    for (name,) in view.db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        if name not in GUARDS:
            yield Finding("guards", "stranger", f"trigger {name}")


def entries(view: Archive) -> Iterator[Finding]:
    """Order, hashes and chains of the log, and the columns against the bytes."""
    tails: dict[str, tuple[bytes, int]] = {}
    rows = view.db.execute("SELECT log_index, game, first, count, prev, body, leaf FROM entry ORDER BY log_index")
    for expected, (index, game, first, count, prev, body, leaf) in enumerate(rows):
        where = f"entry {index} ({game})"
        if index != expected:
            yield Finding(where, "gap", f"{expected}")
        tail, version = tails.get(game, (START, 0))
        if bytes(prev) != tail:
            yield Finding(where, "chain", "prev")
        if bytes(leaf) != leaf_of(bytes(prev), bytes(body)):
            yield Finding(where, "hash", "leaf")
        if first != version:
            yield Finding(where, "version", f"{first} != {version}")
        if not str(game).startswith(RULES) and (events := events_in(bytes(body), first == 0)) != count:
            yield Finding(where, "count", f"{count} != {events}")
        tails[game] = (bytes(leaf), first + count)


def events_in(body: bytes, opening: bool) -> int:
    """How many events an entry holds; the headers of an opening are one."""
    lines = body.count(b"\n")
    block = body.find(b"\n\n") if opening else -1
    return lines - body.count(b"\n", 0, block + 2) + 1 if block >= 0 else lines


def texts(view: Archive, workers: Alone | Workers, step: Callable[[], None]) -> Iterator[Finding]:
    """Every stream of the log is a game, a rule-set or a tournament as the archive writes it."""
    streams = [str(row[0]) for row in view.db.execute("SELECT DISTINCT game FROM entry").fetchall()]
    parts = chunks(streams, workers.count)
    for part, (rows, error) in zip(parts, workers.map(texts_of, parts), strict=True):
        yield from rows
        if error:
            raise Stopped(error)
        for stream in part:
            if kind_of(stream) == GAME:
                step()


def texts_of(state: State, streams: Sequence[str]) -> tuple[list[Finding], str]:
    """For a worker: what is wrong in some streams, and the damage that stopped it."""
    return gathered(finding for stream in streams for finding in text_of(state["view"], stream))


def text_of(view: Archive, stream: str) -> Iterator[Finding]:
    """What is wrong in one stream."""
    bodies = view.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
    wrong = wrong_in(stream, b"".join(bytes(row[0]) for row in bodies))
    if wrong is not None:
        yield Finding(stream, {GAME: "canonical", RULE_SET: "rules"}.get(kind_of(stream), "tournament"), wrong)
