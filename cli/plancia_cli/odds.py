"""odds: exact probabilities of an attack."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_data import decimal_text

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("attackers", type=click.IntRange(1, 60))
@click.argument("defenders", type=click.IntRange(1, 60))
@click.option(
    "--defence", type=click.IntRange(1, 3), default=3, show_default=True, help="The maximum number of defence dice."
)
@with_format("text", "As JSON, with exact fractions.")
@pass_cli_context
def odds(context: CliContext, attackers: int, defenders: int, defence: int, printer: Printer) -> None:
    """The exact odds of an attack: of one throw, and of attacking to the end.

    ATTACKERS are the usable armies, without the one that must stay; the defence always throws all the dice it may.

    \b
    Example: plancia odds 5 3
    """
    from plancia_archive.facts.odds import odds_json

    payload = odds_json(attackers, defenders, defence)
    if printer.format != "text":
        printer.print_rows(payload["throw"], ["attack_losses", "defence_losses", "chance", "decimal"], payload=payload)
        return
    for row in payload["throw"]:
        chance = decimal_text(f"{row['decimal']:.4f}", context.lang)
        click.echo(f"-{row['attack_losses']}-{row['defence_losses']}  {row['chance']}  {chance}")
    click.echo(context.say("conquest") + " " + decimal_text(f"{payload['conquest_decimal']:.4f}", context.lang))
