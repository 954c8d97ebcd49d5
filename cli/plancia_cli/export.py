"""export and dump: games as files for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext, record_written, write_bytes
from plancia_cli.support.filter_options import FilterValues, with_filters
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, with_format

if TYPE_CHECKING:
    from plancia_archive import Archive

pass_cli_context = click.make_pass_decorator(CliContext)
FORMS = ("rgn", "jsonl", "movetext", "csv", "tsv", "parquet")
BATCH_SIZE = 20  # games whose rows are in memory together
TABLES = ("games", "seats", "verdicts", "throws", "conquests", "events")


@click.command()
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "everything", is_flag=True, help="Every game of the archive.")
@click.option("--output", "-o", help="The file to write; standard output if omitted.")
@click.option(
    "--form", type=click.Choice(FORMS), default="rgn", show_default=True,
    help="The notation and JSON Lines carry everything, movetext is for people, the other formats have one table.",
)  # fmt: skip
@click.option("--table", type=click.Choice(TABLES), default="games", show_default=True,
              help="Which table, for csv, tsv and parquet.")  # fmt: skip
@click.option("--names", is_flag=True, help="Names in place of references: not for publication.")
@pass_cli_context
def export(
    context: CliContext,
    games: tuple[str, ...],
    everything: bool,
    output: str | None,
    form: str,
    table: str,
    names: bool,
) -> None:
    """Write games, byte for byte as stored, or as a table for a spreadsheet.

    CSV and TSV files are UTF-8 with a byte order mark, which spreadsheets need; a cell that would run as a formula is
    prefixed with an apostrophe. Parquet needs the extra plancia[parquet].

    \b
    Example: plancia export --all -o circolo.rgn
             plancia export --all --form csv --table seats -o posti.csv
    """

    if not games and not everything:
        raise click.UsageError(context.say("which-games"))
    archive = context.open()
    ids = archive.game_ids() if everything else [archive.resolve(name) for name in games]
    if form in ("rgn", "jsonl", "movetext"):
        write_bytes(context, output, game_parts(context, archive, ids, form, names))
    else:
        write_bytes(context, output, table_parts(archive, ids, form, table, names, output is not None))
        context.tell("form-drops", form=form)
    if names:
        record_written(context, archive, "export", output)


def game_text(context: CliContext, archive: Archive, game_id: str, form: str, names: bool) -> str:
    """A game's stored text, JSON Lines or movetext, with names in place of references if `names`.

    Raises ArchiveError.
    """
    from plancia_archive.people.shown_names import ShownNames
    from plancia_cli.support.movetexts import source_movetext
    from plancia_cli.support.sources import Source

    if form == "rgn" and not names:
        return archive.text(game_id)
    game = archive.game(game_id)
    if names:  # erased people keep their references, so that an import recognises the game
        game = ShownNames(archive.people).game(game)
    if form == "movetext":
        return source_movetext(context, Source(game_id, game, [], archive.rules_of(game)))
    return game.text() if form == "rgn" else game.to_jsonl()


def game_parts(context: CliContext, archive: Archive, ids: list[str], form: str, names: bool) -> Iterator[bytes]:
    """Yields the games as text, one at a time, with what stands between two. Raises ArchiveError."""
    for place, game_id in enumerate(ids):
        between = "\n" if place and form != "jsonl" else ""
        yield (between + game_text(context, archive, game_id, form, names)).encode()


def table_parts(archive: Archive, ids: list[str], form: str, name: str, names: bool, to_file: bool) -> Iterator[bytes]:
    """Yields a table as bytes, CSV and TSV a batch of games at a time, so that memory does not grow with the archive.

    `to_file`: in the dialect of spreadsheets. Raises ArchiveError.
    """
    from plancia_archive.exports.csv_cells import format_csv, spreadsheet_csv
    from plancia_archive.exports.parquet import format_parquet
    from plancia_archive.exports.tables import read_table

    if form == "parquet":
        yield format_parquet(read_table(archive, name, ids, names=names))
        return
    delimiter = "," if form == "csv" else "\t"
    for start in range(0, max(len(ids), 1), BATCH_SIZE):
        table = read_table(archive, name, ids[start : start + BATCH_SIZE], names=names)
        head = None if start else table.columns
        if to_file and not start:
            yield spreadsheet_csv(head, table.rows, delimiter)
        else:
            yield format_csv(head, table.rows, delimiter, "\r\n" if to_file else "\n").encode()


@click.command()
@click.argument("folder")
@with_filters
@click.option("--monthly", is_flag=True, help="One folder per month, YYYY-MM, and one for undated games.")
@click.option("--parquet", is_flag=True, help="Also write Parquet beside each CSV; needs plancia[parquet].")
@click.option("--licence", type=click.Choice(["reserved", "CC0-1.0"]), default="reserved", show_default=True,
              help="The licence of the data, which you decide.")  # fmt: skip
@with_jobs()
@with_format("json", "The default.")
@pass_cli_context
def dump(
    context: CliContext,
    folder: str,
    filter_values: FilterValues,
    monthly: bool,
    parquet: bool,
    licence: str,
    jobs: int,
    printer: Printer,
) -> None:
    """Write games as text, JSON Lines and CSV tables into a folder, with counts and checksums.

    The same games give the same bytes, from any archive. Importing the folder restores games.rgn byte for byte; the
    manifest says what the other files leave out. Players appear by reference, never by name. SHA256SUMS (for sha256sum
    -c), COUNTS, LICENSE and datapackage.json are written beside the files.

    \b
    Example: plancia dump 2026-11 --since 2026-11-01 --until 2026-11-30
             plancia dump dati --monthly --licence CC0-1.0
    """
    from plancia_archive.exports.dumps import dump as write_dump

    archive = context.open()
    filters = filter_values.to_filters(context, archive)
    try:
        with progress(context.say("dumping"), len(archive.game_ids())) as step:
            manifest = write_dump(archive, Path(folder), filters, monthly, parquet, licence, step, jobs)
    except OSError as error:
        context.fail(context.say("cannot-write", file=folder, why=context.error_reason(error)))
    rows = [{"file": name, **entry} for name, entry in manifest["files"].items()]
    printer.print_rows(rows, ["file", "count", "bytes", "sha256"], payload=manifest)
