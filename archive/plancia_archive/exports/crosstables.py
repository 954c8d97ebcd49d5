"""Cross-tables of tournaments: one line per player, with table, table points and ranking points of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.registers.shown_names import ShownNames
from plancia_archive.tournaments.standings import format_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def crosstable(
    archive: Archive, name: str, until: int | None = None, names: ShownNames | None = None
) -> list[dict[str, Any]]:
    """Returns rows in the order of the standings after round `until` (default: the last one).

    `names` are the names as a reader is shown them. A row has pos, player, name, team, total and rounds: a list of
    objects with round, table, points (at the table), ranking (points) and `with` (the other players); None for a round
    that the player missed. Raises ArchiveError.
    """
    tournament, shown = archive.tournaments.get(name), names or ShownNames(archive.people)
    rows = archive.tournaments.standings(name, until)
    results = {key: archive.tournaments.result(table, tournament) for key, table in tournament.tables.items()}
    lines = []
    for row in rows:
        rounds: list[dict[str, Any] | None] = []
        for number, ranking in enumerate(row.per_round, start=1):
            keys = [key for key, t in tournament.tables.items() if key[0] == number and row.player in t.seats]
            if not keys:
                rounds.append(None)
                continue
            result = results[keys[0]]
            points = result.points.get(row.player) if result is not None else None
            rounds.append({
                "round": number, "table": keys[0][1], "points": None if points is None else format_points(points),
                "ranking": None if ranking is None else format_points(ranking),
                "with": [player for player in tournament.tables[keys[0]].seats if player != row.player],
            })  # fmt: skip
        team = tournament.players.get(row.player)
        lines.append({
            "pos": row.pos, "player": row.player, "name": shown.name(row.player),
            "team": shown.text(team) if team else team, "total": format_points(row.total), "rounds": rounds,
        })  # fmt: skip
    return lines


def flatten_rounds(rows: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, Any]]]:
    """Returns columns and rows for a sheet: per round round_1_table, round_1_points, round_1_ranking."""
    keys = ("table", "points", "ranking")
    rounds = max((len(row["rounds"]) for row in rows), default=0)
    fixed = ["pos", "player", "name", "team", "total"]
    round_columns = [f"round_{number}_{key}" for number in range(1, rounds + 1) for key in keys]
    flat_rows = []
    for row in rows:
        cells = {head: row[head] for head in fixed}
        for number, entry in enumerate(row["rounds"], start=1):
            cells |= {f"round_{number}_{key}": (entry or {}).get(key) for key in keys}
        flat_rows.append(cells)
    return [*fixed, *round_columns], flat_rows


def text_rows(rows: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, Any]]]:
    """Returns columns and rows for plain text: one column per round, such as "A 31.5 (36.5)"."""
    rounds = max((len(row["rounds"]) for row in rows), default=0)
    columns = ["pos", "name", "total", *(f"round_{number}" for number in range(1, rounds + 1))]
    lines = []
    for row in rows:
        cells = {key: row[key] for key in ("pos", "name", "total")}
        for number, entry in enumerate(row["rounds"], start=1):
            cell = "-" if entry is None else f"{entry['table']} {entry['points'] or '-'} ({entry['ranking'] or '-'})"
            cells[f"round_{number}"] = cell
        lines.append(cells)
    return columns, lines
