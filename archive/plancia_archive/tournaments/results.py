"""Computes the result of a table: as typed by the organisers, or from its stored game."""

from __future__ import annotations

from fractions import Fraction

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.declared_results import declared_result
from plancia_archive.tournaments.events import TableResult, parse_fraction
from plancia_archive.tournaments.linked_games import LinkedGames
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.state import Table, Tournament
from plancia_events import Game
from plancia_replay import Judgement
from plancia_replay.judging.prepare import effective_events


class NoResult(Exception):
    """Raised for a linked game without a result; `code` is that of the remark with the reason."""

    def __init__(self, code: str, what: str = "") -> None:
        self.code = code
        self.what = what
        super().__init__(code)


def teams_at_table(table: Table, state: Tournament) -> list[list[str]]:
    """Returns the players of a table, grouped by team."""
    names = sorted({team for player in table.seats if (team := state.players.get(player))})
    return [[player for player in table.seats if state.players.get(player) == name] for name in names]


def typed_result(table: Table, state: Tournament) -> Result:
    """Returns the result that the organisers typed."""
    typed: TableResult = table.typed or {"points": {}}
    return Result(
        points={player: parse_fraction(text) for player, text in typed["points"].items()},
        winner=typed.get("winner"),
        outcome=(typed["outcome"][0], typed["outcome"][1]) if typed.get("outcome") else None,
        out=frozenset(typed.get("out", ())),
        risiko=typed.get("risiko"),
        teams=tuple(frozenset(team) for team in typed.get("teams") or teams_at_table(table, state)),
        withdrawn=frozenset(typed.get("withdrawn", ())),
        partners=frozenset(player for team in typed.get("teams", ()) for player in team if typed.get("winner") in team),
    )


def players_by_colour(game: Game) -> dict[str, str]:
    """Returns the player of each colour, without the dummy's colour."""
    return {colour: player for colour, player in game.players.items() if colour != game.header("Virtual")}


def game_result(games: LinkedGames, table: Table, state: Tournament, version: int | None = None) -> Result:
    """Computes the result of a table from its stored game. Raises NoResult, ArchiveError."""
    game, judgement = games.game_and_judgement(table.game or "", version)
    players = players_by_colour(game)
    points, winner = points_and_winner(judgement, game, players)
    eliminated = {
        players[c]
        for c in players
        if judgement.scores and not any(position[0] == c for position in judgement.final.values())
    }
    withdrawn = {players[c] for c in players if has_withdrawn(judgement, c)}
    winners = {players[colour] for colour in judgement.end["winners"] if colour in players}
    by_objective = winner if judgement.end["reason"] in ("objective", "target") else None
    return Result(
        points={player: points[player] for player in table.seats},
        winner=winner or table.winner,  # a ruling counts only if the game ends in a tie
        out=frozenset(eliminated) if judgement.final else frozenset(),
        risiko=by_objective,
        teams=tuple(frozenset(team) for team in teams_at_table(table, state)),
        withdrawn=frozenset(withdrawn),
        partners=frozenset(winners if winner in winners else ()),
        ranking=ranking_points(judgement, players) if state.rules.settings["points"] in ("rows", "teams") else None,
    )


def ended_without_result(judgement: Judgement) -> bool:
    """Returns True if the game was cancelled, or abandoned without a winner."""
    return judgement.end["reason"] == "cancelled" or (
        judgement.end["reason"] == "abandoned" and not judgement.end["winner"]
    )


def points_and_winner(
    judgement: Judgement, game: Game, players: dict[str, str]
) -> tuple[dict[str, Fraction], str | None]:
    """Returns table points by player and the winner of a finished game. Raises NoResult.

    They are the values of the replay; if the record does not determine them (a result-only record), the declared ones.
    """
    if judgement.impossible is not None:
        raise NoResult("impossible", str(judgement.impossible["event"]))
    if ended_without_result(judgement):
        raise NoResult("no-result", str(judgement.end["reason"]))
    undecidable_scores = [v for v in judgement.verdicts if v.verdict == "undecidable" and v.rule == "record.score"]
    declared, winner = declared_result(judgement.declared, (event for _, event in effective_events(game)))
    if judgement.completeness == "result-only" or undecidable_scores:
        if not set(players) <= set(declared):
            raise NoResult("undecided")
        return sum_by_player(declared, players), players.get(winner or judgement.end["winner"] or "")
    if judgement.end["reason"] == "unfinished":
        raise NoResult("running", str(judgement.events))
    if not judgement.scores:
        raise NoResult("undecided")
    points = {colour: Fraction(str(entry["points"])) for colour, entry in judgement.scores.items()}
    return sum_by_player(points, players), players.get(judgement.end["winner"] or "")


def sum_by_player(points: dict[str, Fraction], players: dict[str, str]) -> dict[str, Fraction]:
    """Sums points by player: a player of two colours has the points of both."""
    totals: dict[str, Fraction] = {}
    for colour, player in players.items():
        totals[player] = totals.get(player, Fraction(0)) + points[colour]
    return totals


def has_withdrawn(judgement: Judgement, colour: str) -> bool:
    """Returns True if the player of a colour gave up the game (RCM-30)."""
    entry = judgement.scores.get(colour)
    return entry is not None and any(line["what"] == "withdrawal" for line in entry.get("ranking_account", []))


def ranking_points(judgement: Judgement, players: dict[str, str]) -> dict[str, Fraction] | None:
    """Returns ranking points by player from the judgement; None if the game's variant has no rows for them."""
    ranking = {}
    for colour, player in players.items():
        entry = judgement.scores.get(colour)
        if (
            entry is None
            or "ranking" not in entry
            or any(line["what"] == "table" for line in entry.get("ranking_account", []))
        ):
            return None
        ranking[player] = Fraction(str(entry["ranking"]))
    return ranking


def result_of(games: LinkedGames, table: Table, state: Tournament) -> Result | None:
    """Returns the result of a table, None without one; in a closed tournament, of the game's version at the close.

    Raises NoResult if a linked game gives no result or the ranking system does not accept it.
    """
    if table.typed is not None:
        result = typed_result(table, state)
    elif table.game is not None:
        if table.game not in state.frozen and games.withdrawals.get(table.game):
            raise NoResult("withdrawn", table.game)
        result = game_result(games, table, state, state.frozen.get(table.game))
    else:
        return None
    try:
        state.rules.points(result)
    except ArchiveError as error:
        raise NoResult("unfit", error.what) from error
    return result
