"""Power cuts: what an archive holds after its machine lost power at any moment of its writes.

    python bench/power_cuts.py              # 400 cuts for each way of writing, into bench/reliability.json
    python bench/power_cuts.py --cuts 40    # fewer, printed only

A session of a real archive is recorded and replayed over a VFS that knows what was synced (power_cut_session.py,
power_cut_vfs.py). At random moments the files are written out as a power cut would leave them, opened as an archive
and checked: `verify`, and that its content is what it was after the last acknowledged step, or after the next one.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from power_cut_session import FILE, Session, State, record, replay, state_of
from power_cut_vfs import Disk, Operation
from reliability_store import store

from plancia_archive import Archive, ArchiveError, verify

WAYS = [("WAL", "FULL"), ("DELETE", "EXTRA"), ("DELETE", "FULL"), ("WAL", "NORMAL"), ("WAL", "OFF"), ("DELETE", "OFF")]
OUTCOMES = ("kept", "lost", "partial", "corrupt")


def outcome(session: Session, place: Path, acknowledged: int) -> tuple[str, str]:
    """What became of the archive, and why.

    kept; lost (acknowledged steps); partial (no state that it ever had); corrupt.
    """
    try:
        archive = Archive.open(place, create=acknowledged < 0)
    except ArchiveError as error:
        if acknowledged < 0 and error.code == "unmade":  # told to be completed by init, and nothing was in it
            return "kept", error.code
        return "corrupt" if place.exists() and place.stat().st_size else "lost", f"{acknowledged}: {error.code}"
    try:
        wrong = verify(archive)
        found = state_of(archive)
    except Exception as error:  # whatever a damaged file provokes
        return "corrupt", f"{acknowledged}: {error}"
    finally:
        archive.db.conn.close()
    if wrong:
        return "corrupt", f"{acknowledged}: {wrong[0]}"
    return judged(session.states, found, acknowledged), str(acknowledged)


def judged(states: list[State], found: State, acknowledged: int) -> str:
    """Compares a recovered state with those of the session."""
    known = [number for number, state in enumerate(states) if state == found]
    if not known:
        return "partial"
    return "kept" if max(known) >= acknowledged else "lost"


def cuts(session: Session, operations: list[Operation], count: int, seed: int, folder: Path) -> Counter[str]:
    """The outcomes of so many power cuts at random moments."""
    chance = random.Random(seed)
    moments = Counter(chance.randrange(1, len(operations) + 1) for _ in range(count))
    found: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
    disk = Disk()
    for number, operation in enumerate(operations, 1):
        disk.apply(operation)
        for cut in range(moments[number]):
            place = folder / f"cut-{number}-{cut}"
            place.mkdir()
            for name, data in disk.image(chance).items():
                if not name.endswith("-shm"):
                    (place / name).write_bytes(data)
            what, why = outcome(session, place / FILE, disk.acknowledged)
            found[what] += 1
            if what in ("corrupt", "partial") and found[what] == 1:
                print(what, why, flush=True)
            for file in place.iterdir():
                file.unlink()
            place.rmdir()
    return found


def run(count: int, rounds: int, seed: int, ways: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """A row for each way of writing: the figures of its cuts."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="power-cuts-") as name:
        folder = Path(name)
        (folder / "recorded").mkdir()
        session = record(folder / "recorded", rounds)
        for journal, synchronous in ways:
            work = folder / f"{journal}-{synchronous}"
            (work / "replayed").mkdir(parents=True)
            operations = replay(session, work / "replayed", journal, synchronous)
            found = cuts(session, operations, count, seed, work)
            rows.append({"journal": journal, "synchronous": synchronous, "cuts": count, "steps": len(session.states),
                         "operations": len(operations), **found})  # fmt: skip
            print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Runs and stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    rows = run(given.cuts or 400, given.rounds, given.seed, WAYS)
    if given.cuts is None:
        store("power_cuts", rows)


if __name__ == "__main__":
    main()
