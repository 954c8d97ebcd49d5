"""fsck: the archive with everything beside it."""

from __future__ import annotations

import sys

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext
from plancia_cli.support.figures import print_findings
from plancia_cli.support.jobs_option import progress, with_jobs
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@with_jobs()
@with_format("text", "Findings as JSON.")
@pass_cli_context
def fsck(context: CliContext, jobs: int, printer: Printer) -> None:
    """Verify the archive, its key, checkpoint and files of disputes. Exit code 3 if something is wrong.

    It checks what verify checks and the files beside the archive, on a snapshot, while others write. What is wrong in
    the log itself and was signed again, only a head, a receipt or a witness of somebody else can show.

    \b
    Example: plancia fsck
    """
    from plancia_archive.integrity.fsck import fsck as check_archive
    from plancia_archive.integrity.verify import count_games

    archive = context.open()
    games = count_games(archive)
    with progress(context.say("verifying"), 2 * games) as step:
        findings = check_archive(archive, step, jobs)
    if printer.format != "text":
        rows = [{"where": finding.where, "code": finding.code, "detail": finding.detail} for finding in findings]
        printer.print_rows(rows, ["where", "code", "detail"])
    else:
        print_findings(context, findings)
        if not findings:
            click.echo(context.say("intact", games=games))
    sys.exit(FOUND if findings else CLEAN)
