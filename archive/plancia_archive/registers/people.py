"""The register of people: random reference, name and aliases. The log has references only, no names."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.queries.periods import KNOWN
from plancia_archive.registers.free_text import KnownNames, key_of
from plancia_events import Game
from plancia_events.text.headers import COLOUR_HEADERS

if TYPE_CHECKING:
    import sqlite_utils

REFERENCE = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z")
REFERENCE_IN_TEXT = re.compile(rb"\bp_[0-9A-HJKMNP-TV-Z]{8}\b")
STREAM = "person:"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def plain(name: str) -> str:
    """Normalised form of a name for comparison: no case, accents, punctuation or word order."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in bare if not unicodedata.combining(letter)))
    return " ".join(sorted(words)) or name.casefold().strip()


def names_person(header: str, value: str) -> bool:
    """True if the value of the header is a person."""
    return (header in COLOUR_HEADERS or header == "Arbiter") and value not in ("?", "-")


def commitment(salt: bytes, record: dict[str, Any]) -> str:
    """HMAC-SHA-256 of a person's record in canonical JSON, hexadecimal; without the salt names cannot be guessed."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()


def refuse_twins(names: dict[str, str], players: dict[str, str]) -> None:
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
        """Looks up the reference of a name, an alias or a reference, erased ones too; None if unknown."""
        if REFERENCE.match(name):
            row = self.db.execute("SELECT player_ref FROM person WHERE player_ref = ?", [name]).fetchone()
            if row:
                return str(row[0])
            if name in (merged := self.merged()):
                return merged[name]
            if self.was_erased(name):
                return name
        row = self.db.execute("SELECT player_ref FROM alias WHERE plain = ?", [plain(name)]).fetchone()
        return str(row[0]) if row else None

    def find_or_make(self, name: str, look: bool = True) -> tuple[str, list[str]]:
        """Looks up or creates the person of a name: reference, and for a new person similar names if `look`."""
        known_reference = self.find(name)
        if known_reference:
            return known_reference, []
        similar = self.look_alikes(name) if look else []
        if REFERENCE.match(name):
            reference = name
        else:
            reference = "p_" + "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.add(reference, name)
        return reference, similar

    def add(self, reference: str, name: str) -> None:
        """Adds a person under a reference, and the commitment to the record."""
        self.db.execute("INSERT INTO person(player_ref, name) VALUES (?, ?)", [reference, name])
        self.db.execute("INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [plain(name), reference])
        if self.names:
            for spelling in (name, plain(name)):
                self.names[1].add(spelling, reference)
        self.commit_record(reference)

    def erase(self, reference: str) -> None:
        """Deletes a person's record: name, aliases and salt; call inside a transaction that says so in the log."""
        self.db.execute("DELETE FROM alias WHERE player_ref = ?", [reference])
        self.db.execute("DELETE FROM person WHERE player_ref = ?", [reference])
        self.forget_names()

    def is_erased(self, reference: str) -> bool:
        """True for a reference whose record was erased."""
        if not REFERENCE.match(reference):
            return False
        row = self.db.execute(
            "SELECT body FROM entry WHERE game = ? ORDER BY first DESC LIMIT 1", [STREAM + reference]
        ).fetchone()
        return bool(row) and json.loads(bytes(row[0]).splitlines()[-1])["kind"] == "erased"

    def was_erased(self, reference: str) -> bool:
        """True for a reference of the log without a record, also one merged into such a person before.

        So it is in a view of a moment before the erasure, whose log does not say it yet.
        """
        current = self.merged().get(reference, reference)
        if not REFERENCE.match(current):
            return False
        statement = (
            "SELECT 1 FROM entry WHERE game = ? AND NOT EXISTS (SELECT 1 FROM person WHERE player_ref = ?) LIMIT 1"
        )
        return self.db.execute(statement, [STREAM + current, current]).fetchone() is not None

    def refuse_erased(self, reference: str) -> None:
        """Raises ArchiveError for a person whose record was erased: nothing is bound to the reference again."""
        if self.is_erased(reference):
            raise ArchiveError("person-erased", reference)

    def known_names(self) -> KnownNames:
        """The names and aliases of all people, for finding them in free text."""
        version = int(self.db.execute("PRAGMA data_version").fetchone()[0])  # of what other connections wrote
        if self.names is None or self.names[0] != version:
            rows = self.db.execute("SELECT name, player_ref FROM person UNION ALL SELECT plain, player_ref FROM alias")
            self.names = version, KnownNames(rows.fetchall())
        return self.names[1]

    def forget_names(self) -> None:
        """Lets `known_names` read the tables again: after a change of names, or one that was rolled back."""
        self.names = None

    def words_of(self, references: Iterable[str]) -> dict[str, frozenset[str]]:
        """The words of the name and the aliases of each person, as `KnownNames.replace` takes them."""
        return {
            reference: frozenset(key_of([self.name(reference), *self.spellings(reference)]))
            for reference in references if REFERENCE.match(reference)
        }  # fmt: skip

    def commit_record(self, reference: str) -> None:
        """Appends the commitment to a person's record, under a new salt; call after every change of the record."""
        salt = secrets.token_bytes(32)
        self.db.execute("UPDATE person SET salt = ? WHERE player_ref = ?", [salt, reference])
        bound = {"commitment": commitment(salt, self.committed_record(reference)), "kind": "bound", "v": 1}
        self.append(STREAM + reference, [bound])

    def committed_record(self, reference: str) -> dict[str, Any]:
        """What the log commits to of a person: name, and aliases in normalised form."""
        return {"aliases": self.spellings(reference), "name": self.name(reference), "player": reference}

    def bring(self, reference: str, name: str) -> str:
        """Reference of a person of another archive: found by reference or name, else created with both."""
        known_reference = self.find(reference) or (self.find(name) if name != reference else None)
        if known_reference is None:
            self.add(reference, name)
        return known_reference or reference

    def look_alikes(self, name: str, others: Iterable[str] = ()) -> list[str]:
        """Similar names among those registered and `others`, possibly of the same person."""
        names_by_plain: dict[str, set[str]] = {}
        for spelling, person in self.db.execute("SELECT a.plain, p.name FROM alias a JOIN person p USING (player_ref)"):
            names_by_plain.setdefault(str(spelling), set()).add(str(person))
        for person in others:
            names_by_plain.setdefault(plain(person), set()).add(person)
        from plancia_archive.registers.similar_names import similar_names  # importers work without rapidfuzz

        matches = similar_names(plain(name), names_by_plain)
        return sorted({person for match in matches for person in names_by_plain[match]})

    def warnings(self, names: list[str]) -> dict[str, list[str]]:
        """For each new name the similar names, registered ones and earlier ones of the list."""
        new = [name for name in dict.fromkeys(names) if self.find(name) is None]
        similar = {name: self.look_alikes(name, new[:place]) for place, name in enumerate(new)}
        return {name: similar_names for name, similar_names in similar.items() if similar_names}

    def add_alias(self, player: str, name: str) -> str:
        """Adds an alias of a person; returns the reference.

        Raises ArchiveError for an unknown person, and for a name of another person, whose games would then be found
        under neither name.
        """
        reference = self.find(player)
        if reference is None:
            raise ArchiveError("person", player)
        self.refuse_erased(reference)
        owner = self.find(name)
        if owner not in (None, reference) and (REFERENCE.match(name) or plain(self.name(owner)) == plain(name)):
            raise ArchiveError("person-other", f"{name} ({owner})")
        self.db.execute(
            "INSERT INTO alias(plain, player_ref) VALUES (?, ?) "
            "ON CONFLICT(plain) DO UPDATE SET player_ref = excluded.player_ref",
            [plain(name), reference],
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
        self.refuse_erased(reference)
        new_name = self.check_name(reference, name)
        self.db.execute("UPDATE person SET name = ? WHERE player_ref = ?", [new_name, reference])
        self.db.execute("INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [plain(new_name), reference])
        self.forget_names()
        self.commit_record(reference)
        return reference

    def check_name(self, reference: str, name: str) -> str:
        """A new name of a person with single blanks. Raises ArchiveError for an empty one, and for another person's."""
        new_name = " ".join(name.split())
        owner = self.find(new_name)
        if not new_name or REFERENCE.match(new_name) or owner not in (None, reference):
            raise ArchiveError("person-other", f"{new_name} ({owner or '-'})")
        return new_name

    def merged(self) -> dict[str, str]:
        """Merged references: old reference to the current one."""
        return dict(self.db.execute("SELECT player_ref, into_ref FROM merged").fetchall())

    def take_over(self, one: str, other: str) -> None:
        """Moves the aliases of `other` to `one` and deletes `other`; call inside a transaction."""
        self.db.execute("UPDATE alias SET player_ref = ? WHERE player_ref = ?", [one, other])
        self.db.execute("DELETE FROM person WHERE player_ref = ?", [other])
        self.forget_names()
        self.commit_record(one)

    def as_now(self, game: Game) -> Game:
        """The game with current references in place of merged ones."""
        merged = self.merged()
        if not merged or not any(value in merged for _, value in game.headers):
            return game
        headers = [(name, merged.get(value, value)) for name, value in game.headers]
        return Game(headers, game.events, game.lines)

    def text_now(self, body: bytes) -> bytes:
        """The text of a log entry with current references in place of merged ones."""
        merged = {old.encode(): new.encode() for old, new in self.merged().items()}
        return REFERENCE_IN_TEXT.sub(lambda match: merged.get(match.group(), match.group()), body) if merged else body

    def name(self, reference: str) -> str:
        """Name of a reference; the reference itself if it is unknown."""
        statement = "SELECT name FROM person WHERE player_ref = ?"
        row = self.db.execute(statement, [reference]).fetchone()
        if row is None and reference in (merged := self.merged()):
            row = self.db.execute(statement, [merged[reference]]).fetchone()
        return str(row[0]) if row else reference

    def page(self, after: str | None, limit: int) -> list[str]:
        """At most `limit` references after one, sorted by reference, an order that reveals nothing about names."""
        rows = self.db.execute(
            "SELECT player_ref FROM person WHERE player_ref > ? ORDER BY player_ref LIMIT ?", [after or "", limit]
        ).fetchall()
        return [str(row[0]) for row in rows]

    def record(self, reference: str) -> dict[str, Any]:
        """A player's numbers of stored games and wins, first and last date."""
        row = self.db.execute(
            f"SELECT count(*), (SELECT count(*) FROM champion WHERE player = ?), min(date) {KNOWN}, max(date) {KNOWN} "
            "FROM (SELECT DISTINCT number FROM seat WHERE player_ref = ?) JOIN game USING (number)",
            [reference, reference],
        ).fetchone()
        return {"games": int(row[0]), "wins": int(row[1]), "first": row[2], "last": row[3]}

    def stamp(self) -> str:
        """Digest of all names; it changes when any name does."""
        digest = hashlib.sha256()
        for row in self.db.execute("SELECT player_ref, name FROM person ORDER BY player_ref"):
            digest.update(f"{row[0]}={row[1]}\n".encode())
        return digest.hexdigest()[:16]

    def spellings(self, reference: str) -> list[str]:
        """A person's aliases in normalised form (see `plain`)."""
        rows = self.db.execute("SELECT plain FROM alias WHERE player_ref = ? ORDER BY plain", [reference]).fetchall()
        return [str(row[0]) for row in rows]

    def all(self) -> list[dict[str, str]]:
        """All people, sorted by name."""
        rows = self.db.execute("SELECT player_ref, name FROM person ORDER BY name, player_ref").fetchall()
        return [{"player": str(reference), "name": str(name)} for reference, name in rows]
