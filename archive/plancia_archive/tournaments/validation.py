"""What is asked of an event when it comes in, beyond what reading the log asks: nothing is overwritten by accident."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.events import number, refuse
from plancia_archive.tournaments.results import NotYet, game_at, game_result, seated, typed_result
from plancia_archive.tournaments.state import Table, Tournament, found
from plancia_archive.tournaments.warnings import differing

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MOST_PLAYERS = 1000


def admit(archive: Archive, state: Tournament, event: dict[str, Any]) -> dict[str, Any]:
    """The event as it is kept. Raises ArchiveError where it would overwrite or contradict what is there."""
    kind = event["kind"]
    if kind != "opened" and state.version == 0:
        refuse("no-tournament", state.id)
    if state.closed and kind != "reopened":
        refuse("t-closed", state.id)
    if kind == "table":
        new_table(state, event)
    elif kind in ("result", "linked"):
        new_result(archive, state, event)
    elif kind == "adjusted":
        new_adjustment(state, event)
    elif kind == "lot" and (len(event["players"]) < 2 or len(set(event["players"])) < len(event["players"])):
        refuse("t-lot", ", ".join(event["players"]))
    elif kind == "left" and event["player"] in state.left:
        refuse("t-gone", event["player"])
    elif kind == "entered" and len(state.players) >= MOST_PLAYERS:
        refuse("t-many", MOST_PLAYERS)
    elif kind == "closed":
        linked = sorted({table.game for table in state.tables.values() if table.game})
        return {**event, "games": {game: archive.version(game) for game in linked}}
    return event


def new_table(state: Tournament, event: dict[str, Any]) -> None:
    """Rounds follow each other; a table that exists is formed again only when that is said."""
    where = f"{event['round']}/{event['table']}"
    if not 1 <= event["round"] <= state.rounds + 1:
        refuse("t-round", f"{event['round']}: 1..{state.rounds + 1}")
    if (event["round"], event["table"]) in state.tables and not event.get("instead"):
        refuse("t-formed", where)


def new_result(archive: Archive, state: Tournament, event: dict[str, Any]) -> None:
    """A table has one result; a second one takes its place only when that is said, and must fit the system."""
    table = found(state, event)
    where = f"{table.round}/{table.name}"
    if table.settled and not event.get("instead"):
        refuse("t-resulted", f"{where} ({table.game or 'result'})")
    sides = [player for team in event.get("teams", ()) for player in team]
    named = [*event.get("out", ()), *event.get("withdrawn", ()), event.get("winner"), event.get("risiko"), *sides]
    for player in named:
        if player is not None and player not in table.seats:
            refuse("t-absent", f"{where}: {player}")
    if event["kind"] == "linked":
        new_link(archive, state, event, where)
        return
    candidate = Table(table.round, table.name, table.seats, typed=event)
    if set(event["points"]) == set(table.seats):
        try:
            state.rules.points(typed_result(candidate, state))
        except ArchiveError as error:
            refuse(error.code, f"{where}: {error.what}")


def new_link(archive: Archive, state: Tournament, event: dict[str, Any], where: str) -> None:
    """A game counts for one table, has the table's players, and the points of the sheet where those are given."""
    table = state.tables[event["round"], event["table"]]
    event["game"] = archive.resolve(str(event["game"]))
    other = next((t for t in state.tables.values() if t.game == event["game"] and t is not table), None)
    if other is not None:
        refuse("t-linked", f"{event['game']}: {other.round}/{other.name}")
    players = list(seated(game_at(archive, event["game"], None)).values())
    if set(players) != set(table.seats):
        refuse("t-players", f"{where}: {', '.join(table.seats)} / {', '.join(dict.fromkeys(players))}")
    claimed: dict[str, Fraction] = {player: number(text) for player, text in event.get("points", {}).items()}
    if claimed and set(claimed) != set(table.seats):
        refuse("t-result", f"{where}: {', '.join(table.seats)}")
    try:
        result = game_result(archive, Table(table.round, table.name, table.seats, game=event["game"]), state)
    except NotYet:
        return  # there is nothing to compare with yet
    if differ := differing(claimed, result):
        told = ", ".join(f"{player} {mine} / {theirs}" for player, mine, theirs in differ)
        refuse("t-differs", f"{where}: {told}")
    winner = event.get("winner")
    if winner and winner not in ([result.winner] if result.winner else state.rules.level(result)):
        refuse("t-winner", f"{where}: {result.winner or ', '.join(state.rules.level(result))}")


def new_adjustment(state: Tournament, event: dict[str, Any]) -> None:
    """The same adjustment twice is more likely a double click than a ruling."""
    if not 0 <= event.get("round", 0) <= state.rounds:
        refuse("t-round", f"{event['round']}: 0..{state.rounds}")
    same = (event["player"], number(event["points"]), str(event["why"]))
    if same in state.adjustments and not event.get("again"):
        refuse("t-again", f"{event['player']} {event['points']} {event['why']}")
