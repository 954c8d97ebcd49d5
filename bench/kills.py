"""kill -9 of real processes of the archive: what they had acknowledged is kept, nothing is kept by halves.

    python bench/kills.py                     # 220 kills, into bench/reliability.json
    python bench/kills.py --each 1            # one of each kind, printed only
    python bench/kills.py --each 5 --only append

The driver starts a process (`kill_operations.py` lists the kinds), notes from outside what it acknowledges, and kills
it at a random moment. Then the archive is opened and checked: `verify` finds nothing, each acknowledged item is there
once, each game is one of those that were sent, whole, and no temporary file with names is left.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kill_operations import OPERATIONS, PLAYERS, TEXT, Kind, Trial, named, read_lines
from reliability_store import store

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.exports.backups import backup
from plancia_events import read

BASE_GAMES = 12
EACH = 20
TRIES = 6  # of a kind that ends before it is killed


def base(folder: Path) -> Trial:
    """An archive with games, a tournament and a token, and a backup of it."""
    folder.mkdir()
    archive = Archive.open(folder / "base.db", create=True)
    games = [archive.add_game(read(named(f"base{number}").encode()).games[0]).game_id for number in range(BASE_GAMES)]
    opened = {"kind": "opened", "title": "Winter", "system": "open"}
    archive.tournaments.append("winter", [opened, *({"kind": "entered", "player": player} for player in PLAYERS)])
    with archive.writing():
        token = archive.tokens.make("bench", ["write"])
    backup(archive, folder / "base.zip")
    archive.close()
    return Trial(folder, folder / "base.db", games[0], token)


def prepared(source: Trial, folder: Path, kind: Kind) -> Trial:
    """A copy of the archive, or nothing for a process that makes one."""
    folder.mkdir()
    shutil.copy(source.folder / "base.zip", folder)
    if not kind.fresh:
        shutil.copy(source.place, folder / "a.db")
    return Trial(folder, folder / "a.db", source.game, source.token)


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
        found = [f"verify: {finding}" for finding in verify(archive)]
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
                if trial is not None:
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
    if given.each is None and given.only is None:
        store("kills", rows)


if __name__ == "__main__":
    main()
