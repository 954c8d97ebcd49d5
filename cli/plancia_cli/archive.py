"""init, list and rebuild: the archive as a whole."""

from __future__ import annotations

import sys

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.figures import print_findings, report_namesakes
from plancia_cli.support.filter_options import FilterValues, with_filters
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("path", required=False)
@pass_cli_context
def init(context: CliContext, path: str | None) -> None:
    """Create an empty archive.

    \b
    Example: plancia init circolo.db
    """
    from pathlib import Path

    from plancia_archive.log.creation import needs_completion

    if path:
        context.archive = path
    if Path(context.archive).exists() and not needs_completion(Path(context.archive)):
        context.fail(context.say("exists", what=context.archive))
    context.open(create=True).close()
    context.tell("made", what=context.archive)


WITHDRAWN_COLUMNS = ("game", "instead", "why", "at", "name", "variant", "date", "event")
TABLE_COLUMNS = (
    "game",
    "name",
    "variant",
    "event",
    "date",
    "completeness",
    "version",
    "illegal",
    "undecidable",
    "reason",
    "winners",
    "winner_name",
    "status",
)


@click.command(name="list")
@with_filters
@click.option(
    "--withdrawn", is_flag=True, help="List the games that were withdrawn or replaced, and why, instead of the others."
)
@click.option("--newest", is_flag=True, help="Newest first.")
@click.option(
    "--limit", type=click.IntRange(1, 100000), default=1000, show_default=True, help="The maximum number of rows."
)
@with_format()
@pass_cli_context
def list_command(
    context: CliContext, filter_values: FilterValues, withdrawn: bool, newest: bool, limit: int, printer: Printer
) -> None:
    """List the games of the archive.

    \b
    Example: plancia list --variant monopoli@1 --illegal
    """
    from plancia_archive.queries.filters import GAME_COLUMNS
    from plancia_archive.queries.lineup import add_lineups, add_recorder_names, judgement_members
    from plancia_archive.queries.result_status import add_status

    archive = context.open()
    if withdrawn:
        names = context.names(archive)
        withdrawn_games = [
            {**row, "name": names.text(row["name"] or "")}
            for row in names.rows(archive.withdrawals.fetch_rows()[:limit])
        ]
        printer.print_rows(withdrawn_games, list(WITHDRAWN_COLUMNS), WITHDRAWN_COLUMNS)
        return
    rows, _ = archive.games(filter_values.to_filters(context, archive), limit=limit, newest=newest)
    add_lineups(archive, rows, context.names(archive))
    add_recorder_names(archive, rows)
    add_status(archive, rows)
    if printer.format == "table":
        for row in rows:
            row["status"] = "disputed" if row["disputes"]["open"] else row["status"]
            row["confirmed"] = f"{len(row['confirmed'])}/{len(row['players'])}"
    elif printer.is_json:
        rows = [row | judgement_members(row) for row in rows]
    columns = [column for column in GAME_COLUMNS if column != "number"]
    fields = [*columns, "name", "winner_name", "players", "status", "disputes", "confirmed"]
    printer.print_rows([{key: row[key] for key in fields} for row in rows], fields, TABLE_COLUMNS)
    report_namesakes(context, archive)


@click.command()
@with_jobs()
@pass_cli_context
def rebuild(context: CliContext, jobs: int) -> None:
    """Rebuild every derived row from the log; rows that differed are printed and replaced.

    Exit code 3 if a game or a tournament of the log cannot be read.

    \b
    Example: plancia rebuild
    """
    archive = context.open()
    games = archive.game_ids()
    with progress(context.say("rebuilding"), len(games)) as step:
        findings = archive.rebuild(step, jobs=jobs)
    print_findings(context, findings)
    click.echo(context.say("rebuilt", games=len(games)))
    report_namesakes(context, archive)
    sys.exit(FOUND if {finding.code for finding in findings} & {"canonical", "tournament"} else CLEAN)
