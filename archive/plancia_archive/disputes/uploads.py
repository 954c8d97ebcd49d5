"""A file on its way into an archive: an unnamed temporary file, hashed while it is written."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from typing import IO

MAX_FILE = 16 * 1024 * 1024  # bytes: twice a photo of an ordinary telephone
HEAD, CHUNK = 16, 64 * 1024  # bytes: of the signature of a format, of a piece that is copied


class Upload:
    """A writable binary file with the SHA-256 and the size of what was written.

    What is beyond MAX_FILE is counted and hashed and not kept, so that a sender is told the size. The file has no name
    on disk: nothing remains of it when the process ends.
    """

    def __init__(self) -> None:
        self.file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (open until `close`)
        self.hash = hashlib.sha256()
        self.size = 0
        self.head = b""

    @classmethod
    def of(cls, data: bytes) -> Upload:
        """An upload of bytes that are in memory."""
        upload = cls()
        upload.write(data)
        return upload

    def write(self, data: bytes) -> int:
        """Adds bytes; returns their number. Raises OSError where there is no room."""
        if self.size + len(data) <= MAX_FILE:
            self.file.write(data)
        self.hash.update(data)
        self.head += data[: HEAD - len(self.head)]
        self.size += len(data)
        return len(data)

    @property
    def digest(self) -> str:
        """SHA-256 of all bytes, hexadecimal."""
        return self.hash.hexdigest()

    def chunks(self) -> Iterator[bytes]:
        """The bytes, a piece at a time."""
        self.file.seek(0)
        while piece := self.file.read(CHUNK):
            yield piece

    def read(self, size: int = -1) -> bytes:
        """Reads as a file does."""
        return self.file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves as a file does."""
        return self.file.seek(offset, whence)

    def close(self) -> None:
        """Closes the file, which is deleted with it."""
        self.file.close()
