"""Writes a game event by event; an event that the rules refuse is not written."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from plancia_events import pack
from plancia_events.names import LANDS as CODES
from plancia_events.packed.log import Log
from plancia_events.text.event_text import parse_event
from plancia_replay.kernel import engine
from plancia_replay.kernel.rule import ASSUMED, ILLEGAL, UNDECIDABLE, WARNING, Rule
from plancia_replay.kernel.table import CARD_KINDS, LANDS, MAX_NEIGHBOURS
from plancia_replay.rules.objectives.objective_list import ObjectivesAfterRound
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

if TYPE_CHECKING:
    from plancia_replay.kernel.table import Table

RuleType = TypeVar("RuleType", bound=Rule)


class DeadEnd(Exception):
    """No legal way to go on was found; the game can still be broken off by agreement."""


class Scribe:
    """A synthetic game in progress: its lines, its table, its random generator.

    `favoured` is a colour letter whose dice are kind, so that a game can be led to a claim; "" for none.
    """

    def __init__(self, rules: RuleSet, letters: str, source: random.Random, virtual: str = "", teams: str = "") -> None:
        self.rules = rules
        self.letters = letters
        self.random = source
        self.virtual = virtual
        self.teams = teams
        self.favoured = ""
        self.aim = ""  # the end reason that the game is led to
        self.bound = {clause["rule"] for clause in rules.clauses}
        self.objectives_late = any(isinstance(rule, ObjectivesAfterRound) and rule.round > 0 for rule in rules.rules)
        self.log = Log()
        self.lines: list[str] = []
        players = [COLOUR_LETTERS.index(letter) for letter in letters]
        self.table: Table = rules.table(players, virtual, teams)
        self.deck: list[str] = [*CODES, *["JOL"] * int(rules.content["deck"]["jolly"])]
        self.random.shuffle(self.deck)

    def rule(self, kind: type[RuleType]) -> RuleType | None:
        """The bound rule of a class, or None."""
        return next((rule for rule in self.rules.rules if isinstance(rule, kind)), None)

    def load_line(self, line: str) -> None:
        """Makes an event the current one of the table, without applying it."""
        pack(parse_event(line), self.log)
        self.table.extra = self.log.extra
        self.table.words = self.log.words
        self.table.number = len(self.lines) + 1
        engine.load_event(self.table, self.log, self.log.count - 1)

    def refusing_rules(self, line: str, strict: bool = True) -> list[str]:
        """The rules that find the event illegal (with `strict` also those that warn, assume or cannot tell)."""
        self.load_line(line)
        refusals = (ILLEGAL, UNDECIDABLE, ASSUMED, WARNING) if strict else (ILLEGAL,)
        checks = self.rules.checks[self.table.op]
        return [self.rules.clauses[rule.index]["rule"] for rule in checks if rule.check(self.table) in refusals]

    def write(self, line: str, strict: bool = True) -> bool:
        """Writes the event if the rules allow it; False if they do not."""
        if self.refusing_rules(line, strict):
            return False
        finding_count = len(self.table.found)
        if engine.apply_event(self.table) != 0 or len(self.table.found) > finding_count:
            raise DeadEnd(line)
        for rule in self.rules.observers[self.table.op]:
            rule.observe(self.table)
        self.lines.append(line)
        return True

    def write_or_fail(self, line: str, strict: bool = True) -> None:
        """Writes an event that must be legal. Raises DeadEnd with the rules that refuse it."""
        if not self.write(line, strict):
            raise DeadEnd(f"{line}: {self.refusing_rules(line, strict)}")

    def letter(self, colour: int) -> str:
        """The letter of a colour."""
        return COLOUR_LETTERS[colour]

    def lands(self, letter: str) -> list[int]:
        """The territories of a colour."""
        colour = COLOUR_LETTERS.index(letter)
        return [land for land in range(LANDS) if self.table.owner[land] == colour]

    def neighbours(self, land: int) -> list[int]:
        """The neighbours of a territory on this board."""
        return [int(self.table.neighbours[land * MAX_NEIGHBOURS + k]) for k in range(self.table.degree[land])]

    def die(self, letter: str = "") -> int:
        """One die; a favoured colour throws high."""
        return self.random.choice((5, 6, 6)) if letter and letter == self.favoured else self.random.randint(1, 6)

    def draw(self) -> str | None:
        """The next card of the deck, or None where it is empty."""
        return self.deck.pop() if self.deck else None

    def hand(self, letter: str) -> list[str]:
        """The cards in a colour's hand."""
        base = COLOUR_LETTERS.index(letter) * CARD_KINDS
        cards = enumerate([*CODES, "JOL"])  # the kinds after these are cards that a record hides
        return [name for kind, name in cards for _ in range(self.table.hand[base + kind])]
