"""append: event lines for a kept game, such as an arbiter's correction."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plancia_cli.context import CLEAN, FOUND, State, read_bytes
from plancia_cli.printing import Form, printed


def given(state: State, lines: tuple[str, ...], source: str | None) -> list[str]:
    """The lines of the arguments, of the file, or of standard input where there are neither."""
    if lines and source:
        raise click.UsageError(state.say("which-lines"))
    if lines:
        return list(lines)
    if source is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError(state.say("which-lines"))
    try:
        text = read_bytes(state, source or "-").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        state.fail(state.say("cannot-read", file=source or "-", why=f"UTF-8: {error.start}"))
    found = [line for line in text.splitlines() if line.strip()]
    if not found:
        raise click.UsageError(state.say("which-lines"))
    return found


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("lines", nargs=-1, metavar="[LINE]...")
@click.option("--file", "-f", "source", help="A file of lines, - for standard input; in place of LINE.")
@click.option("--expected", "--expect", type=click.IntRange(1),
              help="The version the game must have: another one is refused.")
@printed("text")
@click.make_pass_decorator(State)
def append(
    state: State, game: str, lines: tuple[str, ...], source: str | None, expected: int | None, form: Form
) -> None:  # fmt: skip
    """Add event lines to a kept game: a turn played on, an arbiter's correction. Nothing that is there changes.

    All of the lines are kept or none; without LINE and --file they come from standard input. The game is judged
    again, and standings that rest on it follow. Exit code 3 where the game has illegal events.

    \b
    Example: plancia append serata-1 "FIX A 41 ATT R CIN>SIA 62:531 -1-1 {the dice were read wrong}"
             plancia append serata-1 --file seguito.rgn --expected 25
    """
    from plancia_archive import ArchiveError, Malformed

    wanted = given(state, lines, source)
    archive = state.open()
    try:
        added = archive.append(archive.resolve(game), wanted, expected)
        clean = archive.judgement(added.game_id).clean
    except Malformed as error:
        for problem in error.problems:
            state.tell_line(problem.text(state.lang))
        if len(wanted) == 1 and Path(wanted[0]).is_file():
            state.fail(state.say("line-is-file", file=wanted[0]))
        state.fail(state.say("nothing-appended", count=len(error.problems)))
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    row = {"game": added.game_id, "version": added.version, "duplicate": added.duplicate}
    if form.kind == "text":
        click.echo(state.say("appended", **row))
    else:
        form.rows([row], list(row), whole=row)
    sys.exit(CLEAN if clean else FOUND)
