"""Cross-tables of tournaments: one line per player, with table, table points and ranking points of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.facts.event_rows import Row
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.tournaments.standings import format_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def build_crosstable(
    archive: Archive, name: str, until: int | None = None, names: ShownNames | None = None
) -> list[Row]:
    """Returns rows in the order of the standings after round `until` (default: the last one).

    `names` are the names as a reader is shown them. A row has pos, player, name, team, total and rounds: a list of
    objects with round, table, points (at the table), ranking (points) and `with` (the other players); None for a round
    that the player missed. Raises ArchiveError.
    """
    tournament, shown_names = archive.tournaments.get(name), names or ShownNames(archive.people)
    rows = archive.tournaments.standings(name, until)
    results = {
        table_key: archive.tournaments.result(table, tournament) for table_key, table in tournament.tables.items()
    }
    crosstable_rows = []
    for row in rows:
        rounds: list[Row | None] = []
        for number, ranking in enumerate(row.per_round, start=1):
            table_keys = [
                table_key
                for table_key, t in tournament.tables.items()
                if table_key[0] == number and row.player in t.seats
            ]
            if not table_keys:
                rounds.append(None)
                continue
            result = results[table_keys[0]]
            points = result.points.get(row.player) if result is not None else None
            rounds.append({
                "round": number, "table": table_keys[0][1], "points": None if points is None else format_points(points),
                "ranking": None if ranking is None else format_points(ranking),
                "with": [player for player in tournament.tables[table_keys[0]].seats if player != row.player],
            })  # fmt: skip
        team = tournament.players.get(row.player)
        crosstable_rows.append({
            "pos": row.pos, "player": row.player, "name": shown_names.name(row.player),
            "team": shown_names.text(team) if team else team, "total": format_points(row.total), "rounds": rounds,
        })  # fmt: skip
    return crosstable_rows


def flatten_rounds(rows: list[Row]) -> tuple[list[str], list[Row]]:
    """Returns columns and rows for a sheet: per round round_1_table, round_1_points, round_1_ranking."""
    keys = ("table", "points", "ranking")
    round_count = max((len(row["rounds"]) for row in rows), default=0)
    fixed_columns = ["pos", "player", "name", "team", "total"]
    round_columns = [f"round_{number}_{key}" for number in range(1, round_count + 1) for key in keys]
    flat_rows = []
    for row in rows:
        cells = {head: row[head] for head in fixed_columns}
        for number, entry in enumerate(row["rounds"], start=1):
            cells |= {f"round_{number}_{key}": (entry or {}).get(key) for key in keys}
        flat_rows.append(cells)
    return [*fixed_columns, *round_columns], flat_rows


def text_rows(rows: list[Row]) -> tuple[list[str], list[Row]]:
    """Returns columns and rows for plain text: one column per round, such as "A 31.5 (36.5)"."""
    round_count = max((len(row["rounds"]) for row in rows), default=0)
    columns = ["pos", "name", "total", *(f"round_{number}" for number in range(1, round_count + 1))]
    formatted_rows = []
    for row in rows:
        cells = {key: row[key] for key in ("pos", "name", "total")}
        for number, entry in enumerate(row["rounds"], start=1):
            cell = "-" if entry is None else f"{entry['table']} {entry['points'] or '-'} ({entry['ranking'] or '-'})"
            cells[f"round_{number}"] = cell
        formatted_rows.append(cells)
    return columns, formatted_rows
