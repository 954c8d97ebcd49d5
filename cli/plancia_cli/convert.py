"""convert: a game in another form or format."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CLEAN, ERROR, CliContext, write_text
from plancia_cli.support.engine_records import engine_record
from plancia_cli.support.movetexts import source_movetext
from plancia_cli.support.sources import IMPORTER_KINDS, print_import_notes, print_unread, read_sources, with_headers
from plancia_data import importers

if TYPE_CHECKING:
    from plancia_cli.support.sources import Source

pass_cli_context = click.make_pass_decorator(CliContext)
ENGINES = tuple(row["kind"] for row in importers() if row.get("writes"))
FORMS = ("rgn", "json", "jsonl", "movetext", *ENGINES)


@click.command()
@click.argument("source", metavar="SRC")
@click.option("--from", "kind", type=IMPORTER_KINDS, help="Kind of the file; detected from its content if omitted.")
@with_headers
@click.option("--output", "-o", help="The file to write; standard output if omitted.")
@click.option("--to", "form", type=click.Choice(FORMS), default="rgn", show_default=True, help="The format to write.")
@click.option("--lossy", is_flag=True, help="Drop what the format of another engine cannot carry, and list it.")
@click.option("--json", "as_json", is_flag=True, help="Problems on standard error as JSON, one object per line.")
@pass_cli_context
def convert(
    context: CliContext, source: str, kind: str | None, headers: dict[str, str], output: str | None, form: str,
    lossy: bool, as_json: bool,
) -> None:  # fmt: skip
    """Convert a record, ours or another program's, to canonical text, JSON, text for people or an engine's format.

    What cannot be read is reported, the rest is written, and the exit code is then 1.

    movetext is for people who know the game, as PGN is in chess: headers, then the moves by round and player, with
    names in the language of the command, findings with their rule, and the objectives at the end. It cannot be read
    back. What is hidden in a game that is not over is hidden in it.

    The formats of other engines hold one game. A game that such a format cannot carry whole is refused, with what it
    lacks line by line; with --lossy that is dropped, unless the rest would then be false.

    \b
    Example: plancia convert partita.jsonl.gz --from risiko-rl -o partita.rgn
             plancia convert partita.rgn --to movetext -o partita.txt
             plancia convert partita.rgn --to risiko-rl --lossy -o partita.jsonl
    """
    context.tells_json = as_json
    unread: list[str] = []
    games = read_sources(context, (source,), kind, unread, headers)
    for imported in games:
        if as_json and imported.problems:
            print_unread(context, imported.name, imported.problems)
        for problem in [] if as_json else imported.problems:
            context.tell_line(problem.text(context.lang))
        for detail in imported.left_out:
            context.tell("left-out", file=imported.name, what=detail)
    print_import_notes(context, ((imported.name, imported.notes) for imported in games))
    if form in ENGINES:
        if len(games) != 1:
            context.fail(context.say("one-game", form=form, count=len(games)))
        write_text(context, output, engine_record(context, games[0], form, lossy))
    else:
        write_text(context, output, format_games(context, games, form))
    sys.exit(ERROR if unread or any(imported.problems for imported in games) else CLEAN)


def format_games(context: CliContext, games: list[Source], form: str) -> str:
    """The games as one text in a form. Ends the command where a game cannot be told."""
    import json

    if form == "movetext":
        return "\n".join(source_movetext(context, source) for source in games)
    if form == "rgn":
        return "\n".join(source.game.text() for source in games)
    if form == "jsonl":
        return "".join(source.game.to_jsonl() for source in games)
    data: Any = [source.game.to_json() for source in games]
    return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=1) + "\n"
