"""demo: an archive of one game of each document, judged, with every finding in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plancia_cli.serve import start_server
from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, Row, with_format

if TYPE_CHECKING:
    from plancia_events import Game
    from plancia_replay import Judgement

pass_cli_context = click.make_pass_decorator(CliContext)
COLUMNS = ["game", "variant", "events", "verdicts", "declared", "computed"]


@click.command()
@click.option("--serve", "serving", is_flag=True, help="Serve the archive and its pages afterwards.")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8001, show_default=True, help="The port; 0 for any free one."
)
@click.option("--archive", "-a", "path", help="The file of the demonstration archive.")
@with_format()
@pass_cli_context
def demo(context: CliContext, serving: bool, port: int, path: str | None, printer: Printer) -> None:
    """Create a demonstration archive with one game of each document, judge each game, print a table.

    \b
    Example: plancia demo --serve
    """
    from plancia_data import demonstration
    from plancia_events import read

    context.archive = path or "plancia-demo.db"
    archive = context.open(create=True)
    rows: list[Row] = []
    findings: list[str] = []
    for name, data in demonstration().items():
        for game in read(data, name).games:
            added = archive.add_game(game)
            judgement = archive.judgement(added.game_id, context.lang)
            rows.append(summary_row(context, game, judgement, added.game_id))
            findings += finding_sentences(context, rows[-1]["game"], judgement)
    printer.print_rows(rows, COLUMNS)
    for line in findings:
        context.tell_line(line)
    context.tell("demo-made", what=context.archive)
    archive.close()
    if serving:
        start_server(context, False, port=port)


def summary_row(context: CliContext, game: Game, judgement: Judgement, game_id: str) -> Row:
    """A game's row: how many findings of each kind, declared points, recomputed points."""
    kinds = [verdict.verdict for verdict in judgement.verdicts]
    counts = ", ".join(context.say("some." + kind, count=kinds.count(kind)) for kind in dict.fromkeys(kinds))
    points = {
        letter: "?" if judgement.undecided(letter) else entry["points"] for letter, entry in judgement.scores.items()
    }
    computed_points = " ".join(f"{colour} {value}" for colour, value in points.items())
    name = game.header("Game") or game_id
    declared_points = game.header("Result")
    cells = (name, judgement.variant, judgement.events, counts or "-", declared_points or "-", computed_points or "-")
    return dict(zip(COLUMNS, cells, strict=True))


def finding_sentences(context: CliContext, name: str, judgement: Judgement) -> list[str]:
    """The findings of a game as sentences, each with its event and its citation."""
    return [
        context.say("demo-finding", game=name, event=verdict.event, says=verdict.says, rule=verdict.rule_id,
                  cite=verdict.cite)
        for verdict in judgement.verdicts
    ]  # fmt: skip
