"""Whether a text is canonical to the byte, and if not, the first line at fault: the class "canonical reader".

A line is at fault if no canonical text begins with the lines up to it.
"""

from __future__ import annotations

from math import inf

from plancia_events.errors import NotationError
from plancia_events.text.canonical_reader import NotCanonical, canonical_event, canonical_header
from plancia_events.text.event_text import format_event, parse_event
from plancia_events.text.headers import COLOUR_HEADERS, HEADER_ORDER, REQUIRED_HEADERS, sort_key
from plancia_events.text.objective_names import objective_names
from plancia_events.text.reader import MAX_EVENTS, MAX_GAMES


class LineChecker:
    """Takes the lines of a text in, one by one."""

    def __init__(self) -> None:
        self.games = 0
        self.open_game()

    def open_game(self) -> None:
        """Begins a game."""
        self.games += 1
        self.headers: list[tuple[str, str]] = []
        self.events = 0
        self.state = "headers"  # then `events`; `ended` after an empty line behind them

    def accepts(self, line: str) -> bool:
        """Takes a line in; False if it may not stand there."""
        if self.state == "ended":
            self.open_game()
        if self.state == "headers":
            if line:
                return self.games <= MAX_GAMES and self.accepts_header(line)
            self.state = "events"
            return not self.lacks_header(inf)
        if line:
            return self.accepts_event(line)
        self.state = "ended"
        return True

    def accepts_header(self, line: str) -> bool:
        """Takes a header in; False if it may not stand there. Raises NotCanonical."""
        header = canonical_header(line)
        name, value = header
        options = {known.partition("=")[0] for key, known in self.headers if key == "Option"}
        is_repeated = name == "Option" and value.partition("=")[0] in options
        rank = sort_key(header)[0]
        if is_repeated or self.lacks_header(rank) or (self.headers and sort_key(header) <= sort_key(self.headers[-1])):
            return False
        self.headers.append(header)
        return name not in COLOUR_HEADERS or not self.lacks_header(rank + 1)

    def lacks_header(self, rank: float) -> bool:
        """True if a required header, or a second player, is left out where the next header has this rank."""
        present = {name for name, _ in self.headers}
        to_come = {name for place, name in enumerate(HEADER_ORDER) if place >= rank}
        return len((present | to_come).intersection(COLOUR_HEADERS)) < 2 or not present | to_come >= {*REQUIRED_HEADERS}

    def accepts_event(self, line: str) -> bool:
        """Takes an event in; False if it is not in canonical form. Raises NotationError, NotCanonical."""
        self.events += 1
        if self.events > MAX_EVENTS:
            return False
        canonical_event(line.encode())
        return format_event(parse_event(line, objective_names(self.headers))) == line


def canonical_fault(data: bytes | str) -> int | None:
    """The number of the first line at fault; None for a canonical text."""
    raw = data.encode("utf-8", errors="surrogatepass") if isinstance(data, str) else data
    checker = LineChecker()
    lines = raw.split(b"\n")
    last = lines.pop()
    for number, line in enumerate(lines, start=1):
        try:
            if not checker.accepts(line.decode("utf-8")):
                return number
        except (NotationError, NotCanonical, UnicodeError):
            return number
    return None if not last and checker.state == "events" else len(lines) + 1
