"""backup and restore: a whole archive as one ZIP file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from plancia_cli.support.context import CliContext, output_path, record_written
from plancia_cli.support.jobs_option import progress
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("file")
@click.option("--no-names", is_flag=True, help="Without names: players by reference only.")
@with_format("json", "The default.")
@pass_cli_context
def backup(context: CliContext, file: str, no_names: bool, printer: Printer) -> None:
    """Write the whole archive into a ZIP file: games, rules, tournaments, the chain of the log, people.

    The same archive gives the same bytes. It holds neither tokens nor what is rebuilt from the log.

    \b
    Example: plancia backup circolo-2026-11-21.zip
    """
    from plancia_archive.exports.backups import backup as write_backup

    target = output_path(context, file)
    archive = context.open()
    try:
        with progress(context.say("dumping"), len(archive.game_ids())) as step:
            manifest = write_backup(archive, target, not no_names, step)
    except OSError as error:
        context.fail(context.say("cannot-write", file=file, why=context.error_reason(error)))
    if not no_names:
        record_written(context, archive, "backup", file)
    rows = [{"file": name, **entry} for name, entry in manifest["files"].items()]
    printer.print_rows(rows, ["file", "bytes", "sha256"], payload=manifest)


@click.command()
@click.argument("file")
@click.argument("path", required=False, metavar="[ARCHIVE]")
@click.option("--anyway", is_flag=True, help="Also restore texts that this archive would reject.")
@click.option("--head", metavar="HEAD", default="", help="Refuse a backup that does not contain this head.")
@click.option("--behind", metavar="WHY", default="", help="Restore although later entries are missing, and say why.")
@click.option("--clock", metavar="WHY", default="",
              help="Restore entries dated before earlier ones: the clock was ahead, and why.")  # fmt: skip
@pass_cli_context
def restore(context: CliContext, file: str, path: str | None, anyway: bool, head: str, behind: str, clock: str) -> None:
    """Restore a backup to a new archive, verifying every hash and the chain of the log.

    The archive must contain the newest checkpoint beside it (ARCHIVE.checkpoint) and the head given. With --behind it
    need not: then it goes on under a new origin and key, and its next entry names what is missing and why. Entries
    dated a day or more before earlier ones are refused; with --clock the log states why, and goes on under the same
    key.

    \b
    Example: plancia restore circolo-2026-11-21.zip circolo.db
    """
    from plancia_archive.exports.backups import count_games
    from plancia_archive.exports.backups import restore as restore_backup

    target = path or context.archive
    try:
        with progress(context.say("rebuilding"), count_games(Path(file))) as step:
            counts = restore_backup(Path(file), Path(target), step, anyway, head, behind, clock)
    except FileNotFoundError as error:
        context.fail(context.say("cannot-read", file=file, why=context.error_reason(error)))
    except OSError as error:
        context.fail(context.say("cannot-write", file=target, why=context.error_reason(error)))
    context.tell("restored", what=target, games=counts["games"], tournaments=counts["tournaments"])
