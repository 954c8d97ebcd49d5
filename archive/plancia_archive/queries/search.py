"""Searches for positions and for sequences of steps; a match has the number of its event."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict

from plancia_archive.errors import ArchiveError
from plancia_archive.queries.filters import Filters
from plancia_events.names import LAND_NUMBER, parse_land
from plancia_events.ops import END
from plancia_replay import is_left_to_judge
from plancia_replay.batch.turn_ends import turn_ends
from plancia_replay.judging import table_json
from plancia_replay.judging.forms import Board
from plancia_replay.judging.prepare import prepare
from plancia_replay.judging.replay import run_kernel

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_replay.kernel.table import Table

TERM_PATTERN = re.compile(
    r"(?P<land>[^=<>]+?)(?:=(?P<owner>[A-Za-z-]))?(?:(?P<sign>>=|<=|>|<|==)(?P<count>\d{1,5}))?\Z"
)
COMPARISONS = {
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
}  # fmt: skip
RULES_HEADER_PATTERN = re.compile(rb'^\[Rules "([0-9a-f]+)"\]', re.MULTILINE)


class Match(TypedDict):
    """A game with the event where it matches; of a sequence also its line, colour, and last event."""

    game: str
    event: int
    round: NotRequired[int]
    line: NotRequired[str]
    colour: NotRequired[str]
    last_event: NotRequired[int]


@dataclass(frozen=True)
class Term:
    """One condition on a territory: owner and number of armies.

    An owner of RBGYNV or `-` is a colour; a lower-case letter is a variable, the same colour wherever it occurs.
    """

    land: str
    owner: str | None
    sign: str | None
    count: int


def parse_pattern(pattern: str) -> list[Term]:
    """Parses a pattern such as "SIA=x>=3 CIN=x INS=R". Raises ArchiveError."""
    conditions = []
    for word in pattern.split():
        match = TERM_PATTERN.match(word)
        if match is None:
            raise ArchiveError("pattern", word)
        try:
            code = parse_land(match["land"], 1)
        except ValueError as error:
            raise ArchiveError("pattern", word) from error
        conditions.append(Term(code, match["owner"], match["sign"], int(match["count"] or 0)))
    if not conditions:
        raise ArchiveError("pattern", pattern or "-")
    return conditions


def matches_board(board: Board, conditions: list[Term]) -> bool:
    """True if a board matches all conditions, with distinct colours for distinct variables."""
    colour_of_variable: dict[str, str] = {}
    for term in conditions:
        if term.land not in board:
            return False
        owner, armies = board[term.land]
        if term.sign and not COMPARISONS[term.sign](armies, term.count):
            return False
        if term.owner is None:
            continue
        if term.owner.islower():
            if owner == "-" or colour_of_variable.setdefault(term.owner, owner) != owner:
                return False
        elif term.owner != owner:
            return False
    return len(set(colour_of_variable.values())) == len(colour_of_variable)


def find_positions(archive: Archive, pattern: str, filters: Filters, limit: int = 100) -> Iterator[Match]:
    """Yields per game the first turn end that matches.

    Game, event, round. Raises ArchiveError for an invalid pattern.
    """
    conditions = parse_pattern(pattern)
    count = 0
    after = None
    while True:
        rows, after = archive.games(filters, after, 500)
        for row in rows:
            match = find_first_position(archive, row["game"], conditions)
            if match:
                yield match
                count += 1
                if count >= limit:
                    return
        if after is None:
            return


CURSOR_PATTERN = re.compile(r"s([0-9]{1,15})-([0-9]{1,6})\Z")


@dataclass(frozen=True)
class Search:
    """A search by `position` or by `sequence`, exactly one.

    `within`: the maximum number of turns between two steps of a sequence.
    """

    position: str | None = None
    sequence: str | None = None
    within: int = 0

    def may_match(self, archive: Archive, number: int) -> bool:
        """False if the derived facts rule out the game, so that it need not be replayed."""
        for source, target in map(parse_step, (self.sequence or "").split()):
            condition, values = fact_condition(source, target)
            if condition and not archive.db.execute(
                f"SELECT EXISTS(SELECT 1 FROM {condition} AND number = ?)", [*values, number]
            ).fetchone()[0]:  # fmt: skip
                return False
        return True

    def find_matches(self, archive: Archive, game_id: str) -> list[Match]:
        """Finds the matches in a game. Raises ArchiveError."""
        if self.position is not None:
            match = find_first_position(archive, game_id, parse_pattern(self.position))
            return [match] if match else []
        return find_sequence_matches(
            archive, game_id, [parse_step(word) for word in (self.sequence or "").split()], self.within
        )

    def validate(self) -> None:
        """Raises ArchiveError for an invalid pattern."""
        if self.position is not None:
            parse_pattern(self.position)
        elif not [parse_step(word) for word in (self.sequence or "").split()]:
            raise ArchiveError("pattern", self.sequence or "-")


def search_page(
    archive: Archive, search: Search, filters: Filters, after: str | None, limit: int, seconds: float
) -> tuple[list[Match], str | None, int]:
    """Returns matches, the next cursor (None at the end) and the number of games examined.

    A page ends after `limit` matches or after `seconds`: it may be empty and still have a next cursor. Raises
    ArchiveError for an invalid pattern, ValueError for an invalid cursor.
    """
    search.validate()
    number, skipped = parse_cursor(after)
    page: list[Match] = []
    deadline = time.monotonic() + seconds
    examined = 0
    while True:
        rows, next_cursor = archive.games(filters, f"g{number - 1}" if number else None, 50)
        for row in rows:
            skip = skipped if row["number"] == number else 0
            with archive.lock:
                may_match = search.may_match(archive, row["number"])
            matches = search.find_matches(archive, row["game"])[skip:] if may_match else []
            examined += 1
            if len(page) + len(matches) > limit:
                remaining = limit - len(page)
                return [*page, *matches[:remaining]], f"s{row['number']}-{skip + remaining}", examined
            page += matches
            if time.monotonic() > deadline:
                return page, f"s{row['number'] + 1}-0", examined
        if next_cursor is None:
            return page, None, examined
        number, skipped = rows[-1]["number"] + 1, 0


def parse_cursor(cursor: str | None) -> tuple[int, int]:
    """Parses a cursor: number of the first game, and how many of its matches to skip. Raises ValueError."""
    if cursor is None:
        return 0, 0
    match = CURSOR_PATTERN.match(cursor)
    if match is None:
        raise ValueError(cursor)
    return int(match[1]), int(match[2])


def fact_condition(source: str, target: str) -> tuple[str, list[int]]:
    """Returns the fact that a step implies: SQL table with condition, and parameters; "" if there is none."""
    if source == "tris":
        return "tris WHERE 1", []
    if target == "*":
        return "", []
    first = len(LAND_NUMBER) * LAND_NUMBER[target]
    if source == "*":
        return "conquest_edge WHERE edge BETWEEN ? AND ?", [first, first + len(LAND_NUMBER) - 1]
    return "conquest_edge WHERE edge = ?", [first + LAND_NUMBER[source]]


def may_match_table(table: Table, conditions: list[Term]) -> bool:
    """Quick check before `matches_board`: True if armies and fixed colours match."""
    for term in conditions:
        land = LAND_NUMBER[term.land]
        owner = table.owner[land]
        if owner < 0 or (term.sign and not COMPARISONS[term.sign](table.armies[land], term.count)):
            return False
        if term.owner and not term.owner.islower() and table_json.colour_letter(owner) != term.owner:
            return False
    return True


def find_first_position(archive: Archive, game_id: str, conditions: list[Term]) -> Match | None:
    """Finds the first turn end of a game that matches; None without a match."""
    text = archive.text(game_id).encode()
    if is_left_to_judge(text):
        return find_first_position_corrected(archive, game_id, conditions)
    head = text[: text.find(b"\n\n")]
    digest = RULES_HEADER_PATTERN.search(head)
    for number, table in turn_ends(text, archive.rules(digest[1].decode() if digest else "")):
        if may_match_table(table, conditions) and matches_board(table_json.board_json(table), conditions):
            line = text[len(head) + 2 :].split(b"\n", number)[number - 1].decode()
            return {"game": game_id, "event": number, "round": int(table.round), "line": line}
    return None


def find_first_position_corrected(archive: Archive, game_id: str, conditions: list[Term]) -> Match | None:
    """Does the same as `find_first_position` for a game with corrections or opened commitments."""
    game = archive.game(game_id)
    rules = archive.rules_of(game)
    prepared = prepare(game)
    table = prepared.table(rules)
    start = 0
    for index in range(prepared.log.count):
        if prepared.log.rows[index * 8] != END:
            continue
        _, reason = run_kernel(rules, table, prepared, index + 1, start, judging=False)
        if reason:
            return None
        start = index + 1
        if matches_board(table_json.board_json(table), conditions):
            return {
                "game": game_id,
                "event": prepared.numbers[index],
                "round": int(table.round),
                "line": prepared.text(index),
            }
    return None


def find_sequences(archive: Archive, steps: str, within: int, filters: Filters, limit: int = 100) -> list[Match]:
    """Finds sequences of steps by one colour, each step at most `within` turns after the one before.

    A step is a conquest `CIN>SIA` (`*` for any territory) or `tris`. A match has game, colour, first and last event.
    Raises ArchiveError for an invalid step.
    """
    sequence = [parse_step(word) for word in steps.split()]
    if not sequence:
        raise ArchiveError("pattern", steps or "-")
    matches: list[Match] = []
    after = None
    while len(matches) < limit:
        rows, after = archive.games(filters, after, 500)
        for row in rows:
            matches += find_sequence_matches(archive, row["game"], sequence, within)
            if len(matches) >= limit:
                return matches[:limit]
        if after is None:
            break
    return matches


def parse_step(word: str) -> tuple[str, str]:
    """Parses a step to (source, target), or ("tris", "") for a set of cards. Raises ArchiveError."""
    if word.lower() == "tris":
        return "tris", ""
    source, arrow, target = word.partition(">")
    try:
        codes = [land_name if land_name == "*" else parse_land(land_name, 1) for land_name in (source, target)]
    except ValueError as error:
        raise ArchiveError("pattern", word) from error
    if not arrow:
        raise ArchiveError("pattern", word)
    return codes[0], codes[1]


def find_sequence_matches(archive: Archive, game_id: str, sequence: list[tuple[str, str]], within: int) -> list[Match]:
    """Returns the matches of a sequence in a game, one for each first step that is followed by the others."""
    from plancia_archive.facts.event_rows import events_with_owners

    recorded_steps: list[tuple[int, int, str, str, str]] = []
    for number, turn, event, owner in events_with_owners(archive.game(game_id)):
        if event.TAG == "OCC" and owner.get(event.target) != event.actor:
            recorded_steps.append((number, turn, event.actor, event.source, event.target))
        elif event.TAG == "TRIS":
            recorded_steps.append((number, turn, event.actor, "tris", ""))
    matches: list[Match] = []
    for start, recorded_step in enumerate(recorded_steps):
        if step_matches(recorded_step, sequence[0]):
            end = find_sequence_end(recorded_steps, start, sequence, within)
            if end is not None:
                matches.append(
                    {
                        "game": game_id,
                        "colour": recorded_step[2],
                        "event": recorded_step[0],
                        "last_event": recorded_steps[end][0],
                    }
                )
    return matches


def step_matches(recorded_step: tuple[int, int, str, str, str], step: tuple[str, str]) -> bool:
    """True if a conquest or set of a game matches a step of the searched sequence."""
    if "tris" in (recorded_step[3], step[0]):
        return recorded_step[3] == step[0]
    return step[0] in ("*", recorded_step[3]) and step[1] in ("*", recorded_step[4])


def find_sequence_end(
    recorded_steps: list[tuple[int, int, str, str, str]], start: int, sequence: list[tuple[str, str]], within: int
) -> int | None:
    """Returns the index of the recorded step that completes the sequence from `start`, or None.

    Turns of all colours count for `within`.
    """
    position = start
    for step in sequence[1:]:
        next_index = next(
            (
                index
                for index in range(position + 1, len(recorded_steps))
                if recorded_steps[index][2] == recorded_steps[start][2]
                and recorded_steps[index][1] - recorded_steps[position][1] <= within
                and step_matches(recorded_steps[index], step)
            ),
            None,
        )
        if next_index is None:
            return None
        position = next_index
    return position


__all__ = ["Search", "find_positions", "find_sequences", "parse_pattern", "search_page"]
