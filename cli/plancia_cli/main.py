"""The `plancia` command: options that hold for all, and its subcommands, loaded when they are called."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from plancia_cli.support.context import CLEAN, DEFAULT_ARCHIVE, DENIED, ERROR, CliContext, chosen_language
from plancia_cli.support.translating import speak, translated
from plancia_data import languages

COMMANDS = {
    "append": "append:append",
    "backup": "backup:backup", "board": "reference:board", "complete": "complete:complete",
    "completion": "reference:completion",
    "convert": "import_games:convert", "datasette": "datasette:datasette", "demo": "demo:demo",
    "diff": "rules:diff", "dump": "export:dump", "events": "state:events", "export": "export:export",
    "generate": "generate:generate", "glossary": "reference:glossary", "health": "serve:health",
    "import": "import_games:import_command", "init": "archive:init", "judge": "judge:judge",
    "list": "archive:list_command", "objectives": "objectives:objectives", "odds": "stats:odds",
    "openapi": "serve:openapi", "person": "person:person", "rebuild": "archive:rebuild",
    "restore": "backup:restore", "rules": "rules:rules", "score": "judge:score", "search": "stats:search",
    "serve": "serve:serve", "show": "state:show", "state": "state:state_command", "stats": "stats:stats",
    "token": "person:token", "tournament": "tournament:tournament", "variants": "reference:variants",
    "verdicts": "verdicts:verdicts",
    "verify": "archive:verify", "withdraw": "withdraw:withdraw",
}  # fmt: skip
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@contextmanager
def quiet_pipe() -> Iterator[None]:
    """Ends the program without a word where whoever read the output has gone away."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CLEAN)


class Lazy(click.Group):
    """A group whose commands are imported when they are asked for, so that the program starts at once."""

    def make_context(self, info_name: str | None, args: list[str], *given: Any, **named: Any) -> click.Context:
        args = language_first(args)
        speak(chosen_language(asked_language(args)))
        with quiet_pipe():
            return super().make_context(info_name, args, *given, **named)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        shown = translated(self)
        click.Group.format_help(shown, ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        with quiet_pipe():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and args[0] not in COMMANDS:  # click looks only at commands it has loaded
            raise click.exceptions.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(f"plancia_cli.{module}"), name)
        return translated(command)


def language_first(args: list[str]) -> list[str]:
    """The arguments with `--lang VALUE` moved before the command, so that it may stand anywhere up to a `--`."""
    end = args.index("--") if "--" in args else len(args)
    for place in reversed(range(end)):
        word = args[place]
        width = 1 if word.startswith("--lang=") else 2 if word == "--lang" else 0
        if width:
            return [*args[place : place + width], *args[:place], *args[place + width :]]
    return args


def asked_language(args: list[str]) -> str | None:
    """What --lang says before the command, where click has not come yet; None where it is not there."""
    place = 0
    while place < len(args) and args[place].startswith("-"):
        name, equals, value = args[place].partition("=")
        following = args[place + 1] if place + 1 < len(args) else None
        if name == "--lang":
            return value if equals else following
        place += 2 if name in ("--archive", "-a") and not equals else 1
    return None


def print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """The version and which form of the kernel runs."""
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import version

    from plancia_replay import kernel_form

    click.echo(f"plancia {version('plancia')} ({kernel_form()} kernel)")
    ctx.exit()


@click.command(cls=Lazy, context_settings=HELP)
@click.option("--lang", type=click.Choice(languages()), help="Language; else PLANCIA_LANG, the locale, Italian.")
@click.option("--archive", "-a", default=DEFAULT_ARCHIVE, envvar="PLANCIA_ARCHIVE", show_default=True,
              help="The file of the archive.")  # fmt: skip
@click.option("--version", is_flag=True, callback=print_version, expose_value=False, is_eager=True, help="The version.")
@click.pass_context
def plancia(ctx: click.Context, lang: str | None, archive: str) -> None:
    """The archive of RisiKo! tournament games: keep, replay, judge, score, ask.

    Exit codes: 0 clean, 1 error, 2 usage, 3 something illegal or a score that differs, 4 not authorised,
    130 interrupted.

    NO_COLOR and FORCE_COLOR are honoured.

    \b
    Example: plancia judge partita.rgn
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    elif os.environ.get("FORCE_COLOR"):
        ctx.color = True
    ctx.obj = CliContext(chosen_language(lang), archive)


def refused(problem: Exception) -> None:
    """Ends the program with a sentence where it is the archive's refusal or its driver's, wherever it came from.

    Also where a library is missing that an extra brings.
    """
    from plancia_archive import ArchiveError
    from plancia_data import MissingExtra, missing_extra

    lang = chosen_language(asked_language(language_first(sys.argv[1:])))
    if isinstance(problem, ImportError):
        problem = missing_extra(problem) or problem
    elif "plancia_archive.log.connections" in sys.modules:
        from plancia_archive.log.connections import DRIVER, REFUSALS, refusal

        if isinstance(problem, DRIVER.DatabaseError):
            from pathlib import Path

            problem = refusal(problem, Path("SQLite"))
            if problem.code not in REFUSALS:
                return
    if isinstance(problem, ArchiveError | MissingExtra):
        click.echo(f"plancia: {problem.text(lang)}", err=True)
        sys.exit(ERROR)


def unusable(problem: OSError) -> str:
    """A file that the system refuses, in the reader's language."""
    state = CliContext(chosen_language(asked_language(language_first(sys.argv[1:]))), "")
    why = state.why(problem)
    return f"{problem.filename}: {why}" if problem.filename and why else why or str(problem)


def interrupted(number: int, frame: object) -> None:
    """Ends the command as Ctrl-C does: what was begun is taken back, what was kept is in the file."""
    raise KeyboardInterrupt


def main() -> None:
    """Runs the command; a broken pipe is quiet, an interruption is 130."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    for name in ("SIGTERM", "SIGHUP"):  # the end of a session, of a service: as Ctrl-C
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, interrupted)
    try:
        plancia.main(standalone_mode=False, prog_name="plancia")
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as problem:
        click.echo(f"plancia: {unusable(problem)}", err=True)
        sys.exit(DENIED if isinstance(problem, PermissionError) else ERROR)
    except Exception as problem:
        refused(problem)
        raise
