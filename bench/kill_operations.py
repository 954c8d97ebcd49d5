"""The kinds of processes that `bench/kills.py` kills, each a row of `OPERATIONS`: the command and what it acknowledges.

A process acknowledges by what it answers: a line on its standard output, an HTTP answer, or an exit code of 0. To add a
command, write one row: its name, the words of the command line, and what must hold when it answered.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plancia_archive import Archive, verify
from plancia_archive.disputes.files import read_file as read_file
from plancia_archive.registers.person_erasure import purge_deleted_pages
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.signed_note import parse_note
from plancia_data import samples

GAMES = 30
COMMAND = [sys.executable, "-m", "plancia_cli", "--lang", "en"]
PLAYERS = ("Anna", "Bruno", "Carla", "Dino")
TEXT = samples()["monopoli-serata.rgn"].decode()


@dataclass
class Trial:
    """One process to kill: the archive before it, and what it acknowledged."""

    folder: Path
    place: Path
    game: str = ""  # a stored game
    token: str = ""
    dispute: str = ""  # an open dispute
    acknowledged: list[str] = field(default_factory=list)
    number: int = 0
    job: subprocess.Popen[str] | None = None
    over: bool = False  # killed, or to be: nothing further is started
    lock: threading.Lock = field(default_factory=threading.Lock)
    begun: threading.Event = field(default_factory=threading.Event)  # the time to the kill is counted from here

    def start(self, words: list[str]) -> subprocess.Popen[str] | None:
        """Starts a command on the archive, unless the trial is over."""
        env = {**os.environ, "PYTHONUTF8": "1", "TMPDIR": str(self.folder)}
        with self.lock:
            if self.over:
                return None
            self.job = subprocess.Popen([*COMMAND, "-a", str(self.place), *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=env)  # fmt: skip
            return self.job

    def kill(self) -> bool:
        """Kills the process with SIGKILL; false if it had ended."""
        with self.lock:
            self.over = True
            assert self.job is not None
            self.job.kill()
            return self.job.wait() < 0


Drive = Callable[[Trial, subprocess.Popen[str]], None]


@dataclass(frozen=True)
class Kind:
    """A kind of process: the words of its command, what is missing of what it acknowledged, and how it is driven."""

    words: Callable[[Trial], list[str]]
    missing: Callable[[Trial, Archive], list[str]]
    drive: Drive | None = None  # None: each line that it prints is an acknowledgement, and its end with exit code 0
    fresh: bool = False  # it makes the archive itself
    seconds: float = 0.0  # the kill comes within so many seconds of `begun`; 0: within the time of a whole run


def named(name: str) -> str:
    """A game of its own."""
    return TEXT.replace('[Game "', f'[Game "{name}-')


def file_of_games(trial: Trial) -> Path:
    """A file of games that are not in the archive."""
    place = trial.folder / "games.rgn"
    place.write_text("\n".join(named(f"k{number}") for number in range(GAMES)), "utf-8")
    return place


def stored_games(trial: Trial, archive: Archive) -> list[str]:
    """Games of which the import printed the id, as JSON lines."""
    known = set(archive.game_ids())
    told = [json.loads(line) for line in trial.acknowledged if line.startswith("{")]
    return [row["game"] for row in told if row["game"] not in known or archive.version(row["game"]) < row["version"]]


def stored_lines(trial: Trial, archive: Archive) -> list[str]:
    """Lines that were answered; each must stand in the game exactly once."""
    text = archive.text(trial.game)
    return [line for line in trial.acknowledged if text.count(f"{{{line}}}") != 1]


def stored_tables(trial: Trial, archive: Archive) -> list[str]:
    """Tournament events that were answered; each must stand in the log exactly once."""
    known = [str(event.get("title", event.get("player"))) for event in archive.tournaments.events("winter")]
    known = [archive.tournaments.replace_references(one) for one in known]
    return [line for line in trial.acknowledged if known.count(line) != 1]


def nothing_new(trial: Trial, archive: Archive) -> list[str]:
    """What was stored before is there."""
    return [] if trial.game in archive.game_ids() else [trial.game]


def whole_backup(trial: Trial, archive: Archive) -> list[str]:
    """A backup is whole where it stands under its name, and stands there if it was answered."""
    place = trial.folder / "b.zip"
    if not place.exists():
        return ["backup"] if "ended" in trial.acknowledged else []
    with zipfile.ZipFile(place) as bundle:
        return [] if bundle.testzip() is None and "MANIFEST.json" in bundle.namelist() else ["half a backup"]


def whole_copy(trial: Trial, archive: Archive) -> list[str]:
    """A restored archive is whole where it stands under its name, and stands there if it was answered."""
    place = trial.folder / "r.db"
    if not place.exists():
        return ["restored archive"] if "ended" in trial.acknowledged else []
    other = Archive.open(place)
    try:
        wrong = [finding.where for finding in verify(other)]
        return sorted(set(archive.game_ids()) ^ set(other.game_ids())) + wrong
    finally:
        other.close()


def made(trial: Trial, archive: Archive) -> list[str]:
    """An archive that was made has nothing in it; it was opened by the caller."""
    return archive.game_ids()


def one_after_another(words: Callable[[Trial, str], list[str]], printed: bool = False) -> Drive:
    """Runs commands one after another until one is killed; each that ends well is acknowledged, or what it printed."""

    def drive(trial: Trial, first: subprocess.Popen[str]) -> None:
        job: subprocess.Popen[str] | None = first
        while job is not None:
            answer = job.communicate()[0]
            if job.returncode in (0, 3):  # 3: stored, and the game has illegal events
                trial.acknowledged.append(answer if printed else f"n{trial.number}")
            trial.begun.set()
            trial.number += 1
            job = trial.start(words(trial, f"n{trial.number}"))

    return drive


def post(url: str, token: str, data: str, kind: str = "text/plain", **headers: str) -> Any:
    """A request that writes; its answer. Raises OSError, and HTTPException where the answer breaks off."""
    named_headers = {name.replace("_", "-"): value for name, value in headers.items()}
    given = {"Authorization": f"Bearer {token}", "Content-Type": kind, **named_headers}
    with urllib.request.urlopen(urllib.request.Request(url, data.encode(), given), timeout=30) as answer:
        return json.load(answer)


def address_of(job: subprocess.Popen[str]) -> str:
    """The address that a server prints when it listens; empty if it was killed before."""
    assert job.stdout is not None
    found = re.search(r"http://[0-9.:]+", job.stdout.readline())
    return found.group() if found else ""


def appends_over_http(trial: Trial, job: subprocess.Popen[str]) -> None:
    """Appends lines to one game until the server is gone; each answer is an acknowledgement."""
    address = address_of(job)
    trial.begun.set()
    while address:
        line = f"h{trial.number}"
        trial.number += 1
        try:
            post(f"{address}/api/v1/games/{trial.game}/events", trial.token, f"NOTE A {{{line}}}", If_Match="*",
                 Idempotency_Key=line)  # fmt: skip
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            return
        except (OSError, ValueError, http.client.HTTPException):  # killed before, or within, its answer
            return
        trial.acknowledged.append(line)


def read_lines(trial: Trial, job: subprocess.Popen[str]) -> None:
    """Notes the lines that a process prints, and its end."""
    assert job.stdout is not None
    trial.begun.set()
    for line in job.stdout:
        trial.acknowledged.append(line.strip())
    if job.wait() == 0:
        trial.acknowledged.append("ended")


def checkpoint_words(trial: Trial, line: str) -> list[str]:
    """Appends a line, then signs a checkpoint, in turns."""
    return note_words(trial, line) if trial.number % 2 == 0 else ["checkpoint"]


def lost_checkpoints(trial: Trial, archive: Archive) -> list[str]:
    """Checkpoints that were printed: the log fits each, and the file beside the archive is none older."""
    notes = [parse_note(answer) for answer in trial.acknowledged if answer.startswith("plancia")]
    heads = [parse_checkpoint(note.body) for note in notes]
    newest, tree = archive.checkpoints.latest(), archive.checkpoints.tree
    kept = parse_checkpoint(newest.body).size if newest else 0
    return [head.head() for head in heads if head.size > min(kept, tree.size()) or tree.root(head.size) != head.root]


def erased_name(line: str) -> str:
    """The name of a person who is to be erased; such bytes stand nowhere else."""
    return f"Erasmo Qvzx{line.removeprefix('n').zfill(2)}"


def erase_words(trial: Trial, line: str) -> list[str]:
    """Erases a person."""
    return ["person", "erase", erased_name(line), "--yes"]


def names_left(trial: Trial, archive: Archive) -> list[str]:
    """Names that were answered as erased, in the bytes of the archive's files; and of the last."""
    last = f"n{trial.number}"
    if last not in trial.acknowledged and archive.people.find(erased_name(last)) is None:
        assert purge_deleted_pages(archive), "nobody else has the archive open"
        trial.acknowledged.append(last)
    files = [path.read_bytes() for path in trial.folder.glob("a.db*") if path.is_file()]
    return [line for line in trial.acknowledged if any(erased_name(line).encode() in data for data in files)]


