"""Progress of long work, on standard error and only where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from plancia_cli.support.context import CliContext


@contextmanager
def progress(label: str, length: int, printing: bool = False) -> Iterator[Callable[[], None]]:
    """Gives what to call after each step of so many; the bar is hidden where standard error is no terminal.

    `printing` work writes as it goes: on a terminal its lines are progress enough, and a bar would run into them.
    """
    hidden = not sys.stderr.isatty() or (printing and sys.stdout.isatty())
    state = click.get_current_context().ensure_object(CliContext)
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        state.watched = not hidden
        try:
            yield lambda: bar.update(1)
        finally:
            state.watched = False
