"""Backups: an archive as a ZIP file of text files with hashes, from which the same archive is restored.

    MANIFEST.json       contents of the backup: counts, hash of each file, hash over all leaves, head, newest checkpoint
    entries.jsonl       the log in order: stream, first, count, request_id, recorded_at, bytes, leaf
    games/ID.rgn        the bodies of a game, concatenated; rules/HASH.json and tournaments/NAME.jsonl likewise
    tables/NAME.jsonl   tables that are not derived from the log: people, aliases, answered requests, checkpoints
    files/SHA256        files of disputes

A backup has no derived rows, which are rebuilt, and neither tokens nor the signing key, which are secrets.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.exports.personal_data import describe_backup
from plancia_archive.exports.restored_log import (
    BACKED_UP_TABLES,
    ENTRY_COLUMNS,
    backup_file_name,
    check_required_heads,
    check_restored,
    check_times,
    continue_log,
    load_required_heads,
    restore_files,
    restore_rows,
)
from plancia_archive.facts.event_rows import Row
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_archive.log.archive_stream import commit_to_form_1, new_origin, origin_of
from plancia_archive.log.checkpoints import store_key
from plancia_archive.log.connections import DRIVER, refuse_database
from plancia_archive.log.creation import create_empty_file, create_tables
from plancia_archive.log.entry_format import Header
from plancia_archive.log.schema import VERSION
from plancia_archive.log.side_files import checkpoint_file, files_folder, key_file, set_aside, write_durably
from plancia_archive.log.temp_files import delete_temp, move_into_place, sync_folder, temp_path
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.keys import SigningKey
from plancia_archive.tlog.signed_note import parse_note

if TYPE_CHECKING:
    from zipfile import ZipFile

BACKUP_FORMAT = "plancia-backup 2"
SHA256_PATTERN = re.compile(r"[0-9a-f]{64}")
READABLE_FORMATS = ("plancia-backup 1", BACKUP_FORMAT)  # format 1 has entries of form 1 only
OMISSIONS = {
    "it": [
        "righe derivate: si rifanno",
        "gettoni: sono segreti, se ne danno di nuovi",
        "chiave: è un segreto, FILE.key si conserva altrove",
    ],
    "en": [
        "derived rows: they are made again",
        "tokens: secrets, given anew",
        "signing key: a secret, keep FILE.key elsewhere",
    ],
}
# Limit of the unpacked size: MIN_UNPACKED_LIMIT plus MAX_RATIO times the size of the file. A log of games is compressed
# about ten times, a ZIP bomb up to a thousand times.
MIN_UNPACKED_LIMIT = 64 * 1024 * 1024
MAX_COMPRESSION_RATIO = 200


def no_progress() -> None:
    """Default progress callback: does nothing."""


def backup(archive: Archive, place: Path, names: bool = True, step: Callable[[], None] = no_progress) -> dict[str, Any]:
    """Writes a backup atomically and returns its manifest; the same archive gives the same bytes.

    Without `names` people have references in place of names. `step` is called after each game. Raises OSError,
    ArchiveError if there is a database at the place.
    """
    refuse_database(place)
    temporary = temp_path(place)
    try:
        create_empty_file(temporary)  # owner-only permissions: it has names
        with archive.lock, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as bundle:
            archive.db.begin()  # a read transaction: one snapshot while others write
            try:
                manifest = write_files(archive, bundle, names, step)
            finally:
                archive.db.rollback()
        move_into_place(temporary, place)
    finally:
        temporary.unlink(missing_ok=True)
    return manifest


def write_files(archive: Archive, bundle: ZipFile, names: bool, step: Callable[[], None]) -> dict[str, Any]:
    """Writes all files into the ZIP file; returns the manifest."""
    files: dict[str, dict[str, Any]] = {}

    def write_member(name: str, data: bytes) -> None:
        member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = 0o644 << 16
        bundle.writestr(member, data)
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    leaves_hash = hashlib.sha256()
    lines: list[str] = []
    streams: list[str] = []
    statement = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM entry ORDER BY log_index"
    for index, stream, first, count, request_id, recorded_at, _, body, leaf, header in archive.db.execute(statement):
        leaves_hash.update(bytes(leaf))
        cells = {"log_index": index, "stream": stream, "first": first, "count": count, "request_id": request_id,
                 "recorded_at": recorded_at, "bytes": len(body), "leaf": bytes(leaf).hex()}  # fmt: skip
        if header:
            entry_header = Header.stored(str(header))
            cells |= {"author": entry_header.author, "role": entry_header.role}
        lines.append(json_line(cells))
        if first == 0:
            streams.append(stream)
    write_member("entries.jsonl", "".join(lines).encode())
    for stream in sorted(streams):
        bodies = archive.db.execute("SELECT body FROM entry WHERE game = ? ORDER BY first", [stream]).fetchall()
        write_member(backup_file_name(stream), b"".join(bytes(row[0]) for row in bodies))
        if ":" not in stream:
            step()
    evidence = list_dispute_files(archive.path)
    for path in evidence:
        write_member(f"files/{path.name}", path.read_bytes())
    counts = {}
    for table in BACKED_UP_TABLES:
        rows = list(table_lines(archive, table, names))
        counts[table] = len(rows)
        write_member(f"tables/{table}.jsonl", "".join(rows).encode())
    manifest: dict[str, Any] = {
        "format": BACKUP_FORMAT, "schema": VERSION, "entries": len(lines), "leaves": leaves_hash.hexdigest(),
        "names": names,
        "games": sum(":" not in stream for stream in streams),
        "tournaments": sum(stream.startswith("tournament:") for stream in streams),
        "tables": counts, "drops": OMISSIONS, "files": dict(sorted(files.items())),
        "personal_data": describe_backup(archive, names, files, len(evidence)),
        "head": archive.checkpoints.head().head(), "checkpoint": read_newest_note(archive),
    }  # fmt: skip
    write_member("MANIFEST.json", (json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())
    return manifest


def read_newest_note(archive: Archive) -> str | None:
    """Returns the newest signed checkpoint of the snapshot; None without one."""
    row = archive.db.execute("SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1").fetchone()
    return str(row[0]) if row else None


def list_dispute_files(archive: Path) -> list[Path]:
    """Returns the paths of the files of disputes beside an archive, sorted by name."""
    folder = files_folder(archive)
    return sorted(path for path in folder.iterdir() if SHA256_PATTERN.fullmatch(path.name)) if folder.is_dir() else []


def json_line(cells: Row) -> str:
    """Serialises an object to one line of canonical JSON."""
    return json.dumps(cells, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def table_lines(archive: Archive, table: str, names: bool) -> Iterator[str]:
    """Yields the rows of a table as JSON lines; without `names`, references for names and no aliases."""
    if table == "alias" and not names:
        return
    cursor = archive.db.execute(f"SELECT * FROM {table} ORDER BY 1")
    columns = [column[0] for column in cursor.description]
    for row in cursor:
        cells = dict(zip(columns, row, strict=True))
        if table == "person" and not names:
            cells |= {"name": cells["player_ref"], "salt": None}
        if isinstance(cells.get("salt"), bytes):
            cells["salt"] = cells["salt"].hex()
        yield json_line(cells)


def open_backup(source: Path) -> ZipFile:
    """Opens a backup without unpacking it. Raises ArchiveError if its unpacked size is over the limit."""
    if source.exists() and not source.is_file():
        raise ArchiveError("backup-zip", str(source))  # a pipe or a device may have no end
    bundle = zipfile.ZipFile(source)
    size, unpacked = source.stat().st_size, sum(member.file_size for member in bundle.infolist())
    if unpacked > MIN_UNPACKED_LIMIT + MAX_COMPRESSION_RATIO * size:
        bundle.close()
        raise ArchiveError("swells", f"{source}: {size} -> {unpacked} bytes")
    return bundle


def count_games(source: Path) -> int:
    """Returns the number of games in the manifest of a backup, 0 for an invalid one. Raises OSError, ArchiveError."""
    try:
        with open_backup(source) as bundle:
            return int(json.loads(bundle.read("MANIFEST.json"))["games"])
    except ZIP_ERRORS as error:
        if isinstance(error, OSError) and error.filename:
            raise
        return 0


def restore(
    source: Path, place: Path, step: Callable[[], None] = no_progress, anyway: bool = False,
    head: str = "", behind: str = "", clock: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Restores an archive from a backup atomically; returns the manifest. The file `place` must not exist.

    Checks every hash and every link of the chain, the root, every checkpoint, and that the archive would accept each
    text; `anyway` skips the last check, which `verify` can do later. The archive must contain the checkpoint beside
    `place` and `head` (`ORIGIN SIZE ROOT`), where there are any. With a reason in `behind` it may lack them: the log
    then continues under another origin and key, which its next entry records. With a reason in `clock` entries may
    be dated a day or more before earlier ones; the log states it and goes on. The head is signed if the key beside
    `place` is that of the log. Raises ArchiveError with the first error, TlogError for a text that is not a head,
    OSError.
    """
    if place.exists():
        raise ArchiveError("exists", str(place))
    required_heads = load_required_heads(place, head)
    key: SigningKey | None = None
    temporary = temp_path(place)
    try:
        with open_backup(source) as bundle:
            manifest = check_manifest(bundle, str(source))
            try:
                create_empty_file(temporary)
            except OSError as error:
                raise ArchiveError("unopened", str(place)) from error
            create_tables(temporary, None, is_private=True)
            archive = Archive.open(temporary)
            try:
                with archive.writing():
                    restore_rows(archive, bundle, manifest, anyway)
                archive.rebuild(step, alone=True)
                with archive.writing():
                    commit_to_form_1(archive.log, new_origin(), None, archive.tokens.commit_scope_tokens)
                    archive.tokens.insert_unrestored()
                check_restored(archive, manifest)
                check_required_heads(archive, place, required_heads, bool(behind))
                check_times(archive, clock)
                if behind:
                    key = continue_log(archive, required_heads, behind)
            finally:
                archive.close()
            restore_files(bundle, place)
        if key:
            set_aside(key_file(place))
            store_key(place, key)
        publish(temporary, place)
        if key:
            set_aside(checkpoint_file(place))
        sign_restored(place)
    except ArchiveError as error:
        raise ArchiveError(error.code, error.what.replace(str(temporary), str(place))) from error
    except DRIVER.OperationalError as error:
        raise OSError(5, str(error), str(place)) from error
    except zipfile.BadZipFile as error:
        raise ArchiveError("backup-zip", str(source)) from error
    except (*ZIP_ERRORS, DRIVER.DatabaseError) as error:
        if isinstance(error, OSError) and error.filename:
            raise
        raise ArchiveError("backup", f"{source}: {error}"[:200]) from error
    finally:
        delete_temp(temporary)
    return manifest


