"""datasette: a read-only copy of the archive, shown by Datasette."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import click

from plancia_cli.support.context import CliContext

pass_state = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("path", required=False, metavar="[ARCHIVE]")
@click.option("--folder", help="The folder of the copy; by default beside the archive.")
@click.option("--names", is_flag=True, help="With the names of players: not for publication.")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8002, show_default=True, help="The port; 0 for any free one."
)
@click.option("--print", "only_print", is_flag=True, help="Make the copy and print the command that serves it.")
@pass_state
def datasette(
    state: CliContext, path: str | None, folder: str | None, names: bool, port: int, only_print: bool
) -> None:
    """Show the archive with Datasette: a read-only copy, with the statistics as views and without names of players.

    The copy holds neither the log nor tokens. Needs the extra plancia[datasette]. Ctrl-C ends it.

    \b
    Example: plancia datasette circolo.db
             plancia datasette circolo.db --print --folder sito
    """
    from plancia_archive import ArchiveError
    from plancia_archive.exports.datasette_copy import command, snapshot, version

    state.archive = path or state.archive
    archive = state.open()
    target = Path(folder) if folder else Path(state.archive).with_suffix(".datasette")
    try:
        installed = version()
        copy, settings = snapshot(archive, target, names, state.lang)
        arguments = command(copy, settings, port, installed)
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    except OSError as error:
        state.fail(state.say("cannot-write", file=str(target), why=state.why(error)))
    finally:
        archive.close()
    if only_print:
        click.echo(shlex.join(arguments))
        return
    try:
        sys.exit(subprocess.call(arguments))
    except KeyboardInterrupt:
        sys.exit(0)
