"""person and token: names of players, and who may write over HTTP; both are kept beside the log."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Form, printed

pass_state = click.make_pass_decorator(CliContext)


@click.group()
def person() -> None:
    """Names and aliases of players, kept beside the log.

    \b
    Example: plancia person list
    """


@person.command(name="list")
@printed()
@pass_state
def person_list(state: CliContext, form: Form) -> None:
    """Everybody, with references.

    \b
    Example: plancia person list --format csv
    """
    form.rows(state.open().people.all(), ["player", "name"])


@person.command(name="alias")
@click.argument("player")
@click.argument("name")
@pass_state
def person_alias(state: CliContext, player: str, name: str) -> None:
    """Let another spelling mean the same person.

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
    """Show a person by another name, a new one or a spelling known; the old one still means the same person.

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
    """Make one person of two: OTHER becomes a spelling of PLAYER, whose name and reference stay.

    The log keeps both references; lists, statistics, standings and exports have one. It cannot be undone, and is
    refused for two who met in a game or a tournament.

    \b
    Example: plancia person merge "Mario Rossi" "Rosi Mario"
    """
    from plancia_archive import ArchiveError
    from plancia_archive.registers.person_merges import merge

    try:
        one, gone = merge(state.open(), player, other)
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    click.echo(state.say("merged", one=one, other=gone))


@click.group()
def token() -> None:
    """Tokens for writing over HTTP.

    \b
    Example: plancia token create tavolo1
    """


@token.command(name="create")
@click.argument("name")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(["read", "write", "admin"]), default=["write"],
              show_default=True, help="What it may do; repeatable.")  # fmt: skip
@pass_state
def token_create(state: CliContext, name: str, scopes: tuple[str, ...]) -> None:
    """A new token; it is shown this once.

    \b
    Example: plancia token create tavolo1 --scope write
    """
    archive = state.open(create=True)
    with archive.writing():
        made = archive.tokens.make(name, list(scopes))
    click.echo(made)


@token.command(name="list")
@printed()
@pass_state
def token_list(state: CliContext, form: Form) -> None:
    """Names and scopes, never the tokens.

    \b
    Example: plancia token list
    """
    form.rows(state.open().tokens.all(), ["name", "scopes", "made_at", "revoked_at"])


@token.command(name="revoke")
@click.argument("name")
@pass_state
def token_revoke(state: CliContext, name: str) -> None:
    """Revoke the tokens of a name.

    \b
    Example: plancia token revoke tavolo1
    """
    archive = state.open()
    with archive.writing():
        count = archive.tokens.revoke(name)
    click.echo(state.say("revoked", count=count))
