"""A game on its way in: everything that will be stored of it, made without a database.

`prepare_import` judges a game and derives its rows in one pass. It is pure: it touches no archive and no file, and its
result can be pickled, so that worker processes can prepare games while one writer stores them (`Archive.add`). Names of
people are still as the record has them; the writer puts references in their place (`Intake.with_references`), which
needs no second judgement unless the archive knows two of the names as one person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from typing import Any

from plancia_archive.facts.projections import DerivedRows, derive_game
from plancia_archive.log.entry_format import content_hash
from plancia_archive.log.validation import canonical_game
from plancia_archive.registers.free_text import in_comments, in_headers
from plancia_archive.registers.people import names_person
from plancia_events import Game, read, read_canonical
from plancia_replay import RuleSet, for_game

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Intake:
    """A game ready to be stored. `body` are its event lines as canonical text, `events` how many there are.

    `rules` is the hash of the rule-set that its header names today, and `derived` its rows under that rule-set; None
    where it was not judged yet. In `headers` the header Rules is still the one given.
    """

    headers: Headers
    body: str
    events: int
    rules: str
    derived: DerivedRows | None = None
    recorded: Game | None = field(default=None, compare=False, repr=False)  # not pickled

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "recorded": None}

    @property
    def opening(self) -> Game:
        """The headers as a game without events."""
        return Game(list(self.headers))

    @property
    def version(self) -> int:
        """The version of the game once it is stored."""
        return self.events + 1

    def header(self, name: str) -> str | None:
        """The value of a header, None where absent."""
        return self.opening.header(name)

    def people(self) -> list[str]:
        """The names and references of persons in the headers, in their order."""
        return [value for name, value in self.headers if names_person(name, value)]

    def text(self) -> str:
        """The canonical text with the headers as they are now."""
        return self.opening.head() + self.body

    def content(self) -> str:
        """The hash of the canonical text, by which a duplicate is recognised."""
        return content_hash(self.text().encode())

    def under_rules(self) -> Intake:
        """The same game with the hash of its rule-set in the header Rules."""
        others = [pair for pair in self.headers if pair[0] != "Rules"]
        return replaced(self, headers=[*others, ("Rules", self.rules)])

    def with_references(self, references: Mapping[str, str]) -> Intake:
        """The same game with references in place of names.

        The rows stay as they are, unless names that were of different persons turn out to be of one, or one of two:
        then the game has to be judged again.
        """
        headers = [(name, references[value] if names_person(name, value) else value) for name, value in self.headers]
        bound = replaced(self, headers=headers)
        same = seats_of_persons(self.opening) == seats_of_persons(bound.opening)
        return bound if same else replaced(bound, derived=None)

    def with_free_text(self, replace: Callable[[str], str]) -> Intake:
        """The same game with its comments and free headers replaced.

        Rules and judge do not read them, except the source of the dice in `X-Dice`: then the game is judged again.
        """
        headers, body = in_headers(replace, self.headers), in_comments(replace, self.body)
        if headers == self.headers and body == self.body:
            return self
        derived = self.derived if dice_source(headers) == dice_source(self.headers) else None
        return replaced(self, headers=headers, body=body, derived=derived, recorded=None)

    def under(self, rules: RuleSet) -> Intake:
        """The same game, to be judged again where it was prepared under another rule-set."""
        return self if rules.hash == self.rules else replaced(self, rules=rules.hash, derived=None)

    def judged(self, rules: RuleSet) -> Intake:
        """The same game with its rows, judged under its rule-set."""
        if self.derived is not None:
            return self
        game = Game(self.headers, self.recorded.events, self.recorded.lines) if self.recorded else self.read()
        return replaced(self, derived=derive_game(game, rules))

    def read(self) -> Game:
        """The game of the text."""
        return read_canonical(self.text()) or read(self.text()).games[0]


@dataclass
class Added:
    """What became of a game: its id, its version, whether it was there already.

    Beside that what its keeper should know: names that look alike, other games with the same id of the recorder, and
    whether it came with the hash of other rules than today's; why the same game was withdrawn, where it was; words of
    its free text that may be names of people who are not registered.
    """

    game_id: str
    version: int
    duplicate: bool = False
    look_alikes: dict[str, list[str]] = field(default_factory=dict)
    namesakes: list[str] = field(default_factory=list)
    other_rules: bool = False
    withdrawn: str = ""
    likely_names: list[str] = field(default_factory=list)


def dice_source(headers: Headers) -> str | None:
    """The value of the header X-Dice, None where absent."""
    return next((value for name, value in headers if name == "X-Dice"), None)


def seats_of_persons(game: Game) -> list[list[str]]:
    """The colours of each person, as the judge tells persons apart (`seat_headers.seated_twice`)."""
    seats: dict[str, list[str]] = {}
    for colour, name in game.players.items():
        seats.setdefault(name.casefold(), []).append(colour)
    return sorted(seats.values())


def taken_in(game: Game) -> Intake:
    """A game made canonical, not judged yet.

    Raises Malformed for one that the reader of texts does not understand, RuleSetError for rules that do not exist.
    """
    whole = canonical_game(game)
    rules = for_game(whole)
    return Intake(whole.headers, whole.body(), len(whole.events), rules.hash, recorded=whole)


def prepare_import(game: Game) -> Intake:
    """A game ready to be stored, with all its rows. Raises Malformed, RuleSetError."""
    whole = canonical_game(game)
    rules = for_game(whole)
    return Intake(whole.headers, whole.body(), len(whole.events), rules.hash, derive_game(whole, rules))
