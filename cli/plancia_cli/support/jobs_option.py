"""The option --jobs: the number of processes that a command uses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from plancia_cli.support.context import CliContext


@contextmanager
def progress(label: str, length: int, printing: bool = False) -> Iterator[Callable[[], None]]:
    """Yields a function to call after each of `length` steps; no bar if standard error is no terminal, or for 0.

    `printing`: the work prints a line per step, which on a terminal is progress enough; the bar would run into it.
    """
    hidden = not length or not sys.stderr.isatty() or (printing and sys.stdout.isatty())
    context = click.get_current_context().ensure_object(CliContext)
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        context.progress_shown = not hidden
        try:
            yield lambda: bar.update(1)
        finally:
            context.progress_shown = False


Command = TypeVar("Command", bound=Callable[..., Any])
MAX_JOBS = 256
JOBS_HELP = "The number of processes; by default one per core. Few games use one. The result is the same."


def with_jobs(help_text: str = JOBS_HELP) -> Callable[[Command], Command]:
    """Decorator that adds --jobs N to a command, which gets `jobs`: N, else the number of available cores."""
    return click.option(
        "--jobs", type=click.IntRange(1, MAX_JOBS), metavar="N", callback=default_to_cores, help=help_text
    )


def default_to_cores(ctx: click.Context, param: click.Parameter, value: int | None) -> int:
    """Callback: the number given, else the number of available cores."""
    if value is not None or ctx.resilient_parsing:
        return value or 1
    from plancia_archive.workers import cores

    return min(cores(), MAX_JOBS)
