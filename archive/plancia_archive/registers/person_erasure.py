"""Erases a person's record, or logs the reason for keeping it. The log has references and salted commitments only.

After an erasure the name is in no table, no free page and no write-ahead log of the archive file, and in no temporary
file beside it. The hashes and proofs of the log do not change.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.temp_files import delete_leftovers, delete_stale_folders
from plancia_archive.log.connections import BUSY_MS, DRIVER, checkpoint_wal
from plancia_archive.log.side_files import files_folder
from plancia_archive.registers.free_text import KnownNames
from plancia_archive.registers.merged_references import BASIS
from plancia_archive.registers.people import STREAM
from plancia_archive.registers.written_copies import remove_names_from_records

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

DEFAULT_BASIS = "request of the person"


@dataclass(frozen=True)
class ErasureResult:
    """The result of an erasure. `cleaned` is False if another process was still reading the old pages of the file."""

    player: str
    games: int
    tournaments: int
    cleaned: bool


def erase_record(archive: Archive, player: str, basis: str = DEFAULT_BASIS) -> ErasureResult:
    """Erases the name, the aliases and the salt of a person, and purges them from the file.

    The reference stays in games and tournaments. For a person erased before, only the file is purged again. Raises
    ArchiveError for an unknown person, and for a basis that is empty or too long.
    """
    if archive.people.is_erased(player):  # a former call was interrupted, or could not finish
        return ErasureResult(player, *count_participations(archive, player), purge_deleted_pages(archive))
    with archive.writing():
        reference = require_person(archive, player)
        normalised_basis = normalise_basis(archive, basis)
        games, tournaments = count_participations(archive, reference)
        archive.log.append_events(STREAM + reference, [{"basis": normalised_basis, "kind": "erased", "v": 1}])
        remove_names_from_records(archive, names_of_person(archive, reference))
        archive.people.erase(reference)
    archive.tournaments.games.memo.clear()
    return ErasureResult(reference, games, tournaments, purge_deleted_pages(archive))


def record_erasure_refusal(archive: Archive, player: str, basis: str) -> str:
    """Logs that the erasure of a person was refused, and why; returns the reference. Raises ArchiveError."""
    with archive.writing():
        reference = require_person(archive, player)
        archive.log.append_events(
            STREAM + reference, [{"basis": normalise_basis(archive, basis), "kind": "kept", "v": 1}]
        )
    return reference


def require_person(archive: Archive, player: str) -> str:
    """Returns the reference of a person with a record. Raises ArchiveError: unknown, erased."""
    reference = archive.people.find(player)
    if reference is None:
        raise ArchiveError("person", player)
    archive.people.check_not_erased(reference)
    return reference


def normalise_basis(archive: Archive, basis: str) -> str:
    """Returns the stated ground of an erasure on one line, with names of people replaced by references.

    Raises ArchiveError `why` for an empty text, one of more than 300 characters or one with control characters.
    """
    text = archive.people.known_names().replace(" ".join(basis.split()))
    if not BASIS.match(text) or not text.isprintable():
        raise ArchiveError("why", "1..300")
    return text


def count_participations(archive: Archive, reference: str) -> tuple[int, int]:
    """Returns the numbers of games and tournaments that have the reference of a person."""
    row = archive.db.execute("SELECT count(DISTINCT game) FROM seat WHERE player_ref = ?", [reference]).fetchone()
    tournament_count = sum(reference in archive.tournaments.get(name).players for name in archive.tournaments.ids())
    return int(row[0]), tournament_count


def purge_deleted_pages(archive: Archive) -> bool:
    """Removes deleted rows from the pages of the file, from its write-ahead log and from files left beside it.

    Deleted cells are zeroed at once (`secure_delete`); VACUUM rewrites every page, and the write-ahead log is
    overwritten and truncated. Returns False if another process still reads the old pages; then the call is to be
    repeated later.
    """
    with archive.lock:
        try:
            archive.db.conn.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            archive.db.conn.execute("VACUUM")
        except DRIVER.OperationalError:
            return False
        is_purged = checkpoint_wal(archive.db) or not archive_uses_wal(archive)
    delete_leftovers(archive.path)
    delete_stale_folders()
    with suppress(OSError):
        os.chmod(archive.path, 0o600)
    return is_purged


def find_mentions(archive: Archive, player: str) -> list[str]:
    """Returns the log streams, tokens and evidence files that contain a name of the person.

    The log has names in text that was written before the person was registered; they can never be erased. To be called
    before `erase_record`. Raises ArchiveError.
    """
    reference = require_person(archive, player)
    names = names_of_person(archive, reference)
    locations: dict[str, None] = {}
    statement = "SELECT game, body FROM entry WHERE game NOT LIKE 'ruleset:%' AND game NOT LIKE 'person:%'"
    for stream, body in archive.db.execute(statement):
        if names.find_spans(bytes(body).decode(errors="replace"), {}):
            locations[str(stream)] = None
    for (name,) in archive.db.execute("SELECT name FROM token"):
        if names.find_spans(str(name), {}):
            locations[f"token {name}"] = None
    return [*locations, *(f"file {name}" for name in find_evidence_files(archive, names))]


def find_evidence_files(archive: Archive, names: KnownNames) -> list[str]:
    """Returns the evidence files that are texts with one of the names; other media types are not read."""
    folder, file_names = files_folder(archive.path), []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            text = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            continue
        if names.find_spans(text, {}):
            file_names.append(path.name)
    return file_names


def names_of_person(archive: Archive, reference: str) -> KnownNames:
    """Returns an index of one person's name and aliases."""
    people = archive.people
    return KnownNames((name, reference) for name in (people.name(reference), *people.spellings(reference)))


def archive_uses_wal(archive: Archive) -> bool:
    """Returns whether the archive file is in WAL mode."""
    return str(archive.db.execute("PRAGMA journal_mode").fetchone()[0]).upper() == "WAL"
