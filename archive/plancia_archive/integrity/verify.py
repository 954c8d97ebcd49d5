"""Verifies an archive: the file, every hash and chain, every text, and every derived row by deriving it again.

The checks read a snapshot on a separate connection and hold no lock, so others can write. Damage is always reported as
a finding, whatever exception it causes, so that the command for damaged files does not fail on them.

Whoever has the file and its key can recompute every hash, tile and checkpoint in it, but not a head that is kept
elsewhere. A change is therefore located by other heads from outside, by stored tiles that still lead to the root of the
head, and, for an upper bound, by checkpoints of the archive that contradict its entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlite_utils

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.facts import projections
from plancia_archive.facts.tables import BY_NUMBER, TABLES_BY_GAME
from plancia_archive.integrity.game_rows import (
    describe_changes,
    equal_rows,
    expected_rows,
    fetch_rows,
    fetch_table_columns,
    game_numbers,
)
from plancia_archive.integrity.references import check_evidence_files, check_references
from plancia_archive.integrity.stream_checks import (
    GAME,
    RULE_SET,
    STREAMS,
    CheckStopped,
    Finding,
    collect_findings,
    find_problem,
    stream_kind,
    summarize_error,
)
from plancia_archive.integrity.tree_checks import build_tree, check_tree, head_differences, read_checkpoint_file
from plancia_archive.log import schema
from plancia_archive.log.archive_stream import Identity, form_1_differences, read_identities, verifier_keys
from plancia_archive.log.connections import connect_memory
from plancia_archive.log.entries import RULESET_PREFIX
from plancia_archive.log.entry_format import NO_PREDECESSOR, Header, leaf_hash
from plancia_archive.log.entry_times import find_backdated
from plancia_archive.log.schema import GUARD_TRIGGERS, check_guards, expected_objects, schema_objects
from plancia_archive.log.side_files import checkpoint_file
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.snapshots import shared_snapshot
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import parse_note, verify_note
from plancia_archive.tlog.text_fields import HASH_SIZE
from plancia_archive.tlog.tiles import TILE_WIDTH
from plancia_archive.tournaments.linked_games import project_links
from plancia_archive.workers import InProcessWorkers, State, WorkerError, Workers, chunks, worker_count

__all__ = ["Finding", "count_games", "verify"]


@dataclass
class LogState:
    """The tree over the entries of the log, its origins, the streams of its entries, and the leaves in stored tiles."""

    tree: MemoryTree
    identities: list[Identity]
    streams: list[str]
    tile_leaves: dict[int, bytes]

    def contains(self, head: Checkpoint) -> bool:
        """True if the log begins with the tree of a head."""
        return head.size <= len(self.tree) and root_of_size(self.tree, head.size) == head.root

    def change_finding(self, where: str, first: int, end: int) -> Finding:
        """Returns the finding that the first changed entry is in the range from `first` to `end`, the end excluded."""
        if end == first + 1:
            return Finding(where, "head-entry", f"{first} ({self.streams[first]})")
        return Finding(where, "head-range", f"{first}..{end - 1}")


def read_state(view: Archive) -> LogState:
    """Reads the state of the log of a view."""
    streams = [str(row[0]) for row in view.db.execute("SELECT game FROM entry ORDER BY log_index")]
    tile_leaves: dict[int, bytes] = {}
    for number, data in view.db.execute("SELECT n, data FROM tile WHERE level = 0 AND n >= 0 ORDER BY n"):
        tile = bytes(data)
        hashes = [tile[offset : offset + HASH_SIZE] for offset in range(0, len(tile), HASH_SIZE)]
        tile_leaves.update(enumerate(hashes, int(number) * TILE_WIDTH))
    return LogState(build_tree(view), read_identities(view.log), streams, tile_leaves)


def check_heads(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks the log against heads and signed checkpoints from outside, and locates the first change."""
    state = read_state(view)
    signed = read_signed_heads(view)
    yield from check_signatures(state, outside)
    yield from locate_by_checkpoints(state, signed)
    lower = 0
    for head in sorted(outside.heads, key=lambda head: head.size):
        differing = list(head_differences(head, where := f"head {head.head()}", state.tree, state.identities))
        yield from differing
        if not differing:
            lower = head.size
        elif differing[0].code in ("head-root", "head-behind"):
            yield from locate_change(state, head, where, lower, signed)
            return  # later heads differ because of the same change


