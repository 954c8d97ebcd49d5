"""token: tokens for writing over HTTP, stored beside the log."""

from __future__ import annotations

import click

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Printer, with_format

pass_state = click.make_pass_decorator(CliContext)


@click.group()
def token() -> None:
    """Tokens for writing over HTTP.

    \b
    Example: plancia token create tavolo1
    """


@token.command(name="create")
@click.argument("name")
@click.option("--scope", "scopes", multiple=True, type=click.Choice(["read", "write", "admin"]), default=["write"],
              show_default=True, help="What the token permits; repeatable.")  # fmt: skip
@pass_state
def token_create(state: CliContext, name: str, scopes: tuple[str, ...]) -> None:
    """Create a token; it is shown only once.

    \b
    Example: plancia token create tavolo1 --scope write
    """
    archive = state.open(create=True)
    with archive.writing():
        secret = archive.tokens.make(name, list(scopes))
    click.echo(secret)


@token.command(name="list")
@with_format()
@pass_state
def token_list(state: CliContext, printer: Printer) -> None:
    """List names and scopes, never the tokens themselves.

    \b
    Example: plancia token list
    """
    printer.print_rows(state.open().tokens.all(), ["name", "scopes", "made_at", "revoked_at"])


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
