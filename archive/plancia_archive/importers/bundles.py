"""Folders and ZIP files of records: their members in a stable order, within limits.

Of a dump or a backup of ours only the games are taken, each once.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from plancia_archive.importers.base import ImportProblem

DAMAGED = (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError, LookupError, TypeError)
MOST_MEMBERS = 10_000
MOST_BYTES = 500_000_000


def is_zip(data: bytes) -> bool:
    """Do the bytes begin as a ZIP file?"""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def wanted_of(names: set[str]) -> set[str]:
    """The members that hold games: all, but of a dump the texts and of a backup the games."""
    roots = {name.removesuffix("MANIFEST.json") for name in names if name.rpartition("/")[2] == "MANIFEST.json"}
    for root in roots:
        inside = {name for name in names if name.startswith(root)}
        if root + "SHA256SUMS" in inside:
            kept = {name for name in inside if name.endswith("/games.rgn") or name == root + "games.rgn"}
        elif root + "entries.jsonl" in inside:
            kept = {name for name in inside if name.startswith(root + "games/")}
        else:
            continue
        names = names - inside | kept
    return names


def of_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every file below a folder, hidden ones left aside. Raises OSError, ImportProblem."""
    total = 0
    files = sorted(
        path for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )  # fmt: skip
    if len(files) > MOST_MEMBERS:
        raise ImportProblem(str(folder), 0, "too-many", str(MOST_MEMBERS))
    wanted = wanted_of({path.relative_to(folder).as_posix() for path in files})
    files = [path for path in files if path.relative_to(folder).as_posix() in wanted]
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
            if len(members) > MOST_MEMBERS:
                raise ImportProblem(name, 0, "too-many", str(MOST_MEMBERS))
            if sum(member.file_size for member in members) > MOST_BYTES:
                raise ImportProblem(name, 0, "too-large", str(MOST_BYTES))
            wanted = wanted_of({member.filename for member in members})
            for member in members:
                parts = [part for part in Path(member.filename).parts if part not in (".", "..")]  # nothing is unpacked
                hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
                if member.filename in wanted and not hidden:
                    yield f"{name}!{member.filename}", bundle.read(member)
    except ImportProblem:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ImportProblem(name, 0, "zip") from error
    except DAMAGED as error:
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error
