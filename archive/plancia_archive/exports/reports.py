"""Tournament reports: one text file in the style of FIDE's TRF (three-digit tag, then columns), written and read.

    012 title                022 club            092 ranking system (its source)    062 players    142 rounds
    152 number of lines of the report
    132 round date, or date and hour
    001 place reference name total, then table and ranking points of each round
    014 reference team
    013 round table game seats with their table points, then the rest of the result: winner=, ruled= (the organisers'
        winner of a game), out=, risiko=, outcome=, withdrawn=, teams=
    240 reference of a player who withdrew
    260 round references in the order of a lot
    299 reference points round reason
    999 closed

Names of tables, teams and outcomes are percent-encoded (RFC 3986). Two blanks end a name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from plancia_archive.errors import ArchiveError
from plancia_archive.exports.tables import content_id
from plancia_archive.log.entry_format import Members
from plancia_archive.people.shown_names import ShownNames
from plancia_archive.tournaments.standings import Standing, format_points
from plancia_archive.tournaments.state import Table, Tournament

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.tournaments.ranking_systems import Result

RESULT_FIELDS = ("winner", "ruled", "risiko", "out", "outcome", "withdrawn", "teams")
MIN_WORDS_BY_TAG = {
    "012": 0, "022": 0, "092": 1, "062": 1, "132": 2, "142": 1, "152": 1, "014": 2, "240": 1, "260": 2, "299": 3,
    "999": 0,
}  # minimum number of words of a line  # fmt: skip
PLAYER_LINE = re.compile(r"001 +\d+ (\S+) +(.*?\S)  +\S+(  |$)")


def format_report(archive: Archive, name: str, names: bool = True) -> str:
    """Writes the report of a tournament; without `names` people have only their references. Raises ArchiveError."""
    tournament = archive.tournaments.get(name)
    text = ShownNames(archive.people).text if names else str
    lines = [f"012 {text(tournament.title)}", f"022 {text(tournament.club or '-')}",
             f"092 {tournament.system} ({tournament.rules.cite})",
             f"062 {len(tournament.players)}", f"142 {tournament.rounds}"]  # fmt: skip
    rows = archive.tournaments.standings(tournament.id)
    lines += player_lines(archive, tournament, rows, names)
    teams = [(row.player, tournament.players[row.player]) for row in rows]
    lines += [f"014 {player:<10} {quote(text(team))}" for player, team in teams if team]
    for table in tournament.tables.values():
        lines.append(table_line(archive, tournament, table))
    lines += [f"132 {number:>3} {when}" for number, when in sorted(tournament.schedule.items())]
    lines += [f"240 {player}" for player in sorted(tournament.left)]
    lines += [f"260 {round_number:>3} {' '.join(players)}" for round_number, players in tournament.lots]
    rulings = zip(tournament.adjustments, tournament.adjusted_at, strict=True)
    lines += [
        f"299 {player:<10} {format_points(points):>8} {round_number:>3} {text(why)}"
        for (player, points, why), round_number in rulings
    ]
    lines += ["999 closed"] if tournament.closed else []
    lines.insert(5, f"152 {len(lines) + 1}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def player_lines(archive: Archive, tournament: Tournament, rows: list[Standing], names: bool) -> list[str]:
    """Returns one line per player, in the order of the standings."""
    people = {row.player: archive.people.name(row.player) if names else "-" for row in rows}
    width = max(33, *(len(person) for person in people.values())) if people else 33
    lines = []
    for row in rows:
        cells = [f"{table:>3} {points:>8}" for table, points in round_cells(tournament, row)]
        prefix = f"001 {row.pos:>4} {row.player:<10} {' '.join(people[row.player].split()):<{width}}"
        lines.append(f"{prefix}  {format_points(row.total):>9}  " + "  ".join(cells))
    return lines


def table_line(archive: Archive, tournament: Tournament, table: Table) -> str:
    """Returns the line of a table: seats in order with points, and the other fields of its result."""
    result = archive.tournaments.result(table, tournament)
    is_void = table.game and result is None and archive.withdrawals.get(table.game)  # it does not count
    game = content_id(archive, table.game) if table.game and not is_void else "typed" if table.typed else "-"
    points = {} if result is None else {player: format_points(value) for player, value in result.points.items()}
    seats = [f"{player}={points[player]}" if player in points else player for player in table.seats]
    teams = table.typed.get("teams") if table.typed else None
    fields = result_fields(result, teams) if result is not None else []
    fields += [f"ruled={table.winner}"] if table.winner else []
    return f"013 {table.round:>3} {quote(table.name):<6} {game:<26} {' '.join([*seats, *fields])}"


def result_fields(result: Result, teams: list[list[str]] | None) -> list[str]:
    """Returns the fields of a result other than points, as key=value."""
    fields = {
        "winner": result.winner, "risiko": result.risiko, "out": ",".join(sorted(result.out)),
        "outcome": ",".join(map(quote, result.outcome)) if result.outcome else "",
        "withdrawn": ",".join(sorted(result.withdrawn)),
        "teams": "|".join("+".join(team) for team in teams) if teams else "",
    }  # fmt: skip
    return [f"{key}={value}" for key, value in fields.items() if value]


def is_report(data: bytes) -> bool:
    """True if the data starts as a report does."""
    return data.lstrip(b"\xef\xbb\xbf").startswith(b"012 ")


def store_report(archive: Archive, name: str, data: bytes) -> Tournament:
    """Creates a tournament from its report, all or nothing.

    People keep their references if those are free or already theirs. A table whose game is in this archive is linked
    to it; any other gets the points of the report. Raises ArchiveError with the invalid line or the contradiction.
    """
    if archive.tournaments.exists(name):
        raise ArchiveError("exists", name)
    events, people = parse_report(archive, data)
    lines = decode_report(data).splitlines()
    check_counts(events, lines)
    with archive.writing():
        references = {
            reference: archive.people.import_person(reference, person) for reference, person in people.items()
        }
        tournament = archive.tournaments.append(name, [replace_references(event, references) for event in events])
        check_standings(archive, tournament, references, lines)
    return tournament


def decode_report(data: bytes) -> str:
    """Decodes a report. Raises ArchiveError with the line of a byte that is not UTF-8."""
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArchiveError("report", f"{line}: 0x{data[error.start]:02X}") from error


def parse_report(archive: Archive, data: bytes) -> tuple[list[Members], dict[str, str]]:
    """Parses a report: events, and people's names by reference. Raises ArchiveError."""
    rows_by_tag: dict[str, list[str]] = {}
    people: dict[str, str] = {}
    tables: list[Members] = []
    lines = decode_report(data).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        tag, content = line[:3], line[4:].strip()
        try:
            if tag == "001":
                reference, person = parse_player(line)
                people[reference] = person
            elif tag == "013":
                tables += parse_table(archive, content)
            elif tag in MIN_WORDS_BY_TAG:
                if len(content.split()) < MIN_WORDS_BY_TAG[tag]:
                    raise ValueError(content)
                rows_by_tag.setdefault(tag, []).append(content)
            else:
                raise ValueError(tag)
        except ValueError as error:
            raise ArchiveError("report", f"{number}: {line[:60]}") from error
    if "012" not in rows_by_tag or "092" not in rows_by_tag:
        raise ArchiveError("report", "012, 092")
    opening_event = {"kind": "opened", "title": rows_by_tag["012"][0], "system": rows_by_tag["092"][0].split()[0]}
    club = rows_by_tag.get("022", ["-"])[0]
    teams = {row.split()[0]: unquote(row.split()[1]) for row in rows_by_tag.get("014", [])}
    events: list[Members] = [{**opening_event, "club": club} if club != "-" else opening_event]
    for reference in people:
        entry_event = {"kind": "entered", "player": reference}
        events.append({**entry_event, "team": teams[reference]} if reference in teams else entry_event)
    events += tables
    dates = (row.split() for row in rows_by_tag.get("132", []))
    events += [{"kind": "scheduled", "round": parse_round(date[0], date[0]), "when": date[1]} for date in dates]
    events += [{"kind": "left", "player": row} for row in rows_by_tag.get("240", [])]
    for row in rows_by_tag.get("260", []):
        round_text, *players = row.split()
        events.append({"kind": "lot", "round": parse_round(round_text, row), "players": players})
    for row in rows_by_tag.get("299", []):
        player, points, round_text, why = [*row.split(None, 3), "", "", ""][:4]
        events.append({"kind": "adjusted", "player": player, "points": points, "round": parse_round(round_text, row),
                       "why": why, "again": True})  # fmt: skip
    return [*events, *({"kind": "closed"} for _ in rows_by_tag.get("999", []))], people


