"""Completes abbreviated text: the colour of a line, losses, the END of a turn, the territories of an OCC.

Only what follows from the lines before is filled in, and each line that was filled in carries a comment that says so.
What does not follow, and what is not understood, stays as it was typed, for the reader to report. A game may be typed
in words of the table too (`cina siam 654 32`): the recording module completes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from plancia_events import Game, NotationError, format_event, parse_event, read, replace_fields
from plancia_events.names import parse_colour
from plancia_events.ops import AFTER_OWN_TURN, ATT, COLOUR_IMPLIED, OCC
from plancia_events.text.event_text import find_kind, split_note
from plancia_events.text.splitting import split_words
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.recording.derive import occupy
from plancia_replay.recording.dispatch import write_input, write_notation
from plancia_replay.recording.errors import Unclear
from plancia_replay.recording.play import Play
from plancia_replay.recording.throws import add_losses
from plancia_replay.recording.writing import Line, LineWriter
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.ruleset import RuleSet

MARK = "filled:"
LOSSES = re.compile(r"(?<!\S)-\d+-\d+")
NEXT_GAME = re.compile(r"\[\s*notation\b", re.IGNORECASE)
REFERENCES = ("event", "about", "replaces")  # fields that hold the number of another event


@dataclass(frozen=True)
class Filled:
    """One line that was filled in: its number in the completed text, and what: actor, losses, end, territories."""

    line: int
    what: tuple[str, ...]


@dataclass
class Completion:
    """A completed text and the lines that were filled in."""

    text: str
    filled: list[Filled]


@dataclass
class Completer:
    """Reads lines in order and remembers whose turn it is and which attack came last."""

    lines: list[str] = field(default_factory=list)
    filled: list[Filled] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    rules: RuleSet | None = None
    begun: bool = False  # has the game had an event?
    turn: str = ""  # the colour whose turn is open
    attack: tuple[str, str] | None = None
    places: list[int] = field(default_factory=list)  # of each typed event, its number once lines were added
    added: int = 0  # lines added in this game
    first: int = 0  # lines before this game
    play: Play | None = None  # the game so far, from the first line in words of the table on

    def add(self, line: str) -> None:
        """Completes one line."""
        stripped = line.strip()
        if not stripped or stripped.startswith(";"):
            self.lines.append(line)
        elif stripped.startswith("["):
            if self.begun and NEXT_GAME.match(stripped):
                self.finish()
                self.headers, self.begun, self.turn, self.attack, self.places, self.added = [], False, "", None, [], 0
                self.first, self.play = len(self.lines), None
            self.headers.append(line)
            self.lines.append(line)
        else:
            if not self.begun:
                self.begun, self.rules = True, rules_of(self.headers)
            self.event(line)

    def event(self, line: str) -> None:
        """Completes the line of an event, and adds the END that has to stand before it."""
        event, filled_parts = complete_event(line, self)
        if (event is None or self.play is not None) and self.say(line, event, filled_parts):
            return
        if event is None:
            self.places.append(len(self.places) + 1 + self.added)
            self.lines.append(line)
            return
        if self.turn and (event.TAG == "TURN" or (event.OP in AFTER_OWN_TURN and event.actor == self.turn)):
            self.keep(f"END {self.turn} {{{MARK} end}}", ("end",))
            self.added += 1
            self.turn = ""
        self.places.append(len(self.places) + 1 + self.added)
        renumbered = self.renumbered(event)
        if renumbered is not event:
            event, filled_parts = renumbered, (*filled_parts, "number")
        if filled_parts:
            self.keep(format_event(replace_fields(event, note=marked(event.note, filled_parts))), filled_parts)
        else:
            self.lines.append(line)
        self.follow(event)

    def say(self, line: str, event: Any, filled_parts: tuple[str, ...]) -> bool:
        """Completes a line in words of the table, or the event of a line after such; False if it is not understood."""
        play = self.play or self.game_so_far()
        if play is None:
            return False
        count = len(play.events)
        w = LineWriter(play)
        try:
            write_input(w, line)
        except Unclear:
            play.truncate(count)
            if event is None:
                return False
            w = LineWriter(play)
            try:
                write_notation(w, format_event(self.renumbered(event)))
            except Unclear:
                play.truncate(count)
                self.play = None  # what cannot be is for the judge to report
                return False
        self.play = play
        parts = filled_parts if event is not None else ("losses",) if lacks_losses(line, w.lines) else ()
        self.keep_said(w.lines, parts)
        return True

    def keep_said(self, lines: list[Line], parts: tuple[str, ...]) -> None:
        """Adds the lines of something said; those that follow are marked, and what was filled in of the others."""
        main = next((place for place, line in enumerate(lines) if not line.derived), 0)
        self.places.append(len(self.places) + 1 + self.added + main)
        self.added += len(lines) - 1
        for place, line in enumerate(lines):
            event = parse_event(line.text)
            what = ("follows",) if line.derived else parts if place == main else ()
            self.follow(event)
            if what:
                self.keep(format_event(replace_fields(event, note=marked(event.note, what))), what)
            else:
                self.lines.append(line.text)

    def game_so_far(self) -> Play | None:
        """The game typed so far, replayed; None where it cannot be."""
        reading = read("\n".join(self.lines[self.first :]) + "\n")
        if self.rules is None or reading.problems or len(reading.games) != 1:
            return None
        play = Play(reading.games[0])
        return None if play.impossible else play

    def finish(self) -> None:
        """At the end of a game typed in words: the armies that move in after the last conquest."""
        if self.play is not None:
            w = LineWriter(self.play)
            occupy(w)
            if w.lines:
                self.keep_said(w.lines, ())

    def renumbered(self, event: Any) -> Any:
        """The event with the numbers of the events it names as they are now that lines were added before them."""
        values = {name: getattr(event, name, None) for name in REFERENCES}
        new_numbers = {
            name: self.places[value - 1]
            for name, value in values.items()
            if isinstance(value, int) and 0 < value <= len(self.places) and self.places[value - 1] != value
        }
        return replace_fields(event, **new_numbers) if new_numbers else event

    def keep(self, line: str, filled_parts: tuple[str, ...]) -> None:
        """Adds a line that was filled in."""
        self.lines.append(line)
        self.filled.append(Filled(len(self.lines), filled_parts))

    def follow(self, event: Any) -> None:
        """Updates the open turn and the attack that an OCC may follow."""
        if event.TAG == "TURN":
            self.turn = event.actor
        elif event.TAG in ("END", "OVER") or leaves_game(event, self.turn):
            self.turn = ""
        if event.TAG == "ATT":
            self.attack = (event.source, event.target)
        elif event.TAG in ("TURN", "END", "OCC", "MOVE", "DRAW"):
            self.attack = None


def marked(note: str | None, filled_parts: tuple[str, ...]) -> str:
    """The comment of a line with the mark of what was filled in."""
    mark = f"{MARK} {', '.join(filled_parts)}"
    return f"{note}; {mark}" if note else mark


def lacks_losses(line: str, lines: list[Line]) -> bool:
    """True for an attack said without its losses."""
    return any(part.text.startswith("ATT ") for part in lines) and not LOSSES.search(line)


def leaves_game(event: Any, turn: str) -> bool:
    """True if this event puts the player whose turn is open out of play, so that the turn needs no END."""
    if event.TAG == "ELIM":
        return bool(event.player == turn)
    if event.TAG == "STAT":
        return bool(event.player == turn and event.to in ("withdrawn", "passive"))
    return False


def rules_of(headers: list[str]) -> RuleSet | None:
    """The rules that the headers name; None where they cannot be read or name none, so that no losses are filled in."""
    reading = read("\n".join(headers) + "\n")
    if not reading.games or reading.games[0].header("Variant") is None:
        return None
    try:
        return ruleset_for_game(Game(reading.games[0].headers))
    except RuleSetError:
        return None


def complete_event(line: str, now: Completer) -> tuple[Any, tuple[str, ...]]:
    """The event of a line and the names of the parts filled in; (None, ()) if it cannot be parsed."""
    try:
        return parse_event(line), ()
    except NotationError:
        pass
    try:
        text, note = split_note(line)
        words = [word for word, _ in split_words(text).items]
        kind = find_kind(words[0], 1)
    except (NotationError, IndexError):
        return None, ()
    filled_parts: list[str] = []
    if kind.OP in COLOUR_IMPLIED and now.turn and not (len(words) > 1 and is_colour(words[1])):
        words.insert(1, now.turn)
        filled_parts.append("actor")
    if kind.OP == OCC and now.attack and len(words) > 2 and ">" not in words[2]:
        words.insert(2, ">".join(now.attack))
        filled_parts.append("territories")
    for losses_too in (False, True) if kind.OP == ATT else (False,):
        event = event_of_words([*words[:4], "-0-0", *words[4:]] if losses_too else words, note)
        if event is not None and losses_too:
            event = add_losses(event, now.rules)
            filled_parts.append("losses")
        if event is not None:
            return event, tuple(filled_parts)
    return None, ()


def is_colour(word: str) -> bool:
    """True if the word is an actor, as letters or by name."""
    try:
        return bool(parse_colour(word, 1, "-*A"))
    except NotationError:
        return False


def event_of_words(words: list[str], note: str | None) -> Any:
    """The event of these words; None if they cannot be parsed."""
    try:
        return parse_event(" ".join(words) + (f" {{{note}}}" if note else ""))
    except NotationError:
        return None


def complete(text: str) -> Completion:
    """Completes a file of games in the notation. Never raises: what is not understood is left as it stands."""
    completer = Completer()
    for line in text.splitlines():
        completer.add(line)
    completer.finish()
    return Completion("\n".join(completer.lines) + "\n", completer.filled)
