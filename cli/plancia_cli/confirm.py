"""confirm: a player confirms the result of a game."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.disputes import dispute_archive
from plancia_cli.support.receipts import give_receipt, with_receipt


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("player", metavar="PLAYER")
@click.option("--expected", type=click.IntRange(1), help="The version that is confirmed; the command fails otherwise.")
@with_receipt
@click.make_pass_decorator(CliContext)
def confirm(context: CliContext, game: str, player: str, expected: int | None) -> None:
    """Record that PLAYER confirms the result of a game that is over.

    PLAYER sits in it: a name, a reference or a colour. A confirmation holds for the version of the game, and is not
    taken back: who changes their mind opens a dispute. It is entered by the keeper, and says so wherever it is shown;
    players confirm with their own tokens over HTTP.

    \b
    Example: plancia confirm prima-serata Viola
    """
    from plancia_archive.log.approvals import STREAM_PREFIX
    from plancia_data import messages

    with dispute_archive(context) as archive:
        game_id = archive.resolve(game)
        line = archive.confirmations.confirm(game_id, player, expected=expected)
        name = archive.people.name(line["player"]) or line["player"]
        role = messages("columns", context.lang)[f"role={line['role']}"]
        click.echo(context.say("game-confirmed", game=game_id, version=line["version"], player=name, role=role))
        give_receipt(context, archive, STREAM_PREFIX + game_id)
