"""A tournament in one text file, in the manner of FIDE's TRF: a three-digit tag, then columns; written and read back.

    012 title                022 club            092 ranking system (its source)    062 players    142 rounds
    152 lines of the whole report
    001 place reference name total, then for each round the table and its ranking points
    014 reference team
    013 round table game seats with their table points, then what else counts: winner=, ruled= (the organisers' winner
        of a game), out=, risiko=, outcome=, withdrawn=, teams=
    240 reference of who withdrew
    260 round references in the order of a lot
    299 reference points round reason
    999 closed

Names of tables, teams and outcomes are written with %20 for a blank. Two blanks end a name.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.report_checks import PLAYER, compare, count, round_cells
from plancia_archive.exports.tables import content_id
from plancia_archive.tournaments.events import validate_event
from plancia_archive.tournaments.log import NAME, DryRun
from plancia_archive.tournaments.standings import Standing, format_points
from plancia_archive.tournaments.state import Table, Tournament, follow

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.tournaments.ranking_systems import Result

BESIDE = ("winner", "ruled", "risiko", "out", "outcome", "withdrawn", "teams")
LEAST = {
    "012": 0, "022": 0, "092": 1, "062": 1, "142": 1, "152": 1, "014": 2, "240": 1, "260": 2, "299": 3, "999": 0,
}  # words of a line  # fmt: skip


def report(archive: Archive, name: str, names: bool = True) -> str:
    """The report of a tournament; without `names` people stand under their references. Raises ArchiveError."""
    found = archive.tournaments.get(name)
    lines = [f"012 {found.title}", f"022 {found.club or '-'}", f"092 {found.system} ({found.rules.cite})",
             f"062 {len(found.players)}", f"142 {found.rounds}"]  # fmt: skip
    rows = archive.tournaments.standings(found.id)
    lines += player_lines(archive, found, rows, names)
    teams = [(row.player, found.players[row.player]) for row in rows]
    lines += [f"014 {player:<10} {quote(team)}" for player, team in teams if team]
    for table in found.tables.values():
        lines.append(table_line(archive, found, table))
    lines += [f"240 {player}" for player in sorted(found.left)]
    lines += [f"260 {at:>3} {' '.join(players)}" for at, players in found.lots]
    rulings = zip(found.adjustments, found.adjusted_at, strict=True)
    lines += [f"299 {player:<10} {format_points(points):>8} {at:>3} {why}" for (player, points, why), at in rulings]
    lines += ["999 closed"] if found.closed else []
    lines.insert(5, f"152 {len(lines) + 1}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def player_lines(archive: Archive, found: Tournament, rows: list[Standing], names: bool) -> list[str]:
    """A line a player in the order of the standings."""
    people = {row.player: archive.people.name(row.player) if names else "-" for row in rows}
    width = max(33, *(len(person) for person in people.values())) if people else 33
    lines = []
    for row in rows:
        cells = [f"{table:>3} {points:>8}" for table, points in round_cells(found, row)]
        head = f"001 {row.pos:>4} {row.player:<10} {' '.join(people[row.player].split()):<{width}}"
        lines.append(f"{head}  {format_points(row.total):>9}  " + "  ".join(cells))
    return lines


def table_line(archive: Archive, found: Tournament, table: Table) -> str:
    """A table: its seats in order with their points, and what else decides its result."""
    result = archive.tournaments.result(table, found)
    game = content_id(archive, table.game) if table.game else "typed" if table.typed else "-"
    points = {} if result is None else {player: format_points(value) for player, value in result.points.items()}
    seats = [f"{player}={points[player]}" if player in points else player for player in table.seats]
    teams = (table.typed or {}).get("teams")
    more = beside(result, teams) if result is not None else []
    more += [f"ruled={table.winner}"] if table.winner else []
    return f"013 {table.round:>3} {quote(table.name):<6} {game:<26} {' '.join([*seats, *more])}"


def beside(result: Result, teams: list[list[str]] | None) -> list[str]:
    """What counts in a result beside the points."""
    made = {
        "winner": result.winner, "risiko": result.risiko, "out": ",".join(sorted(result.out)),
        "outcome": ",".join(map(quote, result.outcome)) if result.outcome else "",
        "withdrawn": ",".join(sorted(result.withdrawn)),
        "teams": "|".join("+".join(team) for team in teams) if teams else "",
    }  # fmt: skip
    return [f"{key}={value}" for key, value in made.items() if value]


def is_report(data: bytes) -> bool:
    """Does a file begin as a report does?"""
    return data.lstrip(b"\xef\xbb\xbf").startswith(b"012 ")


def load(archive: Archive, name: str, data: bytes, keep: bool = True) -> Tournament | None:
    """Makes a tournament from its report, all of it or nothing. Without `keep` only a trial.

    Raises ArchiveError with the line not understood, or with what does not hold together.

    People keep their references where those are free or already theirs. A table of a game that this archive has is
    linked to it, any other keeps the points of the report.
    """
    if not NAME.match(name):
        raise ArchiveError("t-name", name)
    if name in archive.tournaments.ids():
        raise ArchiveError("exists", name)
    events, people = events_of(archive, data)
    lines = text_of(data).splitlines()
    count(events, lines)
    scratch = Tournament(name)
    for event in events:
        follow(scratch, validate_event(event))
    with suppress(DryRun), archive.writing():
        here = {reference: archive.people.bring(reference, person) for reference, person in people.items()}
        tried = Tournament(name)
        try:
            for event in events:
                archive.tournaments.accept(tried, validate_event(moved(event, here)))
        except ArchiveError as error:
            raise archive.tournaments.error_with_names(error) from error
        compare(archive, tried, here, lines)
        raise DryRun
    if keep:
        with archive.writing():
            here = {reference: archive.people.bring(reference, person) for reference, person in people.items()}
        return archive.tournaments.append(name, [moved(event, here) for event in events])
    return None


def text_of(data: bytes) -> str:
    """The text of a report. Raises ArchiveError with the line of a byte that is not UTF-8."""
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArchiveError("report", f"{line}: 0x{data[error.start]:02X}") from error


def events_of(archive: Archive, data: bytes) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The events of a report, and the names of its people by reference. Raises ArchiveError."""
    found: dict[str, list[str]] = {}
    people: dict[str, str] = {}
    tables: list[dict[str, Any]] = []
    lines = text_of(data).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        tag, rest = line[:3], line[4:].strip()
        try:
            if tag == "001":
                reference, person = read_player(line)
                people[reference] = person
            elif tag == "013":
                tables += read_table(archive, rest)
            elif tag in LEAST:
                if len(rest.split()) < LEAST[tag]:
                    raise ValueError(rest)
                found.setdefault(tag, []).append(rest)
            else:
                raise ValueError(tag)
        except ValueError as error:
            raise ArchiveError("report", f"{number}: {line[:60]}") from error
    if "012" not in found or "092" not in found:
        raise ArchiveError("report", "012, 092")
    opened = {"kind": "opened", "title": found["012"][0], "system": found["092"][0].split()[0]}
    club = found.get("022", ["-"])[0]
    teams = {row.split()[0]: unquote(row.split()[1]) for row in found.get("014", [])}
    events: list[dict[str, Any]] = [{**opened, "club": club} if club != "-" else opened]
    for reference in people:
        entered = {"kind": "entered", "player": reference}
        events.append({**entered, "team": teams[reference]} if reference in teams else entered)
    events += tables
    events += [{"kind": "left", "player": row} for row in found.get("240", [])]
    for row in found.get("260", []):
        at, *players = row.split()
        events.append({"kind": "lot", "round": whole(at, row), "players": players})
    for row in found.get("299", []):
        player, points, at, why = [*row.split(None, 3), "", "", ""][:4]
        events.append({"kind": "adjusted", "player": player, "points": points, "round": whole(at, row), "why": why,
                       "again": True})  # fmt: skip
    return [*events, *({"kind": "closed"} for _ in found.get("999", []))], people


