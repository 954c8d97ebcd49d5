"""Files that are being written: each process has one of its own beside the place, and those of the dead are cleared."""

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

BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite may leave beside a file of its own
LONG = 3600  # seconds after which, where processes cannot be asked for, nobody is writing a file any more


def part_of(place: Path) -> Path:
    """Where this process writes what will stand at a place; what a process that is gone has left there is cleared."""
    clear(place)
    return place.with_name(f"{place.name}.{os.getpid()}.part")


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of this process alone, gone afterwards; those that killed processes have left are cleared."""
    form = re.compile(r"plancia-([0-9]{1,10})-.+")
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).iterdir():
            found = form.fullmatch(path.name)
            if found and int(found[1]) != os.getpid() and ended(int(found[1]), path):
                shutil.rmtree(path, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"plancia-{os.getpid()}-") as folder:
        yield Path(folder)


def clear(place: Path) -> None:
    """Takes away the parts of processes that have ended (kill -9, a power cut), and those that had our number."""
    form = re.compile(re.escape(place.name) + r"\.([0-9]{1,10})\.part(-wal|-shm|-journal)?")
    beside: list[Path] = []
    with suppress(OSError):  # a folder that is not there, or may not be listed
        beside = list(place.parent.iterdir())
    for path in beside:
        found = form.fullmatch(path.name)
        if found and (int(found[1]) == os.getpid() or ended(int(found[1]), path)):
            with suppress(OSError):
                path.unlink()


def remove(part: Path) -> None:
    """Takes away a part and what SQLite has left beside it."""
    for ending in BESIDE:
        part.with_name(part.name + ending).unlink(missing_ok=True)


def ended(number: int, path: Path) -> bool:
    """Is the process that wrote a file gone?

    On Windows asking with a signal would end it; there a file in use cannot be taken away, and a fresh one is left.
    """
    if sys.platform == "win32":
        with suppress(OSError):
            return time.time() - path.stat().st_mtime > LONG
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # somebody else's
        return False
    return False
