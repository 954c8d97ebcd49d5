"""Every byte of a small archive, of the files beside it, and of what was handed to others is changed, one at a time.

    python bench/byte_flips.py                      # every byte twice, into bench/reliability.json (an hour)
    python bench/byte_flips.py --once               # every byte once, in one of the two ways by chance
    python bench/byte_flips.py --once --only bundle # one file, the figures of the others stay
    python bench/byte_flips.py --each 50            # 50 bytes of each file, printed only

A byte is changed in one random bit, and again in all eight. Then it is checked as its user would: an archive is opened
and verified against a head that was kept outside, a backup is restored and verified, a bundle or receipt is verified
with the key of the log. Either it is refused and a place is named, or nothing that anybody can ask of it has changed.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from byte_flips_archive import Texts, make, side_files
from reliability_store import RESULT, store

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.evidence.result import VerificationError
from plancia_archive.evidence.verifier_inputs import (
    VerifierInputs,
    read_head,
    read_heads,
    read_log_key,
    read_signed_checkpoint,
)
from plancia_archive.evidence.verify_bundle import verify_bundle
from plancia_archive.exports.backups import restore
from plancia_archive.integrity.fsck import fsck
from plancia_archive.integrity.verify import check_sqlite_integrity
from plancia_archive.log.connections import DRIVER
from plancia_archive.snapshots import shared_snapshot
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import TlogError

REFUSED, UNCHANGED, CHANGED, FAULT = "refused", "unchanged", "changed", "fault"
EXPECTED = (
    ArchiveError,
    TlogError,
    VerificationError,
    DRIVER.DatabaseError,
    OSError,
)  # the command line prints each as a line
PIECE = 512  # bytes that a process is given at a time
UNASKED = {"checkpoint": 2}  # the time of signing, which no answer has
HEADER = 100  # bytes of the database's header
ROLLBACK = b"\x01\x01"  # read and write version of a database without a write-ahead log, as one in memory must have
MEMORY = Path("/dev/shm")

Rows = dict[str, list[Any]]


@dataclass
class Tally:
    """How many changed bytes had each outcome, and examples of what was accepted or failed."""

    outcomes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, outcome: str, detail: str, where: str) -> None:
        """Counts an outcome; keeps the first places of each detail unless it was refused."""
        self.outcomes[outcome] += 1
        if outcome != REFUSED:
            self.examples.setdefault(f"{outcome}: {detail}", []).append(where)

    def merge(self, other: Tally) -> None:
        """Adds another tally."""
        self.outcomes += other.outcomes
        for detail, places in other.examples.items():
            self.examples.setdefault(detail, []).extend(places)


class Subject:
    """A folder with the archive, and what each of its files was before a byte was changed."""

    def __init__(self, original: Path, folder: Path) -> None:
        self.original, self.folder = original, folder
        self.place = folder / "a.db"
        self.texts = Texts(**json.loads((original / "texts.json").read_text("utf-8")))
        self.head = read_head(self.texts.head)
        self.given = VerifierInputs(heads=[self.head], key=read_log_key(self.texts.key))
        self.fresh()
        self.data = self.place.read_bytes()
        self.rows = rows_of(self.data)
        documents = {"bundle": self.texts.bundle, "receipt": self.texts.receipt}
        self.proven = {name: verify_bundle(text.encode(), self.given).to_json() for name, text in documents.items()}

    @cached_property
    def restored(self) -> Rows:
        """The rows of the archive that the backup gives."""
        return self.rows_of_backup((self.original / "a.zip").read_bytes())

    def fresh(self) -> None:
        """The folder as it was made."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.original, self.folder)

    def rows_of_backup(self, data: bytes) -> Rows:
        """The rows of the archive that a backup gives. Raises what `restore` raises, ArchiveError for a finding."""
        shutil.rmtree(self.folder / "r", ignore_errors=True)
        (self.folder / "r").mkdir()
        (self.folder / "r" / "r.zip").write_bytes(data)
        place = self.folder / "r" / "r.db"
        restore(self.folder / "r" / "r.zip", place, head=self.texts.head)
        archive = Archive.open(place)
        try:
            refuse(verify(archive, outside=self.given))
        finally:
            archive.close()
        return {
            **rows_of(place.read_bytes()),
            "_sqlite_migrations": [],
            "token": [],
        }  # these have times of the restoring


def refuse(findings: list[Any]) -> None:
    """Raises ArchiveError for the first finding, which names a place."""
    for finding in findings:
        assert finding.where, finding
        raise ArchiveError("damaged", f"{finding.where}: {finding.code} {finding.detail}")


