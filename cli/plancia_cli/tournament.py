"""tournament: the group; tournaments, who enters and leaves them, their standings, and tournaments as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from plancia_archive.log.entry_format import Members
from plancia_cli import tournament_admin
from plancia_cli.support.context import CliContext, read_bytes, record_written, write_text
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.receipts import give_receipt, with_receipt
from plancia_cli.support.sources import with_headers
from plancia_cli.tournament_admin import PLAYER, adds, print_remarks

if TYPE_CHECKING:
    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)


@click.group()
def tournament() -> None:
    """Tournaments: entrants, tables by round, results, standings.

    \b
    Example: plancia tournament create autunno --system monopoli --title "Torneo d'autunno"
    """


@adds(
    "opened",
    click.option("--system", required=True, help="The ranking system; plancia tournament systems lists them."),
    click.option("--title", help="The tournament's name as people know it."),
    click.option("--club", help="The club that organises it."), opens=True,
)  # fmt: skip
def create(name: str, **event: Any) -> list[Members]:
    """Open a tournament.

    \b
    Example: plancia tournament create autunno --system monopoli --club "Arci Monopoli"
    """
    return [{"title": name, **event}]


@tournament.command(name="systems")
@with_format()
def list_systems(printer: Printer) -> None:
    """The ranking systems, with their sources.

    \b
    Example: plancia tournament systems
    """
    from plancia_archive.tournaments import load_ranking_systems

    rows = [
        {"system": s.id, "title": s.title, "cite": s.cite, "given": s.settings} for s in load_ranking_systems().values()
    ]
    printer.print_rows(rows, ["system", "title", "cite", "given"], ["system", "title", "cite"])


@tournament.command(name="list")
@click.option("--hidden", is_flag=True, help="Only hidden tournaments.")
@with_format()
@pass_cli_context
def list_tournaments(context: CliContext, hidden: bool, printer: Printer) -> None:
    """The tournaments of the archive.

    \b
    Example: plancia tournament list
    """
    from plancia_archive.queries.result_status import count_tournament_disputes

    archive = context.open()
    store, disputes = archive.tournaments, count_tournament_disputes(archive)
    fields = ["tournament", "title", "club", "system", "players", "rounds", "closed", "version", "disputes"]
    names = store.hidden() if hidden else store.ids()
    entries = context.names(archive).rows(store.get(name).to_json() for name in names)
    tournaments = [{**entry, "disputes": {"open": disputes.get(entry["tournament"], 0)}} for entry in entries]
    if printer.format == "table":
        for entry in tournaments:
            entry["disputes"] = entry["disputes"]["open"] or ""
    printer.print_rows(
        [{**{key: entry[key] for key in fields}, "players": len(entry["players"])} for entry in tournaments], fields
    )


@adds(
    "entered", click.argument("players", nargs=-1), click.option("--team", help="The players' team."),
    click.option("--list", "file", metavar="FILE", help="A file with a list, as it was pasted; - for standard input."),
    click.option("--as-written", is_flag=True, help="Take the names as they are written, and ask nothing."),
)  # fmt: skip
def enter(
    tournament: str, players: Sequence[str] = (), file: str = "", as_written: bool = False, **team: Any
) -> list[Members]:  # fmt: skip
    """Enter players, by name or reference, or those of a list.

    Numbers, bullets, pictures and times of messages are taken off. Who is not clear, since the name is like another
    one, is told, and nobody is entered then.

    \b
    Example: plancia tournament enter autunno Anna Bruno Carla Dino
             plancia tournament enter autunno --list messaggi.txt
    """
    context = click.get_current_context().ensure_object(CliContext)
    lines = [*players, *(read_bytes(context, file).decode("utf-8-sig", "replace").splitlines() if file else ())]
    if not any(line.strip() for line in lines):
        raise click.UsageError(context.say("t-nobody"))
    people = [line.strip() for line in lines if line.strip()] if as_written else read_people(context, tournament, lines)
    return [{"player": player, **team} for player in people]


def read_people(context: CliContext, tournament: str, lines: Sequence[str]) -> list[str]:
    """Returns the references of known people, and the names of new ones, on lines that somebody pasted.

    Tells what was read. Ends the command where somebody is not clear.
    """
    from plancia_archive.people.pasted_names import PastedName, read_names, recognise
    from plancia_archive.people.register import REFERENCE
    from plancia_data import messages

    archive, words = context.open(), messages("entrants", context.lang)
    pasted = [
        one for line in lines for one in ([PastedName(line, line)] if REFERENCE.match(line) else read_names(line))
    ]
    entrants = recognise(archive.people, pasted)
    for one in entrants:
        if one.state == "unclear":
            near = ", ".join(archive.people.name(other) for other in one.alike)
            context.tell(
                "t-unclear", text=one.pasted.source, question=words[f"ask-{one.question}"].format(name=one.other),
                near=context.say("t-near", names=near) if near else "",
            )  # fmt: skip
        elif one.state == "left-out":
            context.tell("t-no-name", text=one.pasted.source)
        elif one.pasted.name != one.pasted.source:
            context.tell("t-cleaned", text=one.pasted.source, name=one.pasted.name)
    if any(one.state == "unclear" for one in entrants):
        context.fail(context.say("t-nobody-entered"))
    return [one.person or one.pasted.name for one in entrants if one.state in ("known", "new")]


@adds("left", PLAYER, told=("gone",))
def leave(tournament: str, **event: Any) -> None:
    """Withdraw a player from the tournament; the points stay, and `enter` readmits the player.

    \b
    Example: plancia tournament leave autunno Dino
    """


@adds("closed", told=None)
def close(tournament: str, **event: Any) -> None:
    """Close a tournament: nothing can be added, and games corrected later do not change its standings.

    \b
    Example: plancia tournament close autunno
    """


@tournament.command(name="show")
@click.argument("name")
@with_format("json")
@pass_cli_context
def show(context: CliContext, name: str, printer: Printer) -> None:
    """A tournament as JSON: entrants, tables, results, warnings; its tables alone in the other formats.

    \b
    Example: plancia tournament show autunno
    """

    archive = context.open()
    names = context.names(archive)
    payload = names.value(archive.tournaments.get(name).to_json(names.name))
    remarks = archive.tournaments.remarks(name)
    payload["remarks"] = [remark.to_json(context.lang, names.name) for remark in remarks]
    printer.print_rows(payload["tables"], ["round", "table", "seats", "game", "result"], payload=payload)


@click.command(name="report")
@click.argument("name")
@click.option("--no-names", is_flag=True, help="References only.")
@click.option("--output", "-o", help="The file to write; standard output if omitted.")
@pass_cli_context
def report(context: CliContext, name: str, no_names: bool, output: str | None) -> None:
    """Write a tournament as one text file, modelled on FIDE's TRF; plancia tournament load reads it back.

    \b
    Example: plancia tournament report autunno > autunno.trf
    """
    from plancia_archive.exports.reports import format_report

    archive = context.open()
    write_text(context, output, format_report(archive, name, not no_names))
    if not no_names:
        record_written(context, archive, "report", output)


@click.command(name="crosstable")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@with_format()
@pass_cli_context
def crosstable(context: CliContext, name: str, until: int | None, printer: Printer) -> None:
    """A tournament by player and round: the table, its points, and in brackets the ranking points.

    CSV and TSV have three columns per round.

    \b
    Example: plancia tournament crosstable autunno --format csv -o autunno.csv
    """
    from plancia_archive.exports.crosstables import build_crosstable, flatten_rounds, text_rows

    archive = context.open()
    rows = build_crosstable(archive, name, until, context.names(archive))
    if printer.is_json:
        printer.print_rows(rows, [])
    else:
        columns, cells = text_rows(rows) if printer.format == "table" else flatten_rounds(rows)
        printer.print_rows(cells, columns)


@click.command(name="load")
@click.argument("name")
@click.argument("file")
@click.option("--dry-run", is_flag=True, help="Read and check, but store nothing.")
@click.option("--replace", is_flag=True, help="Replace existing tables and results.")
@click.option("--games", is_flag=True, help="Store each table as a game of completeness result-only, and link it.")
@with_headers
@with_receipt
@pass_cli_context
def load(
    context: CliContext, name: str, file: str, dry_run: bool, replace: bool, games: bool, headers: dict[str, str]
) -> None:
    """Load results from a CSV or XLSX file: columns round, table, player, points, and optionally winner (1, x or the
    winner's name).

    Players who have not entered are entered; the file is stored as a whole or not at all. The separator is detected. A
    tournament's report restores the whole tournament.

    \b
    Example: plancia tournament load autunno risultati.csv --dry-run
             plancia tournament load primavera primavera.trf
             plancia tournament load autunno risultati.xlsx --games --header Variant=monopoli@1
    """
    from plancia_archive import ArchiveError
    from plancia_archive.exports.reports import is_report, store_report
    from plancia_archive.importers.base import ImportProblem, format_notes
    from plancia_archive.tournaments.log import STREAM
    from plancia_archive.tournaments.result_sheets import UnreadableSheet
    from plancia_replay import RuleSetError

    data = read_bytes(context, file)
    if headers and not games:
        raise click.UsageError(context.say("header-games"))
    if replace and (games or is_report(data)):
        raise click.UsageError(context.say("replace-sheet"))
    with context.open_to_write(dry_run) as archive:
        try:
            if games:
                tables, players, notes = load_games(archive, name, data, file, headers)
                for text in format_notes(notes, context.lang):
                    context.tell_line(f"{file}: {text}")
            elif is_report(data):
                tournament = store_report(archive, name, data)
                tables, players = len(tournament.tables), len(tournament.players)
            else:
                tables, players = load_sheet(context, archive, name, data, file, replace)
        except (ImportProblem, UnreadableSheet) as error:
            context.fail(error.text(context.lang))
        except (ArchiveError, RuleSetError) as error:
            context.fail(f"{file}: {error.text(context.lang)}")
        context.tell("t-loaded", tables=tables, players=players)
        if not dry_run:
            give_receipt(context, archive, STREAM + name, say=False)


def load_games(
    archive: Archive, name: str, data: bytes, file: str, headers: dict[str, str]
) -> tuple[int, int, list[tuple[str, str]]]:
    """Loads a sheet and stores each table as a game; returns the numbers of tables and new entrants, and remarks.

    Raises ArchiveError, ImportProblem and RuleSetError.
    """
    from plancia_archive.importers import convert
    from plancia_archive.tournaments.import_games import link_games

    before = archive.tournaments.get(name)
    imported = convert("results", data, file, {"Event": before.title, **headers})
    after = link_games(archive, name, [item.game for item in imported])
    remarks = [note for item in imported for note in item.notes]
    return len(imported), len(after.players) - len(before.players), remarks


def load_sheet(
    context: CliContext, archive: Archive, name: str, data: bytes, file: str, replace: bool
) -> tuple[int, int]:  # fmt: skip
    """Loads a sheet of results and tells what there is to say; returns the numbers of tables and new entrants.

    Raises ArchiveError.
    """
    from plancia_archive.importers.base import format_notes
    from plancia_archive.people.pasted_names import PastedName, recognise
    from plancia_archive.tournaments.result_sheets import read_sheet

    reading = read_sheet(archive, archive.tournaments.get(name), data, file, replace)
    people = recognise(archive.people, [PastedName(player, player) for player in reading.players])
    for one in people:
        if one.question and (near := ", ".join(map(archive.people.name, one.alike)) or one.other):
            context.tell("t-alike", name=one.pasted.name, alike=near)
    archive.tournaments.append(name, reading.events)
    for text in format_notes(reading.notes, context.lang):
        context.tell_line(f"{file}: {text}")
    kinds = [event["kind"] for event in reading.events]
    return len({(event["round"], event["table"]) for event in reading.events if "table" in event}), kinds.count(
        "entered"
    )


@click.command(name="standings")
@click.argument("name")
@click.option("--round", "until", type=click.IntRange(0), help="As of this round.")
@click.option("--teams", is_flag=True, help="The standings of the teams.")
@with_format()
@pass_cli_context
def standings(context: CliContext, name: str, until: int | None, teams: bool, printer: Printer) -> None:
    """The exact standings as of any round, with the criterion that broke each tie.

    \b
    Example: plancia tournament standings autunno --round 2
    """
    from plancia_archive.tournaments import Standing

    archive = context.open()
    if teams:
        print_teams(context, archive, name, until, printer)
        return
    rows = [row.to_json() for row in archive.tournaments.standings(name, until)]
    names = context.names(archive)
    rows = [{**names.value(row), "name": names.name(row["player"])} for row in rows]
    fields = ["pos", "name", *(key for key in Standing("").to_json() if key != "pos")]
    columns = ["pos", "name", "total", "discarded", "without_bonus", "wins", "best", "parted_by", "per_round"]
    printer.print_rows([standings_row(context, row, fields, printer) for row in rows], fields, columns)
    if printer.format == "table":
        print_status(context, archive, name, until)
        print_remarks(context, name)


def print_status(context: CliContext, archive: Archive, name: str, until: int | None) -> None:
    """Prints on standard error what is missing, not approved or disputed."""
    from plancia_archive.queries.result_status import standings_status, status_sentence

    status = standings_status(archive, archive.tournaments.get(name), until)
    if status["disputes"]["open"]:
        context.tell("standings-disputed", count=status["disputes"]["open"], name=name)
    if sentence := status_sentence(status, context.lang):
        click.echo(sentence, err=True)


def standings_row(context: CliContext, row: Row, fields: list[str], printer: Printer) -> Row:
    """A row with its fields in order; in a table the tie-break is given in words."""
    ordered = {key: row[key] for key in fields}
    return {**ordered, "parted_by": tie_break_reason(context, row)} if printer.format == "table" else ordered


def tie_break_reason(context: CliContext, row: Row) -> str:
    """The tie-break against the row above, in words with both values; "" if the totals differ."""
    if row["parted_by"] in ("", "total", "discarded"):
        return ""
    above, here = row["parted"]
    return context.say("t-parted", what=context.say("parted." + row["parted_by"]), above=above, here=here)


def print_teams(context: CliContext, archive: Archive, name: str, until: int | None, printer: Printer) -> None:
    """Prints the standings of the teams. Raises ArchiveError if the tournament does not exist."""
    from plancia_archive.tournaments import Standing, TeamStanding

    rows: list[Row] = [row.to_json() for row in archive.tournaments.team_standings(name, until)]
    names = context.names(archive)
    rows = [{**names.value(row), "names": [names.name(player) for player in row["players"]]} for row in rows]
    fields = [*TeamStanding("", [], Standing("")).to_json(), "names"]
    columns = ["pos", "team", "total", "wins", "left_out", "parted_by", "counted", "names"]
    if printer.format == "table":
        for row in rows:
            row["parted_by"], row["names"] = tie_break_reason(context, row), ", ".join(row["names"])
    printer.print_rows(rows, fields, columns)


for one in (
    *tournament_admin.COMMANDS, create, enter, leave, close, standings, crosstable, load,
    report,
):  # fmt: skip
    tournament.add_command(one)
