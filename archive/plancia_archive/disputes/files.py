"""Evidence files beside the archive, in the folder `FILE.files`; the name of each is its SHA-256 in hexadecimal."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from plancia_archive.disputes.lines import MEDIA_TYPE
from plancia_archive.disputes.uploads import MAX_FILE_BYTES, Upload
from plancia_archive.errors import ArchiveError
from plancia_archive.log.side_files import files_folder, write_durably

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
