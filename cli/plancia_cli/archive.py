"""init, list, verify and rebuild: the archive as a whole."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.filter_options import FilterValues, with_filters
from plancia_cli.support.jobs_option import with_jobs
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.progress import progress

if TYPE_CHECKING:
    from plancia_archive import Archive, Finding

pass_state = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("path", required=False)
@pass_state
def init(state: CliContext, path: str | None) -> None:
    """Create an empty archive.

    \b
    Example: plancia init circolo.db
    """
    from pathlib import Path

    from plancia_archive.log.creation import unmade as is_unmade

    if path:
        state.archive = path
    if Path(state.archive).exists() and not is_unmade(Path(state.archive)):
        state.fail(state.say("exists", what=state.archive))
    state.open(create=True).close()
    state.tell("made", what=state.archive)


WITHDRAWN_COLUMNS = ("game", "instead", "why", "at", "name", "variant", "date", "event")
COLUMNS_SHOWN = (
    "game",
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
@pass_state
def list_command(
    state: CliContext, filter_values: FilterValues, withdrawn: bool, newest: bool, limit: int, printer: Printer
) -> None:
    """List the games of the archive.

    \b
    Example: plancia list --variant monopoli@1 --illegal
    """
    from plancia_archive.queries.filters import COLUMNS
    from plancia_archive.queries.lineup import seat_players

    archive = state.open()
    if withdrawn:
        printer.print_rows(archive.withdrawals.rows()[:limit], list(WITHDRAWN_COLUMNS), WITHDRAWN_COLUMNS)
        return
    rows, _ = archive.games(filter_values.on(state, archive), limit=limit, newest=newest)
    seat_players(archive, rows, named=True)
    fields = [*(column for column in COLUMNS if column != "number"), "winner_name", "players"]
    printer.print_rows([{key: row[key] for key in fields} for row in rows], fields, COLUMNS_SHOWN)
    report_namesakes(state, archive)


@click.command()
@click.option("--quick", is_flag=True, help="Hashes and chains only, without judging the games again.")
@with_jobs()
@with_format("text", "Findings as JSON.")
@pass_state
def verify(state: CliContext, quick: bool, jobs: int, printer: Printer) -> None:
    """Verify the archive: every hash, every chain, every derived row. Exit code 3 if something is wrong.

    \b
    Example: plancia verify
    """
    from plancia_archive import ArchiveError
    from plancia_archive.integrity.verify import games_in
    from plancia_archive.integrity.verify import verify as verify_archive

    archive = state.open()
    games = games_in(archive)
    with progress(state.say("verifying"), 0 if quick else 2 * games) as step:
        findings = verify_archive(archive, judged=not quick, step=step, jobs=jobs)
    if printer.format != "text":
        fields = ["where", "code", "detail"]
        printer.print_rows([{key: getattr(finding, key) for key in fields} for finding in findings], fields)
    else:
        print_findings(state, findings)
        if not findings:
            click.echo(state.say("intact", games=games))
    if {finding.code for finding in findings} & {"derived", "edited", "ghost"}:
        state.tell("before-rebuild")
    with suppress(ArchiveError):  # the damage is reported above
        report_namesakes(state, archive)
    sys.exit(FOUND if findings else CLEAN)


def report_namesakes(state: CliContext, archive: Archive) -> None:
    """Reports the variants of which the log has several rule-sets under one name."""
    from plancia_archive.log.stored_rulesets import namesakes

    for namesake in namesakes(archive):
        state.tell("rules-namesakes", name=namesake.name, rules=namesake.summary())


def print_findings(state: CliContext, findings: list[Finding]) -> None:
    """Prints findings, one per line."""
    for finding in findings:
        click.echo(f"{finding.where}: {state.say('finding.' + finding.code)} {finding.detail}".rstrip())


@click.command()
@with_jobs()
@pass_state
def rebuild(state: CliContext, jobs: int) -> None:
    """Rebuild every derived row from the log; rows that differed are printed and replaced.

    Exit code 3 if a game or a tournament of the log cannot be read.

    \b
    Example: plancia rebuild
    """
    archive = state.open()
    games = archive.game_ids()
    with progress(state.say("rebuilding"), len(games)) as step:
        findings = archive.rebuild(step, jobs=jobs)
    print_findings(state, findings)
    click.echo(state.say("rebuilt", games=len(games)))
    report_namesakes(state, archive)
    sys.exit(FOUND if {finding.code for finding in findings} & {"canonical", "tournament"} else CLEAN)
