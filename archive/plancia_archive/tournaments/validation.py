"""Validates new events more strictly than stored ones, so that an event does not overwrite another by accident."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.log.authors import AUTHOR
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.entry_format import Header
from plancia_archive.tournaments.disputed_tables import disputed_tables
from plancia_archive.tournaments.events import parse_fraction, raise_event_error
from plancia_archive.tournaments.linked_games import LinkedGames
from plancia_archive.tournaments.results import NoResult, game_result, players_by_colour, typed_result
from plancia_archive.tournaments.state import Table, Tournament, find_table
from plancia_archive.tournaments.warnings import find_point_differences

MAX_PLAYERS = 1000


def check_new_event(
    games: LinkedGames, state: Tournament, event: dict[str, Any], stored: list[dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """Returns the event to store; `stored` are the events of the log, for the kinds that need them.

    Raises ArchiveError if it would overwrite or contradict the state.
    """
    kind = event["kind"]
    if kind != "opened" and state.version == 0:
        raise_event_error("no-tournament", state.id)
    if state.closed and kind != "reopened":
        raise_event_error("t-closed", state.id)
    if kind == "table":
        check_table(state, event)
    elif kind in ("result", "linked"):
        check_result(games, state, event)
    elif kind == "approved":
        check_approval(games, state, event, stored)
    elif kind == "adjusted":
        check_adjustment(state, event)
    elif kind == "lot" and (len(event["players"]) < 2 or len(set(event["players"])) < len(event["players"])):
        raise_event_error("t-lot", ", ".join(event["players"]))
    elif kind == "left" and event["player"] in state.left:
        raise_event_error("t-gone", event["player"])
    elif kind == "entered" and len(state.players) >= MAX_PLAYERS:
        raise_event_error("t-many", MAX_PLAYERS)
    elif kind == "closed":
        linked = sorted({table.game for table in state.tables.values() if table.game})
        return {**event, "games": {game: games.version(game) for game in linked}}
    return event


def check_table(state: Tournament, event: dict[str, Any]) -> None:
    """Checks that rounds have no gaps and that an existing table is replaced only with `instead`."""
    table_name = f"{event['round']}/{event['table']}"
    if not 1 <= event["round"] <= state.rounds + 1:
        raise_event_error("t-round", f"{event['round']}: 1..{state.rounds + 1}")
    if (event["round"], event["table"]) in state.tables and not event.get("instead"):
        raise_event_error("t-formed", table_name)


def check_result(games: LinkedGames, state: Tournament, event: dict[str, Any]) -> None:
    """Checks that a result is replaced only with `instead` and is accepted by the ranking system."""
    table = find_table(state, event)
    table_name = f"{table.round}/{table.name}"
    if table.has_result and not event.get("instead"):
        raise_event_error("t-resulted", f"{table_name}: {both_results(games, state, table, event)}")
    partners = [player for team in event.get("teams", ()) for player in team]
    named_players = [
        *event.get("out", ()),
        *event.get("withdrawn", ()),
        event.get("winner"),
        event.get("risiko"),
        *partners,
    ]
    for player in named_players:
        if player is not None and player not in table.seats:
            raise_event_error("t-absent", f"{table_name}: {player}")
    if event["kind"] == "linked":
        check_link(games, state, event, table_name)
        return
    candidate = Table(table.round, table.name, table.seats, typed=event)
    if set(event["points"]) == set(table.seats):
        try:
            state.rules.points(typed_result(candidate, state))
        except ArchiveError as error:
            raise_event_error(error.code, f"{table_name}: {error.what}")


def both_results(games: LinkedGames, state: Tournament, table: Table, event: dict[str, Any]) -> str:
    """Returns the result that a table has, who recorded it and when, and the one that was sent, for a message."""
    role, at = recorder_of(games.log, state.id, table.event)
    time_text = datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    there, sent = (
        ", ".join(f"{player} {value}" for player, value in points.items())
        for points in ((table.typed or {}).get("points", {}), event.get("points") or {})
    )
    return f"{table.game or there} (<columns:role={role}>, {time_text}) / {event.get('game') or sent}"


def recorder_of(log: EntryLog, tournament: str, event: int) -> tuple[str, int]:
    """Returns the role that recorded an event of a tournament, and when (milliseconds UTC)."""
    with log.lock:
        row = log.db.execute(
            "SELECT header, recorded_at FROM entry WHERE game = ? AND first < ? ORDER BY first DESC LIMIT 1",
            [f"tournament:{tournament}", event],
        ).fetchone()
    if row is None:  # an event of this very request
        return AUTHOR.get().role, log.clock()
    return Header.parse(str(row[0])).role if row[0] else "-", int(row[1])


def check_approval(
    games: LinkedGames, state: Tournament, event: dict[str, Any], events: list[dict[str, Any]]
) -> None:  # fmt: skip
    """Checks that a table has a typed result that is neither approved nor disputed."""
    table = find_table(state, event)
    place = f"{table.round}/{table.name}"
    if table.typed is None or table.approved:
        raise_event_error("t-untyped" if table.typed is None else "t-approved", place)
    if disputes := disputed_tables(games.log, state, events).get((table.round, table.name)):
        raise_event_error("disputed", f"{place}: {', '.join(disputes)}")


def check_link(games: LinkedGames, state: Tournament, event: dict[str, Any], table_name: str) -> None:
    """Checks that a game counts for one table only and has its players and, if typed, its points."""
    table = state.tables[event["round"], event["table"]]
    event["game"] = games.resolve(str(event["game"]))
    other_table = next((t for t in state.tables.values() if t.game == event["game"] and t is not table), None)
    if other_table is not None:
        raise_event_error("t-linked", f"{event['game']}: {other_table.round}/{other_table.name}")
    players = list(players_by_colour(games.game_at(event["game"])).values())
    if set(players) != set(table.seats):
        raise_event_error("t-players", f"{table_name}: {', '.join(table.seats)} / {', '.join(dict.fromkeys(players))}")
    claimed_points: dict[str, Fraction] = {
        player: parse_fraction(text) for player, text in event.get("points", {}).items()
    }
    if claimed_points and set(claimed_points) != set(table.seats):
        raise_event_error("t-result", f"{table_name}: {', '.join(table.seats)}")
    try:
        result = game_result(games, Table(table.round, table.name, table.seats, game=event["game"]), state)
    except NoResult:
        return  # nothing to compare with yet
    if differing_points := find_point_differences(claimed_points, result):
        differences = ", ".join(
            f"{player} {typed_outcome} / {computed}" for player, typed_outcome, computed in differing_points
        )
        raise_event_error("t-differs", f"{table_name}: {differences}")
    winner = event.get("winner")
    if winner and winner not in ([result.winner] if result.winner else state.rules.leaders(result)):
        raise_event_error("t-winner", f"{table_name}: {result.winner or ', '.join(state.rules.leaders(result))}")


def check_adjustment(state: Tournament, event: dict[str, Any]) -> None:
    """Raises ArchiveError for a repeated adjustment without `again`, which is probably a double click."""
    if not 0 <= event.get("round", 0) <= state.rounds:
        raise_event_error("t-round", f"{event['round']}: 0..{state.rounds}")
    adjustment = (event["player"], parse_fraction(event["points"]), str(event["why"]))
    if adjustment in state.adjustments and not event.get("again"):
        raise_event_error("t-again", f"{event['player']} {event['points']} {event['why']}")
