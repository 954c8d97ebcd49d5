"""tournament report, crosstable and load: a tournament as a file, and results from files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, read_bytes, record_written, write_text
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_receipt, with_receipt

if TYPE_CHECKING:
    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)


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
    from plancia_archive import ArchiveError
    from plancia_archive.exports.reports import format_report as write_report

    try:
        archive = context.open()
        write_text(context, output, write_report(archive, name, not no_names))
        if not no_names:
            record_written(context, archive, "report", output)
    except ArchiveError as error:
        context.fail(error.text(context.lang))


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
    from plancia_archive import ArchiveError
    from plancia_archive.exports.crosstables import build_crosstable as make_crosstable
    from plancia_archive.exports.crosstables import flatten_rounds as flat_rows
    from plancia_archive.exports.crosstables import text_rows

    try:
        archive = context.open()
        rows = make_crosstable(archive, name, until, context.names(archive))
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    if printer.is_json:
        printer.print_rows(rows, [])
    else:
        columns, cells = text_rows(rows) if printer.format == "table" else flat_rows(rows)
        printer.print_rows(cells, columns)


@click.command(name="load")
@click.argument("name")
@click.argument("file")
@click.option("--dry-run", is_flag=True, help="Read and check, but store nothing.")
@click.option("--replace", is_flag=True, help="Replace existing tables and results.")
@click.option("--games", is_flag=True, help="Store each table as a game of completeness result-only, and link it.")
@click.option("--header", "headers", multiple=True, metavar="NAME=VALUE", help="A header for games that lack it.")
@with_receipt
@pass_cli_context
def load(
    context: CliContext, name: str, file: str, dry_run: bool, replace: bool, games: bool, headers: tuple[str, ...]
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
    from plancia_archive.exports.reports import is_report
    from plancia_archive.importers.base import ImportProblem, format_notes
    from plancia_archive.tournaments.log import STREAM
    from plancia_archive.tournaments.result_sheets import UnreadableSheet
    from plancia_replay import RuleSetError

    data = read_bytes(context, file)
    archive = context.open(create=True)
    try:
        if games:
            header_values = dict(text.partition("=")[::2] for text in headers)
            tables, players, notes = load_games(archive, name, data, file, header_values, dry_run)
            for text in format_notes(notes, context.lang):
                context.tell_line(f"{file}: {text}")
        elif is_report(data):
            tables, players = load_report(archive, name, data, dry_run)
        else:
            tables, players = load_sheet(archive, name, data, file, dry_run, replace)
    except (ImportProblem, UnreadableSheet) as error:
        context.fail(error.text(context.lang))
    except (ArchiveError, RuleSetError) as error:
        context.fail(f"{file}: {error.text(context.lang)}")
    context.tell("t-loaded", tables=tables, players=players)
    if not dry_run:
        give_receipt(context, archive, STREAM + name, say=False)


def load_report(archive: Archive, name: str, data: bytes, dry_run: bool) -> tuple[int, int]:
    """Loads a report; returns the numbers of tables and entrants. Raises ArchiveError."""
    from plancia_archive.exports.reports import parse_report, store_report

    store_report(archive, name, data, keep=not dry_run)
    events, people = parse_report(archive, data)
    return sum(event["kind"] == "table" for event in events), len(people)


def load_games(
    archive: Archive, name: str, data: bytes, file: str, headers: dict[str, str], dry_run: bool
) -> tuple[int, int, list[tuple[str, str]]]:
    """Loads a sheet and stores each table as a game; returns the numbers of tables and new entrants, and remarks.

    Raises ArchiveError, ImportProblem and RuleSetError.
    """
    from plancia_archive.importers import convert
    from plancia_archive.tournaments.import_games import link_games, tournament_events

    entry = archive.tournaments.get(name)
    imported = convert("results", data, file, {"Event": entry.title, **headers})
    games = [item.game for item in imported]
    events = tournament_events(archive, entry, games)
    if not dry_run:
        link_games(archive, name, games)
    kinds = [event["kind"] for event in events]
    return kinds.count("table"), kinds.count("entered"), [note for item in imported for note in item.notes]


def load_sheet(archive: Archive, name: str, data: bytes, file: str, dry_run: bool, replace: bool) -> tuple[int, int]:
    """Loads a sheet of results; returns the numbers of tables and new entrants. Raises ArchiveError."""
    from plancia_archive.tournaments.result_sheets import read_events

    entry = archive.tournaments.get(name)
    spellings = {spelling for player in entry.players for spelling in (player, *archive.people.spellings(player))}
    events = read_events(data, spellings, replace, file)
    archive.tournaments.append(name, events, keep=not dry_run)
    kinds = [event["kind"] for event in events]
    return kinds.count("table"), kinds.count("entered")