def parse_round(text: str, row: str) -> int:
    """Parses a round number. Raises ArchiveError."""
    if not text.isdecimal():
        raise ArchiveError("report", row[:60])
    return int(text)


def parse_player(line: str) -> tuple[str, str]:
    """Parses reference and name of a player. Raises ValueError."""
    match = PLAYER_LINE.match(line + "  ")
    if not match:
        raise ValueError(line)
    return match[1], match[1] if match[2] == "-" else match[2]


def parse_table(archive: Archive, rest: str) -> list[Members]:
    """Parses a table and its result to events. Raises ValueError."""
    words = rest.split()
    if len(words) < 5:
        raise ValueError(rest)
    table_key: Members = {"round": int(words[0]), "table": unquote(words[1])}
    words_by_key = [word.partition("=") for word in words[3:]]
    fields = {key: value for key, _, value in words_by_key if key in RESULT_FIELDS}
    seats = [(key, value) for key, _, value in words_by_key if key not in fields]
    events: list[Members] = [{"kind": "table", **table_key, "seats": [player for player, _ in seats]}]
    if words[2] == "-":
        return events
    if words[2] != "typed":
        ruling = {"winner": fields["ruled"]} if "ruled" in fields else {}
        try:
            return [*events, {"kind": "linked", **table_key, "game": archive.resolve(words[2]), **ruling}]
        except ArchiveError:
            pass  # a game of another archive: use the points of the report
    if not any(points for _, points in seats):
        return events  # a game without a result yet
    result: Members = {"kind": "result", **table_key, "points": dict(seats)}
    result |= {key: fields[key] for key in ("winner", "risiko") if key in fields}
    for key in ("out", "withdrawn"):
        if key in fields:
            result[key] = fields[key].split(",")
    if "outcome" in fields:
        result["outcome"] = [unquote(word) for word in fields["outcome"].split(",")]
    if "teams" in fields:
        result["teams"] = [team.split("+") for team in fields["teams"].split("|")]
    return [*events, result]


