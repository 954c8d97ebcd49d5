"""Writes canonical lines to a game in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancia_events import NotationError, format_event, parse_event
from plancia_events.text.objective_names import objective_names
from plancia_replay.recording.errors import notation_problem
from plancia_replay.recording.play import Play


@dataclass(frozen=True)
class Line:
    """A canonical line; `derived` if it was not entered but follows from what was."""

    text: str
    derived: bool = False


@dataclass
class LineWriter:
    """Adds the canonical lines of one input line to a game in progress."""

    play: Play
    lines: list[Line] = field(default_factory=list)
    suffix: str = ""  # time of day and comment, for the first line that is not derived

    def write(self, text: str, derived: bool = False) -> None:
        """Adds a line with the time and the comment of the input. Raises Unclear if it is malformed or impossible."""
        if not derived and self.suffix:
            text, self.suffix = text + self.suffix, ""
        try:
            event = parse_event(text, objective_names(self.play.game.headers))
        except NotationError as error:
            raise notation_problem(error, text) from error
        self.play.add(event)
        self.lines.append(Line(format_event(event), derived))
