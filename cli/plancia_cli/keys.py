"""key: the key that signs the heads of the archive."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.receipts import give_register_receipts, with_receipt

pass_cli_context = click.make_pass_decorator(CliContext)


@click.group()
def key() -> None:
    """The key that signs the heads of the archive, in a file beside it (FILE.key).

    \b
    Example: plancia key show
    """


@key.command(name="show")
@pass_cli_context
def show(context: CliContext) -> None:
    """Print the verifier keys that the log announced, the newest last: publish them.

    \b
    Example: plancia key show
    """
    from plancia_archive import ArchiveError
    from plancia_archive.log.archive_stream import keys_of

    archive = context.open()
    keys = keys_of(archive.log)
    if not keys:
        context.fail(ArchiveError("no-key", str(archive.path)).text(context.lang))
    for vkey in keys:
        click.echo(vkey)


@key.command(name="create")
@with_receipt
@pass_cli_context
def create(context: CliContext) -> None:
    """Make a key for an archive without one, announce it in the log and print its verifier key.

    \b
    Example: plancia key create
    """
    change(context, "create")


@key.command(name="rotate")
@with_receipt
@pass_cli_context
def rotate(context: CliContext) -> None:
    """Replace the key by a new one, announce it in the log and print its verifier key.

    The head with the announcement is signed by both keys; the old file is kept as FILE.key.old-N.

    \b
    Example: plancia key rotate
    """
    change(context, "rotate")


def change(context: CliContext, action: str) -> None:
    """Makes or replaces the key and prints the verifier key."""
    from plancia_archive.log import archive_key
    from plancia_archive.log.archive_stream import STREAM

    archive = context.open()
    click.echo(getattr(archive_key, action)(archive.checkpoints))
    give_register_receipts(context, archive, [STREAM])
