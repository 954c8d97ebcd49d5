"""The register of people: a random reference, a name and aliases for each. The log has references, not names."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from plancia_archive.dates import KNOWN_DATES
from plancia_archive.errors import ArchiveError
from plancia_archive.people.free_text import (
    REFERENCE_PREFIX,
    WORD_OR_REFERENCE,
    KnownNames,
    NameWords,
    fold_word,
    name_key,
    ordinary_words,
)
from plancia_data import variant_ids
from plancia_events import Game
from plancia_events.text.headers import COLOUR_HEADERS

if TYPE_CHECKING:
    import sqlite_utils

REFERENCE = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z")
REFERENCE_IN_TEXT = re.compile(rb"\bp_[0-9A-HJKMNP-TV-Z]{8}\b")
STREAM = "person:"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MIN_RATIO = 82.0  # similarity of whole names, in per cent (rapidfuzz.fuzz.ratio)
MIN_WORD_RATIO = 70.0  # similarity of each word, if both names have the same number of words
MAX_COMPARED = 120  # longer names are not compared


def normalise_name(name: str) -> str:
    """Returns a name in the form for comparison: without case, accents, punctuation and word order."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in decomposed if not unicodedata.combining(letter)))
    return " ".join(sorted(words)) or name.casefold().strip()


def names_person(header: str, value: str) -> bool:
    """Returns whether the value of a header is a person's name or reference."""
    return (header in COLOUR_HEADERS or header == "Arbiter") and value not in ("?", "-")


def commitment(salt: bytes, record: dict[str, Any]) -> str:
    """Returns the HMAC-SHA-256 of a person's record in canonical JSON, in hexadecimal.

    Without the salt, which is the key, names cannot be guessed from it.
    """
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()


def check_distinct_players(names: dict[str, str], players: dict[str, str]) -> None:
    """Raises ArchiveError, with the names as written, if one person has two seats."""
    players_seated = [player for player in players.values() if player not in ("?", "-")]
    duplicates = [names[colour] for colour, player in players.items() if players_seated.count(player) > 1]
    if duplicates:
        raise ArchiveError("t-twice", ", ".join(duplicates))