def rows_of(data: bytes) -> Rows:
    """Every row of every table of a database, the schema among them. Raises sqlite3.DatabaseError."""
    db = sqlite3.connect(":memory:")
    try:
        db.text_factory = bytes
        db.deserialize(data[:18] + ROLLBACK + data[20:])
        tables = [row[0].decode() for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {table: db.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}
        rows["sqlite_master"] = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 2").fetchall()
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != b"ok":
            raise sqlite3.DatabaseError("integrity")
        return rows
    finally:
        db.close()


def changed_tables(before: Rows, after: Rows) -> list[str]:
    """Tables of which a row differs in a column that an answer is made of."""
    names = before.keys() | after.keys()
    return sorted(name for name in names if asked(name, before) != asked(name, after))


def asked(table: str, rows: Rows) -> list[Any]:
    """The rows of a table without the columns that no answer is made of."""
    if table == "_sqlite_migrations":  # opening writes it again
        return []
    left_out = UNASKED.get(table)
    return [[*row[:left_out], *row[left_out + 1 :]] for row in rows.get(table, [])] if left_out else rows.get(table, [])


def same_rows(subject: Subject, data: bytes) -> bool:
    """True if SQLite, through which alone the archive is read, finds the same sound database."""
    try:
        return rows_of(data) == subject.rows and data[:HEADER] == subject.data[:HEADER]
    except (sqlite3.DatabaseError, UnicodeDecodeError, ValueError):
        return False


def check_archive(subject: Subject, data: bytes) -> tuple[str, str]:
    """The outcome for the bytes of the archive's file."""
    if same_rows(subject, data):
        return UNCHANGED, "no row differs"
    for name in ("a.db", "a.db-wal", "a.db-shm", "a.db-journal"):  # another file each time, so that no lock is left
        (subject.folder / name).unlink(missing_ok=True)
    subject.place.write_bytes(data)
    archive = Archive.open(subject.place)
    try:
        with shared_snapshot(archive, 1) as (view, _):
            refuse(list(check_sqlite_integrity(view)))  # what `verify` does first
        refuse(verify(archive, judged=False, outside=subject.given))
        refuse(verify(archive, outside=subject.given))
    finally:
        archive.close()
    differing = changed_tables(subject.rows, rows_of(subject.place.read_bytes()))
    return (CHANGED, ", ".join(differing)) if differing else (UNCHANGED, "no answer differs")


def check_side_file(subject: Subject, data: bytes, name: str) -> tuple[str, str]:
    """The outcome for the bytes of a file beside the archive; the archive itself is whole."""
    place = side_files(subject.place)[name]
    before = place.read_bytes()
    place.write_bytes(data)
    try:
        archive = Archive.open(subject.place)
        try:
            refuse(fsck(archive))
            refuse(verify(archive, outside=subject.given))
            same = archive.checkpoints.latest() is not None and archive.checkpoints.signing_key() is not None
        finally:
            archive.close()
    finally:
        place.write_bytes(before)
    return (UNCHANGED, "same key and checkpoint") if same else (CHANGED, name)


def check_document(subject: Subject, data: bytes, name: str) -> tuple[str, str]:
    """The outcome for the bytes of a bundle or a receipt, with the key and a head from outside."""
    result = verify_bundle(data, subject.given)
    if result.problem:
        assert result.problem.text("it") and result.problem.text("en")
        return REFUSED, result.problem.code
    found = result.to_json()
    if {**found, "notes": 0} != {**subject.proven[name], "notes": 0}:
        return CHANGED, "another result"
    return UNCHANGED, "the same result" + (", with a note" if found != subject.proven[name] else "")


def check_backup(subject: Subject, data: bytes) -> tuple[str, str]:
    """The outcome for the bytes of a backup."""
    differing = changed_tables(subject.restored, subject.rows_of_backup(data))
    return (CHANGED, ", ".join(differing)) if differing else (UNCHANGED, "no row differs")


def check_head(subject: Subject, data: bytes) -> tuple[str, str]:
    """The outcome for the bytes of a head that was kept, which the whole archive is held against."""
    heads = read_heads(data.decode("utf-8", "replace"))
    return check_given(subject, VerifierInputs(heads=heads), heads == [subject.head])


def check_checkpoint(subject: Subject, data: bytes) -> tuple[str, str]:
    """The outcome for the bytes of a signed checkpoint that was kept."""
    note = read_signed_checkpoint(data.decode("utf-8", "replace"))
    head = parse_checkpoint(note.body)
    return check_given(
        subject, VerifierInputs(heads=[head], key=subject.given.key, signed=[note]), head == subject.head
    )


def check_given(subject: Subject, given: VerifierInputs, same: bool) -> tuple[str, str]:
    """The outcome for what is given beside the archive."""
    archive = Archive.open(subject.place)
    try:
        refuse(verify(archive, judged=False, outside=given))
    finally:
        archive.close()
    return (UNCHANGED, "the same head") if same else (CHANGED, "another head")


Check = Callable[[Subject, bytes], tuple[str, str]]
CHECKS: dict[str, Check] = {
    "archive": check_archive,
    **{name: partial(check_side_file, name=name) for name in ("checkpoint file", "signing key", "file of a dispute")},
    **{name: partial(check_document, name=name) for name in ("bundle", "receipt")},
    "backup": check_backup, "head": check_head, "checkpoint": check_checkpoint,
}  # fmt: skip


def content_of(original: Path, name: str) -> bytes:
    """The bytes of what is changed."""
    texts = Texts(**json.loads((original / "texts.json").read_text("utf-8")))
    given = {"bundle": texts.bundle, "receipt": texts.receipt, "head": texts.head, "checkpoint": texts.checkpoint}
    if name in given:
        return given[name].encode()
    files = {"archive": original / "a.db", "backup": original / "a.zip", **side_files(original / "a.db")}
    return files[name].read_bytes()


def outcome_of(check: Check, subject: Subject, data: bytes) -> tuple[str, str]:
    """The outcome for changed bytes: what the command line prints in one line is a refusal, anything else a fault."""
    try:
        return check(subject, data)
    except EXPECTED as error:
        return REFUSED, str(getattr(error, "code", type(error).__name__))
    except Exception as error:
        return FAULT, f"{type(error).__name__}: {error}"[:120]


def flip(original: Path, name: str, places: list[int], *, seed: int, once: bool = False) -> Tally:
    """Changes these bytes of a file, each twice, or once in one of the two ways; a worker's task."""
    tally, check, data = Tally(), CHECKS[name], bytearray(content_of(original, name))
    chance = random.Random(f"{seed} {name} {places[0]}")
    with tempfile.TemporaryDirectory(prefix="flips-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        subject = Subject(original, Path(folder) / "s")
        honest = outcome_of(check, subject, bytes(data))
        assert honest[0] == UNCHANGED, f"{name} as it was made: {honest}"
        for place in places:
            before = data[place]
            masks = [1 << chance.randrange(8), 0xFF]
            for mask in [chance.choice(masks)] if once else masks:
                data[place] = before ^ mask
                outcome, detail = outcome_of(check, subject, bytes(data))
                tally.add(outcome, detail, f"{place} ^ {mask:02x}")
            data[place] = before
    return tally


def ordered(data: bytes) -> list[int]:
    """The places of all bytes, those that are not zero first: unused space is zeros."""
    return sorted(range(len(data)), key=lambda place: data[place] == 0)


def tallies(
    work: Callable[[list[int]], Tally], pieces: list[list[int]], jobs: int, until: float
) -> Iterator[tuple[list[int], Tally]]:  # fmt: skip
    """The tally of each piece, of as many as are begun until then (`time.monotonic`)."""
    if jobs == 1:
        yield from ((piece, work(piece)) for piece in pieces)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for at in range(0, len(pieces), jobs):
            if time.monotonic() < until:
                yield from zip(pieces[at : at + jobs], pool.map(work, pieces[at : at + jobs]), strict=True)


def run(
    each: int | None, names: list[str], seed: int, jobs: int = 1, once: bool = False, minutes: float = 0
) -> list[dict[str, Any]]:  # fmt: skip
    """A row for each file; `each` bytes of it in random places, all without it, as many as `minutes` are enough for."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="flips-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        original = Path(folder) / "original"
        original.mkdir()
        make(original)
        for name in names:
            size, tally = len(content_of(original, name)), Tally()
            places = ordered(content_of(original, name))
            if each is not None and each < size:
                places = sorted(random.Random(f"{seed} {name}").sample(places, each))
            pieces = [places[at : at + PIECE] for at in range(0, len(places), PIECE)]
            work = partial(flip, original, name, seed=seed, once=once)
            until = time.monotonic() + 60 * minutes if minutes else math.inf
            tried = 0
            for piece, part in tallies(work, pieces, jobs, until):
                tally.merge(part)
                tried += len(piece)
            rows.append(
                {
                    "file": name,
                    "bytes": size,
                    "tried": tried,
                    "flips": tally.outcomes.total(),
                    **{one: tally.outcomes[one] for one in (REFUSED, UNCHANGED, CHANGED, FAULT)},
                    "examples": {what: [len(found), *found[:5]] for what, found in sorted(tally.examples.items())},
                }
            )
            print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Runs and stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int)
    parser.add_argument("--only", action="append", choices=list(CHECKS))
    parser.add_argument("--minutes", type=float, default=0, help="begin nothing further afterwards")
    parser.add_argument("--store", action="store_true", help="store with --each too")
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--seed", type=int, default=13)
    given = parser.parse_args()
    rows = run(given.each, given.only or list(CHECKS), given.seed, jobs=2, once=given.once, minutes=given.minutes)
    if given.each is None or given.store:
        stored = json.loads(RESULT.read_text("utf-8")).get("byte_flips", {"rows": []})["rows"]
        merged = {row["file"]: row for row in (*stored, *rows)}
        store("byte_flips", [merged[name] for name in CHECKS if name in merged])


if __name__ == "__main__":
    main()