def dispute_words(trial: Trial, line: str) -> list[str]:
    """Opens a dispute."""
    return ["dispute", "open", trial.game, "Anna", f"claim {line} of Anna", "--event", "5"]


def stored_disputes(trial: Trial, archive: Archive) -> list[str]:
    """Disputes that were answered; each must stand in the log exactly once."""
    claims = [archive.disputes.get(row.dispute).lines[0]["claim"].split()[1] for row in archive.disputes.listed()]
    return [line for line in trial.acknowledged if claims.count(line) != 1]


def evidence_words(trial: Trial, line: str) -> list[str]:
    """Adds a file to the dispute of the archive."""
    place = trial.folder / f"{line}.txt"
    place.write_text(f"evidence {line}" * 5000, "utf-8")
    return ["dispute", "evidence", trial.dispute, str(place), f"file {line}"]


def stored_files(trial: Trial, archive: Archive) -> list[str]:
    """Files of a dispute that were answered; each is named once and lies beside the archive."""
    lines = archive.disputes.get(trial.dispute).of_kind("evidence")
    named = {line["about"].split()[1]: line["sha256"] for line in lines}
    return [line for line in trial.acknowledged if line not in named or
            read_file(trial.place, named[line]) != (f"evidence {line}" * 5000).encode()]  # fmt: skip


