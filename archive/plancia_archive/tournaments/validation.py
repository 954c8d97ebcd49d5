"""Validates new events more strictly than stored ones, so that an event does not overwrite another by accident."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from plancia_archive.dates import local_time
from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header, Members
from plancia_archive.tournaments import events as kinds
from plancia_archive.tournaments.disputed_tables import disputed_tables
from plancia_archive.tournaments.events import TournamentEvent, parse_fraction, raise_event_error
from plancia_archive.tournaments.linked_games import LinkedGames
from plancia_archive.tournaments.results import NoResult, game_result, players_by_colour, typed_result
from plancia_archive.tournaments.state import Table, Tournament, find_table, require_open, result_of_event
from plancia_archive.tournaments.warnings import find_point_differences

MAX_PLAYERS = 1000


def check_new_event(
    games: LinkedGames, state: Tournament, event: TournamentEvent, stored: list[Members]
) -> TournamentEvent:  # fmt: skip
    """Returns the event to store; `stored` are the events of the log, for the kinds that need them.

    Raises ArchiveError if it would overwrite or contradict the state.
    """
    require_open(state, event)
    match event:
        case kinds.TableFormed():
            check_table(state, event)
        case kinds.ResultTyped():
            check_result(games, state, event)
        case kinds.GameLinked():
            check_replaced(games, state, event, [event.winner])
            return check_link(games, state, event)
        case kinds.ResultApproved():
            check_approval(games, state, event, stored)
        case kinds.Adjusted():
            check_adjustment(state, event)
        case kinds.LotDrawn(players=players) if len(players) < 2 or len(set(players)) < len(players):
            raise_event_error("t-lot", ", ".join(players))
        case kinds.Left() if event.player in state.left:
            raise_event_error("t-gone", event.player)
        case kinds.Entered() if len(state.players) >= MAX_PLAYERS:
            raise_event_error("t-many", MAX_PLAYERS)
        case kinds.Closed():
            linked = sorted({table.game for table in state.tables.values() if table.game})
            return kinds.Closed(games={game: games.version(game) for game in linked})
    return event


def check_table(state: Tournament, event: kinds.TableFormed) -> None:
    """Checks that rounds have no gaps and that an existing table is replaced only with `instead`."""
    if not 1 <= event.round <= state.rounds + 1:
        raise_event_error("t-round", f"{event.round}: 1..{state.rounds + 1}")
    if (event.round, event.table) in state.tables and not event.instead:
        raise_event_error("t-formed", f"{event.round}/{event.table}")


def check_replaced(
    games: LinkedGames, state: Tournament, event: kinds.ResultTyped | kinds.GameLinked, named: Iterable[str | UnsetType]
) -> Table:
    """Returns the table of a result, which is replaced only with `instead` and names players of the table alone."""
    table = find_table(state, event)
    if table.has_result and not event.instead:
        raise_event_error("t-resulted", f"{table.round}/{table.name}: {both_results(games, state, table, event)}")
    for player in named:
        if player is not UNSET and player not in table.seats:
            raise_event_error("t-absent", f"{table.round}/{table.name}: {player}")
    return table


def check_result(games: LinkedGames, state: Tournament, event: kinds.ResultTyped) -> None:
    """Checks that a result is accepted by the ranking system too."""
    partners = [player for team in event.teams or () for player in team]
    named = [*(event.out or ()), *(event.withdrawn or ()), event.winner, event.risiko, *partners]
    table = check_replaced(games, state, event, named)
    candidate = Table(table.round, table.name, table.seats, typed=result_of_event(event))
    if set(event.points) == set(table.seats):
        try:
            state.rules.points(typed_result(candidate, state))
        except ArchiveError as error:
            raise_event_error(error.code, f"{table.round}/{table.name}: {error.what}")


def both_results(
    games: LinkedGames, state: Tournament, table: Table, event: kinds.ResultTyped | kinds.GameLinked
) -> str:
    """Returns the result that a table has, who recorded it and when, and the one that was sent, for a message."""
    role, at = recorder_of(games.log, state.id, table.event)
    there, sent = (
        ", ".join(f"{player} {value}" for player, value in points.items())
        for points in (table.typed["points"] if table.typed else {}, sent_points(event))
    )
    new = event.game if isinstance(event, kinds.GameLinked) else sent
    return f"{table.game or there} (<columns:role={role}>, {local_time(at):%Y-%m-%d %H:%M}) / {new}"


def sent_points(event: kinds.ResultTyped | kinds.GameLinked) -> dict[str, str]:
    """Returns the points of an event; none where it has none, or a text in their place."""
    return event.points if isinstance(event.points, dict) else {}


def recorder_of(log: EntryLog, tournament: str, event: int) -> tuple[str, int]:
    """Returns the role that recorded an event of a tournament, and when (milliseconds UTC)."""
    with log.lock:
        row = log.db.execute(
            "SELECT header, recorded_at FROM entry WHERE game = ? AND first < ? ORDER BY first DESC LIMIT 1",
            [f"tournament:{tournament}", event],
        ).fetchone()
    if row is None:  # an event of this very request
        return AUTHOR.get().role, log.clock()
    return Header.stored(str(row[0])).role if row[0] else "-", int(row[1])


def check_approval(
    games: LinkedGames, state: Tournament, event: kinds.ResultApproved, events: list[Members]
) -> None:  # fmt: skip
    """Checks that a table has a typed result that is neither approved nor disputed."""
    table = find_table(state, event)
    place = f"{table.round}/{table.name}"
    if table.typed is None or table.approved:
        raise_event_error("t-untyped" if table.typed is None else "t-approved", place)
    if disputes := disputed_tables(games.log, state, events).get((table.round, table.name)):
        raise_event_error("disputed", f"{place}: {', '.join(disputes)}")


def check_link(games: LinkedGames, state: Tournament, event: kinds.GameLinked) -> kinds.GameLinked:
    """Returns the event with the id of its game, which counts for one table only and has its players and points."""
    table, game = find_table(state, event), games.resolve(event.game)
    table_name = f"{table.round}/{table.name}"
    other_table = next((t for t in state.tables.values() if t.game == game and t is not table), None)
    if other_table is not None:
        raise_event_error("t-linked", f"{game}: {other_table.round}/{other_table.name}")
    players = list(players_by_colour(games.game_at(game)).values())
    if set(players) != set(table.seats):
        raise_event_error("t-players", f"{table_name}: {', '.join(table.seats)} / {', '.join(dict.fromkeys(players))}")
    claimed_points = {player: parse_fraction(text) for player, text in (event.points or {}).items()}
    if claimed_points and set(claimed_points) != set(table.seats):
        raise_event_error("t-result", f"{table_name}: {', '.join(table.seats)}")
    linked = msgspec.structs.replace(event, game=game)
    try:
        result = game_result(games, Table(table.round, table.name, table.seats, game=game), state)
    except NoResult:
        return linked  # nothing to compare with yet
    if differing_points := find_point_differences(claimed_points, result):
        differences = ", ".join(
            f"{player} {typed_outcome} / {computed}" for player, typed_outcome, computed in differing_points
        )
        raise_event_error("t-differs", f"{table_name}: {differences}")
    if event.winner and event.winner not in ([result.winner] if result.winner else state.rules.leaders(result)):
        raise_event_error("t-winner", f"{table_name}: {result.winner or ', '.join(state.rules.leaders(result))}")
    return linked


def check_adjustment(state: Tournament, event: kinds.Adjusted) -> None:
    """Raises ArchiveError for a repeated adjustment without `again`, which is probably a double click."""
    if not 0 <= (event.round or 0) <= state.rounds:
        raise_event_error("t-round", f"{event.round}: 0..{state.rounds}")
    adjustment = (event.player, parse_fraction(event.points), event.why)
    if adjustment in state.adjustments and not event.again:
        raise_event_error("t-again", f"{event.player} {event.points} {event.why}")
