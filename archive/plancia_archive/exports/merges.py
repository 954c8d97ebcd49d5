"""The games of another archive's backup added to this one: people by name, games by content.

References differ between two archives. A person of the backup is the one here with the same reference, else with the
same name or alias; somebody unknown here gets the reference that the backup has. Who was erased here is recognised by
the games that both archives have, and stays erased; who was erased there has no name and gets none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.exports.backups import READABLE_FORMATS, check_manifest, open_backup
from plancia_archive.exports.restored_log import restore_rows
from plancia_archive.exports.temp_files import temp_folder
from plancia_archive.importers.bundles import ZIP_ERRORS
from plancia_archive.log.connections import DRIVER
from plancia_archive.log.creation import create_empty_file, create_tables
from plancia_archive.log.game_ids import find_by_label
from plancia_archive.log.storable_game import prepare_unjudged
from plancia_archive.registers.free_text import skeleton_of
from plancia_archive.registers.merged_references import project_merged
from plancia_archive.registers.people import REFERENCE, REFERENCE_IN_TEXT, names_person
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSetError

NOT_TAKEN = ("tournament", "dispute", "approval", "token")  # kinds of streams that a merge leaves out


@dataclass(frozen=True)
class Merged:
    """What became of one game of a backup.

    `outcome` is `kept`, `already` (the same text is here), `continued` (its further lines were added to the game here),
    `withdrawn` (it was withdrawn there, and now here) or `failed`; `error` says why. `other` is its id in the backup,
    `game` its id here, None where it is not here.
    """

    other: str
    outcome: str
    game: str | None
    version: int
    error: ArchiveError | RuleSetError | None = None


def is_backup(path: Path) -> bool:
    """True for a ZIP file whose manifest is that of a backup of an archive."""
    try:
        with open_backup(path) as bundle:
            return json.loads(bundle.read("MANIFEST.json")).get("format") in READABLE_FORMATS
    except (ArchiveError, AttributeError, *ZIP_ERRORS):
        return False


@contextmanager
def opened_backup(source: Path) -> Iterator[Archive]:
    """The log and the people of a backup as a temporary archive without derived rows, every hash checked.

    Raises ArchiveError for a backup that is damaged or was altered, OSError.
    """
    with temp_folder() as folder:
        place = folder / "other.db"
        create_empty_file(place)
        create_tables(place, None)
        other = Archive.open(place)
        try:
            try:
                with open_backup(source) as bundle, other.writing():
                    manifest = check_manifest(bundle, str(source))
                    restore_rows(other, bundle, manifest, False)
                    project_merged(other.log)
            except (*ZIP_ERRORS, DRIVER.DatabaseError) as error:
                if isinstance(error, OSError) and error.filename:
                    raise
                raise ArchiveError("backup", f"{source}: {error}"[:200]) from error
            yield other
        finally:
            other.close()


def not_taken(other: Archive) -> dict[str, int]:
    """How many streams of the kinds NOT_TAKEN a backup has."""
    rows = other.db.execute("SELECT game FROM entry WHERE first = 0 AND game LIKE '%:%'").fetchall()
    kinds = [str(row[0]).partition(":")[0] for row in rows]
    return {kind: kinds.count(kind) for kind in NOT_TAKEN if kind in kinds}


class Merge:
    """Adds the games of `other` to `archive`, each in a transaction of its own."""

    def __init__(self, archive: Archive, other: Archive) -> None:
        self.archive, self.other = archive, other
        self.references: dict[str, str] = {}  # of the backup -> here
        self.ids: dict[str, str] = {}  # game of the backup that counts -> game here

    def games(self) -> Iterator[Merged]:
        """Adds every game, and yields what became of each: first those that count, then those withdrawn there."""
        withdrawn = self.other.withdrawals.read_log()
        game_ids = self.other.game_ids()
        for game_id in game_ids:
            self.recognise_erased(self.other.game(game_id))
        for game_id in game_ids:
            if game_id not in withdrawn:
                yield self.merged(game_id, None)
        for game_id in game_ids:
            if game_id in withdrawn:
                yield self.merged(game_id, withdrawn[game_id])

    def merged(self, game_id: str, withdrawn: dict[str, Any] | None) -> Merged:
        """Adds one game; what the archive refuses is an outcome."""
        try:
            with self.archive.writing():
                return self.add(game_id, withdrawn)
        except (ArchiveError, RuleSetError) as error:
            return Merged(game_id, "failed", None, self.other.version(game_id), error)

    def add(self, game_id: str, withdrawn: dict[str, Any] | None) -> Merged:
        """Adds one game, or its further lines, or finds it; inside `writing`. Raises ArchiveError, RuleSetError."""
        game = self.with_local_references(self.other.game(game_id))
        twin = self.twin_of_erased(game)
        if withdrawn is None and twin is None and (shorter := self.shorter(game)) is not None:
            local, lines = shorter
            version = self.archive.append(local, lines, None).version
            self.ids[game_id] = local
            return Merged(game_id, "continued", local, version)
        if twin is not None:
            local, version, outcome = twin, self.archive.version(twin), "already"
        else:
            added = self.archive.add(prepare_unjudged(game))
            local, version, outcome = added.game_id, added.version, "already" if added.duplicate else "kept"
        if withdrawn is None:
            self.ids[game_id] = local
        elif local not in self.ids.values() and self.archive.withdrawals.get(local) is None:
            instead = self.ids.get(str(withdrawn["instead"]))
            self.archive.withdrawals.withdraw_in_transaction(local, self.text_here(withdrawn["why"]), instead)
            outcome = "withdrawn"
        return Merged(game_id, outcome, local, version)

    def text_here(self, text: str) -> str:
        """A text of the backup with the references that its people have here."""
        return REFERENCE_IN_TEXT.sub(
            lambda found: self.reference(found.group().decode()).encode(), text.encode()
        ).decode()

    def with_local_references(self, game: Game) -> Game:
        """A game of the backup with the references that its people have here. Raises ArchiveError."""
        text = self.text_here(game.text())
        if (canonical := read_canonical(text)) is not None:
            return canonical
        reading = read(text, "backup")
        if not reading.games or reading.problems:
            raise ArchiveError("damaged", reading.problems[0].text("en").splitlines()[0])
        return reading.games[0]

    def reference(self, reference: str) -> str:
        """The reference here of a person of the backup, who is registered here if nobody is that person."""
        if reference not in self.references:
            people, others = self.archive.people, self.other.people
            current = others.merged().get(reference, reference)
            name = others.name(current)
            found = self.references.get(current) or people.find(current)
            if found is None and name != current:
                aliases = {people.find(spelling) for spelling in others.spellings(current)} - {None}
                found = people.find(name) or (aliases.pop() if len(aliases) == 1 else None)
                if found is None:
                    people.add(current, name)
            self.references[reference] = found or current
        return self.references[reference]

    def recognise_erased(self, game: Game) -> None:
        """Of the people of a game that is here too, those who were erased here keep the reference they have here."""
        for local in self.same_but_people(game):
            for (name, theirs), (_, ours) in zip(game.headers, self.archive.game(local).headers, strict=True):
                person = names_person(name, theirs) and REFERENCE.match(theirs) and theirs != ours
                if person and self.archive.people.is_erased(ours):
                    self.references[theirs] = ours

    def twin_of_erased(self, game: Game) -> str | None:
        """The game here that differs in the references alone of people who were erased there."""
        for local in self.same_but_people(game):
            pairs = zip(game.headers, self.archive.game(local).headers, strict=True)
            if all(one == other or self.other.people.is_erased(one[1]) for one, other in pairs):
                return local
        return None

    def same_but_people(self, game: Game) -> list[str]:
        """Games here with the same id of their recorder and the same text but for references and free text."""
        found, bare = list[str](), text_without_people(game)
        for local in find_by_label(self.archive.db, game.header("Game") or "?"):
            candidate = self.archive.game(local)
            if len(candidate.headers) == len(game.headers) and text_without_people(candidate) == bare:
                found.append(local)
        return found

    def shorter(self, game: Game) -> tuple[str, list[str]] | None:
        """The game here that this one continues, and its further lines."""
        text = game.text()
        for local in find_by_label(self.archive.db, game.header("Game") or "?"):
            stored = self.archive.game(local).text()
            if local not in self.ids.values() and len(stored) < len(text) and text.startswith(stored):
                return local, text[len(stored) :].splitlines()
        return None


def text_without_people(game: Game) -> str:
    """The hash of a game's text without references and free text."""
    return skeleton_of(REFERENCE_IN_TEXT.sub(b"p_", game.text().encode()).decode())
