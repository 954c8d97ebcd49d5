"""The option --jobs: the number of processes that a command uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

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
