"""Timelines of a game: territories and armies at the end of each round, continents held at the end of each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plancia_archive.facts.event_rows import Row, Step
from plancia_archive.facts.packed_counters import pack_counters
from plancia_archive.facts.tables import SEATS
from plancia_events.ops import OVER, PASS, TURN
from plancia_replay.kernel.trace import END_OF_GAME, TableSnapshot
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

UNSEATED_LETTERS = "wxyz"  # letters of winners without a seat


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
        """Returns the text form, as stored in the table."""
        return f"{self.who or '-'} {self.won} {self.first} {self.rounds} {self.width}"

    @staticmethod
    def parse(text: str) -> Shape:
        """Parses the text form."""
        who, won, *figures = text.split()
        first, rounds, width = map(int, figures)
        return Shape("" if who == "-" else who, won, first, rounds, width)


class StrengthTimeline:
    """Records territories and armies of every seat at the end of each round; round 0 is the set-up."""

    def __init__(self) -> None:
        self.rounds: dict[int, tuple[list[int], list[int]]] = {}
        self.last_colour: int | None = None

    def copy(self) -> StrengthTimeline:
        """Returns the same timeline, to be continued."""
        other = StrengthTimeline()
        other.rounds, other.last_colour = dict(self.rounds), self.last_colour
        return other

    def process_step(self, step: Step, snapshots: list[TableSnapshot]) -> None:
        """Processes a step; the first turn of a round ends the round before, as does the end of the game."""
        kind, colour = step[0], step[3]
        if kind in (END_OF_GAME, OVER):
            self.record(snapshots[step[9]])
        elif kind in (TURN, PASS):
            seats = snapshots[step[9]].seats
            if self.last_colour is None or seats[colour] <= seats[self.last_colour]:
                self.record(snapshots[step[9]])
            self.last_colour = colour

    def record(self, snapshot: TableSnapshot) -> None:
        """Records the table at the end of its round, unless it is recorded already."""
        self.rounds.setdefault(snapshot.round, (snapshot.lands, snapshot.armies))

    def rows(self, order: dict[str, int], winners: list[str]) -> Iterator[Row]:
        """Yields one row per run of consecutive rounds."""
        seats = {COLOUR_LETTERS.index(colour): seat for colour, seat in order.items() if seat in SEATS}
        winner_numbers = [COLOUR_LETTERS.index(winner) for winner in winners]
        colour_by_letter = {str(seat): colour for colour, seat in sorted(seats.items(), key=lambda entry: entry[1])}
        unseated = [number for number in winner_numbers if number not in seats]
        colour_by_letter.update(zip(UNSEATED_LETTERS, unseated, strict=False))
        winner_letters = (
            "".join(letter for letter, colour in colour_by_letter.items() if colour in winner_numbers) or "-"
        )
        for first in sorted(number for number in self.rounds if number - 1 not in self.rounds):
            rounds = next(length for length in range(1, len(self.rounds) + 1) if first + length not in self.rounds)
            figures = [values[colour] for number in range(first, first + rounds) for colour in colour_by_letter.values()
                       for values in self.rounds[number]]  # fmt: skip
            width, lanes = pack_counters(figures)
            shape = Shape("".join(colour_by_letter), winner_letters, first, rounds, width)
            yield {"first": first, "shape": shape.text(), "lanes": lanes}


class ContinentTimeline:
    """Counts continents held, by colour: spells, total turns, longest spell, own turns begun with it."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.counts: dict[int, list[int]] = {}  # by 8 x the continent + the colour
        self.current_spells: dict[int, int] = {}
        self.in_turn = False

    def copy(self) -> ContinentTimeline:
        """Returns the same counts, to be continued."""
        other = ContinentTimeline(self.names)
        other.counts = {key: [*row] for key, row in self.counts.items()}
        other.current_spells, other.in_turn = self.current_spells, self.in_turn
        return other

    def process_step(self, step: Step, snapshots: list[TableSnapshot]) -> None:
        """Processes a step; a turn that begins or is passed ends the turn before."""
        kind, actor = step[0], step[3]
        if kind not in (TURN, PASS, END_OF_GAME):
            return
        continents_held = snapshots[step[9]].held
        if self.in_turn:
            self.end_of_turn(continents_held)
        self.in_turn = True
        if kind == TURN:
            for key in continents_held:
                if key % 8 == actor:
                    self.counts.setdefault(key, [0, 0, 0, 0])[3] += 1

    def end_of_turn(self, held: list[int]) -> None:
        """Adds a turn for every continent held, and a spell for each that was not held before."""
        self.current_spells = {key: self.current_spells.get(key, 0) + 1 for key in held}
        for key, turns in self.current_spells.items():
            count = self.counts.setdefault(key, [0, 0, 0, 0])
            count[0] += turns == 1
            count[1] += 1
            count[2] = max(count[2], turns)

    def rows(self, order: dict[str, int], winners: list[str]) -> Iterator[Row]:
        """Yields one row per continent and colour that held it."""
        names = ("spells", "turns", "longest", "incomes")
        seen_continents: set[int] = set()
        for key in sorted(self.counts):
            continent, colour = divmod(key, 8)
            letter, figures = COLOUR_LETTERS[colour], dict(zip(names, self.counts[key], strict=True))
            is_first = continent not in seen_continents and figures["spells"] > 0
            if is_first:
                seen_continents.add(continent)
            yield {"continent": self.names[continent], "colour": letter, "seat": order.get(letter),
                   "won": int(letter in winners), "first": int(is_first), **figures}  # fmt: skip
