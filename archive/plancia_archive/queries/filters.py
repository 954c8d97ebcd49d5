"""Filters of game lists as SQL conditions; cursors of lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from plancia_archive.dates import date_conditions, recorded_conditions
from plancia_data import importers

GAME_COLUMNS = (
    "game", "number", "version", "variant", "rules", "event", "place", "date", "round", "board", "arbiter",
    "completeness", "provenance", "reason", "winner", "winner_ref", "illegal", "undecidable", "clean", "impossible",
    "declared", "winners",
)  # fmt: skip


ALL_PROVENANCES = "all"  # any provenance, games played by programs included
ENGINE_PROVENANCES = tuple(f"imported:{row['kind']}" for row in importers() if row.get("engine"))
PLAYED_BY_PEOPLE = {
    "synthetic": "provenance IS NOT 'synthetic'",
    "engines": f"coalesce(provenance, '') NOT IN ({', '.join(map(repr, ENGINE_PROVENANCES))})",
}  # conditions on the table game: what statistics leave out unless a provenance is given


CURSOR_PATTERN = re.compile(r"g[0-9]{1,15}\Z")


@dataclass(frozen=True)
class Filters:
    """Filters of a list of games; `variant` is an id with or without edition and options.

    `since` and `until` (YYYY-MM-DD, inclusive) select games whose date cannot be a day outside (see `periods`).
    `recorded_since` and `recorded_until`, dates in UTC or times (RFC 3339), select by the time at which the game's
    first entry was recorded.

    `game` is the id of a game, or the id of its recorder (header Game), which several games may have.

    `provenance` may be `all`, which filters nothing; statistics then include games played by programs.

    `club` is the place of a game or the club of a tournament that it is linked to; `option` a word after the variant's
    name or a header Option (`rule.option=value`), with `!` before it for games without it, `!` alone for games without
    any; `seat` a place in the order of play held by `player` (else anybody); `players` the number of people at the
    table.
    `hidden=False` leaves out open games whose record hides something (facts/redaction.py). `text` are the conditions
    of a search by words with their values (queries/text_search.py).
    """

    game: str | None = None
    player: str | None = None
    variant: str | None = None
    event: str | None = None
    since: str | None = None
    until: str | None = None
    completeness: str | None = None
    provenance: str | None = None
    illegal: bool | None = None
    winner: str | None = None
    club: str | None = None
    tournament: str | None = None
    edition: int | None = None
    option: str | None = None
    seat: int | None = None
    players: int | None = None
    recorded_since: str | None = None
    recorded_until: str | None = None
    hidden: bool | None = None
    text: tuple[tuple[str, tuple[Any, ...]], ...] | None = None

    def clauses(self) -> tuple[list[str], list[Any]]:
        """Returns the SQL conditions and their parameters."""
        conditions: list[str] = []
        values: list[Any] = []
        pairs = (
            ("event = ?", self.event), ("completeness = ?", self.completeness),
            ("provenance = ?", None if self.provenance == ALL_PROVENANCES else self.provenance),
            ("number IN (SELECT number FROM champion WHERE player = ?)", self.winner),
            ("game IN (SELECT game FROM link WHERE tournament = ?)", self.tournament), ("edition = ?", self.edition),
            ("number IN (SELECT number FROM game_facts WHERE players = ?)", self.players),
            ("game IN (SELECT game FROM seat WHERE player_ref = ?)", self.player if self.seat is None else None),
        )  # fmt: skip
        for condition, value in pairs:
            if value is not None:
                conditions.append(condition)
                values.append(value)
        if self.option is not None:
            excluded = self.option.startswith("!")
            named = "" if self.option == "!" else " WHERE option = ?"
            conditions.append(f"number {'NOT ' if excluded else ''}IN (SELECT number FROM game_option{named})")
            values += [self.option.removeprefix("!")] if named else []
        if self.game is not None:
            conditions.append("(game = ? OR game IN (SELECT game FROM label WHERE name = ?))")
            values += [self.game, self.game]
        for condition, parameters in date_conditions(self.since, self.until):
            conditions.append(condition)
            values += parameters
        for condition, moment in recorded_conditions(self.recorded_since, self.recorded_until):
            conditions.append(condition)
            values.append(moment)
        if self.variant is not None:
            spans = name_ranges(self.variant)
            conditions.append(f"(variant = ?{' OR (variant > ? AND variant < ?)' * len(spans)})")
            values += [self.variant, *(end for span in spans for end in span)]
        if self.club is not None:
            conditions.append("(place = ? OR game IN (SELECT game FROM link WHERE club = ?))")
            values += [self.club, self.club]
        if self.seat is not None:
            player_condition = "" if self.player is None else " AND player = ?"
            conditions.append(f"number IN (SELECT number FROM player_game WHERE seat = ?{player_condition})")
            values += [self.seat] if self.player is None else [self.seat, self.player]
        if self.illegal is not None:
            conditions.append("illegal > 0" if self.illegal else "illegal = 0")
        if self.hidden is not None:
            conditions.append(f"number {'' if self.hidden else 'NOT '}IN (SELECT number FROM game WHERE hidden = 1)")
        for condition, text_values in self.text or ():
            conditions.append(condition)
            values += text_values
        return conditions, values


def name_ranges(name: str) -> list[tuple[str, str]]:
    """Returns the ranges of texts that continue a variant's name with options, or with an edition if it has none.

    A common prefix is not enough: `risiko-rl-stock` is another variant, `rcm@10` another edition.
    """
    options, edition = (name + " ", name + "!"), (name + "@", name + "A")
    return [options] if "@" in name else [options, edition]


def format_cursor(number: int) -> str:
    """Formats the cursor of a game by its number."""
    return f"g{number}"


def parse_cursor(cursor: str) -> int:
    """Parses a cursor to the number of its game. Raises ValueError."""
    if not CURSOR_PATTERN.match(cursor):
        raise ValueError(cursor)
    return int(cursor[1:])
