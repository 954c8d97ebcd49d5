"""Uploads of evidence: an unnamed temporary file whose content is hashed while it is written."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from typing import IO

MAX_FILE_BYTES = 16 * 1024 * 1024  # twice the size of a photo by a telephone
SIGNATURE_BYTES, CHUNK_BYTES = 16, 64 * 1024  # bytes kept to detect the media type; bytes read at a time


class Upload:
    """A writable binary file with the SHA-256 and the size of the data written.

    Data beyond MAX_FILE_BYTES is counted and hashed but not stored, so that an error can report the size. The file has
    no name on disk and disappears with the process.
    """

    def __init__(self) -> None:
        self.file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (open until `close`)
        self.hash = hashlib.sha256()
        self.size = 0
        self.head = b""

    @classmethod
    def of(cls, data: bytes) -> Upload:
        """Returns an upload with bytes from memory."""
        upload = cls()
        upload.write(data)
        return upload

    def write(self, data: bytes) -> int:
        """Appends data; returns its length. Raises OSError for a full disk."""
        if self.size + len(data) <= MAX_FILE_BYTES:
            self.file.write(data)
        self.hash.update(data)
        self.head += data[: SIGNATURE_BYTES - len(self.head)]
        self.size += len(data)
        return len(data)

    @property
    def digest(self) -> str:
        """The SHA-256 of the data written, in hexadecimal."""
        return self.hash.hexdigest()

    def chunks(self) -> Iterator[bytes]:
        """Yields the stored data in chunks of CHUNK_BYTES."""
        self.file.seek(0)
        while chunk := self.file.read(CHUNK_BYTES):
            yield chunk

    def read(self, size: int = -1) -> bytes:
        """Reads at most `size` bytes, as a file object does."""
        return self.file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Sets the position, as a file object does."""
        return self.file.seek(offset, whence)

    def close(self) -> None:
        """Closes the temporary file, which deletes it."""
        self.file.close()
