"""The archive that the insider's edits are tried on: games, rulings, people, a withdrawal, entries of both forms."""

from __future__ import annotations

import shutil
from pathlib import Path

from plancia_archive import Archive
from plancia_archive.evidence.receipts import make_receipts, receipt_line
from plancia_archive.log.archive_stream import STREAM
from plancia_archive.log.connections import connect
from plancia_archive.log.entry_format import NO_PREDECESSOR, leaf_hash
from plancia_archive.log.schema import GUARD_TRIGGERS, migrations
from plancia_archive.log.side_files import checkpoint_file, key_file
from plancia_data import samples
from plancia_events import read

EVENING, OTHER = "monopoli-serata.rgn", "monopoli-arbitro.rgn"


def sample(name: str, **headers: str) -> bytes:
    """The text of a sample game, with other headers."""
    text = samples()[name].decode()
    for header, value in headers.items():
        before = text.split(f'[{header} "')[1].split('"')[0]
        text = text.replace(f'[{header} "{before}"]', f'[{header} "{value}"]')
    return text.encode()


def add(archive: Archive, text: bytes, request: str | None = None) -> str:
    """Stores a game; its id."""
    return archive.add_game(read(text).games[0], request).game_id


def older(place: Path) -> None:
    """An archive of schema version 8 with two games and a tournament, as that version left it."""
    archive = Archive.open(place, create=True)
    first = add(archive, sample(EVENING), "http:x:1")
    add(archive, sample(OTHER))
    players = sorted(archive.game(first).players.values())
    archive.tournaments.append("t", [
        {"kind": "opened", "title": "Autunno", "system": "open"},
        *({"kind": "entered", "player": one} for one in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": first},
        {"kind": "adjusted", "player": players[0], "points": "5", "why": "ruling"},
        {"kind": "adjusted", "player": players[1], "points": "-3", "why": "late"},
    ])  # fmt: skip
    archive.close()
    as_version_8(place)


def as_version_8(place: Path) -> None:
    """Writes an archive again with the schema of version 8: entries of form 1 alone, no key, people without salt."""
    new = Path(f"{place}.8")
    old, db = connect(place), connect(new, create=True)
    migrations.apply(db, stop_before="ninth_tables")
    for name in GUARD_TRIGGERS:
        db.execute(f"DROP TRIGGER {name}")
    columns = "game, first, count, request_id, recorded_at, body"
    rows = old.execute(f"SELECT {columns} FROM entry ORDER BY log_index").fetchall()
    leaves: dict[str, bytes] = {}
    index = 0
    for stream, first, count, request, at, body in rows:
        if stream == STREAM or stream.startswith("person:"):
            continue
        prev = leaves.get(stream, NO_PREDECESSOR)
        leaves[stream] = leaf_hash(prev, "", bytes(body))
        row = [index, stream, first, count, request, at, prev, bytes(body), leaves[stream]]
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        index += 1
    for table, columns in (("person", "player_ref, name"), ("alias", "plain, player_ref"),
                           ("request", "request_id, fingerprint, game, version, duplicate")):  # fmt: skip
        for row in old.execute(f"SELECT {columns} FROM {table}").fetchall():
            db.execute(f"INSERT INTO {table}({columns}) VALUES ({', '.join('?' * len(row))})", row)
    for statement in GUARD_TRIGGERS.values():
        db.execute(statement)
    db.execute("PRAGMA user_version = 8")
    for one in (old, db):
        one.conn.close()
    for path in (place, key_file(place), checkpoint_file(place), Path(f"{place}-wal"), Path(f"{place}-shm")):
        path.unlink(missing_ok=True)
    new.rename(place)


def filled(place: Path) -> None:
    """The archive: entries of version 8, migrated, and later ones: games, an alias, a name, a withdrawal, rulings.

    `PLACE.old` is a copy from before the withdrawal, `receipt.json` the receipt of the last entry.
    """
    older(place)
    archive = Archive.open(place)
    add(archive, sample(EVENING, Game="serata-9", Date="2026-11-21"))
    archive.checkpoints.sign()
    archive.close()
    shutil.copy(place, f"{place}.old")
    archive = Archive.open(place)
    gone = add(archive, sample(OTHER, Game="serata-8"))
    again = archive.add_game(read(sample(OTHER, Game="serata-7", Date="2026-11-22")).games[0], "http:x:2").game_id
    with archive.writing():
        archive.people.add_alias("Anna", "A. Rossi")
        archive.people.rename("Bruno", "Bruno Bianchi")
    archive.withdrawals.withdraw(gone, "typed twice")
    archive.append(again, ["NOTE R {late}"], None)
    anna = archive.people.find("Anna")
    archive.tournaments.append("t", [{"kind": "adjusted", "player": anna, "points": "2", "why": "appeal"}])
    archive.tokens.make("tavolo1", ["write"])
    archive.checkpoints.sign()
    archive.refusals.record("local", "recorder", "approve", again, "dispute-role")
    (last,) = archive.db.execute("SELECT game FROM entry ORDER BY log_index DESC LIMIT 1").fetchone()
    (receipt,) = make_receipts(archive.checkpoints, [(str(last), None)])
    (place.parent / "receipt.json").write_text(receipt_line(receipt), "utf-8")
    archive.close()
