"""Every command of the program, for what is made of all of them: reference, translation, tests."""

from __future__ import annotations

from collections.abc import Iterator

import click


def walked(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """A command and all below it, each with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            if below is not None:
                yield from walked(below, (*path, name))
