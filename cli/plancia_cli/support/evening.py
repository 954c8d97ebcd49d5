"""The evening of `plancia serve --lan`: a token that ends with the server, its address and QR code."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote, urlencode, urlsplit

import click

from plancia_cli.support.context import CliContext

ROLES = ("reader", "recorder", "arbiter")  # a code that hangs in a room carries no token that makes tokens
HOUR_MS = 3_600_000


@dataclass
class Evening:
    """Role, hours and limits of the token, and what is known of the address: a name to print, TLS, a proxy with TLS."""

    context: CliContext
    role: str
    hours: int
    tournaments: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    address: str | None = None  # host to print; None: that of the server
    has_tls: bool = False
    behind_proxy: bool = False
    token_id: str | None = None

    def check(self) -> None:
        """Replaces games by their ids; ends the command for an unknown game or tournament, or a read-only archive."""
        from plancia_archive import ArchiveError

        archive = self.context.open(create=True)
        try:
            for name in self.tournaments:
                archive.tournaments.get(name)
            self.games = tuple(archive.resolve(game) for game in self.games)
        except ArchiveError as error:
            self.context.fail(error.text(self.context.lang))
        finally:
            archive.close()

    def begin(self, url: str) -> None:
        """Creates the token, and prints address, QR code, token, and who can read it. Ends the command on an error."""
        from plancia_archive.dates import local_time
        from plancia_archive.evidence.qr_codes import qr_text

        named = {"tournaments": list(self.tournaments), "games": list(self.games)}
        limits = {kind: names for kind, names in named.items() if names}
        expires_at = int(time.time() * 1000) + self.hours * HOUR_MS
        name = f"lan {datetime.now():%Y-%m-%d %H:%M}"
        self.token_id, secret = grant_token(self.context, name, self.role, limits, expires_at)
        address = self.sign_in_address(url, secret)
        click.echo(qr_text(address), nl=False)
        click.echo(self.context.say("lan-address", address=address))
        self.context.tell("lan-proxy" if self.behind_proxy else "lan-tls" if self.has_tls else "lan-plain")
        until = f"{local_time(expires_at):%Y-%m-%d %H:%M}"
        click.echo(self.context.say("lan-token", token=secret, role=self.role, until=until))

    def sign_in_address(self, url: str, secret: str) -> str:
        """The address of /sign-in with the token as its fragment, which browsers do not send, and the page after it."""
        parts = urlsplit(url)
        host = self.address or parts.hostname or ""
        host = f"[{host}]" if ":" in host else host
        base = f"https://{host}" if self.behind_proxy else f"{parts.scheme}://{host}:{parts.port}"
        return f"{base}/sign-in?{urlencode({'next': self.first_page()}, safe='/')}#{secret}"

    def first_page(self) -> str:
        """The page after signing in: that of a recording or its list, for a reader the page to look at."""
        is_reader = self.role == "reader"
        if len(self.games) + len(self.tournaments) != 1:
            return "/" if is_reader else "/record"
        if self.games:
            return f"/games/{quote(self.games[0])}" if is_reader else f"/record/{quote(self.games[0])}"
        name = quote(self.tournaments[0], safe="")
        return f"/tournaments/{name}" if is_reader else f"/record?tournament={name}"

    def end(self) -> None:
        """Revokes the token; ends the command where that fails."""
        token_id, self.token_id = self.token_id, None
        revoke_token(self.context, token_id)


def grant_token(
    context: CliContext, name: str, role: str, limits: dict[str, list[str]], expires_at: int
) -> tuple[str, str]:
    """Creates a token until a time in Unix milliseconds; returns its id and secret. Ends the command on an error."""
    from plancia_archive import ArchiveError

    archive = context.open(create=True)
    try:
        return archive.tokens.grant(name, role, limits, None, expires_at)
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    finally:
        archive.close()


def revoke_token(context: CliContext, token_id: str | None) -> None:
    """Revokes a token, if there is one; tells where that fails, since it then ends by itself, and ends the command."""
    from plancia_archive import ArchiveError

    if token_id is None:
        return
    try:
        archive = context.open(create=True)
        try:
            archive.tokens.revoke(token_id)
        finally:
            archive.close()
    except (ArchiveError, OSError, SystemExit):
        context.tell("lan-not-revoked", token=token_id)
        sys.exit(1)
