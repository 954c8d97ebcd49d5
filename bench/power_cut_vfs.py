"""A SQLite VFS that records operations on files, and the files that a power cut would leave of them.

A file (inode) has durable bytes and pending writes and truncations; a sync of the file makes them durable. At a cut
each pending one is dropped, kept, or torn: of a write any of its 512-byte sectors may have reached the disk. A name is
created or removed in the folder; such changes reach the disk in their order, all of them when the folder is synced.
SQLite syncs the folder at the first sync of a journal or write-ahead log that it opened, which the VFS of Unix does
within the sync of the file, and where it asks for it when it deletes a file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
NAME = "plancia-power-cut"
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


@dataclass(frozen=True)
class Operation:
    """A recorded operation: open, write, truncate, sync, delete, sync-folder; or `ack`, the writer was answered."""

    kind: str
    file: str = ""
    offset: int = 0  # the new size for truncate, the number of the acknowledged step for ack
    data: bytes = b""


class RecordingVFS(apsw.VFS):
    """Passes everything to the default VFS and records what changes files and names."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        super().__init__(NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return RecordingFile(self.operations, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.operations.append(Operation("delete", Path(filename).name))
        if syncdir:
            self.operations.append(Operation("sync-folder"))


class RecordingFile(apsw.VFSFile):
    """A file of `RecordingVFS`."""

    def __init__(self, operations: list[Operation], name: Any, flags: list[int]) -> None:
        self.operations = operations
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.file = Path(path).name if path else ""  # a temporary file has no name and is not recorded
        self.folder_unsynced = bool(flags[0] & JOURNALS and flags[0] & apsw.SQLITE_OPEN_CREATE)
        super().__init__("", name, flags)
        self.record("open")

    def record(self, kind: str, offset: int = 0, data: bytes = b"") -> None:
        """Notes an operation on this file."""
        if self.file:
            self.operations.append(Operation(kind, self.file, offset, data))

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self.record("write", offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self.record("truncate", newsize)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self.record("sync")
        if self.folder_unsynced:
            self.record("sync-folder")
            self.folder_unsynced = False


@dataclass
class Inode:
    """The content of a file."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        """Makes everything durable."""
        for one in self.pending:
            apply(self.durable, one)
        self.pending.clear()


class Disk:
    """A folder with its files during a replay of recorded operations."""

    def __init__(self) -> None:
        self.names: dict[str, Inode] = {}
        self.durable_names: dict[str, Inode] = {}
        self.pending_names: list[tuple[str, Inode | None]] = []  # None: removed
        self.acknowledged = -1

    def apply(self, operation: Operation) -> None:
        """Takes the next operation."""
        kind, name = operation.kind, operation.file
        if kind == "ack":
            self.acknowledged = operation.offset
        elif kind == "sync-folder":
            self.durable_names = dict(self.names)
            self.pending_names.clear()
        elif kind == "open" and name not in self.names:
            self.names[name] = Inode()
            self.pending_names.append((name, self.names[name]))
        elif kind == "delete":
            self.names.pop(name, None)
            self.pending_names.append((name, None))
        elif kind == "sync":
            self.names[name].sync()
        elif kind in ("write", "truncate"):
            self.names[name].pending.append(operation)

    def image(self, chance: random.Random) -> dict[str, bytes]:
        """The files after a power cut: what was synced, and of the rest what `chance` keeps, torn at sectors."""
        names: dict[str, Inode | None] = dict(self.durable_names)
        for name, inode in self.pending_names[: chance.randint(0, len(self.pending_names))]:
            names[name] = inode
        share = chance.choice((0.0, 0.5, 0.9, 1.0))  # of the pending sectors that reached the disk
        files: dict[str, bytes] = {}
        for name, inode in sorted(names.items()):
            if inode is None:
                continue
            content = bytearray(inode.durable)
            for one in inode.pending:
                for part in sectors(one):
                    if chance.random() < share:
                        apply(content, part)
            files[name] = bytes(content)
        return files


def sectors(operation: Operation) -> Iterator[Operation]:
    """A write by the sectors that it touches; a truncation whole."""
    if operation.kind != "write":
        yield operation
        return
    start, end = operation.offset, operation.offset + len(operation.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        piece = operation.data[start - operation.offset : stop - operation.offset]
        yield Operation("write", operation.file, start, piece)
        start = stop


def apply(content: bytearray, operation: Operation) -> None:
    """Changes the bytes of a file; a gap before a write is zeros."""
    if operation.kind == "truncate":
        del content[operation.offset :]
    content.extend(bytes(max(0, operation.offset - len(content))))
    content[operation.offset : operation.offset + len(operation.data)] = operation.data
