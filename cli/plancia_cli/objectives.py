"""objectives: the list of objectives that a variant is played with."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form, printed

HEADS = ("number", "objective", "name", "territories", "count", "points")
WIDTHS = (6, 16, 24, 48, 6, 6)


@click.command()
@click.argument("variant", required=False, default="eg", metavar="[VARIANT]")
@printed()
@click.make_pass_decorator(CliContext)
def objectives(state: CliContext, variant: str, form: Form) -> None:
    """The objectives of a variant: number, id, name, territories and their points (a territory's are its borders).

    A list of objectives may be named instead of a variant. In a game an objective may be written by its number,
    its name or its id: OBJ G 7, OBJ G Befana.

    \b
    Example: plancia objectives torneo
             plancia objectives firenze --format csv
    """
    from plancia_data import objectives as listed
    from plancia_replay import RuleSetError, load_ruleset

    try:
        rules = load_ruleset(variant)
    except RuleSetError as error:
        try:
            listed(variant)
        except KeyError:
            state.fail(error.text(state.lang))
        form.rows(rows_of(state, variant, "eg"), HEADS, widths=WIDTHS)
        return
    list_id = str(rules.content["goals_id"])
    if list_id in ("", "-"):
        state.fail(state.say("no-objectives", variant=rules.id))
    if form.kind == "table":
        state.tell("objectives-of", variant=rules.id, list=list_id)
    form.rows(rows_of(state, list_id, str(rules.content["board"]["id"])), HEADS, widths=WIDTHS)


def rows_of(state: CliContext, list_id: str, board_id: str) -> list[dict[str, Any]]:
    """The objectives of a list, their points counted on a board."""
    from plancia_data import board, in_language
    from plancia_data import objectives as listed

    plan = board(board_id)
    return [
        {
            "number": goal["number"], "objective": goal["id"], "name": in_language(state.lang, goal["it"], goal["en"]),
            "territories": [plan.codes[land] for land in goal["territories"]], "count": len(goal["territories"]),
            "points": sum(plan.degree(land) for land in goal["territories"]),
        }
        for goal in listed(list_id)
    ]  # fmt: skip
