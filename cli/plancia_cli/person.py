"""person: names and aliases of players, stored beside the log."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format

pass_state = click.make_pass_decorator(CliContext)


@click.group()
def person() -> None:
    """Names and aliases of players, stored beside the log.

    \b
    Example: plancia person list
    """


@person.command(name="list")
@with_format()
@pass_state
def person_list(state: CliContext, printer: Printer) -> None:
    """List the players with their references.

    \b
    Example: plancia person list --format csv
    """
    printer.print_rows(state.open().people.all(), ["player", "name"])


@person.command(name="alias")
@click.argument("player")
@click.argument("name")
@pass_state
def person_alias(state: CliContext, player: str, name: str) -> None:
    """Add an alias: another spelling of a player's name.

    \b
    Example: plancia person alias "Mario Rossi" "M. Rossi"
    """
    from plancia_archive import ArchiveError

    try:
        archive = state.open()
        with archive.writing():
            reference = archive.people.add_alias(player, name)
        click.echo(reference)
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@person.command(name="rename")
@click.argument("player")
@click.argument("name")
@pass_state
def person_rename(state: CliContext, player: str, name: str) -> None:
    """Change the name that a player is shown by, to a new one or a known spelling; the old name remains an alias.

    \b
    Example: plancia person rename "M. Rossi" "Mario Rossi"
    """
    from plancia_archive import ArchiveError

    try:
        archive = state.open()
        with archive.writing():
            reference = archive.people.rename(player, name)
        click.echo(reference)
    except ArchiveError as error:
        state.fail(error.text(state.lang))


@person.command(name="merge")
@click.argument("player")
@click.argument("other")
@pass_state
def person_merge(state: CliContext, player: str, other: str) -> None:
    """Merge two people: OTHER becomes an alias of PLAYER, whose name and reference stay.

    The log keeps both references; lists, statistics, standings and exports show one. It cannot be undone, and is
    refused for two players who met in a game or a tournament.

    \b
    Example: plancia person merge "Mario Rossi" "Rosi Mario"
    """
    from plancia_archive import ArchiveError
    from plancia_archive.registers.person_merges import merge

    try:
        merged, other_reference = merge(state.open(), player, other)
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    click.echo(state.say("merged", one=merged, other=other_reference))
