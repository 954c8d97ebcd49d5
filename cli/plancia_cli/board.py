"""board: the territories with names, continents and borders, and a drawn map."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.option("--board", "board_id", default="eg", show_default=True, help="The board's id.")
@with_format("text")
@pass_cli_context
def board(context: CliContext, board_id: str, printer: Printer) -> None:
    """The territories with code, names, continent and borders, and a map.

    \b
    Example: plancia board --json
    """
    from plancia_cli.support.board_text import draw_board
    from plancia_data import board as load_board
    from plancia_data import board_ids, board_of, in_language, variant_ids

    if board_id not in board_ids():
        context.fail(context.say("no-board", what=board_id, known=", ".join(board_ids())))
    layout = load_board(board_id)
    continent_names = {
        land: in_language(context.lang, entry[1], entry[2]) for entry in layout.continents for land in entry[4]
    }
    if printer.format != "text":
        columns = ["code", "it", "en", "continent", "points", "borders"]
        rows = [
            dict(zip(columns, (code, layout.names_it[i], layout.names_en[i], continent_names[i], layout.degree(i),
                             [layout.codes[k] for k in layout.neighbours[i]]), strict=True))
            for i, code in enumerate(layout.codes)
        ]  # fmt: skip
        printer.print_rows(rows, columns)
        return
    click.echo(
        draw_board({code: ("", layout.degree(i)) for i, code in enumerate(layout.codes)}, context.lang).split("\n\n")[0]
    )
    click.echo()
    for i, code in enumerate(layout.codes):
        borders = " ".join(layout.codes[k] for k in layout.neighbours[i])
        click.echo(f"{code} {layout.names_it[i]:<26} {layout.names_en[i]:<22} {continent_names[i]:<13} {borders}")
    played_on = ", ".join(name for name in variant_ids() if board_of(name) == board_id)
    click.echo("\n" + context.say("board-variants", board=board_id, variants=played_on or "-"))
