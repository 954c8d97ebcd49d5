"""Standings after any round: totals, discards, tie-breaks and the key that decided each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from plancia_archive.tournaments.ranking_systems import RankingSystem, Result


@dataclass
class TeamStanding:
    """One row: `counted` are the results summed in the total, best first.

    `left_out` is the number of the results that are not.
    """

    team: str
    players: list[str]
    row: Standing
    counted: list[Fraction] = field(default_factory=list)
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """JSON form, with exact points as text."""
        return {
            "pos": self.row.pos, "team": self.team, "players": self.players,
            "total": format_points(self.row.total), "wins": self.row.wins, "adjusted": format_points(self.row.adjusted),
            "counted": [format_points(points) for points in self.counted],
            "left_out": self.left_out, "parted_by": self.row.tie_break, "parted": list(self.row.tie_break_values),
        }  # fmt: skip


def team_standings(
    rules: RankingSystem,
    rounds: Sequence[Round],
    teams: dict[str, list[str]],
    adjustments: Sequence[tuple[str, Fraction]] = (),
) -> list[TeamStanding]:
    """Ranks teams by the sum of their players' results: the best `team_best` of them if the system sets it, else all.

    Tie-breaks: victories, then the best result, the second best and so on. In a game of two teams (points = "teams")
    the points of a game count once for the team. Teams of different sizes are compared as they are; players without a
    team are ignored.
    """
    standings = {}
    for team, players in teams.items():
        results, wins = results_of(rules, rounds, players)
        results.sort(reverse=True)
        limit = rules.settings.get("team_best", len(results))
        row = Standing(team, adjusted=sum((points for p, points in adjustments if p in players), Fraction(0)))
        row.wins, row.total = wins, sum(results[:limit], Fraction(0)) + row.adjusted
        standings[team] = TeamStanding(team, players, row, results[:limit], max(0, len(results) - limit))
    most_results = max((len(standing.counted) for standing in standings.values()), default=0)
    keys = {
        team: [("total", standing.row.total), ("wins", standing.row.wins),
               ("best", standing.counted + [Fraction(0)] * (most_results - len(standing.counted)))]
        for team, standing in standings.items()
    }  # fmt: skip
    return [standings[row.player] for row in rank_rows([standing.row for standing in standings.values()], keys, ())]


def results_of(rules: RankingSystem, rounds: Sequence[Round], players: Sequence[str]) -> tuple[list[Fraction], int]:
    """Returns the results of a team's players, and the number of games that they won."""
    results: list[Fraction] = []
    wins = 0
    for result in (result for tables in rounds for result in tables):
        points_by_player = {player: points for player, (points, _) in rules.points(result).items() if player in players}
        winners = [player for player in rules.winners(result) if player in players]
        by_team = rules.settings["points"] == "teams"
        results += list(points_by_player.values())[:1] if by_team else list(points_by_player.values())
        wins += bool(winners) if by_team else len(winners)
    return results, wins


Round = Sequence[Result]


