"""A game made ready for the kernel: corrections resolved, events packed, numbers and lines remembered."""

from __future__ import annotations

from dataclasses import dataclass

from plancia_events import Event, Game, format_event
from plancia_events.log import Log
from plancia_events.pack import pack
from plancia_replay.kernel.engine import hold
from plancia_replay.kernel.table import Table
from plancia_replay.reveals import opened, reveals
from plancia_replay.ruleset import COLOUR_LETTERS, RuleSet

VOID = 33
CORRECT = 34


@dataclass
class Recording:
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


def corrects(game: Game, number: int) -> bool:
    """Is the event a correction that acts: of an event before it that is not a correction itself?"""
    event = game.events[number - 1]
    if event.OP not in (VOID, CORRECT):
        return False
    aim = event.event
    return 0 < aim < number and game.events[aim - 1].OP not in (VOID, CORRECT)


def record(game: Game, as_corrected: bool = True) -> Recording:
    """Packs a game. Voided events are left out, corrected ones replaced in the place of their targets, hidden values
    read where a later event proves them.

    A correction of an event that does not exist, or of a correction, changes nothing here; the arbiter's line
    itself stays in the record either way.
    """
    void: set[int] = set()
    instead: dict[int, Event] = {}
    if as_corrected:
        for number, event in enumerate(game.events, start=1):
            if not corrects(game, number):
                continue
            if event.OP == VOID:
                void.add(event.event)
                instead.pop(event.event, None)
            else:
                instead[event.event] = event.replacement
                void.discard(event.event)
    shown, _ = reveals(game)
    log = Log()
    numbers: list[int] = []
    texts: list[str] = []
    for number, event in enumerate(game.events, start=1):
        if number in void:
            continue
        chosen = instead.get(number, event)
        for commitment, value in shown.get(number, []):
            chosen = opened(chosen, commitment, value)
        pack(chosen, log)
        numbers.append(number)
        texts.append(format_event(chosen))
    lines = {number: line for number, line in enumerate(game.lines, start=1)}
    players = [COLOUR_LETTERS.index(letter) for letter in game.players]
    virtual, teams = game.header("Virtual") or "", game.header("Team") or ""
    return Recording(log, numbers, texts, lines, players, virtual, teams)
