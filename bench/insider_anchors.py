"""What others hold of an archive before it is rewritten, and what the commands say of it afterwards.

Every judgement is that of a command as its user calls it: a process, its exit code, and the codes that it prints.
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from commands import plancia
from werkzeug.serving import WSGIRequestHandler, make_server

from plancia_api.witness_app import create_witness_app
from plancia_archive.tlog.witness_files import WitnessFiles
from plancia_data import messages

HOLDERS = ("head", "receipt", "restore", "witness")


@dataclass(frozen=True)
class Anchors:
    """A head noted on paper and the receipt of the last sender; the witness that cosigned is in the folder."""

    head: str


@dataclass(frozen=True)
class Said:
    """The exit code of a command and the codes of what it found."""

    exit: int
    codes: list[str]


@cache
def message_patterns() -> list[tuple[str, re.Pattern[str]]]:
    """The codes of refusals with patterns of their English messages."""
    texts = {**messages("tlog", "en"), **messages("archive", "en")}
    named = {
        code: re.escape(text).replace(re.escape("{what}"), ".*") for code, text in texts.items() if text[:6] != "{what}"
    }
    return [(code, re.compile(pattern, re.DOTALL)) for code, pattern in named.items()]


def refusal(text: str) -> list[str]:
    """The code of a message on standard error; `traceback` for a fault of the program."""
    if "Traceback" in text:
        return ["traceback"]
    return [code for code, pattern in message_patterns() if pattern.search(text)][:1] or ["refused"]


def said(done: subprocess.CompletedProcess[str], member: str) -> Said:
    """What a command that prints rows as JSON found, or why it refused."""
    try:
        rows = json.loads(done.stdout)
    except ValueError:
        return Said(done.returncode, refusal(done.stderr) if done.returncode else [])
    return Said(done.returncode, sorted({str(row[member]) for row in rows if row[member]}))


@contextmanager
def witness(folder: Path) -> Iterator[str]:
    """Another club's witness with its memory in a folder, over HTTP; the path of the policy that names it."""

    class Quiet(WSGIRequestHandler):
        def log(self, *_: object) -> None:
            """Requests are not printed."""

    files = WitnessFiles(folder / "witness.key")
    server = make_server("127.0.0.1", 0, create_witness_app(files), threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    policy = folder / "policy"
    vkey = files.key.verifier.text()
    policy.write_text(f"witness club {vkey} http://127.0.0.1:{server.server_port}\nquorum club\n", "utf-8")
    try:
        yield str(policy)
    finally:
        server.shutdown()
        server.server_close()


def submitted(place: Path) -> Said:
    """What `plancia witness submit` says, with the witness beside the archive."""
    with witness(place.parent) as policy:
        return said(plancia(place, "witness", "submit", "--policy", policy, "--format", "json"), "error")


def taken(place: Path) -> Anchors:
    """The anchors of an archive, whose head is signed and cosigned; `receipt.json` is that of the last entry's line."""
    key, note = place.parent / "witness.key", plancia(place, "checkpoint")
    assert note.returncode == 0, note.stderr
    assert plancia(place, "witness", "key", str(key), "--name", "witness.example").returncode == 0
    vkey = plancia(place, "key", "show").stdout.strip()
    assert plancia(place, "witness", "log", "add", vkey, "--key", str(key)).returncode == 0
    assert submitted(place) == Said(0, [])
    head = plancia(place, "head").stdout.splitlines()[0]
    return Anchors(head)


def judged(place: Path, anchors: Anchors) -> dict[str, Said]:
    """What each command says: verify alone, with a head, with a receipt, restore of a backup, witness submit."""
    verify = ("verify", str(place), "--format", "json")
    found = {"own": said(plancia(place, *verify), "code")}
    found["head"] = said(plancia(place, *verify, "--head", anchors.head), "code")
    found["receipt"] = said(plancia(place, *verify, "--receipt", str(place.parent / "receipt.json")), "code")
    found["restore"] = restored(place, anchors)
    found["witness"] = submitted(place)
    return found


def restored(place: Path, anchors: Anchors) -> Said:
    """What `plancia restore` with the head says of a backup of the archive."""
    package = str(place.parent / "copy.zip")
    done = plancia(place, "backup", package)
    if done.returncode:
        return Said(done.returncode, refusal(done.stderr))
    done = plancia(place, "restore", package, str(place.parent / "restored.db"), "--head", anchors.head)
    return Said(done.returncode, refusal(done.stderr) if done.returncode else [])
