"""Backups: a whole archive as a ZIP file of texts with their hashes, from which the same archive is made again.

    MANIFEST.json       what the backup holds: counts, the hash of each file, the hash over all leaves
    entries.jsonl       the log in its order: stream, first, count, request_id, recorded_at, bytes, leaf
    games/ID.rgn        the bodies of a game, one after the other; rules/HASH.json and tournaments/NAME.jsonl likewise
    tables/NAME.jsonl   what is kept beside the log: people, aliases, answered requests

Derived rows are not in it, since they are made again; nor are tokens, which are secrets and are given anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.exports.temp_files import part_of, remove
from plancia_archive.facts.projections import insert
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_archive.integrity.stream_checks import cells_of, wrong_in
from plancia_archive.log.chain import START, leaf_of
from plancia_archive.log.connections import DRIVER, spare
from plancia_archive.log.creation import reserved
from plancia_archive.log.schema import VERSION

if TYPE_CHECKING:
    from zipfile import ZipFile

FORMAT = "plancia-backup 1"
BESIDE = ("person", "alias", "request")
PLACES = {"ruleset": ("rules/", ".json"), "tournament": ("tournaments/", ".jsonl"),
          "withdrawal": ("withdrawals/", ".jsonl"), "person": ("persons/", ".jsonl")}  # fmt: skip
DROPS = {
    "it": ["righe derivate: si rifanno", "gettoni: sono segreti, se ne danno di nuovi"],
    "en": ["derived rows: they are made again", "tokens: secrets, given anew"],
}
FREE = 64 * 1024 * 1024  # bytes that any backup may unpack to, and how many times its own size beyond them: a log
SWELL = 200  # of games becomes some ten times as large, a file made to fill the disk up to a thousand times
FIELDS = ("log_index", "game", "first", "count", "request_id", "recorded_at", "prev", "body", "leaf")


def place_of(stream: str) -> str:
    """The file of a stream of the log."""
    kind, colon, name = stream.partition(":")
    if not colon:
        return f"games/{quote(stream, safe='')}.rgn"
    folder, ending = PLACES.get(kind, (f"{quote(kind, safe='')}/", ".log"))
    return f"{folder}{quote(name, safe='')}{ending}"


def nothing() -> None:
    """A step that nobody counts."""


def backup(archive: Archive, place: Path, names: bool = True, step: Callable[[], None] = nothing) -> dict[str, Any]:
    """Writes a backup, all or nothing, and gives its manifest; the same archive gives the same bytes.

    Without `names` people are called by their references. `step` is called after each game. Raises OSError, and
    ArchiveError where an archive stands at the place.
    """
    spare(place)
    part = part_of(place)
    try:
        reserved(part)  # names are in it
        with archive.lock, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
            archive.db.begin()  # one moment of the archive, whoever else is writing
            try:
                manifest = filled(archive, bundle, names, step)
            finally:
                archive.db.rollback()
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
    return manifest


def filled(archive: Archive, bundle: ZipFile, names: bool, step: Callable[[], None]) -> dict[str, Any]:
    """Puts everything into the bundle; gives the manifest."""
    files: dict[str, dict[str, Any]] = {}

    def put(name: str, data: bytes) -> None:
        member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        bundle.writestr(member, data)
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    leaves = hashlib.sha256()
    lines: list[str] = []
    streams: list[str] = []
    statement = f"SELECT {', '.join(FIELDS)} FROM entry ORDER BY log_index"
    for index, stream, first, count, request_id, recorded_at, _, body, leaf in archive.db.execute(statement):
        leaves.update(bytes(leaf))
        cells = {"log_index": index, "stream": stream, "first": first, "count": count, "request_id": request_id,
                 "recorded_at": recorded_at, "bytes": len(body), "leaf": bytes(leaf).hex()}  # fmt: skip
        lines.append(line_of(cells))
        if first == 0:
            streams.append(stream)
    put("entries.jsonl", "".join(lines).encode())
    for stream in sorted(streams):
        bodies = archive.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
        put(place_of(stream), b"".join(bytes(row[0]) for row in bodies))
        if ":" not in stream:
            step()
    counts = {}
    for table in BESIDE:
        rows = list(beside(archive, table, names))
        counts[table] = len(rows)
        put(f"tables/{table}.jsonl", "".join(rows).encode())
    manifest: dict[str, Any] = {
        "format": FORMAT, "schema": VERSION, "entries": len(lines), "leaves": leaves.hexdigest(), "names": names,
        "games": sum(":" not in stream for stream in streams),
        "tournaments": sum(stream.startswith("tournament:") for stream in streams),
        "tables": counts, "drops": DROPS, "files": dict(sorted(files.items())),
    }  # fmt: skip
    put("MANIFEST.json", (json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())
    return manifest


def line_of(cells: dict[str, Any]) -> str:
    """An object on one line, always in the same bytes."""
    return json.dumps(cells, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def beside(archive: Archive, table: str, names: bool) -> Iterator[str]:
    """The rows of a table beside the log; without names people are called by their references and have no aliases."""
    if table == "alias" and not names:
        return
    cursor = archive.db.execute(f"SELECT * FROM {table} ORDER BY 1")
    heads = [column[0] for column in cursor.description]
    for row in cursor:
        cells = dict(zip(heads, row, strict=True))
        if table == "person" and not names:
            cells["name"] = cells["player_ref"]
        yield line_of(cells)


def opened(source: Path) -> ZipFile:
    """A backup, before anything of it is unpacked. Raises ArchiveError for one that would fill memory or disk."""
    if source.exists() and not source.is_file():
        raise ArchiveError("backup-zip", str(source))  # a pipe or a device would be read for ever
    bundle = zipfile.ZipFile(source)
    size, whole = source.stat().st_size, sum(member.file_size for member in bundle.infolist())
    if whole > FREE + SWELL * size:
        bundle.close()
        raise ArchiveError("swells", f"{source}: {size} -> {whole} bytes")
    return bundle


def games_of(source: Path) -> int:
    """How many games a backup says that it has; 0 where it cannot be read as one. Raises OSError, ArchiveError."""
    try:
        with opened(source) as bundle:
            return int(json.loads(bundle.read("MANIFEST.json"))["games"])
    except ZIP_ERRORS as error:
        if isinstance(error, OSError) and error.filename:
            raise
        return 0


def restore(source: Path, place: Path, step: Callable[[], None] = nothing, anyway: bool = False) -> dict[str, Any]:
    """Makes the archive of a backup at a place where there is none, all or nothing; gives the manifest.

    Every hash and every link of the chain is proved on the way, and every text has to be one that this archive would
    have kept, unless `anyway`: then `verify` tells of it. Raises ArchiveError naming what is wrong, OSError.
    """
    if place.exists():
        raise ArchiveError("exists", str(place))
    part = part_of(place)
    try:
        with opened(source) as bundle:
            manifest = proved(bundle, str(source))
            try:
                reserved(part)
            except OSError as error:
                raise ArchiveError("unopened", str(place)) from error
            archive = Archive.open(part, create=True)
            try:
                with archive.writing():
                    refill(archive, bundle, manifest, anyway)
                archive.rebuild(step, alone=True)
            finally:
                archive.close()
        settled(part, place)
    except ArchiveError as error:
        raise ArchiveError(error.code, error.what.replace(str(part), str(place))) from error
    except DRIVER.OperationalError as error:
        raise OSError(5, str(error), str(place)) from error
    except zipfile.BadZipFile as error:
        raise ArchiveError("backup-zip", str(source)) from error
    except (*ZIP_ERRORS, DRIVER.DatabaseError) as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise ArchiveError("backup", f"{source}: {error}"[:200]) from error
    finally:
        remove(part)
    return manifest


def settled(part: Path, place: Path) -> None:
    """Gives a finished archive its name; who comes second finds that it is taken. Raises ArchiveError, OSError."""
    try:
        os.link(part, place)
    except FileExistsError as error:
        raise ArchiveError("exists", str(place)) from error
    except (OSError, NotImplementedError):  # a file system without links
        part.replace(place)


def proved(bundle: ZipFile, name: str) -> dict[str, Any]:
    """The manifest, once every file has the hash it says. Raises ArchiveError."""
    manifest: dict[str, Any] = json.loads(bundle.read("MANIFEST.json"))
    if manifest.get("format") != FORMAT:
        raise ArchiveError("backup", f"{name}: {manifest.get('format')}")
    if manifest["schema"] > VERSION:
        raise ArchiveError("newer", str(manifest["schema"]))
    strangers = set(bundle.namelist()) ^ {*manifest["files"], "MANIFEST.json"}
    if strangers:
        raise ArchiveError("backup", f"{name}: {', '.join(sorted(strangers))}")
    for file, entry in manifest["files"].items():
        if hashlib.sha256(bundle.read(file)).hexdigest() != entry["sha256"]:
            raise ArchiveError("backup", f"{name}: {file}")
    return manifest


def refill(archive: Archive, bundle: ZipFile, manifest: dict[str, Any], anyway: bool) -> None:
    """Writes log and tables, proving the chain and, unless `anyway`, every text. Raises ArchiveError."""
    leaves = hashlib.sha256()
    texts: dict[str, bytes] = {}
    used: dict[str, int] = {}
    tails: dict[str, bytes] = {}
    for line in bundle.read("entries.jsonl").decode().splitlines():
        entry = json.loads(line)
        stream = entry["stream"]
        if stream not in texts:
            texts[stream] = bundle.read(place_of(stream))
        start = used.get(stream, 0)
        body = texts[stream][start : start + entry["bytes"]]
        prev = tails.get(stream, START)
        leaf = leaf_of(prev, body)
        if leaf.hex() != entry["leaf"]:
            raise ArchiveError("backup", f"{place_of(stream)}: {entry['log_index']}")
        leaves.update(leaf)
        used[stream], tails[stream] = start + len(body), leaf
        row = (entry["log_index"], stream, entry["first"], entry["count"], entry["request_id"], entry["recorded_at"])
        archive.db.execute(f"INSERT INTO entry({', '.join(FIELDS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           [*row, prev, body, leaf])  # fmt: skip
    over = [stream for stream, text in texts.items() if used[stream] != len(text)]
    for stream, text in texts.items() if not anyway else ():
        if wrong := wrong_in(stream, text):
            raise ArchiveError("backup-text", f"{place_of(stream)}: {wrong}")
    if over or leaves.hexdigest() != manifest["leaves"]:
        raise ArchiveError("backup", place_of(over[0]) if over else "entries.jsonl")
    for table in BESIDE:
        for line in bundle.read(f"tables/{table}.jsonl").decode().splitlines():
            insert(archive.db, table, [cells_of(table, line)])
