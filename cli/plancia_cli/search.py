"""search: games by position or by sequence of conquests and sets."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.filter_options import check_filters
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.option(
    "--position", help="Owners and armies: SIA=x>=3 CIN=x INS=R; a lower-case letter stands for any one colour."
)
@click.option("--sequence", help="Steps by one colour: INS>SIA tris; * is any territory.")
@click.option(
    "--within",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The maximum number of turns between two steps.",
)
@click.option("--variant", help="Only games of this variant.")
@click.option("--event", help="Only games of this event.")
@click.option(
    "--limit", type=click.IntRange(1, 100000), default=100, show_default=True, help="The maximum number of rows."
)
@with_format()
@pass_cli_context
def search(
    context: CliContext, position: str | None, sequence: str | None, within: int, variant: str | None,
    event: str | None, limit: int, printer: Printer,
) -> None:  # fmt: skip
    """Find games by position or by sequence, with the event where they match.

    \b
    Example: plancia search --position "SIA=x>=3 INS=x NGU=x"
             plancia search --sequence "tris INS>SIA" --within 2
    """
    from plancia_archive import Filters
    from plancia_archive.queries.search import find_positions, find_sequences

    if (position is None) == (sequence is None):
        raise click.UsageError(context.say("which-search"))
    archive = context.open()
    filters = check_filters(context, archive, Filters(variant=variant, event=event))
    if position is not None:
        rows = list(find_positions(archive, position, filters, limit))
        columns = ["game", "event", "round", "line"]
    else:
        rows = find_sequences(archive, sequence or "", within, filters, limit)
        columns = ["game", "colour", "event", "last_event"]
    printer.print_rows(rows, columns)
