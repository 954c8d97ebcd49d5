"""The `plancia` command: global options, and subcommands that are imported when they are called."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

import click

from plancia_cli.support.context import CLEAN, DEFAULT_ARCHIVE, DENIED, ERROR, USAGE, CliContext, choose_language
from plancia_cli.support.translating import set_language, translate_command
from plancia_data import languages

COMMANDS = {
    "anchor": "anchor:anchor",
    "append": "append:append", "approve": "results:approve",
    "backup": "backup:backup", "board": "board:board", "checkpoint": "verify:checkpoint", "cite": "append:cite",
    "clock": "clock:clock",
    "complete": "complete:complete",
    "completion": "completion:completion",
    "confirm": "results:confirm", "conformance": "conformance:conformance",
    "conformance-driver": "conformance:conformance_driver", "convert": "convert:convert",
    "corrections": "corrections:corrections",
    "datasette": "datasette:datasette", "demo": "demo:demo",
    "diff": "diff:diff", "dispute": "dispute:dispute",
    "dump": "export:dump", "events": "state:events", "export": "export:export",
    "fmt": "lint:fmt", "fsck": "fsck:fsck",
    "generate": "generate:generate", "glossary": "glossary:glossary", "head": "verify:head",
    "health": "serve:health",
    "import": "import_games:import_command", "init": "archive:init", "judge": "judge:judge",
    "key": "keys:key", "lint": "lint:lint",
    "merged": "merged:merged",
    "list": "archive:list_command", "objectives": "objectives:objectives", "odds": "odds:odds",
    "open": "open:open_command",
    "openapi": "serve:openapi", "person": "person:person", "prove": "verify:prove",
    "publish": "publish:publish",
    "rebuild": "archive:rebuild", "record": "record:record",
    "restore": "backup:restore", "rules": "rules:rules", "score": "score:score", "search": "search:search",
    "serve": "serve:serve", "show": "state:show", "state": "state:state_command", "stats": "stats:stats",
    "token": "tokens:token", "tournament": "tournament:tournament", "variants": "variants:variants",
    "verdicts": "verdicts:verdicts",
    "verify": "verify:verify", "withdraw": "results:withdraw", "witness": "witness:witness",
}  # fmt: skip
AS_OF_COMMANDS = {  # commands that answer with --as-of
    "corrections", "datasette", "diff", "dispute", "dump", "events", "export", "judge", "list", "merged", "person",
    "rules", "score", "search", "show", "state", "stats", "tournament", "verdicts",
}  # fmt: skip
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@runtime_checkable
class Refusal(Protocol):
    """An error that says what was wrong: `ArchiveError`, `RuleSetError`, `ImportProblem`, `TlogError`."""

    code: str

    def text(self, lang: str = ...) -> str:
        """What was wrong, and what to do."""


@contextmanager
def exit_with_code() -> Iterator[None]:
    """Ends the program with the code of a `click.exceptions.Exit`, silently if the reader has closed the pipe.

    Without standalone mode click would return that code to whoever called the group, who may drop it.
    """
    try:
        yield
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CLEAN)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that the program starts fast."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **options: Any) -> click.Context:
        args = move_global_options_first(args)
        set_language(choose_language(language_option(args)))
        with exit_with_code():
            return super().make_context(info_name, args, *rest, **options)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Group.format_help(translate_command(self), ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; a refusal that it leaves to us is told in the reader's language, and ends it with 1."""
        with exit_with_code():
            try:
                return super().invoke(ctx)
            except Exception as error:
                if not isinstance(error, Refusal):
                    raise
                lang = choose_language(ctx.params["lang"])
                CliContext(lang, "").fail(error.text(lang))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and args[0] not in COMMANDS:  # click looks only at commands it has loaded
            raise click.exceptions.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        if ctx.params.get("as_of") is not None and args[0] not in AS_OF_COMMANDS and not ctx.resilient_parsing:
            from plancia_archive import ArchiveError

            raise click.UsageError(ArchiveError("as-of-command", args[0]).text(choose_language(ctx.params["lang"])))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(f"plancia_cli.{module}"), name)
        return translate_command(command)


def move_global_options_first(args: list[str]) -> list[str]:
    """The arguments with `--lang` and `--as-of` moved before the command: they are accepted anywhere before a `--`."""
    for name in ("--as-of", "--lang"):
        end = args.index("--") if "--" in args else len(args)
        for i in reversed(range(end)):
            count = 1 if args[i].startswith(f"{name}=") else 2 if args[i] == name else 0
            if count:
                args = [*args[i : i + count], *args[:i], *args[i + count :]]
                break
    return args


