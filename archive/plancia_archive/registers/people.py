"""Names beside the log: a person has a random reference, a name and aliases; the log holds references only."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.queries.periods import KNOWN
from plancia_events import Game
from plancia_events.text.headers import COLOUR_HEADERS

if TYPE_CHECKING:
    import sqlite_utils

REFERENCE = re.compile(r"p_[0-9A-HJKMNP-TV-Z]{8}\Z")
WITHIN = re.compile(rb"\bp_[0-9A-HJKMNP-TV-Z]{8}\b")
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def plain(name: str) -> str:
    """A name without case, accents, marks and word order, for comparison."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(letter for letter in bare if not unicodedata.combining(letter)))
    return " ".join(sorted(words)) or name.casefold().strip()


def names_person(header: str, value: str) -> bool:
    """Does a header name a person?"""
    return (header in COLOUR_HEADERS or header == "Arbiter") and value not in ("?", "-")


def refuse_twins(names: dict[str, str], players: dict[str, str]) -> None:
    """Refuses two seats of one person, by the names as they were written. Raises ArchiveError."""
    seated = [player for player in players.values() if player not in ("?", "-")]
    twins = [names[colour] for colour, player in players.items() if seated.count(player) > 1]
    if twins:
        raise ArchiveError("t-twice", ", ".join(twins))


