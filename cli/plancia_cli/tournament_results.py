"""tournament table, result and adjust: tables, their results, ranking points; how commands add events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from plancia_archive.actions import AddEvents
from plancia_cli.support.actions import Wrapper, do
from plancia_cli.support.context import USAGE, CliContext
from plancia_cli.support.receipts import with_receipt

ROUND = click.argument("round", type=click.IntRange(1), metavar="ROUND")
TABLE, PLAYER, WHY = click.argument("table"), click.argument("player"), click.argument("why")
PLAYERS = click.argument("players", nargs=-1, required=True)


def adds(
    kind: str, *members: Wrapper, told: tuple[str, ...] | None = (), opens: bool = False
) -> Callable[[Callable[..., list[dict[str, Any]] | None]], click.Command]:
    """Makes a function the command of its name, which adds an event with these members; its docstring is the help.

    The function gets the name of the tournament and the members that were given; it returns the events that they make,
    where that is not one of this kind with just these. `told` are the codes of the warnings that are printed after it,
    about the round of the event; None stands for all.
    """

    def command_for(events_of: Callable[..., list[dict[str, Any]] | None]) -> click.Command:
        @with_receipt
        @click.make_pass_decorator(CliContext)
        def command(context: CliContext, /, tournament: str, **values: Any) -> None:
            given = {one: list(value) if isinstance(value, tuple) else value for one, value in values.items()
                     if value is not None and value is not False and value != ()}  # fmt: skip
            events = [{"kind": kind, **event} for event in events_of(tournament, **given) or [given]]
            do(context, AddEvents, tournament, "keeper", False, opens, events=events)
            if opens:
                context.tell("t-opened", what=tournament)
            if told != ():
                print_remarks(context, tournament, told or (), values.get("round"))

        for member in reversed(members):
            command = member(command)
        named = click.argument("tournament", metavar="NAME")(command)
        return click.command(events_of.__name__, help=events_of.__doc__)(named)

    return command_for


def print_remarks(context: CliContext, name: str, codes: tuple[str, ...] = (), at: int | None = None) -> None:
    """Prints a tournament's warnings on standard error; with `codes` and `at` only those kinds, only that round."""
    archive = context.open()
    names = context.names(archive)
    for remark in archive.tournaments.remarks(name):
        in_round = not remark.where or at is None or remark.where.partition("/")[0] == str(at)
        if in_round and (not codes or remark.code in codes):
            click.echo(remark.text(context.lang, names.name), err=True)


@adds(
    "table", ROUND, TABLE, click.argument("seats", nargs=-1, required=True),
    click.option("--replace", "instead", is_flag=True, help="Replace an existing table; its result is dropped."),
    told=("shape", "entrants", "legs", "opponent"),
)  # fmt: skip
def table(tournament: str, **event: Any) -> None:
    """Form a table of a round: its players in the order of play.

    \b
    Example: plancia tournament table autunno 1 A Anna Bruno Carla Dino
    """


def parse_points(context: click.Context, _: click.Parameter, points: tuple[str, ...]) -> dict[str, str]:
    """The PLAYER=POINTS arguments as a mapping; ends the command for a malformed one or a repeated player."""
    by_player: dict[str, str] = {}
    for text in points:
        player, equals, value = text.rpartition("=")
        if not equals or not player or player in by_player:
            cli_context = context.ensure_object(CliContext)
            cli_context.fail(cli_context.say("t-pair-form", what=text), USAGE)
        by_player[player] = value
    return by_player


@adds(
    "result", ROUND, TABLE, click.argument("points", nargs=-1, metavar="PLAYER=POINTS...", callback=parse_points),
    click.option("--game", help="A stored game: the result is recomputed from it, and any points given are compared."),
    click.option("--winner", help="The winner, if points are equal."),
    click.option("--outcome", nargs=2, metavar="PLAYER WHAT",
                 help="world, rival-out, dummy-out, risiko (one against one); both-out, one-out (teams)."),
    click.option("--out", multiple=True, help="A player who was eliminated; repeatable."),
    click.option("--risiko", help="The player who reached the objective."),
    click.option("--withdrawn", multiple=True, help="A player who withdrew from this game; repeatable."),
    click.option("--replace", "instead", is_flag=True, help="Replace the existing result."),
    told=("running", "impossible", "no-result", "undecided", "unfit", "level", "variant", "declared"),
)  # fmt: skip
def result(tournament: str, game: str | None = None, **event: Any) -> list[dict[str, Any]] | None:
    """Record the result of a table: a stored game, or points typed from the sheet.

    \b
    Example: plancia tournament result autunno 1 A --game serata-1
             plancia tournament result autunno 1 B Anna=31 Bruno=24.5 Carla=18 Dino=9
    """
    if game is None:
        return None
    kept = ("round", "table", "winner", "instead", *(["points"] if event["points"] else []))
    return [{"kind": "linked", "game": game, **{name: event[name] for name in kept if name in event}}]


@adds(
    "adjusted", PLAYER, click.argument("points"), WHY,
    click.option("--round", type=click.IntRange(0), help="The round from which it counts; by default the last one."),
    click.option("--again", is_flag=True, help="Store it although an identical adjustment exists."),
)  # fmt: skip
def adjust(tournament: str, **event: Any) -> None:
    """Add or deduct ranking points, with the reason (after `--` if negative).

    \b
    Example: plancia tournament adjust autunno -- Dino -25 RCM-30
    """


COMMANDS = (table, result, adjust)
