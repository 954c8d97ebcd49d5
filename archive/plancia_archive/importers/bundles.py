"""Reads the files of a folder or a ZIP file in a stable order and within limits of number and size.

Only the games of a dump or of a backup are read, each once.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from plancia_archive.importers.base import ImportProblem

ZIP_ERRORS = (
    zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError, LookupError, TypeError, AttributeError,
    OverflowError,
)  # fmt: skip
MAX_MEMBERS = 10_000
MAX_BYTES = 500_000_000


def members_with_games(names: set[str]) -> set[str]:
    """Returns the names of members that may contain games: in a dump or backup only its games, otherwise all."""
    roots = {name.removesuffix("MANIFEST.json") for name in names if name.rpartition("/")[2] == "MANIFEST.json"}
    for root in roots:
        members = {name for name in names if name.startswith(root)}
        if root + "SHA256SUMS" in members:
            games = {name for name in members if name.endswith("/games.rgn") or name == root + "games.rgn"}
        elif root + "entries.jsonl" in members:
            games = {name for name in members if name.startswith(root + "games/")}
        else:
            continue
        names = names - members | games
    return names


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields name and content of the files below a folder, except hidden ones. Raises OSError, ImportProblem."""
    for path in list_folder(folder):
        yield str(path), path.read_bytes()


def list_folder(folder: Path) -> Iterator[Path]:
    """Yields the files below a folder, except hidden ones. Raises OSError, ImportProblem."""
    total = 0
    files = sorted(
        path for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )  # fmt: skip
    if len(files) > MAX_MEMBERS:
        raise ImportProblem(str(folder), 0, "too-many", str(MAX_MEMBERS))
    with_games = members_with_games({path.relative_to(folder).as_posix() for path in files})
    files = [path for path in files if path.relative_to(folder).as_posix() in with_games]
    for path in files:
        total += path.stat().st_size
        if total > MAX_BYTES:
            raise ImportProblem(str(path), 0, "too-large", str(MAX_BYTES))
        yield path


def read_zip(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Yields name and content of the members of a ZIP file. Raises ImportProblem if it is damaged or too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = sorted(
                (info for info in archive.infolist() if not info.is_dir()), key=lambda member: member.filename
            )
            if len(members) > MAX_MEMBERS:
                raise ImportProblem(name, 0, "too-many", str(MAX_MEMBERS))
            if sum(member.file_size for member in members) > MAX_BYTES:
                raise ImportProblem(name, 0, "too-large", str(MAX_BYTES))
            with_games = members_with_games({member.filename for member in members})
            for member in members:
                # nothing is written to disk, so parts such as ".." are harmless
                parts = [part for part in Path(member.filename).parts if part not in (".", "..")]
                is_hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
                if member.filename in with_games and not is_hidden:
                    yield f"{name}!{member.filename}", archive.read(member)
    except ImportProblem:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ImportProblem(name, 0, "zip") from error
    except ZIP_ERRORS as error:
        raise ImportProblem(name, 0, "content", f"{type(error).__name__}: {error}"[:200]) from error
