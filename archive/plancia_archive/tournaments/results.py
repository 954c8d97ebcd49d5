"""The result of a table: typed, or recomputed from its kept game, or none yet with the reason why."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.facts.declared_results import declarations
from plancia_archive.tournaments.events import number
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.state import Table, Tournament
from plancia_events import Game
from plancia_replay import Judgement, judge
from plancia_replay.judging.prepare import as_played

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

MOST_JUDGED = 500


class NotYet(Exception):
    """A table whose game gives no result: `code` is that of the remark."""

    def __init__(self, code: str, what: str = "") -> None:
        self.code = code
        self.what = what
        super().__init__(code)


def teams_at(table: Table, state: Tournament) -> list[list[str]]:
    """The players of a table by the teams they entered with."""
    names = sorted({team for player in table.seats if (team := state.players.get(player))})
    return [[player for player in table.seats if state.players.get(player) == name] for name in names]


def typed_result(table: Table, state: Tournament) -> Result:
    """A result as typed from the sheet."""
    typed: dict[str, Any] = table.typed or {}
    return Result(
        points={player: number(text) for player, text in typed["points"].items()},
        winner=typed.get("winner"),
        outcome=tuple(typed["outcome"]) if typed.get("outcome") else None,
        out=frozenset(typed.get("out", ())),
        risiko=typed.get("risiko"),
        teams=tuple(frozenset(team) for team in typed.get("teams") or teams_at(table, state)),
        withdrawn=frozenset(typed.get("withdrawn", ())),
        partners=frozenset(player for team in typed.get("teams", ()) for player in team if typed.get("winner") in team),
    )


def game_at(archive: Archive, game_id: str, version: int | None) -> Game:
    """A kept game as it was at a version; as it is now without."""
    game = archive.game(game_id)
    if version is None or version >= game.version:
        return game
    return Game(game.headers, game.events[: version - 1], game.lines[: version - 1])


def judged(archive: Archive, game_id: str, version: int | None = None) -> tuple[Game, Judgement]:
    """A kept game at a version with its judgement, which is kept in memory: a log of games only grows."""
    store = archive.tournaments.judged
    known = (game_id, archive.version(game_id) if version is None else version)
    if known not in store:
        game = game_at(archive, game_id, version)
        if len(store) >= MOST_JUDGED:
            store.pop(next(iter(store)), None)
        store[known] = (game, judge(game, archive.rules_of(game)))
    return store[known]


def seated(game: Game) -> dict[str, str]:
    """Colour -> player of those who play: the dummy's colour is left out."""
    return {colour: player for colour, player in game.players.items() if colour != game.header("Virtual")}


def game_result(archive: Archive, table: Table, state: Tournament, version: int | None = None) -> Result:
    """The result of a table from its kept game, recomputed. Raises NotYet, ArchiveError."""
    game, found = judged(archive, table.game or "", version)
    players = seated(game)
    points, winner = figures(found, game, players)
    out = {players[c] for c in players if found.scores and not any(place[0] == c for place in found.final.values())}
    withdrawn = {players[c] for c in players if penalised(found, c)}
    side = {players[colour] for colour in found.end["winners"] if colour in players}
    champion = winner if found.end["reason"] in ("objective", "target") else None
    return Result(
        points={player: points[player] for player in table.seats},
        winner=winner or table.winner,  # a ruling holds only where the game leaves the first level
        out=frozenset(out) if found.final else frozenset(),
        risiko=champion,
        teams=tuple(frozenset(team) for team in teams_at(table, state)),
        withdrawn=frozenset(withdrawn),
        partners=frozenset(side if winner in side else ()),
        given=reckoned(found, players) if state.rules.given["points"] in ("rows", "teams") else None,
    )


def no_result(found: Judgement) -> bool:
    """Was the game cancelled, or abandoned without naming who has won?"""
    return found.end["reason"] == "cancelled" or (found.end["reason"] == "abandoned" and not found.end["winner"])


def figures(found: Judgement, game: Game, players: dict[str, str]) -> tuple[dict[str, Fraction], str | None]:
    """Points and winner of a finished game. Raises NotYet.

    They are those of the replay; where the record does not decide them (a result-only record), those declared in it.
    """
    if found.impossible is not None:
        raise NotYet("impossible", str(found.impossible["event"]))
    if no_result(found):
        raise NotYet("no-result", str(found.end["reason"]))
    hidden = [v for v in found.verdicts if v.verdict == "undecidable" and v.rule == "record.score"]
    declared, winner = declarations(found.declared, (event for _, event in as_played(game)))
    if found.completeness == "result-only" or hidden:
        if not set(players) <= set(declared):
            raise NotYet("undecided")
        return summed(declared, players), players.get(winner or found.end["winner"] or "")
    if found.end["reason"] == "unfinished":
        raise NotYet("running", str(found.events))
    if not found.scores:
        raise NotYet("undecided")
    points = {colour: Fraction(str(entry["points"])) for colour, entry in found.scores.items()}
    return summed(points, players), players.get(found.end["winner"] or "")


def summed(points: dict[str, Fraction], players: dict[str, str]) -> dict[str, Fraction]:
    """Points by player; who plays two colours has the sum."""
    made: dict[str, Fraction] = {}
    for colour, player in players.items():
        made[player] = made.get(player, Fraction(0)) + points[colour]
    return made


def penalised(found: Judgement, colour: str) -> bool:
    """Did the player of a colour give up the game (RCM-30)?"""
    account = found.scores.get(colour, {}).get("ranking_account", [])
    return any(line["what"] == "withdrawal" for line in account)


def reckoned(found: Judgement, players: dict[str, str]) -> dict[str, Fraction] | None:
    """The ranking points of the judgement, where the game's variant has rows for them."""
    made = {}
    for colour, player in players.items():
        entry = found.scores.get(colour, {})
        if "ranking" not in entry or any(line["what"] == "table" for line in entry.get("ranking_account", [])):
            return None
        made[player] = Fraction(str(entry["ranking"]))
    return made


def result_of(archive: Archive, table: Table, state: Tournament) -> Result | None:
    """The result of a table, None where there is none yet; of a closed tournament, as it was at the close.

    Raises NotYet with the reason where a linked game gives none, ArchiveError where the system cannot take it.
    """
    if table.typed is not None:
        result = typed_result(table, state)
    elif table.game is not None:
        if table.game not in state.frozen and archive.withdrawals.found(table.game):
            raise NotYet("withdrawn", table.game)
        result = game_result(archive, table, state, state.frozen.get(table.game))
    else:
        return None
    try:
        state.rules.points(result)
    except ArchiveError as error:
        raise NotYet("unfit", error.what) from error
    return result
