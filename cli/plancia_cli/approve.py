"""approve: make the result of a game or of a tournament's round final, or reopen a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.dispute import with_role
from plancia_cli.support.context import CliContext
from plancia_cli.support.disputes import dispute_archive
from plancia_cli.support.receipts import build_receipts, give_receipt, tell_receipt, with_receipt, write_receipts

if TYPE_CHECKING:
    from plancia_archive import Archive


@click.command()
@click.argument("game", metavar="GAME|TOURNAMENT")
@click.option(
    "--round", "round_number", type=click.IntRange(1), help="Approve all results of this round of the tournament."
)
@click.option("--expected", type=click.IntRange(1), help="The version that is approved; the command fails otherwise.")
@click.option("--undo", is_flag=True, help="Reopen an approved game.")
@click.option("--why", default="", help="The reason for reopening, in one line.")
@with_role
@with_receipt
@click.make_pass_decorator(CliContext)
def approve(
    context: CliContext, game: str, round_number: int | None, expected: int | None, undo: bool, why: str, role: str
) -> None:  # fmt: skip
    """Make the result of a game final: no line is added to it until it is reopened, with the reason.

    A game with open disputes cannot be approved. Of a round, recorded games and typed results are approved alike; what
    cannot be is named with the reason, and the command fails.

    \b
    Example: plancia approve prima-serata --as arbiter
             plancia approve autunno --round 2 --as arbiter
             plancia approve prima-serata --undo --why "a photo of the sheet turned up"
    """
    from plancia_archive.log.approvals import STREAM_PREFIX

    if round_number is not None and (undo or expected is not None):
        raise click.UsageError("--round: --undo, --expected")
    with dispute_archive(context, role) as archive:
        if round_number is not None:
            report_round(context, archive, game, round_number)
            return
        game_id = archive.resolve(game)
        if undo:
            archive.approvals.reopen(game_id, why)
            click.echo(context.say("game-reopened", game=game_id))
        else:
            click.echo(context.say("game-approved", game=game_id, version=archive.approvals.approve(game_id, expected)))
        give_receipt(context, archive, STREAM_PREFIX + game_id)


def report_round(context: CliContext, archive: Archive, name: str, round_number: int) -> None:
    """Approves a round; prints what is final and what could not be approved, after which the command fails."""
    from plancia_archive.log.approvals import STREAM_PREFIX
    from plancia_archive.tournaments.log import STREAM
    from plancia_archive.tournaments.round_approval import approve_round

    approval = approve_round(archive, name, round_number)
    click.echo(
        context.say(
            "round-approved", round=round_number, games=", ".join([*approval.before, *approval.approved]) or "-"
        )
    )
    if typed := [*approval.typed_before, *approval.typed]:
        click.echo(context.say("round-typed", tables=", ".join(typed)))
    for one in approval.left:
        context.tell("round-left", table=one.table.name, why=one.text(context.lang))
    places: list[tuple[str, int | None]] = [
        (STREAM_PREFIX + game, None) for game in (*approval.approved, *approval.before)
    ]
    places += [(STREAM + name, None)] if approval.typed else []
    if receipts := build_receipts(context, archive, places):
        tell_receipt(context, receipts[-1])
        if context.receipt_file:
            write_receipts(context, receipts)
    if approval.left:
        raise SystemExit(1)
