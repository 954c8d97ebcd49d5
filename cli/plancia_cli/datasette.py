"""datasette: a read-only copy of the archive, shown by Datasette."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import click

from plancia_cli.support.context import CliContext, record_written

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("path", required=False, metavar="[ARCHIVE]")
@click.option("--folder", help="The folder of the copy; by default beside the archive.")
@click.option("--names", is_flag=True, help="With the names of players: not for publication.")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8002, show_default=True, help="The port; 0 for any free one."
)
@click.option("--print", "only_print", is_flag=True, help="Make the copy and print the command that serves it.")
@pass_cli_context
def datasette(
    context: CliContext, path: str | None, folder: str | None, names: bool, port: int, only_print: bool
) -> None:
    """Show the archive with Datasette: a read-only copy, with the statistics as views and without names of players.

    The copy holds neither the log nor tokens. Needs the extra plancia[datasette]. Ctrl-C ends it.

    \b
    Example: plancia datasette circolo.db
             plancia datasette circolo.db --print --folder sito
    """
    from plancia_archive.exports.datasette_copy import datasette_version, serve_command, write_copy

    context.archive = path or context.archive
    archive = context.open()
    target = Path(folder) if folder else Path(context.archive).with_suffix(".datasette")
    try:
        installed = datasette_version()
        copy, settings = write_copy(archive, target, names, context.lang)
        if names:
            record_written(context, archive, "datasette", str(copy))
        arguments = serve_command(copy, settings, port, installed)
    except OSError as error:
        context.fail(context.say("cannot-write", file=str(target), why=context.error_reason(error)))
    finally:
        archive.close()
    if only_print:
        click.echo(shlex.join(arguments))
        return
    try:
        sys.exit(subprocess.call(arguments))
    except KeyboardInterrupt:
        sys.exit(0)
