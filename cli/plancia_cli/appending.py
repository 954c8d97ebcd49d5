"""append: event lines for a kept game, such as an arbiter's correction."""

from __future__ import annotations

import sys

import click

from plancia_cli.context import CLEAN, FOUND, State, print_json, read_bytes


@click.command()
@click.argument("game")
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--file", "-f", "source", help="A file of lines, - for standard input; in place of LINE.")
@click.option("--expect", type=click.IntRange(1), help="The version that the game must have, else nothing is added.")
@click.option("--json", "as_json", is_flag=True, help="The new version as JSON.")
@click.make_pass_decorator(State)
def append(
    state: State, game: str, lines: tuple[str, ...], source: str | None, expect: int | None, as_json: bool
) -> None:
    """Add event lines to a kept game: a turn played on, an arbiter's correction. Nothing that is there changes.

    All the lines are kept or none; the game is judged again, and standings that rest on it follow. Exit code 3 where
    the game has illegal events.

    \b
    Example: plancia append serata-1 "FIX A 41 ATT R CIN>SIA 62:531 -1-1 {the dice were read wrong}"
             plancia append serata-1 --file seguito.rgn --expect 25
    """
    from plancia_archive import ArchiveError, Malformed

    text = read_bytes(state, source).decode("utf-8", errors="replace").splitlines() if source else list(lines)
    if not text or (source and lines):
        raise click.UsageError(state.say("which-lines"))
    archive = state.open()
    try:
        added = archive.append(archive.resolve(game), text, expect)
        clean = archive.judgement(added.game_id).clean
    except Malformed as error:
        for problem in error.problems[1:]:
            click.echo(problem.text(state.lang), err=True)
        state.fail(error.text(state.lang))
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    if as_json:
        print_json({"game": added.game_id, "version": added.version})
    else:
        click.echo(state.say("appended", game=added.game_id, version=added.version))
    sys.exit(CLEAN if clean else FOUND)
