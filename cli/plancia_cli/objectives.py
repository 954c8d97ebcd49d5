"""objectives: the objectives that a variant is played with."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, Row, with_format

OBJECTIVE_FIELDS = ("number", "objective", "name", "territories", "count", "points")
COLUMN_WIDTHS = (6, 16, 24, 48, 6, 6)


@click.command()
@click.argument("variant", required=False, default="eg", metavar="[VARIANT]")
@with_format()
@click.make_pass_decorator(CliContext)
def objectives(context: CliContext, variant: str, printer: Printer) -> None:
    """List the objectives of a variant: number, id, name, territories and points (a territory counts its borders).

    The name of a list of objectives is accepted too. A game may write an objective by number, name or id: OBJ G 7, OBJ
    G Befana.

    \b
    Example: plancia objectives torneo
             plancia objectives firenze --format csv
    """
    from plancia_data import objectives as load_objectives
    from plancia_replay import RuleSetError, load_ruleset

    try:
        rules = load_ruleset(variant)
    except RuleSetError as error:
        try:
            load_objectives(variant)
        except KeyError:
            raise error from None
        printer.print_rows(objective_rows(context, variant, "eg"), OBJECTIVE_FIELDS, widths=COLUMN_WIDTHS)
        return
    list_id = str(rules.content["goals_id"])
    if list_id in ("", "-"):
        context.fail(context.say("no-objectives", variant=rules.id))
    if printer.format == "table":
        context.tell("objectives-of", variant=rules.id, list=list_id)
    printer.print_rows(
        objective_rows(context, list_id, str(rules.content["board"]["id"])), OBJECTIVE_FIELDS, widths=COLUMN_WIDTHS
    )


def objective_rows(context: CliContext, list_id: str, board_id: str) -> list[Row]:
    """The objectives of a list as rows, with their points on a board."""
    from plancia_data import board, in_language
    from plancia_data import objectives as load_objectives

    layout = board(board_id)
    return [
        {
            "number": objective["number"],
            "objective": objective["id"],
            "name": in_language(context.lang, objective["it"], objective["en"]),
            "territories": [layout.codes[land] for land in objective["territories"]],
            "count": len(objective["territories"]),
            "points": sum(layout.degree(land) for land in objective["territories"]),
        }
        for objective in load_objectives(list_id)
    ]
