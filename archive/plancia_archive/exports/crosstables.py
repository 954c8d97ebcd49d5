"""Cross-tables of tournaments: a line a player, and for each round its table, table points and ranking points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.tournaments.standings import format_points

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


def crosstable(archive: Archive, name: str, until: int | None = None) -> list[dict[str, Any]]:
    """The players in the order of the standings as of a round (the last without `until`). Raises ArchiveError.

    Each row has pos, player, name, team, total and rounds: a list with round, table, points (of the table), ranking
    points and `with`, who else sat there; None for a round without a table of the player.
    """
    found = archive.tournaments.get(name)
    rows = archive.tournaments.standings(name, until)
    results = {key: archive.tournaments.result(table, found) for key, table in found.tables.items()}
    made = []
    for row in rows:
        rounds: list[dict[str, Any] | None] = []
        for number, ranking in enumerate(row.per_round, start=1):
            keys = [key for key, t in found.tables.items() if key[0] == number and row.player in t.seats]
            if not keys:
                rounds.append(None)
                continue
            result = results[keys[0]]
            points = result.points.get(row.player) if result is not None else None
            rounds.append({
                "round": number, "table": keys[0][1], "points": None if points is None else format_points(points),
                "ranking": None if ranking is None else format_points(ranking),
                "with": [player for player in found.tables[keys[0]].seats if player != row.player],
            })  # fmt: skip
        made.append({
            "pos": row.pos, "player": row.player, "name": archive.people.name(row.player),
            "team": found.players.get(row.player), "total": format_points(row.total), "rounds": rounds,
        })  # fmt: skip
    return made


def flat(rows: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, Any]]]:
    """Field names and rows for a sheet: three columns a round, round_1_table, round_1_points, round_1_ranking."""
    keys = ("table", "points", "ranking")
    most = max((len(row["rounds"]) for row in rows), default=0)
    heads = ["pos", "player", "name", "team", "total"]
    columns = [f"round_{number}_{key}" for number in range(1, most + 1) for key in keys]
    made = []
    for row in rows:
        cells = {head: row[head] for head in heads}
        for number, entry in enumerate(row["rounds"], start=1):
            cells |= {f"round_{number}_{key}": (entry or {}).get(key) for key in keys}
        made.append(cells)
    return [*heads, *columns], made


def text_rows(rows: list[dict[str, Any]]) -> tuple[list[str], list[dict[str, Any]]]:
    """Field names and rows for a page of text: one column a round, such as "A 31.5 (36.5)"."""
    most = max((len(row["rounds"]) for row in rows), default=0)
    heads = ["pos", "name", "total", *(f"round_{number}" for number in range(1, most + 1))]
    made = []
    for row in rows:
        cells = {key: row[key] for key in ("pos", "name", "total")}
        for number, entry in enumerate(row["rounds"], start=1):
            told = "-" if entry is None else f"{entry['table']} {entry['points'] or '-'} ({entry['ranking'] or '-'})"
            cells[f"round_{number}"] = told
        made.append(cells)
    return heads, made
