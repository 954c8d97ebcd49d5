"""The lines that something said becomes: those said, and those that follow and are derived."""

from __future__ import annotations

from dataclasses import dataclass, field

from plancia_events import NotationError, format_event, parse_event
from plancia_events.text.objective_names import resolve_objective
from plancia_replay.recording.errors import notation_problem
from plancia_replay.recording.play import Play


@dataclass(frozen=True)
class Line:
    """A canonical line; `derived` if nobody said it, since it follows from what was said."""

    text: str
    derived: bool = False


@dataclass
class Writing:
    """A game in progress and the lines added to it by what is being said."""

    play: Play
    lines: list[Line] = field(default_factory=list)
    suffix: str = ""  # time of day and comment, for the first line that is not derived

    def write(self, text: str, derived: bool = False) -> None:
        """Adds a line, with the time and the comment said. Raises Unclear where it is malformed or cannot be."""
        if not derived and self.suffix:
            text, self.suffix = text + self.suffix, ""
        try:
            event = resolve_objective(parse_event(text), self.play.game)
        except NotationError as error:
            raise notation_problem(error, text) from error
        self.play.add(event)
        self.lines.append(Line(format_event(event), derived))
