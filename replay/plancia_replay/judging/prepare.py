"""A game made ready for the kernel: corrections resolved, hidden values opened, events packed into rows."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plancia_events import Event, Game, format_event, pack
from plancia_events.kinds.ending import seconds_of_day
from plancia_events.packed.log import Log
from plancia_events.text.canonical_lines import CanonicalLines
from plancia_replay.judging.corrections import corrected_events
from plancia_replay.judging.reveals import reveals
from plancia_replay.kernel.engine import load_event
from plancia_replay.kernel.table import Table
from plancia_replay.rules.endings.clock import ClockFromFirstIncome, ClockMinutes
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet

# corrections, and what rules look ahead for: the end of a record without turns, a strip chosen after the end
REINTERPRETING_KINDS = ("VOID", "FIX", "SHOW", "OVER", "STRIP")


def reinterprets(event: Any) -> bool:
    """True for an event that may change what is found of earlier ones, such as a correction, or that time ran out."""
    return event.TAG in REINTERPRETING_KINDS or (event.TAG == "CLOCK" and event.what == "expired")


@dataclass
class PackedGame:
    """The events of a game that stand, as packed rows: row `i` is `events[i]`, event `numbers[i]` of the record.

    `recorded` are all events of the record and `lines` their source lines, in order; `void` are the numbers of
    void events; `corrected_events` are the replacements of recorded events, by number.
    """

    log: Log
    numbers: list[int]
    events: Sequence[Event]
    recorded: Sequence[Event]
    void: set[int]
    corrected_events: dict[int, Event]
    lines: Sequence[int]
    players: list[int]
    virtual: str = ""
    teams: str = ""

    def text(self, row: int) -> str:
        """The canonical line of a row."""
        return format_event(self.events[row])

    def text_of(self, number: int) -> str:
        """The canonical line of an event of the record as corrected; empty for the header (0)."""
        event = self.event(number)
        return "" if event is None else format_event(event)

    def of_kind(self, tag: str) -> list[Any]:
        """The events of one kind that stand, in order."""
        return [self.events[row] for row in self.rows_of_kind(tag)]

    def rows_of_kind(self, tag: str) -> list[int]:
        """The rows of one kind that stand, in order."""
        if isinstance(self.events, CanonicalLines):
            return [number - 1 for number in self.events.numbers_of((tag,))]
        return [row for row, event in enumerate(self.events) if tag == event.TAG]

    def deals_one_of(self, objectives: Container[str]) -> bool:
        """True if somebody is given one of these objectives."""
        return any(event.objective in objectives for event in self.of_kind("OBJ"))

    def event(self, number: int) -> Event | None:
        """An event of the record as corrected, its hidden values still hidden; None for the header (0)."""
        return self.corrected_events.get(number, self.recorded[number - 1]) if number else None

    def line_of(self, number: int) -> int:
        """The source line of an event, 0 where unknown."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else 0

    def continued(self, game: Game) -> PackedGame:
        """The same game with further events, none of which `reinterprets`."""
        first, lines = len(self.recorded), game.canonical_lines()
        numbers = [*self.numbers, *range(first + 1, len(game.events) + 1)]
        packed = replace(self, numbers=numbers, recorded=game.events, lines=game.lines)
        if lines is not None and isinstance(self.events, CanonicalLines):
            return replace(packed, log=lines.log, events=lines)
        added = [game.events[place] for place in range(first, len(game.events))]
        log = self.log.copy()
        for event in added:
            pack(event, log)
        return replace(packed, log=log, events=[*self.events, *added])

    def table(self, rules: RuleSet) -> Table:
        """An empty table for this game under a rule-set."""
        table, times = rules.table(self.players, self.virtual, self.teams), self.first_times(rules)
        if times is not None:
            for rule in table.rules:
                if isinstance(rule, ClockMinutes):
                    rule.set_first_times(table, *times)
        return table

    def first_times(self, rules: RuleSet) -> tuple[int, int] | None:
        """The seconds of the day at which the first turn began, and at which its player had received his armies.

        -1 where the record has no time for one, or no clock; None under rules that count the time from elsewhere.
        """
        if not any(isinstance(rule, ClockFromFirstIncome) for rule in rules.rules):
            return None
        turns = self.rows_of_kind("TURN") if self.of_kind("CLOCK") else []
        if not turns:
            return -1, -1
        end = turns[1] if len(turns) > 1 else len(self.events)
        rows = [row for tag in ("REIN", "PUT") for row in self.rows_of_kind(tag) if turns[0] < row < end]
        income = next((at for row in rows if (at := self.events[row].at)), None)
        return seconds_of_day(self.events[turns[0]].at), seconds_of_day(income)

    def load_event(self, table: Table, row: int) -> None:
        """Puts the event of a row as the table's current event, without applying it."""
        table.extra = self.log.extra
        table.words = self.log.words
        table.number = self.numbers[row]
        load_event(table, self.log, row)


def effective_events(game: Game, as_corrected: bool = True) -> list[tuple[int, Event]]:
    """The events that stand, with their numbers: voided ones left out, corrected ones replaced in the place of their
    targets, hidden values read where a later event opens them.

    A correction of an event that does not exist, or of a correction, changes nothing here; the arbiter's line
    itself stays in the record either way.
    """
    return effective_events_given(game, *(corrected_events(game) if as_corrected else (set(), {})))


def effective_events_given(game: Game, void: set[int], replacements: dict[int, Event]) -> list[tuple[int, Event]]:
    """The same where it is known which events are void, and which stand in the place of others."""
    opened, _ = reveals(game, void, replacements)
    return [
        (number, opened.get(number) or replacements.get(number, event))
        for number, event in enumerate(game.events, start=1)
        if number not in void
    ]


def pack_events(played: list[tuple[int, Event]]) -> tuple[Log, list[int], Sequence[Event]]:
    """The packed rows of numbered events, their numbers and the events."""
    log = Log()
    for _, event in played:
        pack(event, log)
    return log, [number for number, _ in played], [event for _, event in played]


def prepare(game: Game, as_corrected: bool = True, until: int | None = None) -> PackedGame:
    """Packs a game as it was played (`as_played`), as corrected by the corrections up to event `until`."""
    void, replacements = corrected_events(game, until if as_corrected else 0)
    log: Log
    events: Sequence[Event]
    lines = game.canonical_lines()
    if lines is not None and not void and not replacements and not reveals(game, void, replacements)[0]:
        log, numbers, events = lines.log, list(range(1, len(lines) + 1)), lines
    else:
        log, numbers, events = pack_events(effective_events_given(game, void, replacements))
    return PackedGame(
        log=log, numbers=numbers, events=events, recorded=game.events, void=void, corrected_events=replacements,
        lines=game.lines, players=[COLOUR_LETTERS.index(letter) for letter in game.players],
        virtual=game.header("Virtual") or "", teams=game.header("Team") or "",
    )  # fmt: skip
