"""A game made ready for the kernel: corrections resolved, events packed, numbers and lines remembered."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_events import Event, Game, format_event
from plancia_events.packed.log import Log
from plancia_events.packed.pack import pack
from plancia_replay.judging.corrections import corrected
from plancia_replay.judging.reveals import reveals
from plancia_replay.kernel.engine import hold
from plancia_replay.kernel.table import Table
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet


@dataclass
class Prepared:
    """Packed rows with, for each row, the number of its event; `lines` are source lines by event number."""

    log: Log
    numbers: list[int]
    texts: list[str]
    lines: dict[int, int]
    players: list[int]
    virtual: str = ""
    teams: str = ""

    def line_of(self, number: int) -> int:
        """The source line of an event, 0 where unknown."""
        return self.lines.get(number, 0)

    def table(self, rules: RuleSet) -> Table:
        """An empty table for this game under a rule-set."""
        return rules.table(self.players, self.virtual, self.teams)

    def hold(self, table: Table, place: int) -> None:
        """Puts the event of a row into the table's hand, without applying it."""
        table.extra = self.log.extra
        table.words = self.log.words
        table.number = self.numbers[place]
        hold(table, self.log, place)


def as_played(game: Game, as_corrected: bool = True) -> list[tuple[int, Event]]:
    """The events that stand, with their numbers: voided ones left out, corrected ones replaced in the place of their
    targets, hidden values read where a later event opens them.

    A correction of an event that does not exist, or of a correction, changes nothing here; the arbiter's line
    itself stays in the record either way.
    """
    void, instead = corrected(game) if as_corrected else (set(), {})
    shown, _ = reveals(game, void, instead)
    return [
        (number, shown.get(number) or instead.get(number, event))
        for number, event in enumerate(game.events, start=1)
        if number not in void
    ]


def prepare(game: Game, as_corrected: bool = True) -> Prepared:
    """Packs a game as it was played (`as_played`)."""
    log = Log()
    numbers: list[int] = []
    texts: list[str] = []
    for number, event in as_played(game, as_corrected):
        pack(event, log)
        numbers.append(number)
        texts.append(format_event(event))
    lines = {number: line for number, line in enumerate(game.lines, start=1)}
    players = [COLOUR_LETTERS.index(letter) for letter in game.players]
    virtual, teams = game.header("Virtual") or "", game.header("Team") or ""
    return Prepared(log, numbers, texts, lines, players, virtual, teams)
