"""Walks the tree of commands: for the reference pages, the translations and the tests."""

from __future__ import annotations

from collections.abc import Iterator

import click


def walk_commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yields a command and all its subcommands, each with its path (the words that call it)."""
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            subcommand = command.get_command(ctx, name)
            if subcommand is not None:
                yield from walk_commands(subcommand, (*path, name))
