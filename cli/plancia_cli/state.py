"""events, state and show: a game's events, and its table after any of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from plancia_cli.support.context import CLEAN, ERROR, CliContext
from plancia_cli.support.judging import print_legend, print_problems, problems_json, rules_for
from plancia_cli.support.printing import Printer, Row, with_format
from plancia_cli.support.sources import IMPORTER_KINDS, Source, read_sources
from plancia_replay.judging.forms import TableState

if TYPE_CHECKING:
    from plancia_replay import RuleSet

pass_cli_context = click.make_pass_decorator(CliContext)
with_kind = click.option(
    "--from", "kind", type=IMPORTER_KINDS, help="Kind of the file; detected from its content if omitted."
)
BOARD_FIELDS = ("territory", "colour", "armies")


def read_source(context: CliContext, name: str, kind: str | None) -> Source:
    """The first game of a file, or a stored game; its parse problems are printed."""
    source = read_sources(context, (name,), kind)[0]
    print_problems(context, source)
    return source


def check_event(context: CliContext, source: Source, at: int | None) -> None:
    """Ends the command if the game has no event of that number."""
    if at is not None and at > len(source.game.events):
        context.fail(context.say("no-event", file=source.name, at=at, last=len(source.game.events)))


def board_rows(table: TableState) -> list[Row]:
    """The board of a table as rows: territory, colour, armies."""
    board = table["board"]
    return [{"territory": code, "colour": colour, "armies": armies} for code, (colour, armies) in board.items()]


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--after", type=click.IntRange(0), default=0, show_default=True, help="Only events after this number.")
@click.option("--limit", type=click.IntRange(1), help="The maximum number of rows.")
@with_kind
@with_format()
@pass_cli_context
def events(context: CliContext, game: str, kind: str | None, after: int, limit: int | None, printer: Printer) -> None:
    """List the events of a game with number and line, author and role of the entry; as JSON with all fields.

    \b
    Example: plancia events partita.rgn --after 100 --limit 20
    """
    source = read_source(context, game, kind)
    rows = source.game.rows(after, limit)
    author_fields = ["author", "role"] if source.rules is not None else []
    if source.rules is not None:
        from plancia_archive.disputes.recorded_lines import add_authors

        add_authors(context.open(), source.name, rows)
    printer.print_rows(
        source.with_names(rows),
        ["event", "kind", "actor", "about", "line", *author_fields],
        columns=["event", "kind", "actor", "line", *author_fields],
    )
    sys.exit(ERROR if source.problems else CLEAN)


@click.command(name="state")
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "at", type=click.IntRange(0), required=True, help="After this event; 0 is the header.")
@with_kind
@click.option("--as-recorded", is_flag=True, help="As it was recorded, without its corrections (VOID, FIX).")
@with_format("json", "The default.")
@pass_cli_context
def state_command(
    context: CliContext, game: str, kind: str | None, at: int, as_recorded: bool, printer: Printer
) -> None:
    """The table after an event, as JSON: board, hands, whose turn, what is due; the board alone in the other formats.

    \b
    Example: plancia state partita.rgn --at 120 --json
    """
    from plancia_replay import state_at

    source = read_source(context, game, kind)
    check_event(context, source, at)
    table = state_at(source.game, at, rules_for(context, source, None), not as_recorded)
    payload = {"game": source.name, **table, **problems_json(context, source)}
    printer.print_rows(board_rows(table), BOARD_FIELDS, payload=payload)
    sys.exit(ERROR if source.problems else CLEAN)


@click.command()
@click.argument("game", metavar="FILE|GAME")
@click.option("--at", "--event", "at", type=click.IntRange(0), help="After this event; by default at the end.")
@with_kind
@click.option("--as-recorded", is_flag=True, help="As it was recorded, without its corrections (VOID, FIX).")
@click.option("--svg", is_flag=True, help="Draw the board as SVG, with the last move and its dice.")
@with_format("text")
@pass_cli_context
def show(
    context: CliContext, game: str, kind: str | None, at: int | None, as_recorded: bool, svg: bool, printer: Printer
) -> None:
    """Print the board of a game as text, or draw it.

    \b
    Example: plancia show partita.rgn --event 120 --svg
    """
    from plancia_cli.support.board_text import draw_board
    from plancia_replay import state_at

    source = read_source(context, game, kind)
    check_event(context, source, at)
    event_number = len(source.game.events) if at is None else at
    rules = rules_for(context, source, None)
    if svg:
        draw(context, source, event_number, rules, not as_recorded)
    table = state_at(source.game, event_number, rules, not as_recorded)
    if printer.format != "text":
        printer.print_rows(
            board_rows(table), BOARD_FIELDS, payload={"game": source.name, **table} | problems_json(context, source)
        )
        sys.exit(ERROR if source.problems else CLEAN)
    whose_turn = table["turn"] or "-"
    click.echo(context.say("shown", game=source.name, event=table["event"], round=table["round"], turn=whose_turn))
    click.echo(draw_board(table["board"], context.lang))
    for colour, hand in table["hands"].items():
        click.echo(f"{colour}: {context.say('cards')} {' '.join(hand) or '-'}")
    print_legend(context, [source])
    sys.exit(ERROR if source.problems else CLEAN)


def draw(context: CliContext, source: Source, number: int, rules: RuleSet, as_corrected: bool) -> NoReturn:
    """Prints the drawn board after an event, and ends the command."""
    from plancia_replay.drawing import BoardOptions, event_svg

    title = context.say("drawn", game=source.name, event=number)
    options = BoardOptions(rules.content["board"]["id"], context.lang, title=title, fixed=True)
    click.echo(event_svg(source.game, number, rules, options, as_corrected))
    sys.exit(ERROR if source.problems else CLEAN)