class People:
    """The person tables of an archive."""

    def __init__(self, db: sqlite_utils.Database, append: Callable[[str, list[dict[str, Any]]], None]) -> None:
        """`append` adds JSON events to a stream of the log."""
        self.db = db
        self.append = append
        self.names: tuple[int, KnownNames] | None = None  # and the version of the file that they were read from

    def find(self, name: str) -> str | None:
        """Returns the reference for a name, an alias or a reference, also of an erased person; None if unknown."""
        if REFERENCE.match(name):
            row = self.db.execute("SELECT player_ref FROM person WHERE player_ref = ?", [name]).fetchone()
            if row:
                return str(row[0])
            if name in (merged_references := self.merged()):
                return merged_references[name]
            if self.was_erased(name):
                return name
        row = self.db.execute("SELECT player_ref FROM alias WHERE plain = ?", [normalise_name(name)]).fetchone()
        return str(row[0]) if row else None

    def find_or_make(self, name: str, find_similar: bool = True) -> tuple[str, list[str]]:
        """Finds or creates the person with a name.

        Returns the reference and, for a new person and with `find_similar`, the similar names that are registered.
        """
        known_reference = self.find(name)
        if known_reference:
            return known_reference, []
        similar = self.similar_names(name) if find_similar else []
        if REFERENCE.match(name):
            reference = name
        else:
            reference = REFERENCE_PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.add(reference, name)
        return reference, similar

    def add(self, reference: str, name: str) -> None:
        """Adds a person under a reference, and the commitment to the record."""
        self.db.execute("INSERT INTO person(player_ref, name) VALUES (?, ?)", [reference, name])
        self.db.execute(
            "INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [normalise_name(name), reference]
        )
        if self.names:
            for spelling in (name, normalise_name(name)):
                self.names[1].add(spelling, reference)
        self.commit_record(reference)

    def erase(self, reference: str) -> None:
        """Deletes a person's record: name, aliases and salt. To be called in the transaction that logs the erasure."""
        self.db.execute("DELETE FROM alias WHERE player_ref = ?", [reference])
        self.db.execute("DELETE FROM person WHERE player_ref = ?", [reference])
        self.forget_names()

    def is_erased(self, reference: str) -> bool:
        """Returns whether the record of a reference was erased."""
        if not REFERENCE.match(reference):
            return False
        row = self.db.execute(
            "SELECT body FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1", [STREAM + reference]
        ).fetchone()
        return bool(row) and json.loads(bytes(row[0]).splitlines()[-1])["kind"] == "erased"

    def was_erased(self, reference: str) -> bool:
        """Returns whether a reference in the log has no record, directly or through a merge.

        Unlike `is_erased` this is also true in a view of a time before the erasure.
        """
        current = self.merged().get(reference, reference)
        if not REFERENCE.match(current):
            return False
        statement = (
            "SELECT 1 FROM entry WHERE game = ? AND NOT EXISTS (SELECT 1 FROM person WHERE player_ref = ?) LIMIT 1"
        )
        return self.db.execute(statement, [STREAM + current, current]).fetchone() is not None

    def check_not_erased(self, reference: str) -> None:
        """Raises ArchiveError `person-erased` for a person whose record was erased."""
        if self.is_erased(reference):
            raise ArchiveError("person-erased", reference)

    def known_names(self) -> KnownNames:
        """Returns the index of all names and aliases, read again when another connection has changed the file."""
        version = int(self.db.execute("PRAGMA data_version").fetchone()[0])  # of what other connections wrote
        if self.names is None or self.names[0] != version:
            rows = self.db.execute("SELECT name, player_ref FROM person UNION ALL SELECT plain, player_ref FROM alias")
            self.names = version, KnownNames(rows.fetchall())
        return self.names[1]

    def forget_names(self) -> None:
        """Discards the index of `known_names`, after names were changed or a change was rolled back."""
        self.names = None

    def name_words_by_reference(self, references: Iterable[str]) -> dict[str, NameWords]:
        """Returns the words of each person's name and aliases, by reference, for `KnownNames.replace`."""
        return {
            reference: NameWords.of(self.name(reference), self.spellings(reference))
            for reference in references if REFERENCE.match(reference)
        }  # fmt: skip

    def surnames_in(self, text: str) -> dict[str, NameWords]:
        """Returns the people whose surname stands in a text and is nobody else's, nor a place where games were played.

        For `KnownNames.replace` in a text about nobody in particular, such as the title of a tournament (D-175).
        """
        parts = {part for token in WORD_OR_REFERENCE.findall(text) for part in fold_word(token)}
        people = [(str(row[0]), NameWords.of(str(row[1])))
                  for row in self.db.execute("SELECT player_ref, name FROM person").fetchall()]  # fmt: skip
        found = {reference: NameWords(frozenset({person.surname}), person.surname)
                 for reference, person in people if person.surname in parts}  # fmt: skip
        if not found:
            return {}
        places = [str(row[0]) for row in self.db.execute("SELECT DISTINCT place FROM game WHERE place IS NOT NULL")]
        taken = {*ordinary_words(), *name_key(variant_ids()), *name_key(places)}
        return {reference: person for reference, person in found.items() if person.surname not in taken}

    def commit_record(self, reference: str) -> None:
        """Appends a commitment to a person's record with a new salt; to be called after every change of the record."""
        salt = secrets.token_bytes(32)
        self.db.execute("UPDATE person SET salt = ? WHERE player_ref = ?", [salt, reference])
        event = {"commitment": commitment(salt, self.committed_record(reference)), "kind": "bound", "v": 1}
        self.append(STREAM + reference, [event])

    def committed_record(self, reference: str) -> dict[str, Any]:
        """Returns the record to which the log commits: reference, name, and aliases in normalised form."""
        return {"aliases": self.spellings(reference), "name": self.name(reference), "player": reference}

    def import_person(self, reference: str, name: str) -> str:
        """Finds a person of another archive by reference or name, or adds one with both; returns the reference."""
        known_reference = self.find(reference) or (self.find(name) if name != reference else None)
        if known_reference is None:
            self.add(reference, name)
        return known_reference or reference

    def similar_names(self, name: str, others: Iterable[str] = ()) -> list[str]:
        """Returns the names, registered or in `others`, that are similar to a name and may be the same person's."""
        names_by_plain: dict[str, set[str]] = {}
        for spelling, person in self.db.execute("SELECT a.plain, p.name FROM alias a JOIN person p USING (player_ref)"):
            names_by_plain.setdefault(str(spelling), set()).add(str(person))
        for person in others:
            names_by_plain.setdefault(normalise_name(person), set()).add(person)
        matches = similar_names(normalise_name(name), names_by_plain)
        return sorted({person for match in matches for person in names_by_plain[match]})

    def warnings(self, names: list[str]) -> dict[str, list[str]]:
        """Returns for each unregistered name the similar names, registered or earlier in the list."""
        new_names = [name for name in dict.fromkeys(names) if self.find(name) is None]
        similar = {name: self.similar_names(name, new_names[:number]) for number, name in enumerate(new_names)}
        return {name: similar_names for name, similar_names in similar.items() if similar_names}

    def add_alias(self, player: str, name: str) -> str:
        """Adds an alias of a person; returns the reference.

        Raises ArchiveError for an unknown person, and for the main name of another person.
        """
        reference = self.find(player)
        if reference is None:
            raise ArchiveError("person", player)
        self.check_not_erased(reference)
        owner = self.find(name)
        if owner not in (None, reference) and (
            REFERENCE.match(name) or normalise_name(self.name(owner)) == normalise_name(name)
        ):
            raise ArchiveError("person-other", f"{name} ({owner})")
        self.db.execute(
            "INSERT INTO alias(plain, player_ref) VALUES (?, ?) "
            "ON CONFLICT(plain) DO UPDATE SET player_ref = excluded.player_ref",
            [normalise_name(name), reference],
        )
        self.forget_names()
        for changed in {reference, owner} - {None}:
            self.commit_record(str(changed))
        return reference

    def rename(self, player: str, name: str) -> str:
        """Changes a person's name, possibly to one of the aliases; the old name remains an alias.

        Returns the reference. Raises ArchiveError for an unknown person, and for a name of another person.
        """
        reference = self.find(player)
        if reference is None:
            raise ArchiveError("person", player)
        self.check_not_erased(reference)
        new_name = self.check_name(reference, name)
        self.db.execute("UPDATE person SET name = ? WHERE player_ref = ?", [new_name, reference])
        self.db.execute(
            "INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [normalise_name(new_name), reference]
        )
        self.forget_names()
        self.commit_record(reference)
        return reference

    def check_name(self, reference: str, name: str) -> str:
        """Returns a new name with single spaces.

        Raises ArchiveError `person-other` if it is empty or another person's.
        """
        new_name = " ".join(name.split())
        owner = self.find(new_name)
        if not new_name or REFERENCE.match(new_name) or owner not in (None, reference):
            raise ArchiveError("person-other", f"{new_name} ({owner or '-'})")
        return new_name

    def merged(self) -> dict[str, str]:
        """Returns the merged references: old to current."""
        return dict(self.db.execute("SELECT player_ref, into_ref FROM merged").fetchall())

    def move_aliases(self, kept_reference: str, merged_reference: str) -> None:
        """Moves the aliases of a merged person to the kept one and deletes the former; call inside a transaction."""
        self.db.execute("UPDATE alias SET player_ref = ? WHERE player_ref = ?", [kept_reference, merged_reference])
        self.db.execute("DELETE FROM person WHERE player_ref = ?", [merged_reference])
        self.forget_names()
        self.commit_record(kept_reference)

    def give_back_name(self, kept_reference: str, parted_reference: str, name: str) -> None:
        """Registers a person who is parted from another one, with the alias of the name unless it is the other's name.

        Call inside a transaction.
        """
        if normalise_name(name) != normalise_name(self.name(kept_reference)):
            self.db.execute(
                "DELETE FROM alias WHERE plain = ? AND player_ref = ?", [normalise_name(name), kept_reference]
            )
        self.add(parted_reference, name)
        self.forget_names()
        self.commit_record(kept_reference)

    def with_current_references(self, game: Game) -> Game:
        """Returns the game with merged references replaced by current ones."""
        merged_references = self.merged()
        if not merged_references or not any(value in merged_references for _, value in game.headers):
            return game
        headers = [(name, merged_references.get(value, value)) for name, value in game.headers]
        return Game(headers, game.events, game.lines)

    def replace_merged_references(self, body: bytes) -> bytes:
        """Returns the body of a log entry with merged references replaced by current ones."""
        replacements = {old.encode(): new.encode() for old, new in self.merged().items()}
        return (
            REFERENCE_IN_TEXT.sub(lambda match: replacements.get(match.group(), match.group()), body)
            if replacements
            else body
        )

    def name(self, reference: str) -> str:
        """Returns the name of a person; the reference itself if it is unknown."""
        statement = "SELECT name FROM person WHERE player_ref = ?"
        row = self.db.execute(statement, [reference]).fetchone()
        if row is None and reference in (merged_references := self.merged()):
            row = self.db.execute(statement, [merged_references[reference]]).fetchone()
        return str(row[0]) if row else reference

    def page(self, after: str | None, limit: int) -> list[str]:
        """Returns at most `limit` references after one, in order of reference, which reveals nothing about names."""
        rows = self.db.execute(
            "SELECT player_ref FROM person WHERE player_ref > ? ORDER BY player_ref LIMIT ?", [after or "", limit]
        ).fetchall()
        return [str(row[0]) for row in rows]

    def record(self, reference: str) -> dict[str, Any]:
        """Returns a player's numbers of stored games and wins, and the first and last date."""
        row = self.db.execute(
            "SELECT count(*), (SELECT count(*) FROM champion WHERE player = ?), "
            f"min(date) {KNOWN_DATES}, max(date) {KNOWN_DATES} "
            "FROM (SELECT DISTINCT number FROM seat WHERE player_ref = ?) JOIN game USING (number)",
            [reference, reference],
        ).fetchone()
        return {"games": int(row[0]), "wins": int(row[1]), "first": row[2], "last": row[3]}

    def stamp(self) -> str:
        """Returns a digest of all names, which changes when a name does."""
        digest = hashlib.sha256()
        for row in self.db.execute("SELECT player_ref, name FROM person ORDER BY player_ref"):
            digest.update(f"{row[0]}={row[1]}\n".encode())
        return digest.hexdigest()[:16]

    def spellings(self, reference: str) -> list[str]:
        """Returns a person's aliases in normalised form (`normalise_name`)."""
        rows = self.db.execute("SELECT plain FROM alias WHERE player_ref = ? ORDER BY plain", [reference]).fetchall()
        return [str(row[0]) for row in rows]

    def all_spellings(self) -> list[tuple[str, str]]:
        """Returns all names and aliases in normalised form, each with the reference."""
        return [
            (str(row[0]), str(row[1])) for row in self.db.execute("SELECT plain, player_ref FROM alias ORDER BY plain")
        ]

    def all(self) -> list[dict[str, str]]:
        """Returns reference and name of all people, sorted by name."""
        rows = self.db.execute("SELECT player_ref, name FROM person ORDER BY name, player_ref").fetchall()
        return [{"player": str(reference), "name": str(name)} for reference, name in rows]