def sign_restored(place: Path) -> None:
    """Signs the head of a restored archive; without its key, writes the newest checkpoint of the backup beside it.

    A checkpoint file that is there already is kept unless a newer one is signed.
    """
    archive = Archive.open(place)
    try:
        with suppress(ArchiveError):  # the key of another log: `fsck` reports it
            archive.checkpoints.sign()
        newest = read_newest_note(archive)
        if newest is not None and not checkpoint_file(place).exists():
            note = parse_note(newest)
            if parse_checkpoint(note.body).origin == origin_of(archive.log):
                write_durably(checkpoint_file(place), newest.encode(), 0o644)
    finally:
        archive.close()


def publish(temporary: Path, place: Path) -> None:
    """Links a finished archive to its path. Raises ArchiveError `exists` if another process was first, OSError."""
    try:
        os.link(temporary, place)
    except FileExistsError as error:
        raise ArchiveError("exists", str(place)) from error
    except (OSError, NotImplementedError):  # a file system without hard links
        temporary.replace(place)
    sync_folder(place.parent)


def check_manifest(bundle: ZipFile, name: str) -> dict[str, Any]:
    """Reads the manifest and checks the hash of every file. Raises ArchiveError."""
    manifest: dict[str, Any] = json.loads(bundle.read("MANIFEST.json"))
    if manifest.get("format") not in READABLE_FORMATS:
        raise ArchiveError("backup", f"{name}: {manifest.get('format')}")
    if manifest["schema"] > VERSION:
        raise ArchiveError("newer", str(manifest["schema"]))
    unexpected = set(bundle.namelist()) ^ {*manifest["files"], "MANIFEST.json"}
    if unexpected:
        raise ArchiveError("backup", f"{name}: {', '.join(sorted(unexpected))}")
    for file, entry in manifest["files"].items():
        if hashlib.sha256(bundle.read(file)).hexdigest() != entry["sha256"]:
            raise ArchiveError("backup", f"{name}: {file}")
    return manifest
