"""Verifies an archive: the file, every hash and chain, every text, and every derived row by deriving it again.

The checks read a snapshot on a separate connection and hold no lock, so others can write. Damage is always reported as
a finding, whatever exception it causes, so that the command for damaged files does not fail on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.integrity.derived_rows import check_derived_rows
from plancia_archive.integrity.dispute_checks import check_evidence_files
from plancia_archive.integrity.finding import CheckStopped, Finding, collect_findings, summarize_error
from plancia_archive.integrity.head_checks import check_heads
from plancia_archive.integrity.references import check_references
from plancia_archive.integrity.stream_checks import GAME, RULE_SET, find_problem, stream_kind
from plancia_archive.integrity.tree_checks import check_tree, read_checkpoint_file
from plancia_archive.log.archive_stream import form_1_differences
from plancia_archive.log.entries import RULESET_PREFIX
from plancia_archive.log.entry_format import NO_PREDECESSOR, Header, leaf_hash
from plancia_archive.log.entry_times import find_backdated
from plancia_archive.log.schema import GUARD_TRIGGERS, check_guards, expected_objects, schema_objects
from plancia_archive.log.side_files import checkpoint_file
from plancia_archive.snapshots import shared_snapshot
from plancia_archive.workers import InProcessWorkers, State, WorkerError, Workers, chunks, worker_count

__all__ = ["Finding", "count_games", "verify"]


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
