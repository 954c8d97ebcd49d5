"""append: event lines for a kept game, such as an arbiter's correction."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plancia_cli.support.context import CLEAN, FOUND, CliContext, read_bytes
from plancia_cli.support.printing import Form, printed


def given(state: CliContext, lines: tuple[str, ...], source: str | None) -> list[str]:
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
@click.option(
    "--expected", "--expect", type=click.IntRange(1), help="The version the game must have: another one is refused."
)
@click.option("--dry-run", is_flag=True, help="Only say what it would be: keep nothing.")
@printed("text")
@click.make_pass_decorator(CliContext)
def append(
    state: CliContext,
    game: str,
    lines: tuple[str, ...],
    source: str | None,
    expected: int | None,
    dry_run: bool,
    form: Form,
) -> None:
    """Add event lines to a kept game: a turn played on, an arbiter's correction. Nothing that is there changes.

    All of the lines are kept or none; without LINE and --file they come from standard input. The game is judged
    again: what the new lines break is told, and standings that rest on it follow. Exit code 3 where the game has
    illegal events.

    \b
    Example: plancia append serata-1 "FIX A 41 ATT R CIN>SIA 62:531 -1-1 {the dice were read wrong}"
             plancia append serata-1 --file seguito.rgn --expected 25
    """
    from plancia_archive import ArchiveError, Malformed
    from plancia_archive.facts.judgement_changes import news
    from plancia_archive.log.validation import canonical_lines

    wanted = given(state, lines, source)
    archive = state.open()
    try:
        name = archive.resolve(game)
        if dry_run:
            whole, more = archive.preview(name, wanted, expected)
        else:
            archive.append(name, wanted, expected)
            whole = archive.game(name)
            more = canonical_lines(wanted, whole)
        found = news(whole, whole.version, more.count("\n"), archive.rules_of(whole), state.lang)
    except Malformed as error:
        for problem in error.problems:
            state.tell_line(problem.text(state.lang))
        if len(wanted) == 1 and Path(wanted[0]).is_file():
            state.fail(state.say("line-is-file", file=wanted[0]))
        state.fail(state.say("nothing-appended", count=len(error.problems)))
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    row = {"game": name, "version": whole.version, "duplicate": False, "dry_run": dry_run}
    if form.kind == "text":
        click.echo(state.say("would-append" if dry_run else "appended", game=name, version=whole.version))
        for verdict in found.verdicts:
            kind = state.say("verdict." + verdict.verdict)
            click.echo(f"  {verdict.event}: {kind} {verdict.rule_id} ({verdict.cite}) {verdict.says}")
    else:
        form.rows([row], list(row), whole={**row, **found.to_json()})
    sys.exit(CLEAN if found.clean else FOUND)
