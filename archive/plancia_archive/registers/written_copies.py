"""Records the files with names that were written from an archive, so that an erasure can list them.

The table is not in backups, since its paths are those of this machine.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from plancia_archive.people.free_text import KnownNames
from plancia_archive.people.register import STREAM

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

KINDS = ("backup", "datasette", "export", "report", "site")
STANDARD_OUTPUT = "-"
DOWNLOAD = "download:"  # before the name of a file that a browser was sent, and keeps where it likes


class WrittenCopy(TypedDict):
    """A file with names: kind, absolute path (`-`: standard output), Unix milliseconds, head of the log, existence."""

    kind: str
    path: str
    written_at: int
    head: str
    present: bool


def record_copy(archive: Archive, kind: str, path: Path | str) -> None:
    """Records that a file with names was written; replaces an earlier record of the same path. Raises ArchiveError.

    STANDARD_OUTPUT, and a path that begins with DOWNLOAD, are no places on this machine, and are kept as they are. Does
    nothing for a read-only archive, such as a view of an earlier state.
    """
    if archive.read_only:
        return
    is_elsewhere = str(path) == STANDARD_OUTPUT or str(path).startswith(DOWNLOAD)
    stored_path = str(path) if is_elsewhere else str(Path(path).absolute())
    with archive.writing():
        row = [
            stored_path,
            kind,
            time.time_ns() // 1_000_000,
            archive.checkpoints.head().head(),
            archive.last_index() + 1,
        ]
        archive.db.execute(
            "INSERT INTO written_copy(path, kind, written_at, head, size) VALUES (?, ?, ?, ?, ?) ON CONFLICT(path) "
            "DO UPDATE SET kind = excluded.kind, written_at = excluded.written_at, head = excluded.head, "
            "size = excluded.size",
            row,
        )


def list_copies(archive: Archive, player: str) -> list[WrittenCopy]:
    """Returns the recorded files that were written after the person was registered, oldest first."""
    rows = archive.db.execute(
        "SELECT kind, path, written_at, head FROM written_copy WHERE size > "
        "coalesce((SELECT min(log_index) FROM entry WHERE first = 0 AND (game = ? OR game IN "
        "(SELECT ? || player_ref FROM merged WHERE into_ref = ?))), -1) ORDER BY written_at, path",
        [STREAM + player, STREAM, player],
    ).fetchall()
    return [
        WrittenCopy(
            kind=str(kind), path=str(path), written_at=int(written_at), head=str(head),
            present=path != STANDARD_OUTPUT and Path(path).exists(),
        )
        for kind, path, written_at, head in rows
    ]  # fmt: skip


def remove_names_from_records(archive: Archive, names: KnownNames) -> None:
    """Replaces the names of a person by references in recorded paths and in the subjects of refused writes.

    To be called in the transaction that erases the person.

    """
    for number, subject in archive.db.execute("SELECT id, subject FROM refusal").fetchall():
        if (replaced := names.replace(str(subject))) != subject:
            archive.db.execute("UPDATE refusal SET subject = ? WHERE id = ?", [replaced, number])
    for (path,) in archive.db.execute("SELECT path FROM written_copy").fetchall():
        if (replaced := names.replace(str(path))) != path:
            archive.db.execute("UPDATE OR REPLACE written_copy SET path = ? WHERE path = ?", [replaced, path])
