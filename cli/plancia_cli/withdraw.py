"""withdraw: exclude a game from lists and statistics, with a reason; it stays in the log."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.receipts import give_receipt, with_receipt


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--why", required=True, help="The reason, in one line; it is stored in the log.")
@click.option("--instead", metavar="GAME", help="The stored game that replaces it.")
@click.option("--undo", is_flag=True, help="Restore a withdrawn game.")
@with_receipt
@click.make_pass_decorator(CliContext)
def withdraw(context: CliContext, game: str, why: str, instead: str | None, undo: bool) -> None:
    """Exclude a stored game from lists, statistics and standings, with a reason.

    Nothing is deleted: the game stays in the log and can be read by its id; the withdrawal is a log entry of its own.
    plancia list --withdrawn lists withdrawn games; plancia import --replaces withdraws a game in favour of a corrected
    one.

    \b
    Example: plancia withdraw serata-1 --why "kept twice"
             plancia withdraw serata-1 --undo --why "it was another evening"
    """
    from plancia_archive import ArchiveError
    from plancia_archive.log.withdrawals import STREAM_PREFIX

    if undo and instead:
        raise click.UsageError(context.say("undo-instead"))
    archive = context.open()
    try:
        game_id = archive.resolve(game)
        if undo:
            archive.withdrawals.restore(game_id, why)
        else:
            archive.withdrawals.withdraw(game_id, why, archive.resolve(instead) if instead else None)
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    click.echo(context.say("restored-game" if undo else "withdrawn-game", game=game_id))
    give_receipt(context, archive, STREAM_PREFIX + game_id)
