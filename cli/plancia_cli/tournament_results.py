"""tournament table, result and adjust: tables, their results, ranking points added or taken."""

from __future__ import annotations

from typing import Any

import click

from plancia_cli.support.context import USAGE, CliContext
from plancia_cli.support.receipts import give_receipt, with_receipt

pass_cli_context = click.make_pass_decorator(CliContext)


def append_events(context: CliContext, name: str, *events: dict[str, Any], create: bool = False) -> Any:
    """Appends events to a tournament's log and gives their receipt; ends the command if they are rejected."""
    from plancia_archive.tournaments.log import STREAM

    archive = context.open(create=create)
    entry = archive.tournaments.append(name, list(events))
    give_receipt(context, archive, STREAM + name, entry.version, say=False)
    return entry


@click.command(name="table")
@click.argument("name")
@click.argument("round_number", type=click.IntRange(1), metavar="ROUND")
@click.argument("table")
@click.argument("seats", nargs=-1, required=True)
@click.option("--replace", is_flag=True, help="Replace an existing table; its result is dropped.")
@with_receipt
@pass_cli_context
def form_table(
    context: CliContext, name: str, round_number: int, table: str, seats: tuple[str, ...], replace: bool
) -> None:
    """Form a table of a round: its players in the order of play.

    \b
    Example: plancia tournament table autunno 1 A Anna Bruno Carla Dino
    """
    event = {"kind": "table", "round": round_number, "table": table, "seats": list(seats)}
    append_events(context, name, {**event, "instead": True} if replace else event)
    print_remarks(context, name, ("shape", "entrants", "legs", "opponent"), round_number)


def print_remarks(context: CliContext, name: str, codes: tuple[str, ...] = (), at: int | None = None) -> None:
    """Prints a tournament's warnings on standard error; with `codes` and `at` only those kinds, only that round."""
    archive = context.open()
    names = context.names(archive)
    for remark in archive.tournaments.remarks(name):
        in_round = not remark.where or at is None or remark.where.partition("/")[0] == str(at)
        if in_round and (not codes or remark.code in codes):
            click.echo(remark.text(context.lang, names.name), err=True)


@click.command(name="result")
@click.argument("name")
@click.argument("round_number", type=click.IntRange(1), metavar="ROUND")
@click.argument("table")
@click.argument("points", nargs=-1, metavar="PLAYER=POINTS...")
@click.option("--game", help="A stored game: the result is recomputed from it, and any points given are compared.")
@click.option("--winner", help="The winner, if points are equal.")
@click.option(
    "--outcome",
    nargs=2,
    metavar="PLAYER WHAT",
    help="world, rival-out, dummy-out, risiko (one against one); both-out, one-out (teams).",
)
@click.option("--out", multiple=True, help="A player who was eliminated; repeatable.")
@click.option("--risiko", help="The player who reached the objective.")
@click.option("--withdrawn", multiple=True, help="A player who withdrew from this game; repeatable.")
@click.option("--replace", is_flag=True, help="Replace the existing result.")
@with_receipt
@pass_cli_context
def result(
    context: CliContext, name: str, round_number: int, table: str, points: tuple[str, ...], game: str | None,
    winner: str | None, outcome: tuple[str, str] | None, out: tuple[str, ...], risiko: str | None,
    withdrawn: tuple[str, ...], replace: bool,
) -> None:  # fmt: skip
    """Record the result of a table: a stored game, or points typed from the sheet.

    \b
    Example: plancia tournament result autunno 1 A --game serata-1
             plancia tournament result autunno 1 B Anna=31 Bruno=24.5 Carla=18 Dino=9
    """
    pairs = parse_points(context, points)
    fields: dict[str, Any] = {"winner": winner, "instead": replace or None}
    if game is None:
        fields |= {"points": pairs, "outcome": list(outcome) if outcome else None, "out": list(out) or None,
                   "risiko": risiko, "withdrawn": list(withdrawn) or None}  # fmt: skip
    else:
        fields |= {"game": game, "points": pairs or None}
    event = {"kind": "result" if game is None else "linked", "round": round_number, "table": table}
    append_events(context, name, {**event, **{key: value for key, value in fields.items() if value is not None}})
    codes = ("running", "impossible", "no-result", "undecided", "unfit", "level", "variant", "declared")
    print_remarks(context, name, codes, round_number)


def parse_points(context: CliContext, points: tuple[str, ...]) -> dict[str, str]:
    """The PLAYER=POINTS arguments as a mapping; ends the command for a malformed one or a repeated player."""
    by_player: dict[str, str] = {}
    for text in points:
        player, equals, value = text.rpartition("=")
        if not equals or not player or player in by_player:
            context.fail(context.say("t-pair-form", what=text), USAGE)
        by_player[player] = value
    return by_player


@click.command(name="adjust")
@click.argument("name")
@click.argument("player")
@click.argument("points")
@click.argument("why")
@click.option(
    "--round", "from_round", type=click.IntRange(0), help="The round from which it counts; by default the last one."
)
@click.option("--again", is_flag=True, help="Store it although an identical adjustment exists.")
@with_receipt
@pass_cli_context
def adjust(
    context: CliContext, name: str, player: str, points: str, why: str, from_round: int | None, again: bool
) -> None:
    """Add or deduct ranking points, with the reason (after `--` if negative).

    \b
    Example: plancia tournament adjust autunno -- Dino -25 RCM-30
    """
    event: dict[str, Any] = {"kind": "adjusted", "player": player, "points": points, "why": why}
    event |= {"round": from_round} if from_round is not None else {}
    append_events(context, name, {**event, "again": True} if again else event)


COMMANDS = (form_table, result, adjust)
