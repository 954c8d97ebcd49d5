"""kill -9 of real processes of the archive: what they had acknowledged is kept, nothing is kept by halves.

    python bench/kills.py                     # 320 kills, into bench/reliability.json
    python bench/kills.py --only append       # twenty of one kind, the figures of the others stay
    python bench/kills.py --each 1            # one of each kind, printed only

The driver starts a process (`kill_operations.py` lists the kinds), notes from outside what it acknowledges, and kills
it at a random moment. Then the archive is opened and checked: `fsck` finds nothing, each acknowledged item is there
once, each game is one of those that were sent, whole, and no temporary file with names is left.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kill_operations import OPERATIONS, PLAYERS, TEXT, Kind, Trial, erased_name, named, read_lines
from reliability_store import RESULT, store

from plancia_archive import Archive, ArchiveError
from plancia_archive.exports.backups import backup
from plancia_archive.integrity.fsck import fsck
from plancia_events import read

BASE_GAMES = 12
ERASED = 30  # persons who can be erased
EACH = 20
TRIES = 6  # of a kind that ends before it is killed
SHORTER = 0.8  # the time until the kill, after a process that had ended before


def base(folder: Path) -> Trial:
    """An archive with games, a tournament and a token, and a backup of it."""
    folder.mkdir()
    archive = Archive.open(folder / "base.db", create=True)
    games = [archive.add_game(read(named(f"base{number}").encode()).games[0]).game_id for number in range(BASE_GAMES)]
    opened = {"kind": "opened", "title": "Winter", "system": "open"}
    archive.tournaments.append("winter", [opened, *({"kind": "entered", "player": player} for player in PLAYERS)])
    erased = [{"kind": "entered", "player": erased_name(f"n{number}")} for number in range(ERASED)]
    archive.tournaments.append("summer", [{**opened, "title": "Summer"}, *erased])
    dispute = archive.disputes.open("claim of Anna", "Anna", game=games[1], event=5).id
    with archive.writing():
        token = archive.tokens.make("bench", ["write"])
    archive.checkpoints.sign()
    backup(archive, folder / "base.zip")
    archive.close()
    return Trial(folder, folder / "base.db", games[0], token, dispute)


def prepared(source: Trial, folder: Path, kind: Kind) -> Trial:
    """A copy of the archive, or nothing for a process that makes one."""
    folder.mkdir()
    shutil.copy(source.folder / "base.zip", folder)
    if not kind.fresh:
        for ending in ("", ".key", ".checkpoint"):
            shutil.copy(f"{source.place}{ending}", folder / f"a.db{ending}")
    return Trial(folder, folder / "a.db", source.game, source.token, source.dispute)


def drive(kind: Kind, trial: Trial) -> threading.Thread:
    """Starts the process and its driver."""
    job = trial.start(kind.words(trial))
    thread = threading.Thread(target=kind.drive or read_lines, args=(trial, job), daemon=True)
    thread.start()
    return thread


def lasting(kind: Kind, source: Trial, folder: Path) -> float:
    """How many seconds a process of this kind takes when nobody kills it."""
    if kind.seconds:
        return kind.seconds
    began = time.monotonic()
    drive(kind, prepared(source, folder, kind)).join(120)
    return time.monotonic() - began


def killed(kind: Kind, source: Trial, folder: Path, seconds: float) -> Trial | None:
    """A process killed after so many seconds; None if it had ended."""
    trial = prepared(source, folder, kind)
    thread = drive(kind, trial)
    trial.begun.wait(60)
    time.sleep(seconds)
    was = trial.kill()
    thread.join(30)
    return trial if was else None


def faults(kind: Kind, trial: Trial) -> list[str]:
    """What is wrong after a kill, each with its kind of fault first."""
    try:
        archive = Archive.open(trial.place, create=kind.fresh)
    except ArchiveError as error:
        return [f"unopened: {error}"]
    try:
        found = [f"fsck: {finding}" for finding in fsck(archive)]
        found += [f"lost: {item}" for item in kind.missing(trial, archive)]
        found += [f"half: {game}" for game in half_games(archive)]
    finally:
        archive.close()
    left = [path.name for path in trial.folder.rglob("*") if ".part" in path.name or path.name.startswith("plancia-")]
    return found + [f"stale: {name}" for name in left]


def half_games(archive: Archive) -> list[str]:
    """Games that do not begin with a whole game as it was sent, or were stored twice."""
    whole = read(TEXT.encode()).games[0]
    events = whole.text().split("\n\n", 1)[-1]
    labels = Counter(archive.game(game).header("Game") for game in archive.game_ids())
    half = [game for game in archive.game_ids() if archive.version(game) < whole.version or not
            archive.text(game).split("\n\n", 1)[-1].startswith(events.rstrip("\n"))]  # fmt: skip
    return half + [str(label) for label, count in labels.items() if count > 1]


def run(each: int, names: list[str], seed: int) -> list[dict[str, Any]]:
    """A row of figures for each kind."""
    chance, rows = random.Random(seed), []
    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        folder = Path(name)
        source = base(folder / "base")
        for kind_name in names:
            kind = OPERATIONS[kind_name]
            whole = lasting(kind, source, folder / f"{kind_name}-whole")
            row: dict[str, Any] = {"kind": kind_name, "kills": 0, "acknowledged": 0, "faults": []}
            for number in range(each * TRIES):
                if row["kills"] == each:
                    break
                place = folder / f"{kind_name}-{number}"
                trial = killed(kind, source, place, chance.uniform(0.0 if kind.seconds else 0.3, 1.0) * whole)
                if trial is None:
                    whole *= SHORTER
                else:
                    row["kills"] += 1
                    row["acknowledged"] += len(trial.acknowledged)
                    row["faults"] += faults(kind, trial)
                shutil.rmtree(place)
            rows.append(row)
            print(row, flush=True)
    return rows


def main() -> None:
    """Runs and stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int)
    parser.add_argument("--only", action="append", choices=sorted(OPERATIONS))
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    rows = run(given.each or EACH, given.only or list(OPERATIONS), given.seed)
    if given.each is None:
        store("kills", [*others(given.only or list(OPERATIONS)), *rows])


def others(names: list[str]) -> list[dict[str, Any]]:
    """The stored figures of the kinds that were not run."""
    stored = json.loads(RESULT.read_text("utf-8")).get("kills", {"rows": []})
    return [row for row in stored["rows"] if row["kind"] not in names]


if __name__ == "__main__":
    main()
