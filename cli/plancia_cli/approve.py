"""approve: make the result of a game final, or reopen it."""

from __future__ import annotations

import click

from plancia_cli.dispute import dispute_archive, with_role
from plancia_cli.support.context import CliContext


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--expected", type=click.IntRange(1), help="The version that is approved; the command fails otherwise.")
@click.option("--undo", is_flag=True, help="Reopen an approved game.")
@click.option("--why", default="", help="The reason for reopening, in one line.")
@with_role
@click.make_pass_decorator(CliContext)
def approve(context: CliContext, game: str, expected: int | None, undo: bool, why: str, role: str) -> None:
    """Make the result of a game final: no line is added to it until it is reopened, with the reason.

    A game with open disputes cannot be approved.

    \b
    Example: plancia approve prima-serata --as arbiter
             plancia approve prima-serata --undo --why "a photo of the sheet turned up"
    """
    with dispute_archive(context, role) as archive:
        game_id = archive.resolve(game)
        if undo:
            archive.approvals.reopen(game_id, why)
            click.echo(context.say("game-reopened", game=game_id))
        else:
            click.echo(context.say("game-approved", game=game_id, version=archive.approvals.approve(game_id, expected)))
