"""tournament draw, remove, lot, reopen, check, log and national: seating, rulings, the log, national points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from plancia_archive.actions import AddEvents, ChangeSeats, TakeBackDraw
from plancia_archive.log.entry_format import Members
from plancia_cli.support.actions import Wrapper, command_of, do
from plancia_cli.support.context import CLEAN, FOUND, USAGE, CliContext
from plancia_cli.support.printing import Printer, with_format
from plancia_cli.support.receipts import give_receipt, with_receipt

ROUND = click.argument("round", type=click.IntRange(1), metavar="ROUND")
TABLE, PLAYER, WHY = click.argument("table"), click.argument("player"), click.argument("why")
PLAYERS = click.argument("players", nargs=-1, required=True)


def adds(
    kind: str, *members: Wrapper, told: tuple[str, ...] | None = (), opens: bool = False
) -> Callable[[Callable[..., list[Members] | None]], click.Command]:
    """Makes a function the command of its name, which adds an event with these members; its docstring is the help.

    The function gets the name of the tournament and the members that were given; it returns the events that they make,
    where that is not one of this kind with just these. `told` are the codes of the warnings that are printed after it,
    about the round of the event; None stands for all.
    """

    def command_for(events_of: Callable[..., list[Members] | None]) -> click.Command:
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
def result(tournament: str, game: str | None = None, **event: Any) -> list[Members] | None:
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


pass_cli_context = click.make_pass_decorator(CliContext)


@click.command(name="draw")
@click.argument("name")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same tables.")
@click.option("--round", "at", type=click.IntRange(1), help="The round; by default the next one.")
@click.option("--absent", multiple=True, metavar="PLAYER", help="A player who is absent; repeatable.")
@click.option("--sizes", help="Table sizes, such as 5+4; by default those of the rules.")
@click.option(
    "--by",
    type=click.Choice(["chance", "standings"]),
    default="chance",
    show_default=True,
    help="At random, preferring new opponents, or by standings, the leaders together.",
)
@click.option("--keep", is_flag=True, help="Store these tables; otherwise they are only shown.")
@with_format()
@with_receipt
@pass_cli_context
def draw(
    context: CliContext, name: str, seed: int, at: int | None, absent: tuple[str, ...], sizes: str | None, by: str,
    keep: bool, printer: Printer,
) -> None:  # fmt: skip
    """Draw the tables of a round: sizes by the rules, with opponents who have met least often.

    \b
    Example: plancia tournament draw autunno --seed 7
             plancia tournament draw autunno --absent Dino --sizes 5+4 --keep
    """
    from plancia_archive.tournaments.log import STREAM

    archive = context.open()
    table_sizes = [int(size) for size in sizes.split("+") if size.strip().isdigit()] if sizes else []
    events = archive.tournaments.draw(name, seed, at, absent, table_sizes, by == "standings")
    if keep:
        archive.tournaments.append(name, events)
    rows = []
    for event in events:
        names = [context.names(archive).name(player) for player in event["seats"]]
        seats = names if printer.is_json else ", ".join(names)
        rows.append({"round": event["round"], "table": event["table"], "seats": seats})
    printer.print_rows(rows, ["round", "table", "seats"])
    if keep:
        give_receipt(context, archive, STREAM + name, say=False)


@adds("removed", ROUND, TABLE, WHY)
def remove(tournament: str, **event: Any) -> None:
    """Remove a table formed by mistake, with its result if it has one. It stays in the log.

    \b
    Example: plancia tournament remove autunno 1 C "formed twice"
    """


@adds("lot", PLAYERS, click.option("--why", help="How the lot was drawn."))
def lot(tournament: str, **event: Any) -> None:
    """Record a drawing of lots or a throw of dice: the players in the order drawn. It breaks only ties that all other
    criteria leave.

    \b
    Example: plancia tournament lot autunno Anna Bruno --why "die 5 against 2"
    """


@adds("reopened", WHY)
def reopen(tournament: str, **event: Any) -> None:
    """Reopen a closed tournament, with the reason: a game was corrected, a result was wrong.

    \b
    Example: plancia tournament reopen autunno "table 3/B recounted"
    """


@adds("hidden", WHY)
def hide(tournament: str, **event: Any) -> None:
    """Hide a tournament opened by mistake, with the reason: lists, statistics and published sites leave it out.

    \b
    Example: plancia tournament hide prova "opened twice"
    """


@adds("unhidden")
def unhide(tournament: str, **event: Any) -> None:
    """Show a hidden tournament again.

    \b
    Example: plancia tournament unhide prova
    """


@adds("renamed", click.argument("title"))
def rename(tournament: str, **event: Any) -> None:
    """Give a tournament another title; its name on the command line and in addresses stays.

    \b
    Example: plancia tournament rename autunno "Torneo d'autunno 2026"
    """


@adds("scheduled", ROUND, click.argument("when", required=False))
def schedule(tournament: str, **event: Any) -> None:
    """Say when a round is played: a date, or a date and an hour; without, its date is open again.

    \b
    Example: plancia tournament schedule autunno 2 2026-12-03T21:00
    """


@click.command(name="check")
@click.argument("name")
@with_format("text")
@pass_cli_context
def check(context: CliContext, name: str, printer: Printer) -> None:
    """Warnings: tables of unforeseen sizes, missing results, games that do not count. Exit code 3 if there are any.

    \b
    Example: plancia tournament check autunno
    """

    archive = context.open()
    remarks, names = archive.tournaments.remarks(name), context.names(archive)
    if printer.format != "text":
        rows = [remark.to_json(context.lang, names.name) for remark in remarks]
        printer.print_rows(rows, ["code", "where", "text"])
    else:
        for remark in remarks:
            click.echo(remark.text(context.lang, names.name))
        if not remarks:
            click.echo(context.say("clean"))
    raise SystemExit(FOUND if remarks else CLEAN)


@click.command(name="log")
@click.argument("name")
@with_format()
@pass_cli_context
def log(context: CliContext, name: str, printer: Printer) -> None:
    """List every event of a tournament as stored, including those replaced later.

    \b
    Example: plancia tournament log autunno
    """
    from plancia_archive.dates import format_time

    archive = context.open()
    names = context.names(archive)
    events = archive.tournaments.events(name)
    rows = []
    for event in events:
        recorded_at = format_time(event.pop("recorded_at"))
        number, kind = event.pop("event"), event.pop("kind")
        event.pop("v")
        fields = "; ".join(f"{key}: {names.text(format_value(value))}" for key, value in event.items())
        rows.append({"event": number, "recorded": recorded_at, "kind": kind, "fields": fields})
    printer.print_rows(rows, ["event", "recorded", "kind", "fields"])


def format_value(value: Any) -> str:
    """A field's value as text: lists with commas, mappings as key=value."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={format_value(item)}" for key, item in value.items())
    return ", ".join(map(format_value, value)) if isinstance(value, list) else str(value)


@click.command(name="national")
@click.argument("name")
@click.option("--class", "kind", required=True, help="raduno, master, open, interclub or campionato.")
@click.option(
    "--tables", type=click.IntRange(1), help="The number of tables of the event; by default those of its first round."
)
@with_format()
@pass_cli_context
def national(context: CliContext, name: str, kind: str, tables: int | None, printer: Printer) -> None:
    """The points of each place in the clubs' national ranking.

    \b
    Example: plancia tournament national autunno --class open
    """
    from plancia_archive.tournaments import national_rows

    archive = context.open()
    entry = archive.tournaments.get(name)
    standings = archive.tournaments.standings(name)
    awards = national_rows(standings, kind, tables or len(entry.tables_of_round(1)), entry.rounds)
    names = context.names(archive)
    rows = [{"pos": row.pos, "name": names.name(row.player), "points": points} for row, points in awards]
    printer.print_rows(rows, ["pos", "name", "points"])


COMMANDS = (
    table, result, adjust, draw, command_of(ChangeSeats), command_of(TakeBackDraw), remove, lot, reopen, hide, unhide,
    rename, schedule, check, log, national,
)  # fmt: skip