def length_range(length: int) -> tuple[int, int]:
    """Returns the shortest and longest length that can reach MIN_RATIO with a name of this length."""
    ratio = MIN_RATIO / (200.0 - MIN_RATIO)
    return int(length * ratio), int(length / ratio) + 1


def similar_names(name: str, names: Iterable[str]) -> list[str]:
    """Returns those of `names` that are similar to `name`; all in the form of `people.normalise_name`."""
    from rapidfuzz import fuzz, process  # importers work without it

    if len(name) > MAX_COMPARED:
        return []
    min_length, max_length = length_range(len(name))
    candidates = [other for other in names if min_length <= len(other) <= min(max_length, MAX_COMPARED)]
    matches = process.extract(name, candidates, scorer=fuzz.ratio, score_cutoff=MIN_RATIO, limit=None)
    return [other for other, _, _ in matches if words_match(name.split(), other.split())]


def words_match(words: list[str], other_words: list[str]) -> bool:
    """Returns whether every word has a similar counterpart, or the numbers of words differ."""
    from rapidfuzz import fuzz

    if len(words) != len(other_words):
        return True
    unmatched = list(other_words)
    for word in words:
        closest = max(unmatched, key=lambda other: fuzz.ratio(word, other))
        if fuzz.ratio(word, closest) < MIN_WORD_RATIO:
            return False
        unmatched.remove(closest)
    return True
