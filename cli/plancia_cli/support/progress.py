"""A progress bar on standard error, shown only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
