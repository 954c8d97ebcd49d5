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
from plancia_archive.log.connections import BUSY_MS, DRIVER, checkpoint_wal
from plancia_archive.log.side_files import files_folder
from plancia_archive.log.temp_files import delete_leftovers, delete_stale_folders
from plancia_archive.people.free_text import WORD_OR_REFERENCE, KnownNames, NameWords, fold_word, ordinary_words
from plancia_archive.registers.merged_references import BASIS, PERSONS, Erased, Kept
from plancia_archive.registers.written_copies import remove_names_from_records

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


@dataclass(frozen=True)
class ErasureResult:
    """The result of an erasure. `cleaned` is False if another process was still reading the old pages of the file."""

    player: str
    games: int
    tournaments: int
    cleaned: bool


def erase_record(archive: Archive, player: str, basis: str) -> ErasureResult:
    """Erases the name, the aliases and the salt of a person, and purges them from the file.

    The reference stays in games and tournaments. For a person erased before, only the file is purged again. Raises
    ArchiveError for an unknown person, and for a basis that is empty or too long.
    """
    if archive.people.is_erased(player):  # a former call was interrupted, or could not finish
        return ErasureResult(player, *count_participations(archive, player), purge_deleted_pages(archive))
    with archive.writing():
        reference = require_person(archive, player)
        normalised_basis = normalise_basis(archive, basis, reference)
        games, tournaments = count_participations(archive, reference)
        PERSONS.append(archive.log, reference, Erased(basis=normalised_basis))
        remove_names_from_records(archive, names_of_person(archive, reference))
        archive.people.erase(reference)
    archive.tournaments.games.memo.clear()
    return ErasureResult(reference, games, tournaments, purge_deleted_pages(archive))


def record_erasure_refusal(archive: Archive, player: str, basis: str) -> str:
    """Logs that the erasure of a person was refused, and why; returns the reference. Raises ArchiveError."""
    with archive.writing():
        reference = require_person(archive, player)
        PERSONS.append(archive.log, reference, Kept(basis=normalise_basis(archive, basis, reference)))
    return reference


def require_person(archive: Archive, player: str) -> str:
    """Returns the reference of a person with a record. Raises ArchiveError: unknown, erased."""
    reference = archive.people.find(player)
    if reference is None:
        raise ArchiveError("person", player)
    archive.people.check_not_erased(reference)
    return reference


def normalise_basis(archive: Archive, basis: str, reference: str) -> str:
    """Returns the stated ground of an erasure on one line, with names of people, and the person's surname, replaced.

    Raises ArchiveError `why` for an empty text, one of more than 300 characters or one with control characters.
    """
    about = archive.people.name_words_by_reference([] if archive.people.is_erased(reference) else [reference])
    text = archive.people.known_names().replace(" ".join(basis.split()), about)
    if not BASIS.match(text) or not text.isprintable():
        raise ArchiveError("why", "1..300")
    return text


def count_participations(archive: Archive, reference: str) -> tuple[int, int]:
    """Returns in how many games, withdrawn ones too, and tournaments the log has the reference of a person."""
    references = [reference, *(other for other, one in archive.people.merged().items() if one == reference)]
    statement = f"SELECT DISTINCT game FROM entry WHERE {' OR '.join(['instr(body, ?)'] * len(references))}"
    streams = [str(row[0]) for row in archive.db.execute(statement, [one.encode() for one in references])]
    games, tournaments = (sum(stream.startswith(start) for stream in streams) for start in ("g_", "tournament:"))
    return games, tournaments


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


@dataclass(frozen=True)
class Mention:
    """A place that has a name of a person and keeps it after the erasure.

    `where` is a stream of the log, `token NAME`, `file SHA-256`, or `person REFERENCE` of another person whose name or
    alias has it; `entries` are numbers of the log. Not `whole` where the surname alone stands, which may be another's.
    """

    where: str
    entries: tuple[int, ...] = ()
    whole: bool = True

    def to_json(self) -> dict[str, object]:
        """JSON form."""
        return {"where": self.where, "entries": list(self.entries), "whole": self.whole}


class NameSearch:
    """Finds the names of a person in a text, and the surname alone in any case, with or without accents."""

    def __init__(self, archive: Archive, reference: str) -> None:
        self.names = names_of_person(archive, reference)
        self.surname = NameWords.of(archive.people.name(reference)).surname

    def find(self, text: str) -> bool | None:
        """Returns True where a whole name stands in the text, False for the surname alone, else None."""
        if self.names.find_spans(text, {}):
            return True
        is_ordinary = self.surname in ordinary_words()
        words = WORD_OR_REFERENCE.findall(text) if self.surname else ()
        if any(self.surname in fold_word(word) and (word[0].isupper() or not is_ordinary) for word in words):
            return False
        return None


def find_mentions(archive: Archive, player: str) -> list[Mention]:
    """Returns where a name of the person, or the surname alone, stands and stays: log, tokens, persons, evidence.

    To be called before `erase_record`. Raises ArchiveError.
    """
    reference = require_person(archive, player)
    search, entries = NameSearch(archive, reference), dict[str, list[int]]()
    whole: dict[str, bool] = {}

    def add(where: str, found: bool | None, entry: int | None = None) -> None:
        if found is not None:
            entries.setdefault(where, []).extend([] if entry is None else [entry])
            whole[where] = whole.get(where, False) or found

    statement = "SELECT log_index, game, body FROM entry WHERE game NOT LIKE 'ruleset:%' ORDER BY log_index"
    for index, stream, body in archive.db.execute(statement):
        add(str(stream), search.find(bytes(body).decode(errors="replace")), int(index))
    for (name,) in archive.db.execute("SELECT name FROM token"):
        add(f"token {name}", search.find(str(name)))
    statement = "SELECT player_ref, name FROM person UNION ALL SELECT player_ref, plain FROM alias"
    for other, name in archive.db.execute(statement):
        if other != reference:
            add(f"person {other}", search.find(str(name)))
    for file_name, found in find_evidence_files(archive, search):
        add(f"file {file_name}", found)
    return [Mention(where, tuple(numbers), whole[where]) for where, numbers in entries.items()]


def find_evidence_files(archive: Archive, search: NameSearch) -> list[tuple[str, bool]]:
    """Returns the evidence files that are texts with a name or surname; other media types are not read."""
    folder, found_files = files_folder(archive.path), []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            found = search.find(path.read_bytes().decode())
        except (OSError, UnicodeDecodeError):
            continue
        if found is not None:
            found_files.append((path.name, found))
    return found_files


def names_of_person(archive: Archive, reference: str) -> KnownNames:
    """Returns an index of one person's name and aliases."""
    people = archive.people
    return KnownNames((name, reference) for name in (people.name(reference), *people.spellings(reference)))


def archive_uses_wal(archive: Archive) -> bool:
    """Returns whether the archive file is in WAL mode."""
    return str(archive.db.execute("PRAGMA journal_mode").fetchone()[0]).upper() == "WAL"
