"""Archives as earlier versions of the program left them."""

from __future__ import annotations

import re
from pathlib import Path

from plancia_archive import Archive
from plancia_archive.log import schema
from plancia_archive.log.entry_format import NO_PREDECESSOR, leaf_hash
from plancia_archive.log.side_files import checkpoint_file, key_file

OWN_STREAMS = ("archive:", "person:", "token:")  # streams that came with schema version 9
COLUMNS = "log_index, game, first, count, request_id, recorded_at, prev, body, leaf"


def form_1_rows(archive: Archive) -> list[tuple[object, ...]]:
    """The entries of an archive as form 1 has them, without the streams that came later."""
    rows: list[tuple[object, ...]] = []
    leaves: dict[str, bytes] = {}
    statement = f"SELECT {COLUMNS} FROM entry ORDER BY log_index"
    for _, stream, first, count, request, at, _, body, _ in archive.db.execute(statement).fetchall():
        if not str(stream).startswith(OWN_STREAMS):
            prev = leaves.get(stream, NO_PREDECESSOR)
            leaves[stream] = leaf_hash(prev, "", bytes(body))
            rows.append((len(rows), stream, first, count, request, at, prev, body, leaves[stream]))
    return rows


def as_version_eight(archive: Archive) -> None:
    """Gives an archive the tables of version 8 and entries of form 1, and closes it; its derived rows are stale."""
    db, rows = archive.db, form_1_rows(archive)
    for name in schema.GUARD_TRIGGERS:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("DELETE FROM entry")
    for statement in reversed(schema.EVIDENCE_STATEMENTS):
        if table := re.match(r"CREATE TABLE (\w+)", statement):
            db.execute(f"DROP TABLE {table[1]}")
        elif index := re.match(r"CREATE INDEX (\w+)", statement):
            db.execute(f"DROP INDEX {index[1]}")
        elif column := re.match(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", statement):
            db.execute(f"ALTER TABLE {column[1]} DROP COLUMN {column[2]}")
    for row in rows:
        db.execute(f"INSERT INTO entry({COLUMNS}) VALUES ({', '.join('?' * len(row))})", list(row))
    for guard in schema.GUARD_TRIGGERS.values():
        db.execute(guard)
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'ninth_tables'")
    db.execute("PRAGMA user_version = 8")
    archive.close()
    for path in (key_file(Path(archive.path)), checkpoint_file(Path(archive.path))):
        path.unlink(missing_ok=True)
