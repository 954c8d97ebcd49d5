"""A witness on a free port of the loopback, and archives that it knows."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from plancia_archive import Archive
from plancia_archive.log.archive_stream import keys_of
from plancia_archive.log.side_files import key_file
from plancia_archive.tlog.keys import parse_verifier_key
from plancia_archive.tlog.policy import Policy, parse_policy
from plancia_archive.tlog.witness_files import WitnessFiles, add_log, create_witness_key, default_logs_path

NAME = "witness.example/club"


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """The address of a WSGI application that is served while the context lasts."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def witness_of(folder: Path, *archives: Archive) -> WitnessFiles:
    """A witness with a new key that knows these archives."""
    path = folder / "witness.key"
    create_witness_key(path, NAME)
    for archive in archives:
        add_log(default_logs_path(path), parse_verifier_key(keys_of(archive.log)[-1]))
    return WitnessFiles(path)


def policy_of(files: WitnessFiles, address: str, quorum: str = "club") -> Policy:
    """The policy of one witness at an address."""
    return parse_policy(f"witness club {files.key.verifier.text()} {address}\nquorum {quorum}\n")


def new_archive(path: Path, entries: int = 3) -> Archive:
    """An archive with a key and so many further entries."""
    archive = Archive.open(path, create=True)
    grow(archive, entries)
    return archive


def grow(archive: Archive, entries: int, word: str = "grown") -> None:
    """Appends entries to the log."""
    with archive.writing():
        for number in range(entries):
            archive.log.append_events("person:p_00000000", [{word: number}])


def copy_of(archive: Archive, path: Path) -> Archive:
    """The archive with its key at another place, as somebody has it who copied both; without the checkpoint."""
    archive.close()
    for ending in ("", "-wal"):
        if Path(f"{archive.path}{ending}").exists():
            shutil.copy(f"{archive.path}{ending}", f"{path}{ending}")
    shutil.copy(key_file(archive.path), key_file(path))
    return Archive.open(path)
