"""Timelines of a game: territories and armies at the end of each round, continents held at the end of each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plancia_archive.facts.event_rows import Step
from plancia_archive.facts.packed_counters import pack_counters
from plancia_archive.facts.tables import SEATS
from plancia_events.ops import OVER, PASS, TURN
from plancia_replay.kernel.trace import END_OF_GAME, Mark
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

UNSEATED = "wxyz"  # letters of winners without a seat


@dataclass(frozen=True)
class Shape:
    """Layout of the lanes of a row of `strength`: per round from `first`, territories and armies of each of `who`.

    `who` has the seats in the order of play, and letters of `UNSEATED` for winners without a seat. `won` are the
    winners among them, `-` for none; `width` is the lane width in bytes. Rows of one shape can be added.
    """

    who: str
    won: str
    first: int
    rounds: int
    width: int

    def text(self) -> str:
        """Text form, as stored in the table."""
        return f"{self.who or '-'} {self.won} {self.first} {self.rounds} {self.width}"

    @staticmethod
    def read(text: str) -> Shape:
        """Parses the text form."""
        who, won, *figures = text.split()
        first, rounds, width = map(int, figures)
        return Shape("" if who == "-" else who, won, first, rounds, width)


class Strengths:
    """Collects territories and armies of every seat at the end of each round; round 0 is the set-up."""

    def __init__(self, order: dict[str, int]) -> None:
        self.order = {COLOUR_LETTERS.index(colour): seat for colour, seat in order.items() if seat in SEATS}
        self.rounds: dict[int, tuple[list[int], list[int]]] = {}
        self.last: int | None = None

    def see(self, step: Step, marks: list[Mark]) -> None:
        """Processes a step; the first turn of a round ends the round before, as does the end of the game."""
        kind, colour = step[0], step[3]
        if kind in (END_OF_GAME, OVER):
            self.record(marks[step[9]])
        elif kind in (TURN, PASS):
            seats = marks[step[9]].seats
            if self.last is None or seats[colour] <= seats[self.last]:
                self.record(marks[step[9]])
            self.last = colour

    def record(self, mark: Mark) -> None:
        """Records the table at the end of its round, unless it is recorded already."""
        self.rounds.setdefault(mark.round, (mark.lands, mark.armies))

    def rows(self, winners: list[str]) -> Iterator[dict[str, Any]]:
        """Yields one row per run of consecutive rounds."""
        champions = [COLOUR_LETTERS.index(winner) for winner in winners]
        whose = {str(seat): colour for colour, seat in sorted(self.order.items(), key=lambda entry: entry[1])}
        unseated = [champion for champion in champions if champion not in self.order]
        whose.update(zip(UNSEATED, unseated, strict=False))
        won = "".join(who for who, colour in whose.items() if colour in champions) or "-"
        for first in sorted(number for number in self.rounds if number - 1 not in self.rounds):
            rounds = next(place for place in range(1, len(self.rounds) + 1) if first + place not in self.rounds)
            figures = [of_all[colour] for number in range(first, first + rounds) for colour in whose.values()
                       for of_all in self.rounds[number]]  # fmt: skip
            width, lanes = pack_counters(figures)
            shape = Shape("".join(whose), won, first, rounds, width)
            yield {"first": first, "shape": shape.text(), "lanes": lanes}


class Holdings:
    """Collects continents held, by colour: spells, total turns, longest spell, own turns begun with it."""

    def __init__(self, rules: RuleSet) -> None:
        self.names = [str(name) for name in rules.content["board"]["continents"]]
        self.counts: dict[int, list[int]] = {}  # by 8 x the continent + the colour
        self.running: dict[int, int] = {}
        self.begun = False

    def see(self, step: Step, marks: list[Mark]) -> None:
        """Processes a step; a turn that begins or is passed ends the turn before."""
        kind, actor = step[0], step[3]
        if kind not in (TURN, PASS, END_OF_GAME):
            return
        held = marks[step[9]].held
        if self.begun:
            self.end_of_turn(held)
        self.begun = True
        if kind == TURN:
            for key in held:
                if key % 8 == actor:
                    self.counts.setdefault(key, [0, 0, 0, 0])[3] += 1

    def end_of_turn(self, held: list[int]) -> None:
        """Adds a turn for every continent held, and a spell for each that was not held before."""
        self.running = {key: self.running.get(key, 0) + 1 for key in held}
        for key, turns in self.running.items():
            count = self.counts.setdefault(key, [0, 0, 0, 0])
            count[0] += turns == 1
            count[1] += 1
            count[2] = max(count[2], turns)

    def rows(self, order: dict[str, int], winners: list[str]) -> Iterator[dict[str, Any]]:
        """Yields one row per continent and colour that held it."""
        names = ("spells", "turns", "longest", "incomes")
        listed: set[int] = set()
        for key in sorted(self.counts):
            place, colour = divmod(key, 8)
            letter, figures = COLOUR_LETTERS[colour], dict(zip(names, self.counts[key], strict=True))
            first = place not in listed and figures["spells"] > 0
            if first:
                listed.add(place)
            yield {"continent": self.names[place], "colour": letter, "seat": order.get(letter),
                   "won": int(letter in winners), "first": int(first), **figures}  # fmt: skip
