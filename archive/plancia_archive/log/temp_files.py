"""Temporary files beside their destination, one per process; leftovers of ended processes are deleted.

Finished files are synced before they are renamed, and their folder afterwards, so that they survive a power cut.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")  # suffixes of files that SQLite may leave beside a database
LEFTOVER_PATTERN = re.compile(
    r"(?P<name>.+)\.(?P<process>[0-9]{1,10})((?P<ours>\.plancia)|(?P<durable>\.[0-9a-f]{8}))?\.part"
    f"({'|'.join(SQLITE_SUFFIXES)})"
)
FOLDER_PATTERN = re.compile(r"plancia-([0-9]{1,10})-.+")  # of `temp_folder`
STALE_SECONDS = 3600  # where processes cannot be queried, an older file is a leftover


def temp_path(place: Path) -> Path:
    """Returns the path of this process's temporary file for a destination; deletes leftovers of ended processes."""
    delete_leftovers(place)
    return place.with_name(f"{place.name}.{os.getpid()}.plancia.part")


def move_into_place(part: Path, place: Path) -> None:
    """Renames a finished temporary file to its destination, replacing an existing file.

    Durable on return. Raises OSError.
    """
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(place)
    sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Makes the names of files in a folder durable (fsync), where the system supports it."""
    with suppress(OSError):  # Windows opens no folders, some file systems do not sync them
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def delete_stale_folders() -> None:
    """Deletes the temporary folders of ended processes: they may hold a copy of an archive."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).iterdir():
            match = FOLDER_PATTERN.fullmatch(path.name)
            if match and int(match[1]) != os.getpid() and has_ended(int(match[1]), path):
                shutil.rmtree(path, ignore_errors=True)


@contextmanager
def temp_folder() -> Iterator[Path]:
    """Temporary folder of this process, deleted on exit; deletes leftovers of killed processes."""
    delete_stale_folders()
    with tempfile.TemporaryDirectory(prefix=f"plancia-{os.getpid()}-") as folder:
        yield Path(folder)


def delete_leftovers(place: Path) -> None:
    """Deletes temporary files of ended processes (kill -9, a power cut) and of earlier ones with this process id.

    Those of other destinations in the folder too: they may hold names, and may never be written again.
    """
    paths: list[Path] = []
    with suppress(OSError):  # the folder does not exist or may not be listed
        paths = list(place.parent.iterdir())
    for path in paths:
        match = LEFTOVER_PATTERN.fullmatch(path.name)
        if match is None:
            continue
        process_id, is_same = int(match["process"]), match["name"] == place.name
        is_beside = bool(match["durable"]) and match["name"].startswith(f"{place.name}.")  # of `write_durably`
        is_left = (is_same and process_id == os.getpid()) or has_ended(process_id, path)
        if is_left and (match["ours"] or is_same or is_beside):
            with suppress(OSError):
                path.unlink()


def delete_temp(part: Path) -> None:
    """Deletes a temporary file and SQLite's files beside it."""
    for ending in SQLITE_SUFFIXES:
        part.with_name(part.name + ending).unlink(missing_ok=True)


def has_ended(process_id: int, path: Path) -> bool:
    """True if the process that wrote a file has ended.

    On Windows os.kill would end it; there a file in use cannot be deleted, and a recent one is left alone.
    """
    if sys.platform == "win32":
        with suppress(OSError):
            return time.time() - path.stat().st_mtime > STALE_SECONDS
        return False
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):  # no process has the number, or can have it
        return True
    except OSError:  # another user's process
        pass
    return False
