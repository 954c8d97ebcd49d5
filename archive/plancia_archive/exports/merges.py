"""Merges a backup of another archive into this one: games, matched by content, and records of tournaments and disputes.

References differ between two archives. A person of the backup is somebody of this archive by reference, by a game
that both archives have, or where the caller says so (`same`, `same_names`); everybody else stays apart under the
reference of the backup, also with a name of this archive (D-178). Who is said to be the same is stored apart, then
merged, which `person part` undoes. A person erased in this archive is recognised by the games that both archives have,
and stays erased; a person who was erased in the other archive has no name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.dates import format_time
from plancia_archive.errors import ArchiveError
from plancia_archive.exports.backups import READABLE_FORMATS, check_manifest, open_backup
from plancia_archive.exports.foreign_records import TakenRecords, take_records
from plancia_archive.exports.restored_log import restore_files, restore_rows
from plancia_archive.facts.event_rows import Row
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_archive.log.archive_stream import has_stream, read_identities
from plancia_archive.log.connections import DRIVER
from plancia_archive.log.creation import create_empty_file, create_tables
from plancia_archive.log.game_ids import find_by_label
from plancia_archive.log.storable_game import prepare_unjudged
from plancia_archive.log.temp_files import temp_folder
from plancia_archive.log.withdrawals import WITHDRAWALS
from plancia_archive.people.free_text import REFERENCE_PREFIX, hash_without_free_text
from plancia_archive.people.register import REFERENCE, REFERENCE_IN_TEXT, names_person, normalise_name
from plancia_archive.registers.merged_references import PERSONS
from plancia_archive.registers.person_merges import merge_people
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSetError

SKIPPED_KINDS = ("token",)  # kinds of streams that a merge leaves out: tokens are rights in that archive


@dataclass(frozen=True)
class MergedGame:
    """The result of merging one game of a backup.

    `outcome` is `kept`, `already` (the same text was stored already), `continued` (new lines were appended to a stored
    game), `withdrawn` (it is withdrawn in the backup, and now in this archive) or `failed`, with the reason in `error`.
    `backup_id` is its id in the backup, `game` its id in this archive, None if it was not stored.
    """

    backup_id: str
    outcome: str
    game: str | None
    version: int
    error: ArchiveError | RuleSetError | None = None


def is_backup(path: Path) -> bool:
    """True for a ZIP file whose manifest is that of a backup of an archive."""
    try:
        with open_backup(path) as bundle:
            return json.loads(bundle.read("MANIFEST.json")).get("format") in READABLE_FORMATS
    except (ArchiveError, *ZIP_ERRORS):
        return False


@contextmanager
def open_as_archive(source: Path) -> Iterator[Archive]:
    """Opens log, people and files of a backup as a temporary archive without derived rows, after checking all hashes.

    Raises ArchiveError for a backup that is damaged or was altered, OSError.
    """
    with temp_folder() as folder:
        path = folder / "other.db"
        create_empty_file(path)
        create_tables(path, None, is_private=True)
        other = Archive.open(path)
        try:
            try:
                with open_backup(source) as bundle, other.writing():
                    manifest = check_manifest(bundle, str(source))
                    restore_rows(other, bundle, manifest, False)
                    PERSONS.rebuild_table(other.log)
                    restore_files(bundle, path)
            except (*ZIP_ERRORS, DRIVER.DatabaseError) as error:
                if isinstance(error, OSError) and error.filename:
                    raise
                raise ArchiveError("backup", f"{source}: {error}"[:200]) from error
            yield other
        finally:
            other.close()


def count_skipped_streams(other: Archive) -> dict[str, int]:
    """Counts the streams of each of SKIPPED_KINDS in a backup."""
    rows = other.db.execute("SELECT game FROM entry WHERE first = 0 AND game LIKE '%:%'").fetchall()
    kinds = [str(row[0]).partition(":")[0] for row in rows]
    return {kind: kinds.count(kind) for kind in SKIPPED_KINDS if kind in kinds}


def refuse_fork(archive: Archive, other: Archive) -> None:
    """Checks that a backup of the same log has the same entries as far as both go under an origin that both have.

    Raises ArchiveError `forked` with the first entry that differs: its stream, time and leaf here and there.
    """
    ends = [log_ends(archive), log_ends(other)]
    common = max((min(ends[0][origin], ends[1][origin]) for origin in ends[0].keys() & ends[1].keys()), default=0)
    statement = "SELECT log_index, game, recorded_at, leaf FROM entry WHERE log_index < ? ORDER BY log_index"
    rows = (one.db.execute(statement, [common]) for one in (archive, other))
    for here, there in zip(*rows, strict=True):
        if bytes(here[3]) != bytes(there[3]):
            told = " / ".join(f"{row[1]} {format_time(row[2])} {bytes(row[3]).hex()[:12]}" for row in (here, there))
            raise ArchiveError("forked", f"entry {here[0]}: {told}")


def log_ends(archive: Archive) -> dict[str, int]:
    """Returns the origins of a log, each with the size that the log had or has under it; none for an older log."""
    if not has_stream(archive.log):
        return {}
    identities = read_identities(archive.log)
    ends = [*(identity.index for identity in identities[1:]), archive.last_index() + 1]
    return {identity.origin: end for identity, end in zip(identities, ends, strict=True)}


class Merge:
    """Adds the games of `other` to `archive`, each in a separate transaction, and its records in one.

    Raises ArchiveError `forked` for another history of the log of `archive`.
    """

    def __init__(
        self, archive: Archive, other: Archive, same: Mapping[str, str] | None = None, same_names: bool = False
    ) -> None:  # fmt: skip
        """`same` has people of the backup, by reference or name, with who they are here; `same_names`: who is called
        alike is one person. Raises ArchiveError `person` for somebody who is not there."""
        refuse_fork(archive, other)
        self.archive, self.other, self.same_names = archive, other, same_names
        self.same = {find_person(other, there): find_person(archive, here) for there, here in (same or {}).items()}
        self.namesakes: list[dict[str, str]] = []  # people who were registered apart from one of the same name
        self.united: list[dict[str, str]] = []  # people who were merged because the caller said so
        self.references: dict[str, str] = {}  # of the backup -> of this archive
        self.ids: dict[str, str] = {}  # of games that are not withdrawn: id in the backup -> id in this archive
        self.all_ids: dict[str, str] = {}  # of all games that this archive has now

    def merge_games(self) -> Iterator[MergedGame]:
        """Adds every game and yields the results: first the valid games, then those withdrawn in the backup."""
        withdrawn = {str(row["game"]): row for row in WITHDRAWALS.rows(self.other.log)}
        game_ids = self.other.game_ids()
        for game_id in game_ids:
            self.match_erased_people(self.other.game(game_id))
            self.match_people_of_same_game(self.other.game(game_id))
        for game_id in game_ids:
            if game_id not in withdrawn:
                yield self.merge_game(game_id, None)
        for game_id in game_ids:
            if game_id in withdrawn:
                yield self.merge_game(game_id, withdrawn[game_id])

    def take_records(self) -> list[TakenRecords]:
        """Takes tournaments, disputes, approvals and evidence, after the games; all or, with ArchiveError, none.

        Then merges the people of whom the caller said that they are the same.
        """
        taken = take_records(self.archive, self.other, self.all_ids, self.references)
        for records in taken:
            self.namesakes += [{"reference": one.reference, "here": str(one.here)} for one in records.same_names]
        self.namesakes += self.earlier_namesakes()
        self.unite_people()
        return taken

    def earlier_namesakes(self) -> list[dict[str, str]]:
        """Returns the people that a former merge registered apart from one of the same name, and who still are."""
        if log_ends(self.archive).keys() & log_ends(self.other).keys():
            return []  # a backup of this archive
        people, listed = self.archive.people, {one["reference"] for one in self.namesakes}
        found = []
        for one in self.other.people.all():
            reference, here = one["player"], people.find(one["name"])
            is_apart = people.find(reference) == reference and here not in (None, reference)
            if here and is_apart and reference not in listed and people.name(reference) == people.name(here):
                found.append({"reference": reference, "here": here})
        return found

    def unite_people(self) -> None:
        """Merges the people named in `same`, with `same_names` those called alike. Raises ArchiveError."""
        wanted = dict(self.same)
        if self.same_names:
            wanted = {one["reference"]: one["here"] for one in self.namesakes} | wanted
        people = self.archive.people
        for there, here in wanted.items():
            kept = people.find(here)
            if kept is not None and people.find(there) not in (None, kept):
                merge_people(self.archive, kept, there)
                self.united.append({"reference": there, "here": kept})
        self.namesakes = [one for one in self.namesakes if one["reference"] not in wanted]

    def merge_game(self, game_id: str, withdrawn: Row | None) -> MergedGame:
        """Adds one game in a transaction; an error of the archive becomes the outcome `failed`."""
        try:
            with self.archive.writing():
                merged_game = self.add_game(game_id, withdrawn)
            if merged_game.game is not None:
                self.all_ids[game_id] = merged_game.game
            return merged_game
        except (ArchiveError, RuleSetError) as error:
            return MergedGame(game_id, "failed", None, self.other.version(game_id), error)

    def add_game(self, game_id: str, withdrawn: Row | None) -> MergedGame:
        """Adds one game, or its new lines to a stored game; inside `writing`. Raises ArchiveError, RuleSetError."""
        game = self.localise_game(self.other.game(game_id))
        duplicate_id = self.find_duplicate_with_erased(game)
        if withdrawn is None and duplicate_id is None and (continued := self.find_shorter_game(game)) is not None:
            local_id, lines = continued
            version = self.archive.append(local_id, lines, None).version
            self.ids[game_id] = local_id
            return MergedGame(game_id, "continued", local_id, version)
        if duplicate_id is not None:
            local_id, version, outcome = duplicate_id, self.archive.version(duplicate_id), "already"
        else:
            added = self.archive.add(prepare_unjudged(game))
            local_id, version, outcome = added.game_id, added.version, "already" if added.duplicate else "kept"
        if withdrawn is None:
            self.ids[game_id] = local_id
        elif local_id not in self.ids.values() and self.archive.withdrawals.get(local_id) is None:
            instead = self.ids.get(str(withdrawn["instead"]))
            self.archive.withdrawals.withdraw_in_transaction(local_id, self.localise_text(withdrawn["why"]), instead)
            outcome = "withdrawn"
        return MergedGame(game_id, outcome, local_id, version)

    def localise_text(self, text: str) -> str:
        """Replaces the references in a text of the backup by those of this archive."""
        return REFERENCE_IN_TEXT.sub(
            lambda match: self.localise_reference(match.group().decode()).encode(), text.encode()
        ).decode()

    def localise_game(self, game: Game) -> Game:
        """Replaces the references in a game of the backup by those of this archive. Raises ArchiveError."""
        text = self.localise_text(game.text())
        if (canonical := read_canonical(text, is_stored=True)) is not None:
            return canonical
        reading = read(text, "backup", is_stored=True)
        if not reading.games or reading.problems:
            raise ArchiveError("damaged", reading.problems[0].text("en").splitlines()[0])
        return reading.games[0]

    def localise_reference(self, reference: str) -> str:
        """Returns the reference in this archive of a person of the backup; registers a new person."""
        if reference not in self.references:
            people, others = self.archive.people, self.other.people
            current = others.merged().get(reference, reference)
            name = others.name(current)
            local_reference = self.references.get(current) or people.find(current)
            if local_reference is None and name != current:
                aliases = {people.find(spelling) for spelling in others.spellings(current)} - {None}
                namesake = people.find(name) or (aliases.pop() if len(aliases) == 1 else None)
                if namesake is not None:
                    self.namesakes.append({"reference": current, "here": namesake})
                people.add(current, name)
            self.references[reference] = local_reference or current
        return self.references[reference]

    def match_erased_people(self, game: Game) -> None:
        """Matches erased people of this archive to people of the backup by a game that both archives have."""
        for local_id in self.find_same_apart_from_people(game):
            for (name, backup_reference), (_, local_reference) in zip(
                game.headers, self.archive.game(local_id).headers, strict=True
            ):
                is_other_person = (
                    names_person(name, backup_reference)
                    and REFERENCE.match(backup_reference)
                    and backup_reference != local_reference
                )
                if is_other_person and self.archive.people.is_erased(local_reference):
                    self.references[backup_reference] = local_reference

    def match_people_of_same_game(self, game: Game) -> None:
        """Matches people of the backup by a game that both archives have, or one has the beginning of: same recorder's
        id, same lines, and at each seat the same name."""
        text = without_people(game)
        for local_id in find_by_label(self.archive.db, game.header("Game") or "?"):
            local = self.archive.game(local_id)
            local_text = without_people(local)
            if not (text.startswith(local_text) or local_text.startswith(text)) or game.header("Game") is None:
                continue
            pairs = {
                there: here for colour, there in game.players.items()
                if REFERENCE.match(there) and REFERENCE.match(here := local.players.get(colour, ""))
            }  # fmt: skip
            known = {
                there: here for there, here in pairs.items()
                if not self.archive.people.is_erased(here) and not self.other.people.was_erased(there)
            }  # fmt: skip
            if all(self.called_alike(there, here) for there, here in known.items()):
                self.references |= known

    def called_alike(self, there: str, here: str) -> bool:
        """True for two references of one person: the same, or of the same name or alias."""
        others, people = self.other.people, self.archive.people
        names = {normalise_name(others.name(there)), *others.spellings(others.merged().get(there, there))}
        return there == here or bool(names & {normalise_name(people.name(here)), *people.spellings(here)})

    def find_duplicate_with_erased(self, game: Game) -> str | None:
        """Returns the id of a stored game that differs only in references of people erased in the backup."""
        for local_id in self.find_same_apart_from_people(game):
            pairs = zip(game.headers, self.archive.game(local_id).headers, strict=True)
            if all(
                backup_header == stored_header or self.other.people.is_erased(backup_header[1])
                for backup_header, stored_header in pairs
            ):
                return local_id
        return None

    def find_same_apart_from_people(self, game: Game) -> list[str]:
        """Returns the ids of stored games with the same recorder's id that differ only in references and free text."""
        matching_ids, skeleton = list[str](), skeleton_without_references(game)
        for local_id in find_by_label(self.archive.db, game.header("Game") or "?"):
            candidate = self.archive.game(local_id)
            if len(candidate.headers) == len(game.headers) and skeleton_without_references(candidate) == skeleton:
                matching_ids.append(local_id)
        return matching_ids

    def find_shorter_game(self, game: Game) -> tuple[str, list[str]] | None:
        """Returns the id of a stored game that this one continues, and the new lines; None without one."""
        text = game.text()
        for local_id in find_by_label(self.archive.db, game.header("Game") or "?"):
            stored = self.archive.game(local_id).text()
            if local_id not in self.ids.values() and len(stored) < len(text) and text.startswith(stored):
                return local_id, text[len(stored) :].splitlines()
        return None


def find_person(archive: Archive, name: str) -> str:
    """Returns the reference of a person. Raises ArchiveError `person`."""
    if (reference := archive.people.find(name)) is None:
        raise ArchiveError("person", name)
    return reference


def without_people(game: Game) -> str:
    """Returns the headers that are not about people and the lines of a game, without references."""
    headers = [f"{name} {value}" for name, value in game.headers if not names_person(name, value) and name != "Rules"]
    return REFERENCE_IN_TEXT.sub(
        REFERENCE_PREFIX.encode(), "\n".join([*headers, *game.text().split("\n\n", 1)[-1:]]).encode()
    ).decode()


def skeleton_without_references(game: Game) -> str:
    """Returns the hash of a game's text without references and free text."""
    return hash_without_free_text(REFERENCE_IN_TEXT.sub(REFERENCE_PREFIX.encode(), game.text().encode()).decode())
