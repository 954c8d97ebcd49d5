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
        from plancia_archive import ArchiveError
        from plancia_archive.dates import local_time
        from plancia_archive.evidence.qr_codes import qr_text

        named = {"tournaments": list(self.tournaments), "games": list(self.games)}
        limits = {kind: names for kind, names in named.items() if names}
        expires_at = int(time.time() * 1000) + self.hours * HOUR_MS
        archive = self.context.open(create=True)
        try:
            name = f"lan {datetime.now():%Y-%m-%d %H:%M}"
            self.token_id, secret = archive.tokens.grant(name, self.role, limits, None, expires_at)
        except ArchiveError as error:
            self.context.fail(error.text(self.context.lang))
        finally:
            archive.close()
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
        """Revokes the token; tells where that fails, since the token then ends by itself."""
        from plancia_archive import ArchiveError

        if self.token_id is None:
            return
        token_id, self.token_id = self.token_id, None
        try:
            archive = self.context.open(create=True)
            try:
                archive.tokens.revoke(token_id)
            finally:
                archive.close()
        except (ArchiveError, OSError, SystemExit):
            self.context.tell("lan-not-revoked", token=token_id)
            sys.exit(1)