@dataclass
class Standing:
    """One row of the standings.

    `per_round` has None for an absence; `tie_break` is the key that ranked it below the row above.

    `total` is the sum of all rounds and adjustments; `discarded` leaves out discarded rounds, `plain` winners' bonuses;
    `table` is the sum of table points, before any formula. `tie_break_values` are the values of `tie_break` in the row
    above and in this one.
    """

    player: str
    pos: int = 0
    total: Fraction = Fraction(0)
    discarded: Fraction = Fraction(0)
    plain: Fraction = Fraction(0)
    wins: int = 0
    per_round: list[Fraction | None] = field(default_factory=list)
    adjusted: Fraction = Fraction(0)
    tie_break: str = ""
    table: Fraction = Fraction(0)
    best_win: Fraction = Fraction(0)
    tie_break_values: tuple[str, str] = ("", "")

    @property
    def best(self) -> Fraction:
        """Points of the best round."""
        return max((points for points in self.per_round if points is not None), default=Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON form; points are text: an exact decimal if there is one, else a fraction."""
        return {
            "pos": self.pos, "player": self.player, "total": format_points(self.total),
            "discarded": format_points(self.discarded),
            "without_bonus": format_points(self.plain), "wins": self.wins, "best": format_points(self.best),
            "adjusted": format_points(self.adjusted), "parted_by": self.tie_break,
            "per_round": [None if points is None else format_points(points) for points in self.per_round],
            "table_points": format_points(self.table), "parted": list(self.tie_break_values),
        }  # fmt: skip


def format_points(value: Fraction) -> str:
    """Formats a fraction as a decimal if that is exact, else as numerator/denominator."""
    remaining = value.denominator
    for factor in (2, 5):
        while remaining % factor == 0:
            remaining //= factor
    if remaining != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    integer_part = abs(value.numerator * 10**digits // value.denominator)
    text = str(integer_part).rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def standings(
    rules: RankingSystem,
    rounds: Sequence[Round],
    players: Sequence[str] = (),
    adjustments: Sequence[tuple[str, Fraction]] = (),
    lots: Sequence[Sequence[str]] = (),
) -> list[Standing]:
    """Computes the standings after these rounds, adjustments included; entrants without a game have 0.

    `lots` are drawn orders of players: they decide only between players tied in every other key.
    """
    rows = {player: Standing(player) for player in players}
    for position, tables in enumerate(rounds):
        for result in tables:
            add_result(rules, rows, position, result)
    for row in rows.values():
        row.per_round += [None] * (len(rounds) - len(row.per_round))
        row.total = sum((points for points in row.per_round if points is not None), Fraction(0))
    for player, points in adjustments:
        rows.setdefault(player, Standing(player, per_round=[None] * len(rounds))).adjusted += points
    for row in rows.values():
        row.total += row.adjusted
        row.plain += row.total
        row.discarded = total_after_discards(rules, row)
    keys = {row.player: ranking_keys(rules, row) for row in rows.values()}
    return rank_rows(list(rows.values()), keys, lots)


def add_result(rules: RankingSystem, rows: dict[str, Standing], round_index: int, result: Result) -> None:
    """Adds one table's result to the rows."""
    winners = rules.winners(result)
    for player, (points, bonus) in rules.points(result).items():
        row = rows.setdefault(player, Standing(player))
        row.per_round += [None] * (round_index + 1 - len(row.per_round))
        previous = row.per_round[round_index]
        row.per_round[round_index] = points if previous is None else previous + points
        row.plain -= bonus
        row.table += result.points.get(player, Fraction(0))
        if player in winners:
            row.wins += 1
            row.best_win = max(row.best_win, points)


def total_after_discards(rules: RankingSystem, row: Standing) -> Fraction:
    """Returns the total without discarded rounds.

    An absence is 0. No round is discarded up to `discard_after` rounds.
    """
    points = sorted((Fraction(0) if p is None else p for p in row.per_round), reverse=True)
    if "best" in rules.settings:
        return sum(points[: rules.settings["best"]], Fraction(0)) + row.adjusted
    if rules.settings.get("discard") == "lowest" and len(points) > rules.settings.get("discard_after", 0):
        return sum(points[:-1], Fraction(0)) + row.adjusted
    return row.total


def rank_rows(
    rows: list[Standing], keys: dict[str, list[tuple[str, Any]]], lots: Sequence[Sequence[str]]
) -> list[Standing]:
    """Sorts rows by their keys and numbers them 1, 2, 2, 4, with the key that decided against the row above.

    A tie in all keys is decided by a lot drawn among the tied players; without one they keep the input order.
    """
    rows = sorted(rows, key=lambda row: [negate_key(value) for _, value in keys[row.player]])
    groups: list[list[Standing]] = []
    for row in rows:
        if groups and keys[groups[-1][0].player] == keys[row.player]:
            groups[-1].append(row)
        else:
            groups.append([row])
    ranked_rows: list[Standing] = []
    for group in groups:
        players = {row.player for row in group}
        lot = (
            next((list(lot_player) for lot_player in reversed(lots) if players <= set(lot_player)), None)
            if len(group) > 1
            else None
        )
        for row in sorted(group, key=lambda row: lot.index(row.player)) if lot else group:
            append_ranked(row, ranked_rows, keys, lot)
    return ranked_rows


def append_ranked(
    row: Standing, ranked_rows: list[Standing], keys: dict[str, list[tuple[str, Any]]], lot: list[str] | None
) -> None:
    """Appends a row to the ranked ones, with its position and the key that decided against the last of them."""
    row.pos = len(ranked_rows) + 1
    if ranked_rows:
        pairs = zip(keys[ranked_rows[-1].player], keys[row.player], strict=True)
        deciding_key = next(
            ((name, row_above, value) for (name, row_above), (_, value) in pairs if row_above != value), None
        )
        if deciding_key:
            row.tie_break, row.tie_break_values = (
                deciding_key[0],
                (format_key(deciding_key[1], deciding_key[2]), format_key(deciding_key[2], deciding_key[1])),
            )
        elif lot:
            row.tie_break, row.tie_break_values = (
                "lot",
                (str(lot.index(ranked_rows[-1].player) + 1), str(lot.index(row.player) + 1)),
            )
        else:
            row.pos = ranked_rows[-1].pos
    ranked_rows.append(row)


def format_key(value: Any, other: Any) -> str:
    """Formats a key's value; of a list, the first item that differs from the other row's."""
    if isinstance(value, list):
        value = next(item for item, other_item in zip(value, other, strict=True) if item != other_item)
    return format_points(Fraction(value))


def negate_key(value: Any) -> Any:
    """Negates a sort key, for descending order."""
    return [-item for item in value] if isinstance(value, list) else -value


def ranking_keys(rules: RankingSystem, row: Standing) -> list[tuple[str, Any]]:
    """Returns the keys that rank a row, in order, greater first; "previous" is the list of earlier running totals."""
    main = rules.settings.get("counts", "total")
    sort_values: list[tuple[str, Any]] = [(main, row.discarded if main == "discarded" else row.total)]
    points = [Fraction(0) if p is None else p for p in row.per_round]
    for name in rules.settings["ties"]:
        value: Any = {
            "wins": row.wins, "best": sorted(points, reverse=True), "plain": row.plain, "discarded": row.discarded,
            "rounds": points, "previous": list(accumulate(points))[-2::-1], "highest": row.best, "table": row.table,
            "best_win": row.best_win, "total": row.total,
        }[name]  # fmt: skip
        sort_values.append((name, value))
    return sort_values
