"""A game prepared for storage, without a database: its canonical text and the rows derived from it.

`prepare_import` judges a game and derives its rows in one pass. It is pure: it reads no archive and no file, and its
result can be pickled, so that worker processes can prepare games while one writer stores them (`Archive.add`). Names of
people are still those of the record; the writer replaces them by references (`StorableGame.with_references`). The
game is judged again only if two of the names are registered as one person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from typing import Any

from plancia_archive.facts.projections import DerivedRows, content_hash, derive_game
from plancia_archive.log.validation import canonical_game
from plancia_archive.people.free_text import replace_in_comments, replace_in_headers
from plancia_archive.people.register import names_person
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSet, ruleset_for_game

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class StorableGame:
    """A game prepared for storage. `body` is the canonical text of its event lines, `events` their number.

    `rules` is the hash of the rule-set that its header Variant means today, and `derived` its rows under that rule-set,
    None before it is judged. In `headers` the header Rules is still that of the record.
    """

    headers: Headers
    body: str
    events: int
    rules: str
    derived: DerivedRows | None = None
    source_game: Game | None = field(default=None, compare=False, repr=False)  # not pickled

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "recorded": None}

    @property
    def opening(self) -> Game:
        """Returns the headers as a game without events."""
        return Game(list(self.headers))

    @property
    def version(self) -> int:
        """Returns the version that the game will have when stored: its events, and one for the headers."""
        return self.events + 1

    def header(self, name: str) -> str | None:
        """Returns the value of a header, None where absent."""
        return self.opening.header(name)

    def person_names(self) -> list[str]:
        """Returns the names and references of persons in the headers, in their order."""
        return [value for name, value in self.headers if names_person(name, value)]

    def text(self) -> str:
        """Returns the canonical text with the present headers."""
        return self.opening.head() + self.body

    def content_hash(self) -> str:
        """Returns the hash of the canonical text, which identifies duplicates."""
        return content_hash(self.text().encode())

    def with_rules_header(self) -> StorableGame:
        """Returns the game with the hash of its rule-set in the header Rules."""
        others = [pair for pair in self.headers if pair[0] != "Rules"]
        return replace_fields(self, headers=[*others, ("Rules", self.rules)])

    def with_references(self, references: Mapping[str, str]) -> StorableGame:
        """Returns the game with names replaced by references.

        The derived rows are kept, unless the references join or separate persons of different seats: then the game has
        to be judged again.
        """
        headers = [(name, references[value] if names_person(name, value) else value) for name, value in self.headers]
        replaced_game = replace_fields(self, headers=headers)
        seats_unchanged = seats_of_persons(self.opening) == seats_of_persons(replaced_game.opening)
        return replaced_game if seats_unchanged else replace_fields(replaced_game, derived=None)

    def with_free_text(self, replace: Callable[[str], str]) -> StorableGame:
        """Returns the game with `replace` applied to its comments and free headers.

        The judgement does not depend on them, except on the header `X-Dice`: if that changes, the derived rows are
        dropped.
        """
        headers, body = replace_in_headers(replace, self.headers), replace_in_comments(replace, self.body)
        if headers == self.headers and body == self.body:
            return self
        derived = self.derived if dice_source(headers) == dice_source(self.headers) else None
        return replace_fields(self, headers=headers, body=body, derived=derived, source_game=None)

    def for_rules(self, rules: RuleSet) -> StorableGame:
        """Returns the game for a rule-set, without derived rows if it was prepared under another one."""
        return self if rules.hash == self.rules else replace_fields(self, rules=rules.hash, derived=None)

    def with_judgement(self, rules: RuleSet) -> StorableGame:
        """Returns the game with its derived rows; judges it under the rule-set if that was not done yet."""
        if self.derived is not None:
            return self
        game = Game(self.headers, self.source_game.events, self.source_game.lines) if self.source_game else self.parse()
        return replace_fields(self, derived=derive_game(game, rules))

    def parse(self) -> Game:
        """Parses the canonical text."""
        return read_canonical(self.text(), is_stored=True) or read(self.text(), is_stored=True).games[0]


def dice_source(headers: Headers) -> str | None:
    """Returns the value of the header X-Dice, None where absent."""
    return next((value for name, value in headers if name == "X-Dice"), None)


def seats_of_persons(game: Game) -> list[list[str]]:
    """Returns the colours of each person, distinguished as the judge does (`seat_headers.seated_twice`)."""
    seats: dict[str, list[str]] = {}
    for colour, name in game.players.items():
        seats.setdefault(name.casefold(), []).append(colour)
    return sorted(seats.values())


def prepare_unjudged(game: Game) -> StorableGame:
    """Prepares a game without judging it.

    Raises Malformed for a game whose text cannot be parsed, RuleSetError for an unknown rule-set.
    """
    canonical = canonical_game(game)
    rules = ruleset_for_game(canonical)
    return StorableGame(canonical.headers, canonical.body(), len(canonical.events), rules.hash, source_game=canonical)


def prepare_import(game: Game) -> StorableGame:
    """Prepares and judges a game, with all its derived rows. Raises Malformed, RuleSetError."""
    canonical = canonical_game(game)
    rules = ruleset_for_game(canonical)
    return StorableGame(
        canonical.headers, canonical.body(), len(canonical.events), rules.hash, derive_game(canonical, rules)
    )
