"""Files of evidence beside the archive, in `FILE.files/`, each named by its SHA-256 in hexadecimal."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from plancia_archive.disputes.lines import MEDIA
from plancia_archive.disputes.uploads import MAX_FILE, Upload
from plancia_archive.errors import ArchiveError
from plancia_archive.log.side_files import files_folder, write_durably

OTHER_MEDIA = "application/octet-stream"
FOLDER_MODE = 0o700
SIGNATURES = {
    b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"%PDF-": "application/pdf",
    b"GIF8": "image/gif", b"OggS": "audio/ogg",
}  # fmt: skip


def digest_of(data: bytes) -> str:
    """The name of a file with this content."""
    return hashlib.sha256(data).hexdigest()


def media_of(data: bytes, name: str = "") -> str:
    """The media type by the first bytes, else by the file name."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypheic", b"ftypmif1"):
        return "image/heic"
    by_content = next((media for start, media in SIGNATURES.items() if data.startswith(start)), None)
    guess = by_content or mimetypes.guess_type(name)[0] or OTHER_MEDIA
    return guess if MEDIA.match(guess) else OTHER_MEDIA


def file_of(archive: Path, digest: str) -> Path:
    """The place of a file."""
    return files_folder(archive) / digest


def keep(archive: Path, upload: Upload) -> bool:
    """Writes a file durably unless it is there; True if it was new. Raises ArchiveError for its size, or unwritten."""
    if not 0 < upload.size <= MAX_FILE:
        raise ArchiveError("evidence-size", f"{upload.size} (1..{MAX_FILE})")
    place = file_of(archive, upload.digest)
    if problem_of(archive, place.name, upload.size) is None:
        return False
    try:
        place.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
        write_durably(place, upload.chunks())
    except OSError as error:
        raise ArchiveError("evidence-write", f"{place.parent}: {error.strerror or error}") from error
    return True


def read(archive: Path, digest: str) -> bytes:
    """The content of a file. Raises ArchiveError where it is missing or was altered."""
    try:
        data = file_of(archive, digest).read_bytes()
    except OSError as error:
        raise ArchiveError("evidence-file", f"{digest}: {error.strerror or error}") from error
    if digest_of(data) != digest:
        raise ArchiveError("evidence-file", f"{digest}: SHA-256 {digest_of(data)}")
    return data


def problem_of(archive: Path, digest: str, size: int) -> str | None:
    """`missing`, `size` or `hash` for a file that is not what a line says; None where it is."""
    place = file_of(archive, digest)
    try:
        if not place.is_file():
            return "missing"
        if place.stat().st_size != size:
            return "size"
        with place.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror or error)
    return None if found == digest else "hash"
