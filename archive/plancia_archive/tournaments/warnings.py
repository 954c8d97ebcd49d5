"""Warnings for organisers about permitted but doubtful states of a tournament, in Italian and English."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.errors import ArchiveError
from plancia_archive.people.free_text import replace_references
from plancia_archive.tournaments.linked_games import LinkedGames
from plancia_archive.tournaments.ranking_systems import Result
from plancia_archive.tournaments.results import NoResult, players_by_colour, result_of, teams_at_table
from plancia_archive.tournaments.standings import format_points
from plancia_archive.tournaments.state import Table, Tournament
from plancia_data import Counted, decimal_text, messages
from plancia_events.kinds.setup import OrderFixed
from plancia_replay.judging.prepare import effective_events

if TYPE_CHECKING:
    from plancia_events import Game


@dataclass(frozen=True)
class Remark:
    """A warning: stable code, `where` (round or round/table), actual value `what`, expected value `due`.

    People are references in `what` and `due`; they become names only where the sentence is made for a reader.
    """

    code: str
    where: str
    what: str = ""
    due: str = ""
    cite: str = ""

    def text(self, lang: str = "it", name_of: Callable[[str], str] = str) -> str:
        """Returns the sentence in Italian or English, with people as `name_of` shows their references."""
        due = Counted(int(self.due)) if self.due.isdecimal() else self.due
        values = {"where": self.where, "what": self.what, "due": due, "cite": self.cite}
        if self.code == "declared":  # points of players: `Anna 30.5, Bruno 18`
            mark = decimal_text(".", lang)
            values |= {name: re.sub(r"\.(?=5(,|$))", mark, str(values[name])) for name in ("what", "due")}
        return replace_references(messages("remarks", lang)[self.code].format(**values), name_of)

    def to_json(self, lang: str = "it", name_of: Callable[[str], str] = str) -> dict[str, Any]:
        """JSON form."""
        return {"code": self.code, "where": self.where, "text": self.text(lang, name_of)}


def remarks(games: LinkedGames, state: Tournament) -> list[Remark]:
    """Returns all remarks of a tournament: table sizes first, then tables in the order of rounds."""
    all_remarks = size_remarks(state)
    for (_, _), table in sorted(state.tables.items()):
        all_remarks += table_remarks(games, state, table)
        all_remarks += leg_remarks(games, state, table)
    return all_remarks


def size_remarks(state: Tournament) -> list[Remark]:
    """Returns remarks on numbers of entrants and table sizes that the rules do not allow (MON-02)."""
    settings = state.rules.settings
    allowed: dict[str, list[int]] = settings.get("tables") or {}
    if not allowed:
        return []
    remark_list = []
    if state.rounds and str(len(state.players)) not in allowed:
        remark_list.append(Remark("entrants", "", str(len(state.players)), ", ".join(allowed), settings["tables_cite"]))
    for round_number in range(1, state.rounds + 1):
        sizes = sorted(len(table.seats) for table in state.tables_of_round(round_number))
        if sizes and not is_being_seated(state, round_number) and allowed.get(str(sum(sizes))) != sizes:
            listed_sizes = allowed.get(str(sum(sizes)))
            expected_sizes = (
                format_sizes(listed_sizes)
                if listed_sizes
                else "/".join(format_sizes(sizes_text) for sizes_text in allowed.values())
            )
            remark_list.append(
                Remark("shape", str(round_number), format_sizes(sizes), expected_sizes, settings["tables_cite"])
            )
    return remark_list


def is_being_seated(state: Tournament, round_number: int) -> bool:
    """Returns True while players of the last round still have no table, and no table of it has a result."""
    tables = state.tables_of_round(round_number)
    seated_players = sum(len(table.seats) for table in tables)
    return (
        round_number == state.rounds
        and seated_players < len(state.players) - len(state.left)
        and not any(t.has_result for t in tables)
    )


def format_sizes(sizes: list[int]) -> str:
    """Formats table sizes, e.g. "4+4+3"."""
    return "+".join(map(str, sizes))


def table_remarks(games: LinkedGames, state: Tournament, table: Table) -> list[Remark]:
    """Returns remarks about the result of one table."""
    table_name = f"{table.round}/{table.name}"
    if not table.has_result:
        left_players = [player for player in table.seats if player in state.left]
        return [
            Remark("missing", table_name),
            *([Remark("gone", table_name, ", ".join(left_players))] if left_players else []),
        ]
    remark_list = []
    if table.game:
        try:
            remark_list = game_remarks(games, state, table, table_name)
        except ArchiveError as error:
            return [Remark("unfit", table_name, error.what)]
    try:
        result = result_of(games, table, state)
    except NoResult as reason:
        claimed = reason.what if reason.code == "unfit" else table.game or ""
        return [*remark_list, Remark(reason.code, table_name, claimed)]
    if result is not None and not state.rules.winners(result) and state.rules.settings.get("shared") == "nobody":
        leaders = state.rules.leaders(result)
        remark_list.append(Remark("level", table_name, ", ".join(p for p in table.seats if p in leaders)))
    return remark_list


def game_remarks(games: LinkedGames, state: Tournament, table: Table, table_name: str) -> list[Remark]:
    """Returns remarks about a linked game: variant, illegal events, late corrections, teams, declared points."""
    game_id = table.game or ""
    remark_list = []
    game, judgement = games.game_and_judgement(game_id)
    expected_variant = state.rules.settings.get("variant")
    if expected_variant and judgement.variant.partition("@")[0] != expected_variant:
        remark_list.append(Remark("variant", table_name, judgement.variant, str(expected_variant)))
    if state.closed and state.frozen.get(game_id, games.version(game_id)) != games.version(game_id):
        remark_list.append(Remark("corrected", table_name, game_id))
    error_counts = judgement.impossible is None and judgement.end["reason"] != "unfinished"
    illegal = [v.event for v in judgement.verdicts if v.verdict == "illegal" and not v.rule.startswith("record.")]
    if any(illegal) and error_counts:
        remark_list.append(Remark("illegal", table_name, game_id, str(len(set(illegal) - {0}))))
    if 0 in illegal and error_counts:
        remark_list.append(Remark("headers", table_name, game_id))
    if foreign_teams := teams_not_entered(games, state, table, game):
        remark_list.append(Remark("teams", table_name, ", ".join(foreign_teams)))
    wrong_points = {str(v.facts.get("player")): v.facts for v in judgement.verdicts
             if v.rule == "record.score" and v.verdict == "illegal"}  # fmt: skip
    if wrong_points and error_counts:
        people = game.players
        columns = [[f"{people.get(colour, colour)} {facts[key]}" for colour, facts in wrong_points.items()]
                for key in ("declared", "computed")]  # fmt: skip
        remark_list.append(Remark("declared", table_name, ", ".join(columns[0]), ", ".join(columns[1])))
    return remark_list


def teams_not_entered(games: LinkedGames, state: Tournament, table: Table, game: Game) -> list[str]:
    """Returns the sides of a team game that are not teams of the tournament, as references joined by +."""
    if state.rules.settings["points"] != "teams" or not any(state.players.get(player) for player in table.seats):
        return []
    players = players_by_colour(game)
    sides = [{players[c] for c in side if c in players} for side in (game.header("Team") or "").split()]
    teams = [set(team) for team in teams_at_table(table, state)]
    return ["+".join(sorted(side)) for side in sides if side not in teams]


def leg_remarks(games: LinkedGames, state: Tournament, table: Table) -> list[Remark]:
    """Returns remarks about matches of two games with swapped seats.

    Round 2 repeats round 1 with seats swapped, round 4 repeats round 3 (ONE-09).
    """
    settings = state.rules.settings
    if settings.get("legs") != 2 or table.round % 2:
        return []
    first_game = state.tables.get((table.round - 1, table.name))
    table_name = f"{table.round}/{table.name}"
    if first_game is None or set(first_game.seats) != set(table.seats):
        return [Remark("opponent", table_name, cite=settings["legs_cite"])]
    first_order, second_order = play_order(games, first_game), play_order(games, table)
    if len(first_order) != len(second_order):  # only one of the games has the dummy's place
        first_order, second_order = ([seat for seat in first_order if seat], [seat for seat in second_order if seat])
    opponent = dict(zip(first_game.seats, first_game.seats[::-1], strict=True))
    swapped = [opponent.get(seat, seat) for seat in first_order]
    return [] if second_order == swapped else [Remark("legs", table_name, cite=settings["legs_cite"])]


def play_order(games: LinkedGames, table: Table) -> list[str]:
    """Returns the order of play in the linked game (the dummy is ""); without a game, the order of the seats."""
    if table.game:
        game, _ = games.game_and_judgement(table.game)
        order = next((event.order for _, event in effective_events(game) if isinstance(event, OrderFixed)), None)
        players = players_by_colour(game)
        if order is not None:
            return [players.get(colour, "") for colour in order]
    return table.seats


def find_point_differences(claimed: dict[str, Fraction], result: Result) -> list[tuple[str, str, str]]:
    """Returns the claimed points that differ from a result's: (player, claimed, recomputed)."""
    return [
        (player, format_points(points), format_points(result.points[player]))
        for player, points in claimed.items() if points != result.points.get(player)
    ]  # fmt: skip