def approved(trial: Trial, archive: Archive) -> list[str]:
    """An approval that was answered stands."""
    told = "ended" in trial.acknowledged
    return [trial.game] if told and archive.approvals.get(trial.game) is None else []


def note_words(trial: Trial, line: str) -> list[str]:
    """Appends a line."""
    return ["append", trial.game, f"NOTE A {{{line}}}"]


def enter_words(trial: Trial, name: str) -> list[str]:
    """Enters a player into the tournament."""
    return ["tournament", "enter", "winter", name]


OPERATIONS: dict[str, Kind] = {
    "import": Kind(lambda t: ["import", str(file_of_games(t)), "--format", "jsonl"], stored_games),
    "import into a new archive": Kind(
        lambda t: ["import", str(file_of_games(t)), "--format", "jsonl"], stored_games, fresh=True
    ),
    "append": Kind(lambda t: note_words(t, "n0"), stored_lines, one_after_another(note_words), seconds=3),
    "append over HTTP": Kind(lambda t: ["serve", str(t.place), "--port", "0"], stored_lines, appends_over_http,
                             seconds=2),
    "tournament events": Kind(lambda t: enter_words(t, "n0"), stored_tables, one_after_another(enter_words), seconds=3),
    "checkpoints": Kind(lambda t: checkpoint_words(t, "n0"), lost_checkpoints,
                        one_after_another(checkpoint_words, printed=True), seconds=4),
    "erasures": Kind(lambda t: erase_words(t, "n0"), names_left, one_after_another(erase_words), seconds=3),
    "disputes": Kind(lambda t: dispute_words(t, "n0"), stored_disputes, one_after_another(dispute_words), seconds=3),
    "evidence": Kind(lambda t: evidence_words(t, "n0"), stored_files, one_after_another(evidence_words), seconds=3),
    "backup": Kind(lambda t: ["backup", str(t.folder / "b.zip")], whole_backup),
    "restore": Kind(lambda t: ["restore", str(t.folder / "base.zip"), str(t.folder / "r.db")], whole_copy),
    "rebuild": Kind(lambda t: ["rebuild"], nothing_new),
    "verify": Kind(lambda t: ["verify"], nothing_new),
    "init": Kind(lambda t: ["init", str(t.place)], made, fresh=True),
    "approve": Kind(lambda t: ["approve", t.game], approved),
    "withdraw": Kind(lambda t: ["withdraw", t.game, "--why", "killed"], nothing_new),
}  # fmt: skip
