"""open: the club's own archive in the browser, as its keeper, where the system keeps a user's data."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from plancia_cli.serve import is_in_lan, start_server
from plancia_cli.support.context import CliContext
from plancia_cli.support.evening import grant_token, revoke_token

pass_cli_context = click.make_pass_decorator(CliContext)
KEEPER_DAYS = 7  # that the keeper's token is valid where the program ends without revoking it


class KeeperSession:
    """The token by which the browser of this machine signs in as keeper, valid while the server runs."""

    def __init__(self, context: CliContext, show: bool) -> None:
        self.context = context
        self.show = show
        self.token_id: str | None = None

    def begin(self, url: str) -> None:
        """Creates the token and opens the sign-in page of this machine with it, or prints its address."""
        until = time.time_ns() // 1_000_000 + KEEPER_DAYS * 86_400_000
        self.token_id, secret = grant_token(self.context, self.context.say("keeper-token"), "keeper", {}, until)
        address = f"http://127.0.0.1:{urlsplit(url).port}/sign-in?next=/keeper#{secret}"
        self.context.tell("open-address", address=address)
        if self.show:
            click.launch(address)

    def end(self) -> None:
        """Revokes the token; ends the command where that fails."""
        token_id, self.token_id = self.token_id, None
        revoke_token(self.context, token_id)


@click.command(name="open")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8001, show_default=True, help="The port; 0 for any free one."
)
@click.option("--alone", is_flag=True, help="For this machine only: no phone reaches it.")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening it.")
@pass_cli_context
def open_command(context: CliContext, port: int, alone: bool, no_browser: bool) -> None:
    """Open the club's own archive in the browser, as its keeper; the first time it is made.

    It lies in the user's folder for data, unless --archive or PLANCIA_ARCHIVE names another. Phones of the same network
    come in by the codes of the page that opens. Ctrl-C ends it.

    \b
    Example: plancia open
    """
    parent = click.get_current_context().parent
    if parent is None or parent.get_parameter_source("archive") is ParameterSource.DEFAULT:
        context.archive = str(own_archive())
    path = Path(context.archive)
    is_new = not path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        context.fail(context.say("cannot-write", file=str(path.parent), why=context.error_reason(error)))
    context.open(create=True).close()
    context.tell("own-made" if is_new else "own-opened", what=context.archive)
    host = "127.0.0.1" if alone or not is_in_lan() else "0.0.0.0"
    context.tell("no-phones" if host == "127.0.0.1" else "phones-by-code")
    start_server(context, False, KeeperSession(context, not no_browser), host=host, port=port)


def own_archive() -> Path:
    """Returns the archive of this user, in the folder that the system has for a program's data."""
    from platformdirs import user_data_path

    return user_data_path("Plancia", appauthor=False, roaming=False) / "circolo.db"
