"""Full disks, files that may not be written, and files copied, moved or removed by hand: kept, or told.

    python bench/handling.py            # into bench/reliability.json
    python bench/handling.py --print    # printed only

Each row: what was done, how many items had been acknowledged, how many are kept, and by what the user is told.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
from collections.abc import Callable
from pathlib import Path
from typing import Any

from contention import archive_of, served
from kill_operations import COMMAND, address_of, named, post
from reliability_store import store

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.integrity.fsck import fsck

LINES = 20
LIMIT = 900_000  # bytes that a file may have at most while the disk is "full"


def row(what: str, acknowledged: int, kept: int, told: str, place: Path) -> dict[str, Any]:
    """A row; `wrong` is what `verify` finds afterwards."""
    archive = Archive.open(place)
    wrong = [str(finding) for finding in verify(archive)]
    archive.close()
    return {"what": what, "acknowledged": acknowledged, "kept": kept, "told": told, "wrong": wrong}


def lines_kept(place: Path, game: str) -> int:
    """How many of the lines of a trial a game has."""
    archive = Archive.open(place)
    text = archive.text(game)
    archive.close()
    return sum(f"{{line {number}}}" in text for number in range(LINES))


def token_of(place: Path) -> str:
    """A token that writes."""
    archive = Archive.open(place)
    with archive.writing():
        token = archive.tokens.make("bench", ["write"])
    archive.close()
    return token


def append_lines(address: str, game: str, token: str) -> int:
    """Appends the lines of a trial over HTTP; how many were answered."""
    for number in range(LINES):
        post(f"{address}/api/v1/games/{game}/events", token, f"NOTE A {{line {number}}}", If_Match="*")
    return LINES


def disk_full(folder: Path) -> dict[str, Any]:
    """An import where files may not grow beyond a limit."""
    import resource

    place, _ = archive_of(folder, 1)
    (folder / "games.rgn").write_text("\n".join(named(f"full{number}") for number in range(60)), "utf-8")
    job = subprocess.run([*COMMAND, "-a", str(place), "import", str(folder / "games.rgn"), "--format", "jsonl"],
                         capture_output=True, text=True,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)))  # fmt: skip
    rows = [json.loads(line) for line in job.stdout.splitlines() if line.startswith("{")]
    told = [one for one in rows if one["outcome"] != "failed"]
    archive = Archive.open(place)
    stored = set(archive.game_ids())
    archive.close()
    kept = sum(one["game"] in stored for one in told)
    reported = "exit code and message" if job.returncode == 1 and str(place) in job.stderr else ""
    return row("disk full during an import", len(told), kept, reported, place)


def read_only(folder: Path) -> dict[str, Any]:
    """An append to an archive in a folder that may not be written, by a user who is not the owner."""
    place, ids = archive_of(folder, 1)
    nobody: dict[str, Any] = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
    for path, mode in ((folder, 0o555), (place, 0o444)):
        path.chmod(mode)
    job = subprocess.run([*COMMAND, "-a", str(place), "append", ids[0], "NOTE A {line 0}"], capture_output=True,
                         text=True, **nobody)  # fmt: skip
    folder.chmod(0o755)
    place.chmod(0o644)
    reported = "exit code and message" if job.returncode == 1 and str(place) in job.stderr else ""
    return row("append to a file in a folder, both only to be read", 0, lines_kept(place, ids[0]), reported, place)


def told_by(place: Path, game: str) -> str:
    """The code with which an archive refuses a line, or the first finding of `fsck`; empty if there is neither."""
    archive = Archive.open(place)
    try:
        found = [finding.code for finding in fsck(archive)]
        archive.append(game, ["NOTE A {afterwards}"], None)
    except ArchiveError as error:
        return f"`{error.code}`"
    finally:
        archive.close()
    return f"`fsck`: `{found[0]}`" if found else ""


def copied(folder: Path, wait: float, what: str, endings: tuple[str, ...] = ()) -> dict[str, Any]:
    """`cp` while a server has the file open, so many seconds after the last line: of it, and of files beside it."""
    place, ids = archive_of(folder, 1)
    token = token_of(place)
    with served(place) as address:
        told = append_lines(address, ids[0], token)
        time.sleep(wait)
        for ending in ("", *endings):
            shutil.copy(f"{place}{ending}", folder / f"copy.db{ending}")
    assert lines_kept(place, ids[0]) == told, "the archive itself has everything"
    kept = lines_kept(folder / "copy.db", ids[0])
    found = row(what, told, kept, "nothing to tell", folder / "copy.db")
    return found if kept == told else {**found, "told": told_by(folder / "copy.db", ids[0])}


def moved(folder: Path) -> dict[str, Any]:
    """`mv` of the file under a running server."""
    place, ids = archive_of(folder, 1)
    token, told, answer = token_of(place), 0, ""
    with served(place) as address:
        told = append_lines(address, ids[0], token)
        place.rename(folder / "moved.db")
        try:
            post(f"{address}/api/v1/games/{ids[0]}/events", token, "NOTE A {after}", If_Match="*")
        except urllib.error.HTTPError as error:
            answer = f"HTTP {error.code}"
    return row("the file moved away under a server", told, lines_kept(folder / "moved.db", ids[0]), answer,
               folder / "moved.db")  # fmt: skip


def removed(folder: Path, ending: str) -> dict[str, Any]:
    """A file beside the archive removed after its server was killed."""
    place, ids = archive_of(folder, 1)
    token = token_of(place)
    job = subprocess.Popen([*COMMAND, "serve", str(place), "--port", "0"], stdout=subprocess.PIPE, text=True)
    told = append_lines(address_of(job), ids[0], token)
    job.send_signal(signal.SIGKILL)
    job.wait()
    Path(f"{place}{ending}").unlink(missing_ok=True)
    kept = lines_kept(place, ids[0])
    found = row(f"{ending} removed after a kill", told, kept, "nothing to tell", place)
    message = told_by(place, ids[0])
    return {**found, "told": message} if kept < told or message else found


def read_only_file(folder: Path) -> dict[str, Any]:
    """A line for an archive whose file alone may not be written."""
    place, ids = archive_of(folder, 1)
    place.chmod(0o444)
    nobody: dict[str, Any] = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
    folder.chmod(0o777)
    job = subprocess.run([*COMMAND, "-a", str(place), "append", ids[0], "NOTE A {line 0}"], capture_output=True,
                         text=True, **nobody)  # fmt: skip
    place.chmod(0o644)
    reported = "exit code and message" if job.returncode == 1 and str(place) in job.stderr else ""
    return row("append to a file that may only be read, in a folder that may be written", 0,
               lines_kept(place, ids[0]), reported, place)  # fmt: skip


SCENES: dict[str, Callable[[Path], dict[str, Any]]] = {
    "disk full": disk_full,
    "read only": read_only,
    "read only file": read_only_file,
    "copied": lambda folder: copied(folder, 4.0, "cp of the file alone, 4 s after the last line"),
    "copied at once": lambda folder: copied(folder, 0.0, "cp of the file alone, at once"),
    "moved": moved,
    "-shm": lambda folder: removed(folder, "-shm"),
    "-wal": lambda folder: removed(folder, "-wal"),
    "checkpoint": lambda folder: removed(folder, ".checkpoint"),
    "copied with checkpoint": lambda folder: copied(
        folder, 0.0, "cp of the file and .checkpoint, at once", (".checkpoint",)
    ),
    "copied with all": lambda folder: copied(
        folder, 0.0, "cp of the file, -wal and .checkpoint, at once", ("-wal", ".checkpoint")
    ),
}


def run(names: list[str]) -> list[dict[str, Any]]:
    """The rows."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="handling-") as place:
        Path(place).chmod(0o755)
        for number, name in enumerate(names):
            folder = Path(place) / str(number)
            folder.mkdir()
            rows.append(SCENES[name](folder))
            print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Runs and stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", action="store_true")
    given = parser.parse_args()
    rows = run(list(SCENES))
    if not given.print:
        store("handling", rows)


if __name__ == "__main__":
    main()