def check_signatures(state: LogState, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks signatures of the checkpoints from outside with the given keys, else with those that the log announced."""
    announced_keys = [key for identity in state.identities for key in verifier_keys(identity)]
    for note in outside.signed:
        head = parse_checkpoint(note.body)
        try:
            verify_note(note, [key for key in outside.log_keys() or announced_keys if key.name == head.origin])
        except TlogError as error:
            yield Finding(f"head {head.head()}", "checkpoint", error.code)


def read_signed_heads(view: Archive) -> list[Checkpoint]:
    """Reads the heads in the table of signed checkpoints, by size; `check_tree` reports rows that cannot be parsed."""
    heads = []
    for (text,) in view.db.execute("SELECT note FROM checkpoint ORDER BY size").fetchall():
        try:
            heads.append(parse_checkpoint(parse_note(str(text)).body))
        except TlogError:
            continue
    return sorted(heads, key=lambda head: head.size)


def locate_by_checkpoints(state: LogState, signed: Sequence[Checkpoint]) -> Iterator[Finding]:
    """Yields the range of entries in which the archive's own checkpoints show the first change."""
    lower = 0
    for head in signed:
        if head.size > len(state.tree):
            return
        if not state.contains(head):
            yield state.change_finding(f"checkpoint {head.size}", min(lower, head.size - 1), head.size)
            return
        lower = head.size


def locate_change(
    state: LogState, head: Checkpoint, where: str, lower: int, signed: Sequence[Checkpoint]
) -> Iterator[Finding]:
    """Yields the entry, or the range of entries, in which the log differs from a head, if it can be located."""
    entry = changed_leaf(state, head)
    if entry is not None:
        yield state.change_finding(where, entry, entry + 1)
        return
    size = len(state.tree)
    contradicting_sizes = [
        checkpoint.size for checkpoint in signed if lower < checkpoint.size <= size and not state.contains(checkpoint)
    ]
    upper = min([head.size, size, *contradicting_sizes])
    if upper > lower and (contradicting_sizes or head.size <= size):
        yield state.change_finding(where, lower, upper)


def changed_leaf(state: LogState, head: Checkpoint) -> int | None:
    """Returns the index of the first entry that differs from the stored tiles.

    Returns None unless the stored tiles, with the later leaves, lead to the root of the head.
    """
    leaves = [state.tile_leaves.get(index, leaf) for index, leaf in enumerate(state.tree.levels[0][: head.size])]
    if head.size > len(state.tree) or root_of_size(MemoryTree(leaves), head.size) != head.root:
        return None
    return next((index for index, leaf in enumerate(leaves) if leaf != state.tree.levels[0][index]), None)


def empty_database() -> sqlite_utils.Database:
    """Creates an in-memory database with the tables of an archive."""
    db = connect_memory()
    schema.migrate(db)
    return db


def check_derived_rows(
    view: Archive, workers: InProcessWorkers | Workers, step: Callable[[], None], log_is_valid: bool
) -> Iterator[Finding]:
    """Compares the stored rows with rows derived again; with an invalid log only looks for rows without a game."""
    games = game_numbers(view.db)
    withdrawn = {str(row["game"]) for row in WITHDRAWALS.rows(view.log)} if log_is_valid else set()
    game_chunks = chunks([(game_id, number, game_id in withdrawn) for game_id, number in games.items()], workers.count)
    for chunk, (rows, error) in (
        zip(game_chunks, workers.map(check_games, game_chunks), strict=True) if log_is_valid else ()
    ):
        yield from rows
        if error:
            raise CheckStopped(error)
        for _ in chunk:
            step()
    if log_is_valid:
        for stream in STREAMS.values():
            if stream.table:
                yield from check_register(view, stream.table, {tuple(row.values()) for row in stream.rows(view.log)})
    yield from check_orphan_rows(view, games)
    if log_is_valid:
        scratch = empty_database()
        try:
            yield from check_links(view, scratch)
        finally:
            scratch.conn.close()


def check_games(state: State, games: Sequence[tuple[str, int, bool]]) -> tuple[list[Finding], str]:
    """Worker task: returns findings in the rows of games (id, number, withdrawn), and the error that stopped it."""
    view: Archive = state["view"]
    if "columns" not in state:
        state["columns"] = fetch_table_columns(view.db)
    columns_by_table: dict[str, list[str]] = state["columns"]
    return collect_findings(
        finding
        for game_id, number, withdrawn in games
        for finding in (
            check_withdrawn_game(view, game_id, number)
            if withdrawn
            else check_game(view, columns_by_table, game_id, number)
        )
    )


def check_game(view: Archive, columns_by_table: dict[str, list[str]], game_id: str, number: int) -> Iterator[Finding]:
    """Compares a game's rows with those derived from its text; the finding "edited" means that the text differs too."""
    try:
        game = view.game(game_id)
        rules = view.rules_of(game)
        expected = expected_rows(projections.rows_of(game, rules, game_id, number), columns_by_table)
        stored = fetch_rows(view.db, game_id, number)
    except Exception as error:
        yield Finding(game_id, "derived", f"{type(error).__name__}: {error}"[:200])
        return
    if equal_rows(expected, stored):
        return
    old_row = dict(zip(columns_by_table["game"], stored["game"][0], strict=True)) if len(stored["game"]) == 1 else {}
    new_row = dict(zip(columns_by_table["game"], expected["game"][0], strict=True))
    code = (
        "edited"
        if old_row and (old_row["content"], old_row["version"]) != (new_row["content"], new_row["version"])
        else "derived"
    )
    yield Finding(game_id, code, describe_changes(expected, stored, old_row, new_row))


def check_withdrawn_game(view: Archive, game_id: str, number: int) -> Iterator[Finding]:
    """Reports derived rows of a withdrawn game, which must have none."""
    for table, rows in fetch_rows(view.db, game_id, number).items():
        if rows:
            yield Finding(f"{table} {game_id}", "ghost", str(len(rows)))


def check_register(view: Archive, table: str, expected: set[tuple[Any, ...]]) -> Iterator[Finding]:
    """Compares the rows of a table derived from other streams than games."""
    stored_rows = {tuple(row) for row in view.db.execute(f"SELECT * FROM {table}").fetchall()}
    for row in sorted(stored_rows - expected, key=repr):
        yield Finding(f"{table} {row[0]}", "ghost", str(row[1]))
    for row in sorted(expected - stored_rows, key=repr):
        yield Finding(f"{table} {row[0]}", "derived", str(row[1]))


def check_orphan_rows(view: Archive, games: dict[str, int]) -> Iterator[Finding]:
    """Reports rows of games that are not in the log."""
    numbers = set(games.values())
    for table in TABLES_BY_GAME:
        for game, count in view.db.execute(f"SELECT game, count(*) FROM {table} GROUP BY game").fetchall():
            if str(game) not in games:
                yield Finding(f"{table} {game}", "ghost", str(count))
    for table in BY_NUMBER:
        for number, count in view.db.execute(f"SELECT number, count(*) FROM {table} GROUP BY number").fetchall():
            if number not in numbers:
                yield Finding(f"{table} {number}", "ghost", str(count))


def check_links(view: Archive, scratch: sqlite_utils.Database) -> Iterator[Finding]:
    """Compares the table `link` with the tournaments of the log."""
    for name in view.tournaments.ids():
        project_links(scratch, view.tournaments.get(name))
    link_rows = []
    for db in (scratch, view.db):
        link_rows.append({tuple(row) for row in db.execute("SELECT * FROM link").fetchall()})
    expected, stored = link_rows
    for row in sorted(stored - expected, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "ghost", str(row[3]))
    for row in sorted(expected - stored, key=repr):
        yield Finding(f"link {row[0]} {row[1]}/{row[2]}", "derived", str(row[3]))


def check_receipts(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks the log against each receipt: the entry at its index must have its leaf hash."""
    for receipt in outside.receipts:
        finding = check_leaf(view, receipt.index, receipt.leaf, receipt.stream)
        if finding is not None:
            yield finding


def check_leaf(view: Archive, index: int, leaf: bytes, stream: str = "") -> Finding | None:
    """Checks that the entry at an index has the leaf hash of a receipt; returns None if it has.

    The finding is `receipt-gone` if the log has no such entry, `receipt` if the entry is another one. The leaf hash is
    computed from the bytes of the entry.
    """
    row = view.db.execute("SELECT game, prev, header, body FROM entry WHERE log_index = ?", [index]).fetchone()
    if row is None:
        last_index = view.db.execute("SELECT coalesce(max(log_index), -1) FROM entry").fetchone()[0]
        return Finding(f"entry {index} ({stream})" if stream else f"entry {index}", "receipt-gone", str(last_index))
    stored_leaf = leaf_hash(bytes(row[1]), str(row[2]), bytes(row[3]))
    if stored_leaf == leaf:
        return None
    streams = f" ({stream} -> {row[0]})" if stream not in ("", row[0]) else f" ({row[0]})"
    return Finding(f"entry {index}{streams}", "receipt", stored_leaf.hex())


def count_games(archive: Archive) -> int:
    """Returns the number of games to verify, 0 if the file is too damaged to count them."""
    with suppress(Exception):
        return len(archive.game_ids())
    return 0


def verify(
    archive: Archive, judged: bool = True, step: Callable[[], None] | None = None, jobs: int = 1,
    outside: VerifierInputs | None = None,
) -> list[Finding]:  # fmt: skip
    """Returns all problems of an archive, an empty list if it is intact. With `judged` every game is replayed too.

    `outside` has heads, receipts and keys that others kept, which reveal changes by whoever has the file and its key.
    `step` is called twice per replayed game: after reading its text, and after deriving its rows. With `jobs` above 1
    many games are replayed in as many processes. Raises WorkerError if one of them dies.
    """
    findings: list[Finding] = []
    step = step or (lambda: None)
    newest = read_checkpoint_file(archive.path)  # before the snapshot: others may sign meanwhile
    try:
        with shared_snapshot(archive, worker_count(jobs, count_games(archive)) if judged else 1) as (view, workers):
            findings += run_check("file", "integrity", check_sqlite_integrity(view))
            findings += run_check("schema", "guards", check_schema(view))
            findings += run_check("log", "damaged", check_entries(view))
            findings += run_check("log", "damaged", check_times(view))
            findings += run_check("log", "damaged", check_form_1_commitment(view))
            findings += run_check("tree", "damaged", check_tree(view, newest, checkpoint_file(archive.path).name))
            findings += run_check("tree", "damaged", check_heads(view, outside or VerifierInputs()))
            findings += run_check("tree", "damaged", check_receipts(view, outside or VerifierInputs()))
            if judged:
                findings += run_check("log", "damaged", check_texts(view, workers, step))
                log_is_valid = {finding.code for finding in findings} <= {"backdated"}
                findings += run_check("log", "damaged", check_references(view, workers))
                findings += run_check("files", "damaged", check_evidence_files(view, archive.path))
                findings += run_check("rows", "damaged", check_derived_rows(view, workers, step, log_is_valid))
    except WorkerError:
        raise
    except Exception as error:  # a damaged file may fail when it is opened again
        findings.append(Finding("file", "damaged", summarize_error(error)))
    return list(dict.fromkeys(findings))


def run_check(where: str, code: str, work: Iterable[Finding]) -> list[Finding]:
    """Returns the findings of one check; an error that stops it becomes the last finding. Raises WorkerError."""
    findings: list[Finding] = []
    try:
        findings.extend(work)
    except WorkerError:
        raise
    except Exception as error:
        findings.append(Finding(where, code, summarize_error(error)))
    return findings


def check_sqlite_integrity(view: Archive) -> Iterator[Finding]:
    """Reports the errors of PRAGMA integrity_check."""
    for row in view.db.execute("PRAGMA integrity_check(20)"):
        if str(row[0]) != "ok":
            yield Finding("file", "integrity", str(row[0]))


def check_schema(view: Archive) -> Iterator[Finding]:
    """Checks that the tables, indexes and guard triggers are exactly those of a new archive."""
    try:
        check_guards(view.db)
    except ArchiveError as error:
        yield Finding("guards", "guards", error.what)
    stored, expected = schema_objects(view.db), expected_objects()
    for name in sorted(stored.keys() - expected.keys() - GUARD_TRIGGERS.keys()):
        yield Finding("schema", "stranger", name)
    for name in sorted(name for name in expected.keys() - GUARD_TRIGGERS.keys() if stored.get(name) != expected[name]):
        yield Finding("schema", "schema", name)


def check_entries(view: Archive) -> Iterator[Finding]:
    """Checks order, hashes and chains of the log, and columns against bodies."""
    last_leaves: dict[str, tuple[bytes, int]] = {}
    rows = view.db.execute(
        "SELECT log_index, game, first, count, request_id, recorded_at, prev, body, leaf, header FROM entry "
        "ORDER BY log_index"
    )
    form_2 = False
    for expected, (index, game, first, count, request, at, prev, body, leaf, header) in enumerate(rows):
        where = f"entry {index} ({game})"
        if index != expected:
            yield Finding(where, "gap", f"{expected}")
        last_leaf, version = last_leaves.get(game, (NO_PREDECESSOR, 0))
        if bytes(prev) != last_leaf:
            yield Finding(where, "chain", "prev")
        if bytes(leaf) != leaf_hash(bytes(prev), str(header), bytes(body)):
            yield Finding(where, "hash", "leaf")
        if header or form_2:
            form_2 = True
            columns = {"index": index, "stream": game, "first": first, "count": count, "request": request, "at": at,
                       "prev": bytes(prev).hex()}  # fmt: skip
            for name in header_differences(str(header), columns):
                yield Finding(where, "header", name)
        if first != version:
            yield Finding(where, "version", f"{first} != {version}")
        if not str(game).startswith(RULESET_PREFIX) and (events := count_events(bytes(body), first == 0)) != count:
            yield Finding(where, "count", f"{count} != {events}")
        last_leaves[game] = (bytes(leaf), first + count)


def header_differences(text: str, columns: dict[str, object]) -> list[str]:
    """Returns the members of an entry's header that differ from its columns; `header` if it cannot be parsed."""
    try:
        header = Header.parse(text)
    except ValueError:
        return ["header"]
    return [name for name, value in columns.items() if getattr(header, name) != value]


def check_times(view: Archive) -> Iterator[Finding]:
    """Reports the entries that are dated a day or more before an earlier one, unless the log states why."""
    for fall in find_backdated(view.db):
        yield Finding(fall.where(), "backdated", fall.times())


def check_form_1_commitment(view: Archive) -> Iterator[Finding]:
    """Checks the entries of form 1 against the commitment in the stream `archive:`."""
    for name in form_1_differences(view.log):
        yield Finding("archive:", "form-1", name)


def count_events(body: bytes, opening: bool) -> int:
    """Counts the events in an entry; the headers of an opening count as one."""
    lines = body.count(b"\n")
    header_end = body.find(b"\n\n") if opening else -1
    return lines - body.count(b"\n", 0, header_end + 2) + 1 if header_end >= 0 else lines


def check_texts(view: Archive, workers: InProcessWorkers | Workers, step: Callable[[], None]) -> Iterator[Finding]:
    """Checks the text of every stream."""
    streams = [str(row[0]) for row in view.db.execute("SELECT DISTINCT game FROM entry").fetchall()]
    stream_chunks = chunks(streams, workers.count)
    for chunk, (rows, error) in zip(stream_chunks, workers.map(check_streams, stream_chunks), strict=True):
        yield from rows
        if error:
            raise CheckStopped(error)
        for stream in chunk:
            if stream_kind(stream) == GAME:
                step()


def check_streams(state: State, streams: Sequence[str]) -> tuple[list[Finding], str]:
    """Worker task: returns the problems of streams, and the error that stopped it."""
    return collect_findings(finding for stream in streams for finding in check_stream(state["view"], stream))


def check_stream(view: Archive, stream: str) -> Iterator[Finding]:
    """Yields the problem of one stream, if any."""
    bodies = view.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
    problem = find_problem(stream, b"".join(bytes(row[0]) for row in bodies))
    if problem is not None:
        yield Finding(
            stream,
            {GAME: "canonical", RULE_SET: "rules", "dispute": "dispute", "approval": "dispute"}.get(
                stream_kind(stream), "tournament"
            ),
            problem,
        )
