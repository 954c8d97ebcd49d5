"""The option --jobs: in how many processes a command works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
MOST = 256
HELP = "How many processes; else one a core. Few games take one. The result is the same."


def with_jobs(help_text: str = HELP) -> Callable[[Command], Command]:
    """Adds --jobs N to a command, which gets `jobs`: the number given, else that of the cores it may use."""
    return click.option("--jobs", type=click.IntRange(1, MOST), metavar="N", callback=or_cores, help=help_text)


def or_cores(ctx: click.Context, param: click.Parameter, value: int | None) -> int:
    """The number given; the cores where none is."""
    if value is not None or ctx.resilient_parsing:
        return value or 1
    from plancia_archive.workers import cores

    return min(cores(), MOST)
