"""The folder of a published site and its list of files, `plancia-site.json`.

The list is written before the first page, with the files that are going to be written, and again while they are: after
an interruption the next publishing knows every file that is this program's, and writes those that are missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from plancia_api.publishing.routes import PublishError, write_error

MANIFEST = "plancia-site.json"
FORMAT = "plancia-site 1"
PART_SUFFIX = ".plancia.part"
SAVE_SECONDS = 5.0  # between two writings of the list
STALE_SECONDS = 3600  # a part of this age is left of a process that ended
NEW_FILE_VERSION = ""


@dataclass(frozen=True)
class FileEntry:
    """A published file: SHA-256 of its bytes, their number, and the version of what it was made of."""

    sha256: str
    size: int
    version: str


NEW_FILE = FileEntry("", -1, NEW_FILE_VERSION)


class SiteFolder:
    """The folder of a site, whose files are written atomically and only where they differ.

    `entries` has the files by relative path; `version` is that of the archive when the last publishing was complete,
    "" while one is running or after one that failed.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.entries: dict[str, FileEntry] = {}
        self.version = ""
        self.saved_at = 0.0

    def open(self) -> None:
        """Reads the list, or makes the folder. Raises PublishError for a folder of something else, or a bad list."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            if (self.root / MANIFEST).is_file():
                self.version, self.entries = read_manifest(self.root / MANIFEST)
            elif any(not name.name.endswith(PART_SUFFIX) for name in self.root.iterdir()):
                raise PublishError("not-a-site", folder=str(self.root))
        except OSError as error:
            raise write_error(self.root, error) from error

    def plan(self, files: Iterable[str]) -> None:
        """Adds the files that are going to be written. Raises PublishError where a file of somebody else stands."""
        for file in files:
            if file not in self.entries:
                if os.path.lexists(self.root / file):
                    raise PublishError("foreign", file=str(self.root / file))
                self.entries[file] = NEW_FILE
        self.save()

    def is_current(self, file: str, version: str) -> bool:
        """True where a file was made of this version and is still there in its size."""
        entry = self.entries.get(file, NEW_FILE)
        return entry.version == version and has_size(self.root / file, entry.size)

    def is_complete(self, file: str) -> bool:
        """True where a file was written and is still there in its size."""
        return has_size(self.root / file, self.entries.get(file, NEW_FILE).size)

    def record(self, file: str, entry: FileEntry) -> bool:
        """Notes a file as written; returns whether its content is new. The list is saved from time to time."""
        is_new = self.entries.get(file, NEW_FILE).sha256 != entry.sha256
        self.entries[file] = entry
        if time.monotonic() - self.saved_at > SAVE_SECONDS:
            self.save()
        return is_new

    def write(self, file: str, data: bytes, version: str = NEW_FILE_VERSION) -> bool:
        """Writes a file if it differs, and notes it; returns whether its content is new. Raises PublishError."""
        write_file(self.root, file, data, self.entries.get(file, NEW_FILE))
        return self.record(file, FileEntry(sha256(data), len(data), version))

    def remove_others(self, files: set[str]) -> int:
        """Deletes the files of the list that are not among `files`, and folders that become empty.

        Returns their number. Raises PublishError.
        """
        gone = sorted(set(self.entries) - files)
        try:
            for file in gone:
                (self.root / file).unlink(missing_ok=True)
                del self.entries[file]
            for folder in sorted({str(PurePosixPath(file).parent) for file in gone} - {"."}, reverse=True):
                with suppress(OSError):  # not empty
                    (self.root / folder).rmdir()
        except OSError as error:
            raise write_error(error.filename or self.root, error) from error
        return len(gone)

    def save(self, is_complete: bool = False) -> None:
        """Writes the list; with `is_complete`, as that of a publishing that came to its end. Raises PublishError."""
        files = {file: asdict(entry) for file, entry in sorted(self.entries.items())}
        text = (
            json.dumps(
                {"format": FORMAT, "version": self.version if is_complete else "", "files": files},
                indent=0,
                ensure_ascii=False,
            )
            + "\n"
        )
        replace_file(self.root / MANIFEST, text.encode())
        self.saved_at = time.monotonic()

    def remove_parts(self) -> None:
        """Deletes temporary files that killed processes left."""
        for folder in {self.root, *((self.root / file).parent for file in self.entries)}:
            for part in folder.glob(f"*{PART_SUFFIX}"):
                with suppress(OSError):
                    if time.time() - part.stat().st_mtime > STALE_SECONDS or part.name.startswith(f".{os.getpid()}."):
                        part.unlink()


def read_manifest(path: Path) -> tuple[str, dict[str, FileEntry]]:
    """Returns the version of the archive and the entries of a list.

    Raises PublishError for one that is not of this form, OSError.
    """
    try:
        content: Any = json.loads(path.read_bytes())
        if content["format"] != FORMAT:
            raise ValueError(content["format"])
        version = str(content["version"])
        entries = {str(file): FileEntry(**entry) for file, entry in content["files"].items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PublishError("manifest", file=str(path), why=str(error)[:100]) from error
    for file in entries:
        parts = PurePosixPath(file).parts
        if not parts or file.startswith("/") or ".." in parts or "\\" in file or ":" in file:
            raise PublishError("manifest", file=str(path), why=file[:100])
    return version, entries


def has_size(path: Path, size: int) -> bool:
    """True for a regular file of this size."""
    try:
        return path.is_file() and path.stat().st_size == size
    except OSError:
        return False


def sha256(data: bytes) -> str:
    """Returns the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def write_file(root: Path, file: str, data: bytes, before: FileEntry) -> None:
    """Writes a file atomically, unless it has these bytes as the entry says. Raises PublishError."""
    if before.sha256 != sha256(data) or not has_size(root / file, len(data)):
        replace_file(root / file, data)


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file beside its place and renames it, so that readers see old bytes or new ones. Raises PublishError."""
    part = path.with_name(f".{os.getpid()}.{path.name}{PART_SUFFIX}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(data)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise write_error(path, error) from error
