"""complete: fill in the parts of a hastily typed record that follow from the rest."""

from __future__ import annotations

import sys
from collections import Counter

import click

from plancia_cli.support.context import ERROR, CliContext, read_bytes, write_text

pass_cli_context = click.make_pass_decorator(CliContext)


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--output", "-o", help="The file to write; standard output if omitted.")
@pass_cli_context
def complete(context: CliContext, file: str, output: str | None) -> None:
    """Fill in what follows from the rest: colours within a turn, losses, END, the territories of an OCC.

    A game may be typed in words of the table too: `cina siam 654 32`, `+3 cina` (see plancia record).

    Every completed line gets a comment `filled: ...`. Lines that cannot be parsed are reported and left as they are,
    with exit code 1. judge and import do the same first with --complete.

    \b
    Example: plancia complete appunti.txt -o partita.rgn
    """
    from plancia_events import read
    from plancia_replay.recording.completion import complete as fill_in

    completion = fill_in(read_bytes(context, file).decode("utf-8-sig", errors="replace"))
    reading = read(completion.text, file)
    for problem in reading.problems:
        click.echo(problem.text(context.lang), err=True)
    text = "\n".join(game.text() for game in reading.games) if reading.ok else completion.text
    write_text(context, output, text)
    counts = Counter(what for line in completion.filled for what in line.what)
    summary = ", ".join(context.say(f"filled-{what}", count=count) for what, count in counts.items())
    context.tell_line(summary or context.say("filled-nothing"))
    if not reading.ok:
        sys.exit(ERROR)