class People:
    """The person tables of an archive."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db

    def find(self, name: str) -> str | None:
        """The reference of a name, an alias or a reference itself."""
        if REFERENCE.match(name):
            row = self.db.execute("SELECT player_ref FROM person WHERE player_ref = ?", [name]).fetchone()
            if row:
                return str(row[0])
            if name in (merged := self.merged()):
                return merged[name]
        row = self.db.execute("SELECT player_ref FROM alias WHERE plain = ?", [plain(name)]).fetchone()
        return str(row[0]) if row else None

    def find_or_make(self, name: str, look: bool = True) -> tuple[str, list[str]]:
        """The reference of a name, made where it is new; with a new one those that look alike, unless not to `look`."""
        found = self.find(name)
        if found:
            return found, []
        alike = self.look_alikes(name) if look else []
        if REFERENCE.match(name):
            reference = name
        else:
            reference = "p_" + "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.db.execute("INSERT INTO person(player_ref, name) VALUES (?, ?)", [reference, name])
        self.db.execute("INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [plain(name), reference])
        return reference, alike

    def bring(self, reference: str, name: str) -> str:
        """The reference here of somebody from another archive: who has that reference or name, else made with both."""
        found = self.find(reference) or (self.find(name) if name != reference else None)
        if found is None:
            self.db.execute("INSERT INTO person(player_ref, name) VALUES (?, ?)", [reference, name])
            self.db.execute("INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [plain(name), reference])
        return found or reference

    def look_alikes(self, name: str, beside: Iterable[str] = ()) -> list[str]:
        """Known names that may be the same person's, and those of `beside` that may."""
        known: dict[str, set[str]] = {}
        for other, person in self.db.execute("SELECT a.plain, p.name FROM alias a JOIN person p USING (player_ref)"):
            known.setdefault(str(other), set()).add(str(person))
        for person in beside:
            known.setdefault(plain(person), set()).add(person)
        from plancia_archive.registers.similar_names import resembling  # the names of importers need no rapidfuzz

        return sorted({person for one in resembling(plain(name), known) for person in known[one]})

    def warnings(self, names: list[str]) -> dict[str, list[str]]:
        """For each name that is new here the names that look like it, known ones and those before it in the list."""
        new = [name for name in dict.fromkeys(names) if self.find(name) is None]
        found = {name: self.look_alikes(name, new[:place]) for place, name in enumerate(new)}
        return {name: alike for name, alike in found.items() if alike}

    def add_alias(self, player: str, name: str) -> str:
        """Lets another spelling mean the same person; returns the reference.

        Raises ArchiveError for nobody, and for a name by which another person is called: the log says who played what,
        and the games of that person would be found by neither name.
        """
        reference = self.find(player)
        if reference is None:
            raise ArchiveError("person", player)
        other = self.find(name)
        if other not in (None, reference) and (REFERENCE.match(name) or plain(self.name(other)) == plain(name)):
            raise ArchiveError("person-other", f"{name} ({other})")
        self.db.execute(
            "INSERT INTO alias(plain, player_ref) VALUES (?, ?) "
            "ON CONFLICT(plain) DO UPDATE SET player_ref = excluded.player_ref",
            [plain(name), reference],
        )
        return reference

    def rename(self, player: str, name: str) -> str:
        """Shows a person by another name, which may be one of the spellings known; the old one still means the person.

        Returns the reference. Raises ArchiveError for nobody, and for a name that means somebody else.
        """
        reference = self.find(player)
        if reference is None:
            raise ArchiveError("person", player)
        shown = " ".join(name.split())
        other = self.find(shown)
        if not shown or REFERENCE.match(shown) or other not in (None, reference):
            raise ArchiveError("person-other", f"{shown} ({other or '-'})")
        self.db.execute("UPDATE person SET name = ? WHERE player_ref = ?", [shown, reference])
        self.db.execute("INSERT OR IGNORE INTO alias(plain, player_ref) VALUES (?, ?)", [plain(shown), reference])
        return reference

    def merged(self) -> dict[str, str]:
        """The references that others stand for since persons were merged."""
        return dict(self.db.execute("SELECT player_ref, into_ref FROM merged").fetchall())

    def take_over(self, one: str, other: str) -> None:
        """Gives one person all spellings of another, who is nobody then; inside a transaction."""
        self.db.execute("UPDATE alias SET player_ref = ? WHERE player_ref = ?", [one, other])
        self.db.execute("DELETE FROM person WHERE player_ref = ?", [other])

    def as_now(self, game: Game) -> Game:
        """A game with the references that its people have now, since some were merged."""
        merged = self.merged()
        if not merged or not any(value in merged for _, value in game.headers):
            return game
        headers = [(name, merged.get(value, value)) for name, value in game.headers]
        return Game(headers, game.events, game.lines)

    def text_now(self, body: bytes) -> bytes:
        """What the log says with the references that people have now."""
        merged = {one.encode(): other.encode() for one, other in self.merged().items()}
        return WITHIN.sub(lambda found: merged.get(found.group(), found.group()), body) if merged else body

    def name(self, reference: str) -> str:
        """The name of a reference, the reference itself where none is known."""
        asked = "SELECT name FROM person WHERE player_ref = ?"
        row = self.db.execute(asked, [reference]).fetchone()
        if row is None and reference in (merged := self.merged()):
            row = self.db.execute(asked, [merged[reference]]).fetchone()
        return str(row[0]) if row else reference

    def page(self, after: str | None, limit: int) -> list[str]:
        """At most `limit` references beyond one, in their own order, which tells nothing of names."""
        rows = self.db.execute(
            "SELECT player_ref FROM person WHERE player_ref > ? ORDER BY player_ref LIMIT ?", [after or "", limit]
        ).fetchall()
        return [str(row[0]) for row in rows]

    def record(self, reference: str) -> dict[str, Any]:
        """What the kept games say of a player: games, wins, first and last date."""
        row = self.db.execute(
            f"SELECT count(*), (SELECT count(*) FROM champion WHERE player = ?), min(date) {KNOWN}, max(date) {KNOWN} "
            "FROM (SELECT DISTINCT number FROM seat WHERE player_ref = ?) JOIN game USING (number)",
            [reference, reference],
        ).fetchone()
        return {"games": int(row[0]), "wins": int(row[1]), "first": row[2], "last": row[3]}

    def stamp(self) -> str:
        """A digest of every name: it changes when any of them does."""
        digest = hashlib.sha256()
        for row in self.db.execute("SELECT player_ref, name FROM person ORDER BY player_ref"):
            digest.update(f"{row[0]}={row[1]}\n".encode())
        return digest.hexdigest()[:16]

    def spellings(self, reference: str) -> list[str]:
        """The spellings that mean a person, in the plain form in which they are compared."""
        rows = self.db.execute("SELECT plain FROM alias WHERE player_ref = ? ORDER BY plain", [reference]).fetchall()
        return [str(row[0]) for row in rows]

    def all(self) -> list[dict[str, str]]:
        """Everybody, by name."""
        rows = self.db.execute("SELECT player_ref, name FROM person ORDER BY name, player_ref").fetchall()
        return [{"player": str(reference), "name": str(name)} for reference, name in rows]
