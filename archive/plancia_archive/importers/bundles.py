"""Folders and ZIP files of records: their members in a stable order, within limits."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from plancia_archive.importers.shape import ImportProblem

MOST_MEMBERS = 10_000
MOST_BYTES = 500_000_000


def is_zip(data: bytes) -> bool:
    """Do the bytes begin as a ZIP file?"""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def of_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every file below a folder, hidden ones left aside. Raises OSError, ImportProblem."""
    total = 0
    files = sorted(
        path for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )  # fmt: skip
    if len(files) > MOST_MEMBERS:
        raise ImportProblem(str(folder), 0, "too-large", f"{len(files)} > {MOST_MEMBERS}")
    for path in files:
        total += path.stat().st_size
        if total > MOST_BYTES:
            raise ImportProblem(str(path), 0, "too-large", str(MOST_BYTES))
        yield str(path), path.read_bytes()


def of_zip(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every member of a ZIP file. Raises ImportProblem where it is damaged or too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            members = sorted((m for m in bundle.infolist() if not m.is_dir()), key=lambda member: member.filename)
            if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_BYTES:
                raise ImportProblem(name, 0, "too-large", f"{len(members)}, {MOST_BYTES}")
            for member in members:
                if not any(part.startswith((".", "__MACOSX")) for part in Path(member.filename).parts):
                    yield f"{name}!{member.filename}", bundle.read(member)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error
