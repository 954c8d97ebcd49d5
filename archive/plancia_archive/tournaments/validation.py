"""Checks of a new event, stricter than a replay of the log: an event must not overwrite another by accident."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.events import parse_fraction, refuse
from plancia_archive.tournaments.linked_games import LinkedGames
from plancia_archive.tournaments.results import NoResult, game_result, players_by_colour, typed_result
from plancia_archive.tournaments.state import Table, Tournament, table_of
from plancia_archive.tournaments.warnings import points_that_differ

MAX_PLAYERS = 1000


def check_new_event(games: LinkedGames, state: Tournament, event: dict[str, Any]) -> dict[str, Any]:
    """Returns the event to store. Raises ArchiveError if it would overwrite or contradict the state."""
    kind = event["kind"]
    if kind != "opened" and state.version == 0:
        refuse("no-tournament", state.id)
    if state.closed and kind != "reopened":
        refuse("t-closed", state.id)
    if kind == "table":
        check_table(state, event)
    elif kind in ("result", "linked"):
        check_result(games, state, event)
    elif kind == "adjusted":
        check_adjustment(state, event)
    elif kind == "lot" and (len(event["players"]) < 2 or len(set(event["players"])) < len(event["players"])):
        refuse("t-lot", ", ".join(event["players"]))
    elif kind == "left" and event["player"] in state.left:
        refuse("t-gone", event["player"])
    elif kind == "entered" and len(state.players) >= MAX_PLAYERS:
        refuse("t-many", MAX_PLAYERS)
    elif kind == "closed":
        linked = sorted({table.game for table in state.tables.values() if table.game})
        return {**event, "games": {game: games.version(game) for game in linked}}
    return event


def check_table(state: Tournament, event: dict[str, Any]) -> None:
    """Checks that rounds have no gaps and that an existing table is replaced only with `instead`."""
    where = f"{event['round']}/{event['table']}"
    if not 1 <= event["round"] <= state.rounds + 1:
        refuse("t-round", f"{event['round']}: 1..{state.rounds + 1}")
    if (event["round"], event["table"]) in state.tables and not event.get("instead"):
        refuse("t-formed", where)


def check_result(games: LinkedGames, state: Tournament, event: dict[str, Any]) -> None:
    """Checks that a result is replaced only with `instead` and is accepted by the ranking system."""
    table = table_of(state, event)
    where = f"{table.round}/{table.name}"
    if table.has_result and not event.get("instead"):
        refuse("t-resulted", f"{where} ({table.game or 'result'})")
    partners = [player for team in event.get("teams", ()) for player in team]
    mentioned = [
        *event.get("out", ()),
        *event.get("withdrawn", ()),
        event.get("winner"),
        event.get("risiko"),
        *partners,
    ]
    for player in mentioned:
        if player is not None and player not in table.seats:
            refuse("t-absent", f"{where}: {player}")
    if event["kind"] == "linked":
        check_link(games, state, event, where)
        return
    candidate = Table(table.round, table.name, table.seats, typed=event)
    if set(event["points"]) == set(table.seats):
        try:
            state.rules.points(typed_result(candidate, state))
        except ArchiveError as error:
            refuse(error.code, f"{where}: {error.what}")


def check_link(games: LinkedGames, state: Tournament, event: dict[str, Any], where: str) -> None:
    """Checks that a game counts for one table only and has its players and, if typed, its points."""
    table = state.tables[event["round"], event["table"]]
    event["game"] = games.resolve(str(event["game"]))
    other_table = next((t for t in state.tables.values() if t.game == event["game"] and t is not table), None)
    if other_table is not None:
        refuse("t-linked", f"{event['game']}: {other_table.round}/{other_table.name}")
    players = list(players_by_colour(games.game_at(event["game"])).values())
    if set(players) != set(table.seats):
        refuse("t-players", f"{where}: {', '.join(table.seats)} / {', '.join(dict.fromkeys(players))}")
    claimed: dict[str, Fraction] = {player: parse_fraction(text) for player, text in event.get("points", {}).items()}
    if claimed and set(claimed) != set(table.seats):
        refuse("t-result", f"{where}: {', '.join(table.seats)}")
    try:
        result = game_result(games, Table(table.round, table.name, table.seats, game=event["game"]), state)
    except NoResult:
        return  # nothing to compare with yet
    if differing_points := points_that_differ(claimed, result):
        differences = ", ".join(f"{player} {typed} / {computed}" for player, typed, computed in differing_points)
        refuse("t-differs", f"{where}: {differences}")
    winner = event.get("winner")
    if winner and winner not in ([result.winner] if result.winner else state.rules.leaders(result)):
        refuse("t-winner", f"{where}: {result.winner or ', '.join(state.rules.leaders(result))}")


def check_adjustment(state: Tournament, event: dict[str, Any]) -> None:
    """Refuses a repeated adjustment without `again`: it is more likely a double click than a ruling."""
    if not 0 <= event.get("round", 0) <= state.rounds:
        refuse("t-round", f"{event['round']}: 0..{state.rounds}")
    adjustment = (event["player"], parse_fraction(event["points"]), str(event["why"]))
    if adjustment in state.adjustments and not event.get("again"):
        refuse("t-again", f"{event['player']} {event['points']} {event['why']}")
