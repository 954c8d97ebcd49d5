"""A game in progress: its events, the table after them, and the rules that a further event would violate."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar, cast

from plancia_events import Event, Game, NotationError, format_event, pack, parse_event
from plancia_events.packed.log import Log
from plancia_replay.judging.prepare import prepare, reinterprets
from plancia_replay.judging.replay import copy_table, ruleset_for_game
from plancia_replay.kernel import engine
from plancia_replay.kernel.rule import ILLEGAL, WARNING, Rule
from plancia_replay.kernel.table import ACTIVE, CARD_KINDS, LANDS, NEUTRAL, Table
from plancia_replay.recording.errors import Unclear, notation_problem
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS, RuleSet
from plancia_replay.text.fact_values import CARD_CODES, LAND_CODES, facts_to_json
from plancia_replay.text.sentences import impossible_text, verdict_sentence

TIMED_KINDS = ("CLOCK", "TURN", "REIN", "PUT")  # what tells from when the time counts (`PackedGame.first_times`)
RuleType = TypeVar("RuleType", bound=Rule)


class Play:
    """A recorded game and the table after its last event. Events are added at the end; nothing is stored.

    `turn_table` is the table as the last TURN left it, or an empty one. Raises RuleSetError where the header names
    rules that do not exist.
    """

    def __init__(self, game: Game, rules: RuleSet | None = None) -> None:
        self.game = Game(list(game.headers), list(game.events), [])
        self.rules: RuleSet = rules or ruleset_for_game(game)
        self.replay()

    def replay(self) -> None:
        """Replays all events. `impossible` is the event at which the replay stopped, as (number, reason), else None."""
        self.prepared = prepared = prepare(self.game)
        self.log, self.numbers = prepared.log, prepared.numbers
        self.table: Table = prepared.table(self.rules)
        self.first_times = prepared.first_times(self.rules)
        turn = max(prepared.rows_of_kind("TURN"), default=-1) + 1
        place, reason = self.run(0, turn)
        self.turn_table = copy_table(self.table)
        if not reason:
            place, reason = self.run(turn, len(self.numbers))
        self.impossible = (self.numbers[place], int(reason)) if reason else None

    def run(self, start: int, stop: int) -> tuple[int, int]:
        """Replays rows start..stop-1 on the table; returns the row where that stopped, and why (0: it did not)."""
        rules = self.rules
        return engine.replay(self.table, self.log, rules.checks, rules.observers, self.numbers, start, stop)

    @property
    def events(self) -> list[Any]:
        """All events, in order."""
        return self.game.events

    @property
    def played(self) -> list[Any]:
        """The events that stand, in order."""
        return cast(list[Any], self.prepared.events)

    @property
    def players(self) -> list[str]:
        """The letters of the colours at the table, in the order of the notation."""
        return [letter for letter in COLOUR_LETTERS if letter in self.game.players]

    @property
    def order(self) -> list[str]:
        """The letters in the order of play; empty while it is not known."""
        return [COLOUR_LETTERS[colour] for colour in self.table.order]

    @property
    def turn(self) -> str:
        """The letter of the colour whose turn is open, or "" (also where that player has left the game in it)."""
        colour = self.table.turn
        return COLOUR_LETTERS[colour] if colour >= 0 and self.table.status[colour] == ACTIVE else ""

    @property
    def next(self) -> str:
        """The letter of the colour whose turn comes next, or "" where the order is not known."""
        colour = self.table.next_player()
        return COLOUR_LETTERS[colour] if colour >= 0 else ""

    @property
    def is_stopped(self) -> bool:
        """True once the rules ended the game, or its end is recorded."""
        return bool(self.table.stopped >= 0 or self.table.over)

    def owner(self, code: str) -> str:
        """Returns the letter of a territory's owner: `-` for a neutral one, "" for none."""
        colour = self.table.owner[LAND_CODES.index(code)]
        return "" if colour < 0 else "-" if colour == NEUTRAL else COLOUR_LETTERS[colour]

    def armies(self, code: str) -> int:
        """Returns the armies on a territory."""
        return int(self.table.armies[LAND_CODES.index(code)])

    def territories(self, letter: str) -> list[str]:
        """Returns the codes of a colour's territories (`-`: the neutral ones, "": those without an owner)."""
        return [code for code in LAND_CODES[:LANDS] if self.owner(code) == letter]

    def are_adjacent(self, source: str, target: str) -> bool:
        """True if two territories have a border."""
        return bool(self.table.adjacent[LAND_CODES.index(source) * LANDS + LAND_CODES.index(target)])

    def neighbours(self, code: str) -> list[str]:
        """Returns the codes of the neighbours of a territory."""
        return [other for other in LAND_CODES[:LANDS] if self.are_adjacent(code, other)]

    def hand(self, letter: str) -> list[str]:
        """Returns the cards in a colour's hand in the standard order; `???` for an unknown one."""
        base = COLOUR_LETTERS.index(letter) * CARD_KINDS
        codes = [*CARD_CODES[: CARD_KINDS - 1], "???"]
        return [codes[card] for card in range(CARD_KINDS) for _ in range(self.table.hand[base + card])]

    def is_active(self, letter: str) -> bool:
        """True for a player still in the game."""
        return bool(self.table.status[COLOUR_LETTERS.index(letter)] == ACTIVE)

    def binds(self, name: str) -> bool:
        """True if the variant has a rule of this name."""
        return self.rules.binds(name)

    def rule(self, kind: type[RuleType]) -> RuleType | None:
        """Returns the variant's rule of a class, or None."""
        return next((rule for rule in self.rules.rules if isinstance(rule, kind)), None)

    def add(self, event: Event) -> None:
        """Adds an event at the end. Raises Unclear if it cannot be applied; then nothing has changed."""
        if reinterprets(event):
            self.add_reinterpreting(event)
            return
        pack(event, self.log)
        self.events.append(event)
        self.played.append(event)
        self.numbers.append(len(self.events))
        _, reason = self.run(len(self.numbers) - 1, len(self.numbers))
        if reason:
            self.events.pop()
            self.replay()
            raise impossible_event_error(event, int(reason))
        if event.TAG in TIMED_KINDS and self.first_times != self.prepared.first_times(self.rules):
            self.replay()
        elif event.TAG == "TURN":
            self.turn_table = copy_table(self.table)

    def add_reinterpreting(self, event: Event) -> None:
        """Adds an event that changes what earlier ones mean. Raises Unclear as `add` does."""
        before = self.impossible
        self.events.append(event)
        self.replay()
        if self.impossible and self.impossible != before:
            reason = self.impossible[1]
            self.events.pop()
            self.replay()
            raise impossible_event_error(event, reason)

    def truncate(self, count: int) -> None:
        """Drops all events after the first `count`."""
        del self.events[count:]
        self.replay()

    def copy(self) -> Play:
        """Returns an independent copy of the game, without a replay."""
        other = Play.__new__(Play)
        other.restore(self)
        return other

    def restore(self, other: Play) -> None:
        """Becomes a copy of another game in progress."""
        self.game = Game(list(other.game.headers), list(other.game.events), [])
        self.rules, self.impossible = other.rules, other.impossible
        self.prepared = replace(other.prepared, log=other.log.copy(), numbers=list(other.numbers),
                                events=list(other.prepared.events), recorded=self.game.events)  # fmt: skip
        self.log, self.numbers, self.first_times = self.prepared.log, self.prepared.numbers, other.first_times
        self.table = copy_table(other.table)
        self.turn_table = other.turn_table  # which nobody changes

    def load_line(self, line: str) -> None:
        """Makes an event the table's current one without applying it. Raises Unclear for a malformed line."""
        log = Log()
        try:
            pack(parse_event(line), log)
        except NotationError as error:
            raise notation_problem(error, line) from error
        table = self.table
        table.extra, table.words, table.number = log.extra, log.words, len(self.events) + 1
        engine.load_event(table, log, 0)

    def violated_rules(self, line: str, also: tuple[int, ...] = ()) -> list[Rule]:
        """Returns the rules whose check of an event gives ILLEGAL or one of the codes `also`."""
        self.load_line(line)
        return self.violated_in_hand(also)

    def violated_in_hand(self, also: tuple[int, ...] = ()) -> list[Rule]:
        """Returns the rules that `violated_rules` returns, for the event that is the table's current one."""
        table = self.table
        state = table.state()
        codes = (ILLEGAL, *also)
        return [
            rule
            for rule in self.rules.checks[table.op]
            if (not rule.required_states() or rule.required_states() & state) and rule.check(table) in codes
        ]

    def violation_sentences(self, line: str, lang: str, without: tuple[str, ...] = ()) -> list[str]:
        """Returns the findings on an event (illegal, warning) as sentences, except those of the rules `without`."""
        texts = []
        for rule in self.violated_rules(line, (WARNING,)):
            if rule.NAME in without:
                continue
            clause = self.rules.clauses[rule.index]
            texts.append(verdict_sentence(clause, facts_to_json(rule.facts(self.table), self.rules), "illegal", lang))
        return texts


def impossible_event_error(event: Event, reason: int) -> Unclear:
    """Returns the error for an event that cannot be applied."""
    return Unclear("impossible", 1, format_event(event), why=lambda lang: impossible_text(reason, lang))
