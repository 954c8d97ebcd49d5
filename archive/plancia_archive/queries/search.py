"""Searches by position and by sequence, each giving the event where it matched."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.queries.filters import Filters
from plancia_events.names import LAND_NUMBER, land
from plancia_events.ops import END
from plancia_replay import corrected
from plancia_replay.batch.turn_ends import turn_ends
from plancia_replay.judging import table_json
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import run

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_replay.kernel.table import Table

TERM = re.compile(r"(?P<land>[^=<>]+?)(?:=(?P<owner>[A-Za-z-]))?(?:(?P<sign>>=|<=|>|<|==)(?P<count>\d{1,5}))?\Z")
SIGNS = {
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
}  # fmt: skip
RULES = re.compile(rb'^\[Rules "([0-9a-f]+)"\]', re.MULTILINE)


@dataclass(frozen=True)
class Term:
    """One condition on a territory: who holds it and how many armies stand there.

    A capital letter of RBGYNV or `-` is a colour; a small letter is any one colour, the same wherever it occurs.
    """

    land: str
    owner: str | None
    sign: str | None
    count: int


def terms(pattern: str) -> list[Term]:
    """ "SIA=x>=3 CIN=x INS=R" as conditions. Raises ArchiveError."""
    found = []
    for word in pattern.split():
        match = TERM.match(word)
        if match is None:
            raise ArchiveError("pattern", word)
        try:
            code = land(match["land"], 1)
        except ValueError as error:
            raise ArchiveError("pattern", word) from error
        found.append(Term(code, match["owner"], match["sign"], int(match["count"] or 0)))
    if not found:
        raise ArchiveError("pattern", pattern or "-")
    return found


def holds(board: dict[str, list[Any]], wanted: list[Term]) -> bool:
    """Does a board fit all conditions, with one meaning for each small letter?"""
    meaning: dict[str, str] = {}
    for term in wanted:
        if term.land not in board:
            return False
        owner, armies = board[term.land]
        if term.sign and not SIGNS[term.sign](armies, term.count):
            return False
        if term.owner is None:
            continue
        if term.owner.islower():
            if owner == "-" or meaning.setdefault(term.owner, owner) != owner:
                return False
        elif term.owner != owner:
            return False
    return len(set(meaning.values())) == len(meaning)


def positions(archive: Archive, pattern: str, filters: Filters, limit: int = 100) -> Iterator[dict[str, Any]]:
    """The first end of a turn in each game at which the position fits: game, event, round. Raises ArchiveError."""
    wanted = terms(pattern)
    given = 0
    after = None
    while True:
        rows, after = archive.games(filters, after, 500)
        for row in rows:
            match = first_position(archive, row["game"], wanted)
            if match:
                yield {"game": row["game"], **match}
                given += 1
                if given >= limit:
                    return
        if after is None:
            return


SEARCHED = re.compile(r"s([0-9]{1,15})-([0-9]{1,6})\Z")


@dataclass(frozen=True)
class Search:
    """What is sought: exactly one of `position` and `sequence` (with the turns allowed between two steps)."""

    position: str | None = None
    sequence: str | None = None
    within: int = 0

    def possible(self, archive: Archive, number: int) -> bool:
        """Could the game with this number match? What the facts rule out need not be replayed."""
        for source, target in map(step_of, (self.sequence or "").split()):
            condition, values = fact_of(source, target)
            if condition and not archive.db.execute(
                f"SELECT EXISTS(SELECT 1 FROM {condition} AND number = ?)", [*values, number]
            ).fetchone()[0]:  # fmt: skip
                return False
        return True

    def matches(self, archive: Archive, game_id: str) -> list[dict[str, Any]]:
        """Where a game matches. Raises ArchiveError."""
        if self.position is not None:
            match = first_position(archive, game_id, terms(self.position))
            return [{"game": game_id, **match}] if match else []
        return in_game(archive, game_id, [step_of(word) for word in (self.sequence or "").split()], self.within)

    def check(self) -> None:
        """Raises ArchiveError where the pattern is not understood."""
        if self.position is not None:
            terms(self.position)
        elif not [step_of(word) for word in (self.sequence or "").split()]:
            raise ArchiveError("pattern", self.sequence or "-")


def page_of_matches(
    archive: Archive, sought: Search, filters: Filters, after: str | None, limit: int, seconds: float
) -> tuple[list[dict[str, Any]], str | None, int]:
    """Matches, the cursor to go on from (None at the end) and how many games were looked at.

    A page ends after `limit` matches or when its seconds are over, so that it may be empty and yet have a cursor.
    Raises ArchiveError for a pattern, ValueError for a cursor.
    """
    sought.check()
    number, given = searched(after)
    found: list[dict[str, Any]] = []
    ends = time.monotonic() + seconds
    looked = 0
    while True:
        rows, following = archive.games(filters, f"g{number - 1}" if number else None, 50)
        for row in rows:
            skip = given if row["number"] == number else 0
            with archive.lock:
                possible = sought.possible(archive, row["number"])
            matches = sought.matches(archive, row["game"])[skip:] if possible else []
            looked += 1
            if len(found) + len(matches) > limit:
                left = limit - len(found)
                return [*found, *matches[:left]], f"s{row['number']}-{skip + left}", looked
            found += matches
            if time.monotonic() > ends:
                return found, f"s{row['number'] + 1}-0", looked
        if following is None:
            return found, None, looked
        number, given = rows[-1]["number"] + 1, 0


def searched(cursor: str | None) -> tuple[int, int]:
    """The game to begin with, by its number, and how many of its matches were given. Raises ValueError."""
    if cursor is None:
        return 0, 0
    match = SEARCHED.match(cursor)
    if match is None:
        raise ValueError(cursor)
    return int(match[1]), int(match[2])


def fact_of(source: str, target: str) -> tuple[str, list[int]]:
    """The facts that a game with such a step has: a table with its condition, and values; "" where there are none."""
    if source == "tris":
        return "tris WHERE 1", []
    if target == "*":
        return "", []
    first = len(LAND_NUMBER) * LAND_NUMBER[target]
    if source == "*":
        return "fall WHERE way BETWEEN ? AND ?", [first, first + len(LAND_NUMBER) - 1]
    return "fall WHERE way = ?", [first + LAND_NUMBER[source]]


def fits_table(table: Table, wanted: list[Term]) -> bool:
    """Does a table fit what the conditions ask of armies and of colours by name? Quick, before all is looked at."""
    for term in wanted:
        land = LAND_NUMBER[term.land]
        owner = table.owner[land]
        if owner < 0 or (term.sign and not SIGNS[term.sign](table.armies[land], term.count)):
            return False
        if term.owner and not term.owner.islower() and table_json.letter(owner) != term.owner:
            return False
    return True


def first_position(archive: Archive, game_id: str, wanted: list[Term]) -> dict[str, Any] | None:
    """Where a game first fits, at the end of some turn."""
    text = archive.text(game_id).encode()
    if corrected(text):
        return first_position_corrected(archive, game_id, wanted)
    head = text[: text.find(b"\n\n")]
    digest = RULES.search(head)
    for number, table in turn_ends(text, archive.rules(digest[1].decode() if digest else "")):
        if fits_table(table, wanted) and holds(table_json.board_of(table), wanted):
            line = text[len(head) + 2 :].split(b"\n", number)[number - 1].decode()
            return {"event": number, "round": int(table.round), "line": line}
    return None


def first_position_corrected(archive: Archive, game_id: str, wanted: list[Term]) -> dict[str, Any] | None:
    """The same for a game with corrections or opened commitments."""
    game = archive.game(game_id)
    rules = archive.rules_of(game)
    recorded = prepare(game)
    table = recorded.table(rules)
    at = 0
    for place in range(recorded.log.count):
        if recorded.log.rows[place * 8] != END:
            continue
        _, reason = run(rules, table, recorded, place + 1, at)
        if reason:
            return None
        at = place + 1
        if holds(table_json.board_of(table), wanted):
            return {"event": recorded.numbers[place], "round": int(table.round), "line": recorded.text(place)}
    return None


def sequences(archive: Archive, steps: str, within: int, filters: Filters, limit: int = 100) -> list[dict[str, Any]]:
    """Steps in order by one colour, each at most `within` turns after the one before.

    A step is a conquest `CIN>SIA` (`*` for any territory) or `tris`. Gives game, colour, first and last event.
    Raises ArchiveError.
    """
    wanted = [step_of(word) for word in steps.split()]
    if not wanted:
        raise ArchiveError("pattern", steps or "-")
    found: list[dict[str, Any]] = []
    after = None
    while len(found) < limit:
        rows, after = archive.games(filters, after, 500)
        for row in rows:
            found += in_game(archive, row["game"], wanted, within)
            if len(found) >= limit:
                return found[:limit]
        if after is None:
            break
    return found


def step_of(word: str) -> tuple[str, str]:
    """A step as (source, target), ("tris", "") for a set. Raises ArchiveError."""
    if word.lower() == "tris":
        return "tris", ""
    source, arrow, target = word.partition(">")
    try:
        codes = [one if one == "*" else land(one, 1) for one in (source, target)]
    except ValueError as error:
        raise ArchiveError("pattern", word) from error
    if not arrow:
        raise ArchiveError("pattern", word)
    return codes[0], codes[1]


def in_game(archive: Archive, game_id: str, wanted: list[tuple[str, str]], within: int) -> list[dict[str, Any]]:
    """Every place in a game where the steps follow one another; a match begins at each fitting first step."""
    from plancia_archive.facts.event_rows import owners

    acts: list[tuple[int, int, str, str, str]] = []
    for number, turn, event, owner in owners(archive.game(game_id)):
        if event.TAG == "OCC" and owner.get(event.target) != event.actor:
            acts.append((number, turn, event.actor, event.source, event.target))
        elif event.TAG == "TRIS":
            acts.append((number, turn, event.actor, "tris", ""))
    made = []
    for start, act in enumerate(acts):
        if fits(act, wanted[0]):
            last = chained(acts, start, wanted, within)
            if last is not None:
                made.append({"game": game_id, "colour": act[2], "event": act[0], "last_event": acts[last][0]})
    return made


def fits(act: tuple[int, int, str, str, str], step: tuple[str, str]) -> bool:
    """Is an act the step asked for?"""
    if "tris" in (act[3], step[0]):
        return act[3] == step[0]
    return step[0] in ("*", act[3]) and step[1] in ("*", act[4])


def chained(
    acts: list[tuple[int, int, str, str, str]], start: int, wanted: list[tuple[str, str]], within: int
) -> int | None:
    """Where the last step of a chain from `start` lies, or None; turns are those of the whole table."""
    at = start
    for step in wanted[1:]:
        following = next(
            (k for k in range(at + 1, len(acts))
             if acts[k][2] == acts[start][2] and acts[k][1] - acts[at][1] <= within and fits(acts[k], step)),
            None,
        )  # fmt: skip
        if following is None:
            return None
        at = following
    return at


__all__ = ["Search", "page_of_matches", "positions", "sequences", "terms"]
