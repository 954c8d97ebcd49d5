"""Evidence files beside the archive, in the folder `FILE.files`; the name of each is its SHA-256 in hexadecimal."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from plancia_archive.disputes.lines import DAY_MS, MEDIA_TYPE
from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entry_format import Header
from plancia_archive.log.side_files import files_folder, write_durably

if TYPE_CHECKING:
    from plancia_archive.log.entries import EntryLog

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


MEGABYTE = 1024 * 1024
STREAMS = (("dispute:", "dispute;"), ("correction:", "correction;"))  # ranges of streams that name files


def check_limits(log: EntryLog, stream: str, uploads: Sequence[Upload]) -> None:
    """Checks that files fit into what their dispute or game, and the author of the request, may have yet.

    Raises ArchiveError `evidence-full`, `evidence-day`. Call inside `writing`.
    """
    limits = log.evidence_limits
    size = sum(upload.size for upload in uploads)
    if limits is None or not size:
        return
    if sum(files_of_stream(log, stream).values()) + size > limits.per_dispute * MEGABYTE:
        raise ArchiveError("evidence-full", str(limits.per_dispute))
    if bytes_of_day(log, AUTHOR.get().id) + size > limits.per_day * MEGABYTE:
        raise ArchiveError("evidence-day", str(limits.per_day))


def files_of_stream(log: EntryLog, stream: str) -> dict[str, int]:
    """Returns the size in bytes of each file that a stream names, by its SHA-256."""
    rows = log.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
    return {digest: size for (body,) in rows for digest, size in named_files(bytes(body))}


def bytes_of_day(log: EntryLog, author: str) -> int:
    """Returns the bytes of the files that an author has brought in the last 24 hours, each file once."""
    since, files = log.clock() - DAY_MS, dict[str, int]()
    for start, end in STREAMS:
        rows = log.db.execute(
            "SELECT header, body FROM entry WHERE game >= ? AND game < ? AND recorded_at > ?", [start, end, since]
        ).fetchall()
        for header, body in rows:
            if Header.stored(str(header)).author == author:
                files.update(named_files(bytes(body)))
    return sum(files.values())


def named_files(body: bytes) -> list[tuple[str, int]]:
    """Returns SHA-256 and size of the files that the lines of an entry name."""
    lines = map(json.loads, body.decode().splitlines())
    return [(line["sha256"], line["bytes"]) for line in lines if "sha256" in line and "bytes" in line]


DEFAULT_MEDIA_TYPE = "application/octet-stream"
FOLDER_MODE = 0o700
SIGNATURES = {
    b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"%PDF-": "application/pdf",
    b"GIF8": "image/gif", b"OggS": "audio/ogg",
}  # fmt: skip


def sha256_hex(data: bytes) -> str:
    """Returns the SHA-256 of data in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def detect_media_type(data: bytes, name: str = "") -> str:
    """Returns the media type by the first bytes, otherwise by the file name."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypheic", b"ftypmif1"):
        return "image/heic"
    by_signature = next((found for signature, found in SIGNATURES.items() if data.startswith(signature)), None)
    media_type = by_signature or mimetypes.guess_type(name)[0] or DEFAULT_MEDIA_TYPE
    return media_type if MEDIA_TYPE.match(media_type) else DEFAULT_MEDIA_TYPE


def evidence_path(archive: Path, digest: str) -> Path:
    """Returns the path of the evidence file with this SHA-256."""
    return files_folder(archive) / digest


def check_size(upload: Upload, name: str = "") -> None:
    """Raises ArchiveError `evidence-empty` or `evidence-size` for an upload that is not kept."""
    if not upload.size:
        raise ArchiveError("evidence-empty", name[:80] or "0 B")
    if upload.size > MAX_FILE_BYTES:
        raise ArchiveError("evidence-size", f"{upload.size} (1..{MAX_FILE_BYTES})")


def store_file(archive: Path, upload: Upload) -> bool:
    """Writes an upload durably; returns False if the file exists already.

    Raises ArchiveError `evidence-empty`, `evidence-size` or `evidence-write`.
    """
    check_size(upload)
    path = evidence_path(archive, upload.digest)
    is_stored = check_file(archive, path.name, upload.size) is None
    if is_stored:
        return False
    try:
        path.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
        write_durably(path, upload.chunks())
    except OSError as error:
        raise ArchiveError("evidence-write", f"{path.parent}: {error.strerror or error}") from error
    return True


def read_file(archive: Path, digest: str) -> bytes:
    """Reads an evidence file. Raises ArchiveError `evidence-file` for a missing or altered file."""
    try:
        data = evidence_path(archive, digest).read_bytes()
    except OSError as error:
        raise ArchiveError("evidence-file", f"{digest}: {error.strerror or error}") from error
    if sha256_hex(data) != digest:
        raise ArchiveError("evidence-file", f"{digest}: SHA-256 {sha256_hex(data)}")
    return data


def check_file(archive: Path, digest: str, size: int) -> str | None:
    """Checks an evidence file against its hash and size: returns `missing`, `size`, `hash`, an OS error, or None."""
    path = evidence_path(archive, digest)
    try:
        if not path.is_file():
            return "missing"
        if path.stat().st_size != size:
            return "size"
        with path.open("rb") as file:
            actual_digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror or error)
    return None if actual_digest == digest else "hash"
