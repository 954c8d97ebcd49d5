"""withdraw, confirm, approve: whether a game counts, who confirms its result, and when it is final."""

from __future__ import annotations

import click

from plancia_archive.actions import ApproveGame, ApproveRound, ConfirmGame, WithdrawGame
from plancia_cli.support.actions import command_of, do, with_members
from plancia_cli.support.context import CliContext

confirm, withdraw = command_of(ConfirmGame), command_of(WithdrawGame)


@click.command(help=ApproveGame.help)
@with_members(ApproveRound, ApproveGame)
@click.make_pass_decorator(CliContext)
def approve(context: CliContext, /, target: str, role: str, round: int | None, **values: object) -> None:
    """Approves a game, reopens it, or approves a round."""
    if round is not None and any(values.values()):
        raise click.UsageError(context.say("round-alone"))
    if round is None:
        do(context, ApproveGame, target, role, **values)
    else:
        do(context, ApproveRound, target, role, round=round)
