"""Erases a person's record, or records why it is kept. The log holds references and salted commitments alone.

Afterwards the name is in no table and in no free page of the file, in no write-ahead log and in no file that the
archive left beside it; every hash and proof of the log is what it was.
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
from plancia_archive.registers.written_copies import forget_in_records

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

DEFAULT_BASIS = "request of the person"


@dataclass(frozen=True)
class Erased:
    """The result of an erasure. `cleaned` is False where another process kept the old pages of the file in use."""

    player: str
    games: int
    tournaments: int
    cleaned: bool


def erase(archive: Archive, player: str, basis: str = DEFAULT_BASIS) -> Erased:
    """Erases the name, the aliases and the salt of a person, and then what the file still holds of them.

    The reference stays in games and tournaments. For a reference erased before, the file is cleaned again. Raises
    ArchiveError for an unknown person, and for a basis that is empty or too long.
    """
    if archive.people.is_erased(player):  # a former call was interrupted, or could not finish
        return Erased(player, *count_participations(archive, player), clean(archive))
    with archive.writing():
        reference = require_person(archive, player)
        stated = basis_of(archive, basis)
        games, tournaments = count_participations(archive, reference)
        archive.log.append_events(STREAM + reference, [{"basis": stated, "kind": "erased", "v": 1}])
        forget_in_records(archive, names_of(archive, reference))
        archive.people.erase(reference)
    archive.tournaments.games.memo.clear()
    return Erased(reference, games, tournaments, clean(archive))


def keep(archive: Archive, player: str, basis: str) -> str:
    """Records that the erasure of a person was refused, and why; returns the reference. Raises ArchiveError."""
    with archive.writing():
        reference = require_person(archive, player)
        archive.log.append_events(STREAM + reference, [{"basis": basis_of(archive, basis), "kind": "kept", "v": 1}])
    return reference


def require_person(archive: Archive, player: str) -> str:
    """Returns the reference of a person with a record. Raises ArchiveError: unknown, erased."""
    reference = archive.people.find(player)
    if reference is None:
        raise ArchiveError("person", player)
    archive.people.refuse_erased(reference)
    return reference


def basis_of(archive: Archive, basis: str) -> str:
    """A basis on one line, with references for the people it names. Raises ArchiveError."""
    words = archive.people.known_names().replace(" ".join(basis.split()))
    if not BASIS.match(words) or not words.isprintable():
        raise ArchiveError("why", "1..300")
    return words


def count_participations(archive: Archive, reference: str) -> tuple[int, int]:
    """Returns the numbers of games and tournaments that have the reference of a person."""
    row = archive.db.execute("SELECT count(DISTINCT game) FROM seat WHERE player_ref = ?", [reference]).fetchone()
    entered = sum(reference in archive.tournaments.get(name).players for name in archive.tournaments.ids())
    return int(row[0]), entered


def clean(archive: Archive) -> bool:
    """Removes from the file, its write-ahead log and the files beside it what was deleted from the tables.

    Freed cells are zeroed when they are deleted (`secure_delete`). VACUUM writes every page again, and the write-ahead
    log is overwritten and cut to nothing. Returns False where a reader of another process still needs the old pages:
    the caller tells it, and calling again when the reader has ended finishes the work.
    """
    with archive.lock:
        try:
            archive.db.conn.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            archive.db.conn.execute("VACUUM")
        except DRIVER.OperationalError:
            return False
        cleaned = checkpoint_wal(archive.db) or not archive_uses_wal(archive)
    delete_leftovers(archive.path)
    delete_stale_folders()
    with suppress(OSError):
        os.chmod(archive.path, 0o600)
    return cleaned


def mentions(archive: Archive, player: str) -> list[str]:
    """Streams of the log, tokens and files of evidence where a name of the person stands.

    The log has it where it was written before the person was registered.

    Free text of the log can never be erased; call before `erase`. Raises ArchiveError.
    """
    reference = require_person(archive, player)
    names = names_of(archive, reference)
    found: dict[str, None] = {}
    statement = "SELECT game, body FROM entry WHERE game NOT LIKE 'ruleset:%' AND game NOT LIKE 'person:%'"
    for stream, body in archive.db.execute(statement):
        if names.spans(bytes(body).decode(errors="replace"), {}):
            found[str(stream)] = None
    for (name,) in archive.db.execute("SELECT name FROM token"):
        if names.spans(str(name), {}):
            found[f"token {name}"] = None
    return [*found, *(f"file {name}" for name in files_with(archive, names))]


def files_with(archive: Archive, names: KnownNames) -> list[str]:
    """Files of evidence that are texts with one of the names; pictures and recordings are not read."""
    folder, found = files_folder(archive.path), []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            text = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            continue
        if names.spans(text, {}):
            found.append(path.name)
    return found


def names_of(archive: Archive, reference: str) -> KnownNames:
    """The name and the aliases of one person, for finding them in text."""
    people = archive.people
    return KnownNames((name, reference) for name in (people.name(reference), *people.spellings(reference)))


def archive_uses_wal(archive: Archive) -> bool:
    """True if the file has a write-ahead log."""
    return str(archive.db.execute("PRAGMA journal_mode").fetchone()[0]).upper() == "WAL"