def whole(text: str, row: str) -> int:
    """A number of a round. Raises ArchiveError."""
    if not text.isdecimal():
        raise ArchiveError("report", row[:60])
    return int(text)


def read_player(line: str) -> tuple[str, str]:
    """Reference and name of a player. Raises ValueError."""
    match = PLAYER.match(line + "  ")
    if not match:
        raise ValueError(line)
    return match[1], match[1] if match[2] == "-" else match[2]


def read_table(archive: Archive, rest: str) -> list[dict[str, Any]]:
    """A table and its result. Raises ValueError."""
    words = rest.split()
    if len(words) < 5:
        raise ValueError(rest)
    place: dict[str, Any] = {"round": int(words[0]), "table": unquote(words[1])}
    named = [word.partition("=") for word in words[3:]]
    more = {key: value for key, _, value in named if key in BESIDE}
    seats = [(key, value) for key, _, value in named if key not in more]
    events: list[dict[str, Any]] = [{"kind": "table", **place, "seats": [player for player, _ in seats]}]
    if words[2] == "-":
        return events
    if words[2] != "typed":
        ruled = {"winner": more["ruled"]} if "ruled" in more else {}
        try:
            return [*events, {"kind": "linked", **place, "game": archive.resolve(words[2]), **ruled}]
        except ArchiveError:
            pass  # a game of another archive: its points are in the report
    if not any(points for _, points in seats):
        return events  # a game that gives no result yet
    result: dict[str, Any] = {"kind": "result", **place, "points": dict(seats)}
    result |= {key: more[key] for key in ("winner", "risiko") if key in more}
    for key in ("out", "withdrawn"):
        if key in more:
            result[key] = more[key].split(",")
    if "outcome" in more:
        result["outcome"] = [unquote(word) for word in more["outcome"].split(",")]
    if "teams" in more:
        result["teams"] = [team.split("+") for team in more["teams"].split("|")]
    return [*events, result]


def moved(event: dict[str, Any], here: dict[str, str]) -> dict[str, Any]:
    """An event with the references that people have in this archive."""

    def one(value: Any) -> Any:
        if isinstance(value, str):
            return here.get(value, value)
        if isinstance(value, list):
            return [one(item) for item in value]
        return {one(key): item for key, item in value.items()} if isinstance(value, dict) else value

    kept = ("kind", "title", "system", "club", "team", "table", "game", "why")
    return {key: value if key in kept else one(value) for key, value in event.items()}
