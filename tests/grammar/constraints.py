"""What the grammar cannot say of a canonical text: each constraint in words, and as a check of a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from plancia_events.names import find_land
from plancia_events.text.event_text import MAX_NOTE_LENGTH
from plancia_events.text.headers import MAX_VALUE_LENGTH
from plancia_events.text.objective_names import objective_names
from plancia_events.text.reader import MAX_EVENTS, MAX_GAMES, MAX_LINE_LENGTH

REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}  # a blank is the only one of Zs that is allowed
HEADER = re.compile(r'\[([A-Za-z0-9-]+) "(.*)"\]\Z')
LISTED_COLOURS = re.compile(r"(?:^|(?<= ))(?:ORDER|CERT) [^ ]((?: [RBGYNV])+)(?= |\Z)")
OBJECTIVE = re.compile(r"(?:^|(?<= ))(?:OBJ [^ ]|SHOW [^ ] [0-9]+) ([a-z0-9][^ ]*)")
SHOWN = re.compile(r"(?:^|(?<= ))SHOW [^ ] [0-9]+ ([a-z0-9][^ ]*)")
PENALTY = re.compile(r"(?:^|(?<= ))PEN [^ ] [^ ] [^ ]*[1-6]: [1-6]")


@dataclass(frozen=True)
class Constraint:
    """A constraint in words; `is_broken` tells it of a text that the grammar accepts."""

    says: str
    is_broken: Callable[[str], bool]


def games(text: str) -> Iterator[tuple[list[tuple[str, str]], list[str]]]:
    """The headers (name and value as written) and the event lines of each game."""
    for block in re.split(r"\n\n(?=\[)", "\n" + text):
        head, _, lines = block.partition("\n\n")
        headers = [(match[1], match[2]) for line in head.split("\n") if (match := HEADER.match(line))]
        yield headers, lines.rstrip("\n").split("\n") if lines.strip("\n") else []


def event_lines(text: str) -> Iterator[str]:
    """The event lines of all games, without comments."""
    return (line.partition(" {")[0] for _, lines in games(text) for line in lines)


def values_of(text: str, is_wanted: Callable[[str], bool]) -> Iterator[list[str]]:
    """The names or values of some headers of each game: of an own header its name, of others their value."""
    for headers, _ in games(text):
        yield [name if name.startswith("X-") else value for name, value in headers if is_wanted(name)]


def is_unsorted(keys: list[str]) -> bool:
    """True for keys out of order or repeated."""
    return any(one >= other for one, other in pairwise(keys))


def breaks_option_order(text: str) -> bool:
    """Options out of order, or with two values."""
    for values in values_of(text, lambda name: name == "Option"):
        names = [value.partition("=")[0] for value in values]
        if is_unsorted(values) or len(set(names)) < len(names):
            return True
    return False


def has_refused_letter(text: str) -> bool:
    """A letter that is refused, or a text that is not NFC."""
    return not unicodedata.is_normalized("NFC", text) or any(
        letter not in " \n" and unicodedata.category(letter) in REFUSED_CATEGORIES for letter in text
    )


def names_objective_otherwise(text: str) -> bool:
    """An objective by its number or name in the list of its game, or by digits alone."""
    for headers, lines in games(text):
        ids = objective_names(headers).ids
        for line in lines:
            found = OBJECTIVE.search(line.partition(" {")[0])
            if found and (found[1].isdecimal() or ids.get(found[1], found[1]) != found[1]):
                return True
    return False


def repeats_colour(text: str) -> bool:
    """A colour twice in ORDER or CERT."""
    lists = (match[1].split() for line in event_lines(text) if (match := LISTED_COLOURS.search(line)))
    return any(len(set(letters)) < len(letters) for letters in lists)


def has_long_value(text: str) -> bool:
    """A header value above the limit; `\\"` and `\\\\` are one character."""
    values = (value for headers, _ in games(text) for _, value in headers)
    return any(len(re.sub(r"\\(.)", r"\1", value)) > MAX_VALUE_LENGTH for value in values)


def has_long_comment(text: str) -> bool:
    """A comment above the limit."""
    lines = (line for _, lines in games(text) for line in lines)
    return any(len(line.partition(" {")[2]) - 1 > MAX_NOTE_LENGTH for line in lines)


def shows_name(text: str) -> bool:
    """A territory or the jolly by its name."""
    shown = (match[1] for line in event_lines(text) if (match := SHOWN.search(line)))
    return any(find_land(word) is not None or word in ("jol", "jolly") for word in shown)


CONSTRAINTS = {
    "line-length": Constraint(
        f"no line has more than {MAX_LINE_LENGTH} characters",
        lambda text: any(len(line) > MAX_LINE_LENGTH for line in text.split("\n")),
    ),
    "letters": Constraint(
        "the text is in NFC, and no character is of the general categories Cc, Cf, Cs, Co, Cn, Zl, Zp or Zs but the "
        "blank and the line feed",
        has_refused_letter,
    ),
    "comment-length": Constraint(
        f"a comment has at most {MAX_NOTE_LENGTH} characters between its braces", has_long_comment
    ),
    "value-length": Constraint(
        f"the value of a header has at most {MAX_VALUE_LENGTH} characters, an escaped one counting once", has_long_value
    ),
    "event-count": Constraint(
        f"a game has at most {MAX_EVENTS} events", lambda text: any(len(lines) > MAX_EVENTS for _, lines in games(text))
    ),
    "game-count": Constraint(
        f"a file has at most {MAX_GAMES} games", lambda text: sum(1 for _ in games(text)) > MAX_GAMES
    ),
    "option-order": Constraint(
        "the values of Option are in ascending order of code points, and no two of them have the same text before the "
        "first `=`",
        breaks_option_order,
    ),
    "own-header-order": Constraint(
        "the names of X- headers are in ascending order of code points, each once",
        lambda text: any(map(is_unsorted, values_of(text, lambda name: name.startswith("X-")))),
    ),
    "colours-once": Constraint("a colour stands once in ORDER and once in CERT", repeats_colour),
    "objective-id": Constraint(
        "the word of OBJ and of SHOW is not of digits alone, nor the Italian or English name with hyphens of an "
        "objective with another id in the list of the game (header Objectives, or else that of the variant), if "
        "names.json has that list",
        names_objective_otherwise,
    ),
    "shown-card": Constraint(
        "the small word of SHOW is not a name of a territory (names.json) nor `jol` or `jolly`", shows_name
    ),
    "colon": Constraint(
        "the word of PEN does not end in one of 1 to 6 and a colon before an amount that begins with one of 1 to 6",
        lambda text: any(PENALTY.search(line) for line in event_lines(text)),
    ),
}