def replace_references(event: Members, references: dict[str, str]) -> Members:
    """Replaces the report's references in an event by those of this archive."""

    def replace(value: Any) -> Any:
        if isinstance(value, str):
            return references.get(value, value)
        if isinstance(value, list):
            return [replace(item) for item in value]
        return {replace(key): item for key, item in value.items()} if isinstance(value, dict) else value

    unchanged = ("kind", "title", "system", "club", "team", "table", "game", "why")
    return {key: value if key in unchanged else replace(value) for key, value in event.items()}


def round_cells(tournament: Tournament, row: Standing) -> list[tuple[str, str]]:
    """Returns a player's (table, ranking points) of each round, in the format of a report."""
    cells = []
    for number, points in enumerate(row.per_round, start=1):
        table = next((t.name for t in tournament.tables.values() if t.round == number and row.player in t.seats), "-")
        cells.append((quote(table), "-" if points is None else format_points(points)))
    return cells


def check_counts(events: list[Members], lines: list[str]) -> None:
    """Checks the declared numbers of players, rounds and lines of a report. Raises ArchiveError.

    Reports written before tag 152 existed have no number of lines.
    """
    counts = {
        "062": sum(event["kind"] == "entered" for event in events),
        "142": max((event["round"] for event in events if event["kind"] == "table"), default=0),
    }
    missing = [tag for tag in counts if not any(line[:3] == tag for line in lines)]
    if missing:
        raise ArchiveError("report", ", ".join(missing))
    counts["152"] = sum(bool(line.strip()) for line in lines)
    for number, line in enumerate(lines, start=1):
        if line[:3] in counts and line[4:].strip() != str(counts[line[:3]]):
            raise ArchiveError("report", f"{number}: {line[:44].strip()} != {counts[line[:3]]}")


def check_standings(archive: Archive, tournament: Tournament, references: dict[str, str], lines: list[str]) -> None:
    """Compares positions, totals and rounds of a report with those computed from its tables.

    `tournament` is built from the report, `references` maps its references to those of this archive. Raises
    ArchiveError with the line, the reported and the computed values.
    """
    rows = {row.player: row for row in archive.tournaments.standings_of(tournament)}
    for number, line in enumerate(lines, start=1):
        match = PLAYER_LINE.match(line + "  ") if line[:3] == "001" else None
        if match:
            row = rows[references.get(match[1], match[1])]
            reported = [line.split()[1], *line[match.end(2) :].split()]
            computed = [
                str(row.pos),
                format_points(row.total),
                *(text for cell in round_cells(tournament, row) for text in cell),
            ]
            if reported != computed:
                raise ArchiveError(
                    "report", f"{number}: 001 {match[1]} {' '.join(reported)[:60]} != {' '.join(computed)[:60]}"
                )
