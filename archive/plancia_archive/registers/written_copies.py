"""Record of the files with names that were written from an archive: an erasure cannot reach them, so it lists them.

The table is local: it is in no backup, since its paths mean something on this machine alone.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from plancia_archive.registers.free_text import KnownNames
from plancia_archive.registers.people import STREAM

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

KINDS = ("backup", "datasette", "export", "report")
STANDARD_OUTPUT = "-"


class WrittenCopy(TypedDict):
    """A file with names: kind, absolute path (`-`: standard output), time (ms UTC), head of the log, still there."""

    kind: str
    path: str
    written_at: int
    head: str
    present: bool


def record_copy(archive: Archive, kind: str, path: Path | str) -> None:
    """Records a file with names that was written; a later one at the same path replaces it. Raises ArchiveError.

    Nothing is recorded for an archive that is open for reading alone, such as a view of an earlier state.
    """
    if archive.read_only:
        return
    place = STANDARD_OUTPUT if str(path) == STANDARD_OUTPUT else str(Path(path).absolute())
    with archive.writing():
        row = [place, kind, time.time_ns() // 1_000_000, archive.checkpoints.head().head(), archive.last_index() + 1]
        archive.db.execute(
            "INSERT INTO written_copy(path, kind, written_at, head, size) VALUES (?, ?, ?, ?, ?) ON CONFLICT(path) "
            "DO UPDATE SET kind = excluded.kind, written_at = excluded.written_at, head = excluded.head, "
            "size = excluded.size",
            row,
        )


def copies_with(archive: Archive, player: str) -> list[WrittenCopy]:
    """The recorded files that were written after the person was registered, oldest first."""
    rows = archive.db.execute(
        "SELECT kind, path, written_at, head FROM written_copy WHERE size > "
        "coalesce((SELECT min(log_index) FROM entry WHERE first = 0 AND (game = ? OR game IN "
        "(SELECT ? || player_ref FROM merged WHERE into_ref = ?))), -1) ORDER BY written_at, path",
        [STREAM + player, STREAM, player],
    ).fetchall()
    return [
        WrittenCopy(
            kind=str(kind), path=str(path), written_at=int(at), head=str(head),
            present=path != STANDARD_OUTPUT and Path(path).exists(),
        )
        for kind, path, at, head in rows
    ]  # fmt: skip


def forget_in_records(archive: Archive, names: KnownNames) -> None:
    """Puts references for the names of a person into recorded paths, and into what refused writes were about.

    Call in the transaction that erases the person.
    """
    for number, subject in archive.db.execute("SELECT id, subject FROM refusal").fetchall():
        if (nameless := names.replace(str(subject))) != subject:
            archive.db.execute("UPDATE refusal SET subject = ? WHERE id = ?", [nameless, number])
    for (path,) in archive.db.execute("SELECT path FROM written_copy").fetchall():
        if (nameless := names.replace(str(path))) != path:
            archive.db.execute("UPDATE OR REPLACE written_copy SET path = ? WHERE path = ?", [nameless, path])
