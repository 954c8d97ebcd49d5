"""The state of a tournament after the events of its log: entrants, tables of each round, results, rulings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast

import msgspec
from msgspec import UNSET

from plancia_archive.errors import ArchiveError
from plancia_archive.log.stream import Recorded, Stream, Target
from plancia_archive.people.register import REFERENCE
from plancia_archive.tournaments import events as kinds
from plancia_archive.tournaments.events import (
    OUTCOMES,
    TableResult,
    TournamentEvent,
    check_normal,
    normal_form,
    parse_fraction,
    raise_event_error,
)
from plancia_archive.tournaments.ranking_systems import RankingSystem, find_ranking_system
from plancia_archive.tournaments.standings import format_points

MAX_ROUND = 999  # that has a date
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\Z")


@dataclass
class Table:
    """A table of a round: seats in order of play, and its result, typed or from a stored game.

    `winner` is the organisers' ruling, which counts if a stored game ends in a tie at the top. `approved`: an arbiter
    made the typed result final. `left_off` is the recording that the typed result stands in for. `event` is the number
    of the event that gave the result, 0 without one.
    """

    round: int
    name: str
    seats: list[str]
    game: str | None = None
    typed: TableResult | None = None
    winner: str | None = None
    approved: bool = False
    left_off: str | None = None
    event: int = 0

    @property
    def has_result(self) -> bool:
        """True if a result is typed or a game linked."""
        return self.typed is not None or self.game is not None


@dataclass
class Tournament:
    """State of a tournament after its events so far.

    `frozen` has the version of each linked game at the close.
    """

    id: str
    title: str = ""
    club: str | None = None
    system: str = ""
    version: int = 0
    players: dict[str, str | None] = field(default_factory=dict)  # team by player
    left: set[str] = field(default_factory=set)
    tables: dict[tuple[int, str], Table] = field(default_factory=dict)
    adjustments: list[tuple[str, Fraction, str]] = field(default_factory=list)
    closed: bool = False
    adjusted_at: list[int] = field(default_factory=list)  # the round from which each adjustment counts
    lots: list[tuple[int, list[str]]] = field(default_factory=list)
    frozen: dict[str, int] = field(default_factory=dict)
    hidden: str | None = None  # why the tournament is hidden
    schedule: dict[int, str] = field(default_factory=dict)  # when rounds are played

    @property
    def rules(self) -> RankingSystem:
        """The ranking system."""
        return find_ranking_system(self.system)

    @property
    def rounds(self) -> int:
        """Number of the last round that has a table; 0 without."""
        return max((number for number, _ in self.tables), default=0)

    def tables_of_round(self, at: int) -> list[Table]:
        """Returns the tables of a round, sorted by name."""
        return [table for (place, _), table in sorted(self.tables.items()) if place == at]

    def teams(self) -> dict[str, list[str]]:
        """Returns the players of each team, in order of entry."""
        teams: dict[str, list[str]] = {}
        for player, team in self.players.items():
            if team:
                teams.setdefault(team, []).append(player)
        return teams

    def rule_warnings(self) -> list[str]:
        """Returns warnings about tables that the tournament's rules do not allow.

        "ROUND: sizes != sizes" (MON-02); "ROUND: players" for a second game with the seats of the first (ONE-09).
        """
        allowed_sizes: dict[str, list[int]] = self.rules.settings.get("tables") or {}
        rule_warnings = []
        for round_number in range(1, self.rounds + 1) if allowed_sizes else ():
            sizes = sorted(len(table.seats) for table in self.tables_of_round(round_number))
            expected_sizes = allowed_sizes.get(str(sum(sizes)))
            if sizes and expected_sizes != sizes:
                rule_warnings.append(f"{round_number}: {sizes} != {expected_sizes or '-'}")
        return rule_warnings + (
            self.unswapped_legs(self.rules.settings["legs"]) if self.rules.settings.get("legs") else []
        )

    def unswapped_legs(self, legs: int) -> list[str]:
        """Returns the last games of a match with the same seats as the game before, as "ROUND: players"."""
        games_by_players: dict[frozenset[str], list[list[str]]] = {}
        rule_warnings = []
        for table in (
            table for round_number in range(1, self.rounds + 1) for table in self.tables_of_round(round_number)
        ):
            games = games_by_players.setdefault(frozenset(table.seats), [])
            games.append(table.seats)
            if len(games) % legs == 0 and games[-2:] == [table.seats] * 2:
                rule_warnings.append(f"{table.round}: {' '.join(table.seats)}")
        return rule_warnings

    def to_json(self, name: Callable[[str], str] | None = None) -> dict[str, Any]:
        """Returns the JSON form; with `name`, names are added beside the references of people."""

        def named(references: list[str]) -> dict[str, Any]:
            return {"names": [name(reference) for reference in references]} if name else {}

        return {
            "tournament": self.id, "title": self.title, "club": self.club, "system": self.system,
            "version": self.version, "closed": self.closed, "hidden": self.hidden, "rounds": self.rounds,
            "notices": self.rule_warnings(),
            "players": [{"player": p, "team": team, "left": p in self.left, **({"name": name(p)} if name else {})}
                        for p, team in self.players.items()],
            "tables": [
                {"round": t.round, "table": t.name, "seats": t.seats, **named(t.seats), "game": t.game,
                 "result": t.typed, "winner": t.winner, "approved": t.approved, "left_off": t.left_off}
                for t in self.tables.values()
            ],
            "schedule": [{"round": number, "when": when} for number, when in sorted(self.schedule.items())],
            "adjustments": [
                {"player": p, **({"name": name(p)} if name else {}), "points": format_points(n), "why": reason,
                 "round": after_round}
                for (p, n, reason), after_round in zip(self.adjustments, self.adjusted_at, strict=True)
            ],
            "lots": [
                {"round": after_round, "players": players, **named(players)} for after_round, players in self.lots
            ],
        }  # fmt: skip


def apply_event(state: Tournament, event: TournamentEvent) -> None:
    """Applies one event to the state. Raises ArchiveError if it contradicts the events before."""
    require_open(state, event)
    EVENT_HANDLERS[event.kind](state, event)
    state.version += 1


def require_open(state: Tournament, event: TournamentEvent) -> None:
    """Raises ArchiveError for an event that a tournament does not take as it is: not opened, closed, hidden."""
    if isinstance(event, kinds.Opened) != (state.version == 0):
        raise_event_error("t-opened" if isinstance(event, kinds.Opened) else "no-tournament", state.id)
    if (state.hidden is not None) != isinstance(event, kinds.Unhidden):
        raise_event_error("t-shown" if state.hidden is None else "t-hidden", state.id)
    if not isinstance(event, kinds.Hidden | kinds.Unhidden) and state.closed != isinstance(event, kinds.Reopened):
        raise_event_error("t-closed" if state.closed else "t-open", state.id)


def apply_opened(state: Tournament, event: kinds.Opened) -> None:
    """Opens the tournament with a ranking system."""
    find_ranking_system(event.system)
    state.title, state.club, state.system = event.title, event.club or None, event.system


def apply_entered(state: Tournament, event: kinds.Entered) -> None:
    """Enters a player, or re-enters him."""
    if event.player in state.players and event.player not in state.left:
        raise_event_error("t-entered", event.player)
    state.players[event.player] = event.team or state.players.get(event.player)
    state.left.discard(event.player)


def apply_left(state: Tournament, event: kinds.Left) -> None:
    """Withdraws a player from later rounds."""
    check_entered(state, event.player)
    state.left.add(event.player)


def check_entered(state: Tournament, player: str) -> None:
    """Raises ArchiveError for a player who has not entered."""
    if player not in state.players:
        raise_event_error("t-player", player)


def apply_table(state: Tournament, event: kinds.TableFormed) -> None:
    """Forms a table. Raises ArchiveError for a player who has not entered or sits at another table of the round."""
    for player in event.seats:
        check_entered(state, player)
        if player in state.left:
            raise_event_error("t-left", player)
        others = [t for t in state.tables.values() if t.round == event.round and t.name != event.table]
        other_table = next((t.name for t in others if player in t.seats), None)
        if event.seats.count(player) > 1 or other_table is not None:
            raise_event_error("t-seated", f"{player}: {event.round}/{other_table or event.table}")
    if event.round < 1 or not 2 <= len(event.seats) <= 6:
        raise_event_error("t-size", f"{event.round}/{event.table}: {len(event.seats)}")
    state.tables[event.round, event.table] = Table(event.round, event.table, list(event.seats))


def find_table(
    state: Tournament, event: kinds.Removed | kinds.ResultTyped | kinds.GameLinked | kinds.ResultApproved
) -> Table:
    """Looks up the table of an event. Raises ArchiveError."""
    table = state.tables.get((event.round, event.table))
    if table is None:
        raise ArchiveError("t-table", f"{event.round}/{event.table}")
    return table


def apply_removed(state: Tournament, event: kinds.Removed) -> None:
    """Removes a table formed by mistake, with its result if any."""
    find_table(state, event)
    del state.tables[event.round, event.table]


def apply_linked(state: Tournament, event: kinds.GameLinked) -> None:
    """Links a table to its game; a later result replaces an earlier one."""
    table = find_table(state, event)
    table.approved, table.event, table.left_off = False, state.version + 1, None
    table.game, table.typed, table.winner = event.game, None, event.winner or None


def apply_result(state: Tournament, event: kinds.ResultTyped) -> None:
    """Sets the result of a table; a later one replaces an earlier one."""
    table = find_table(state, event)
    if not isinstance(event.points, dict) or set(event.points) != set(table.seats):
        raise_event_error("t-result", f"{table.round}/{table.name}: {', '.join(table.seats)}")
    typed_result = result_of_event(event)
    for value in typed_result["points"].values():
        parse_fraction(value)
    outcome = event.outcome
    if outcome and (len(outcome) != 2 or outcome[0] not in table.seats or outcome[1] not in OUTCOMES):
        raise_event_error("t-kind", f"outcome {' '.join(outcome)} ({', '.join(OUTCOMES)})")
    table.approved, table.event, table.left_off = False, state.version + 1, table.game or table.left_off
    table.game, table.typed, table.winner = None, typed_result, None


def result_of_event(event: kinds.ResultTyped) -> TableResult:
    """Returns the result that an event types, without its place."""
    members = {name: getattr(event, name) for name in TableResult.__annotations__}
    return cast(TableResult, {name: value for name, value in members.items() if value is not UNSET})


def apply_approved(state: Tournament, event: kinds.ResultApproved) -> None:
    """Makes a typed result final, until another result takes its place (D-177)."""
    table = find_table(state, event)
    if table.typed is None:
        raise_event_error("t-untyped", f"{table.round}/{table.name}")
    table.approved = True


def apply_adjusted(state: Tournament, event: kinds.Adjusted) -> None:
    """Adds or subtracts ranking points, from a round on (default: the last round that has a table)."""
    check_entered(state, event.player)
    state.adjustments.append((event.player, parse_fraction(event.points), event.why))
    state.adjusted_at.append(state.rounds if event.round is UNSET else event.round)


def apply_lot(state: Tournament, event: kinds.LotDrawn) -> None:
    """Records a lot (or a throw of dice) that orders players who are tied in every other key."""
    for player in event.players:
        check_entered(state, player)
    state.lots.append((state.rounds if event.round is UNSET else event.round, list(event.players)))


def apply_closed(state: Tournament, event: kinds.Closed) -> None:
    """Closes the tournament: it accepts no more events, and later corrections of games have no effect."""
    state.closed, state.frozen = True, dict(event.games or {})


def apply_reopened(state: Tournament, event: kinds.Reopened) -> None:
    """Reopens the tournament; the event has the reason."""
    state.closed, state.frozen = False, {}


def apply_hidden(state: Tournament, event: kinds.Hidden | kinds.Unhidden) -> None:
    """Hides the tournament, or shows it again."""
    state.hidden = event.why if isinstance(event, kinds.Hidden) else None


def apply_renamed(state: Tournament, event: kinds.Renamed) -> None:
    """Gives the tournament another title."""
    state.title = event.title


def apply_scheduled(state: Tournament, event: kinds.Scheduled) -> None:
    """Sets when a round is played, also of one that is not drawn yet."""
    if not 1 <= event.round <= MAX_ROUND:
        raise_event_error("t-round", f"{event.round}: 1..{MAX_ROUND}")
    state.schedule.pop(event.round, None)
    if event.when:
        state.schedule[event.round] = event.when


EVENT_HANDLERS: dict[str, Callable[[Tournament, Any], None]] = {
    "opened": apply_opened, "entered": apply_entered, "left": apply_left, "table": apply_table,
    "removed": apply_removed, "result": apply_result, "linked": apply_linked, "adjusted": apply_adjusted,
    "lot": apply_lot, "approved": apply_approved, "closed": apply_closed, "reopened": apply_reopened,
    "hidden": apply_hidden, "unhidden": apply_hidden, "renamed": apply_renamed, "scheduled": apply_scheduled,
}  # fmt: skip


def tournament_targets(name: str, event: TournamentEvent) -> list[Target]:
    """Returns the game of an event and the people whom it names, wherever they stand."""
    game = [Target(event.game)] if isinstance(event, kinds.GameLinked) else []
    texts = strings_in(msgspec.to_builtins(event))
    return [*game, *(Target(f"person:{text}") for text in texts if REFERENCE.match(text))]


def strings_in(value: Any) -> Iterator[str]:
    """Yields all strings in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value:
            yield from strings_in(item)
        if isinstance(value, dict):
            yield from strings_in(list(value.values()))


def add_event(state: Tournament, recorded: Recorded[TournamentEvent]) -> Tournament:
    """Adds an event of the log to a tournament. Raises ArchiveError if it contradicts the events before."""
    apply_event(state, recorded.line)
    return state


TOURNAMENTS: Stream[TournamentEvent, Tournament] = Stream(
    "tournament:", NAME, TournamentEvent, "t-kind", add_event, Tournament, targets=tournament_targets,
    whole=lambda state: state.version > 0, check=check_normal,
)  # fmt: skip


def validate_event(event: Any) -> TournamentEvent:
    """Returns an event in its stored form; its fields must be those of its kind, of the right type and length.

    Raises ArchiveError.
    """
    return TOURNAMENTS.of(normal_form(event))