def language_option(args: list[str]) -> str | None:
    """The value of --lang before the command, read before click parses the arguments; None if absent."""
    i = 0
    while i < len(args) and args[i].startswith("-"):
        name, separator, value = args[i].partition("=")
        next_word = args[i + 1] if i + 1 < len(args) else None
        if name == "--lang":
            return value if separator else next_word
        i += 2 if name in ("--archive", "-a", "--as-of") and not separator else 1
    return None


def print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Prints the version and the form of the kernel (compiled or pure), and exits."""
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import version

    from plancia_replay import kernel_form

    click.echo(f"plancia {version('plancia')} ({kernel_form()} kernel)")
    ctx.exit()


@click.command(cls=LazyGroup, context_settings=CONTEXT_SETTINGS)
@click.option(
    "--lang", type=click.Choice(languages()), help="Language; by default PLANCIA_LANG, else the locale, else Italian."
)
@click.option("--archive", "-a", default=DEFAULT_ARCHIVE, envvar="PLANCIA_ARCHIVE", show_default=True,
              help="The archive's file.")  # fmt: skip
@click.option(
    "--as-of", metavar="DATE|TIME|SIZE|HEAD",
    help="Answer as the archive stood then: a date (the end of that day in UTC), a time such as 2026-11-20T21:30:00Z, "
         "a number of log entries, or a head. Names of people are today's.",
)  # fmt: skip
@click.option("--version", is_flag=True, callback=print_version, expose_value=False, is_eager=True, help="The version.")
@click.pass_context
def plancia(ctx: click.Context, lang: str | None, archive: str, as_of: str | None) -> None:
    """An archive of RisiKo! tournament games: store, replay, judge, score, query.

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
    ctx.obj = CliContext(choose_language(lang), archive, as_of)
    ctx.call_on_close(ctx.obj.close)


def exit_if_expected(problem: Exception) -> None:
    """Ends the program with a message for a refusal, an error of SQLite, a missing library, bytes not in UTF-8.

    Returns for any other exception, which is a fault of the program.
    """
    from plancia_data import MissingExtra, missing_extra

    lang = command_line_language()
    if isinstance(problem, UnicodeEncodeError) and any(not is_utf8(word) for word in sys.argv):
        click.echo(f"plancia: {CliContext(lang, '').say('not-utf8')}", err=True)
        sys.exit(USAGE)
    if isinstance(problem, ImportError):
        problem = missing_extra(problem) or problem
    elif "plancia_archive.log.connections" in sys.modules:
        from plancia_archive.log.connections import DRIVER, ERROR_PATTERNS, translate_error

        if isinstance(problem, DRIVER.DatabaseError):
            from pathlib import Path

            problem = translate_error(problem, Path("SQLite"))
            if problem.code not in ERROR_PATTERNS:
                return
    if isinstance(problem, Refusal | MissingExtra):
        click.echo(f"plancia: {problem.text(lang)}", err=True)
        sys.exit(ERROR)


def is_utf8(word: str) -> bool:
    """False for a word of the command line that has bytes which are not UTF-8; it may be the name of a file."""
    return not any("\ud800" <= character <= "\udfff" for character in word)


def command_line_language() -> str:
    """The language of messages that are printed outside a command."""
    return choose_language(language_option(move_global_options_first(sys.argv[1:])))


def format_os_error(problem: OSError) -> str:
    """A system error with its file, in the reader's language."""
    why = CliContext(command_line_language(), "").error_reason(problem)
    return f"{problem.filename}: {why}" if problem.filename and why else why or str(problem)


def handle_signal(number: int, frame: object) -> None:
    """Ends the command as Ctrl-C does: the open transaction is rolled back, what was committed stays."""
    raise KeyboardInterrupt


def main() -> None:
    """Runs the command and exits: 130 if interrupted, silently on a broken pipe."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    for name in ("SIGTERM", "SIGHUP"):  # sent when a service or a terminal ends
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, handle_signal)
    try:
        plancia.main(standalone_mode=False, prog_name="plancia")
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as problem:
        click.echo(f"plancia: {format_os_error(problem)}", err=True)
        sys.exit(DENIED if isinstance(problem, PermissionError) else ERROR)
    except Exception as problem:
        exit_if_expected(problem)
        raise
