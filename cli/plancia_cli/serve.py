"""serve, health and openapi: the only module of the command line that imports the API."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any, NoReturn, Protocol

import click
from click.core import ParameterSource

from plancia_cli.support.context import CliContext, check_file, write_text
from plancia_cli.support.evening import ROLES, Evening
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)


def check_networks(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Callback that validates addresses and networks. Raises click.BadParameter."""
    from ipaddress import ip_network

    for value in values:
        try:
            ip_network(value, strict=False)
        except ValueError:
            raise click.BadParameter(ctx.ensure_object(CliContext).say("no-address", what=value)) from None
    return values


@click.command()
@click.argument("path", required=False, metavar="[ARCHIVE]")
@click.option("--witness", metavar="KEY", help="Also witness other archives, with this signing key, under /witness.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8001, show_default=True, help="The port; 0 for any free one."
)
@click.option("--open", "-o", "show", is_flag=True, help="Open the start page in a browser.")
@click.option(
    "--private", is_flag=True, help="Show names only to tokens that may read them, also in standings and statistics."
)
@click.option(
    "--behind-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=check_networks,
    help="Trust the X-Forwarded headers of this proxy (address or network); repeatable.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="An accepted Host name, beside addresses and this machine's name; repeatable.",
)
@click.option(
    "--cors",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="An origin whose pages may read answers with names (CORS); * for all; repeatable.",
)
@click.option("--cert", metavar="FILE", help="Speak TLS with this certificate chain (PEM); with --key.")
@click.option("--key", metavar="FILE", help="The key of --cert (PEM, without a password).")
@click.option(
    "--lan", is_flag=True, help="Listen in the local network, and print address, QR code and a token for the evening."
)
@click.option("--role", type=click.Choice(ROLES), help="With --lan: what the token permits; by default recorder.")
@click.option(
    "--hours", type=click.IntRange(1, 72), help="With --lan: hours for which the token is valid; by default 12."
)
@click.option("--evidence-per-dispute", type=click.IntRange(1), default=128, show_default=True, metavar="MB",
              help="Files of evidence of one dispute, or of the corrections of one game.")  # fmt: skip
@click.option("--evidence-per-day", type=click.IntRange(1), default=512, show_default=True, metavar="MB",
              help="Files of evidence that come with one token within 24 hours.")  # fmt: skip
@click.option("--tournament", "tournaments", multiple=True,
              help="With --lan: only this tournament and its games; repeatable.")  # fmt: skip
@click.option("--game", "games", multiple=True, help="With --lan: only this game; repeatable.")
@pass_cli_context
def serve(
    context: CliContext, /, path: str | None, witness: str | None, show: bool, cert: str | None, key: str | None,
    lan: bool, role: str | None, hours: int | None, tournaments: tuple[str, ...], games: tuple[str, ...],
    **options: Any,
) -> None:  # fmt: skip
    """Serve the archive: pages, API and its documentation. Ctrl-C ends it.

    \b
    Example: plancia serve circolo.db --port 8080
    """
    context.archive = path or context.archive
    if not lan and (role or hours or tournaments or games):
        raise click.UsageError(context.say("lan-only"))
    options["witness"] = witness_files(context, witness) if witness else None
    options["tls"] = load_tls(context, cert, key)
    evening = None
    if lan:
        context.open().close()  # ends the command without an archive, which the next line would create
        evening = Evening(context, role or "recorder", hours or 12, tournaments, games, has_tls=bool(cert))
        choose_lan_address(evening, options)
        evening.check()
    start_server(context, show, evening, **options)


def load_tls(context: CliContext, cert: str | None, key: str | None) -> Any:
    """The TLS context of --cert and --key, None without them. Ends the command for files that are no such pair."""
    import ssl

    from plancia_api.tls import server_tls

    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise click.UsageError(context.say("cert-and-key"))
    check_file(context, cert)
    check_file(context, key)
    try:
        return server_tls(cert, key)
    except ssl.SSLError as error:
        context.fail(context.say("no-cert", cert=cert, key_file=key, why=error.reason or "PEM"))
    except OSError as error:
        context.fail(context.say("cannot-read", file=f"{cert}, {key}", why=context.error_reason(error)))


def choose_lan_address(evening: Evening, options: dict[str, Any]) -> None:
    """Sets the address to listen on, and the name to print: --host, else the LAN address; behind a proxy its name."""
    from plancia_api.lan_address import lan_address

    context, names = evening.context, options["names"]
    is_host_given = click.get_current_context().get_parameter_source("host") is ParameterSource.COMMANDLINE
    evening.address = names[0] if names else None
    if options["proxies"]:
        evening.behind_proxy = True
        if not names:
            raise click.UsageError(context.say("lan-proxy-name"))
        return
    if is_host_given and options["host"] not in ("0.0.0.0", "::"):
        return
    found = lan_address()
    if found is None:
        context.fail(context.say("no-lan"))
    evening.address = evening.address or found
    if not is_host_given:
        options["host"] = found


def is_in_lan() -> bool:
    """Returns True if this machine has an address in a local network."""
    from plancia_api.lan_address import lan_address

    return lan_address() is not None


@click.command()
@with_format("json", "The default.")
@pass_cli_context
def health(context: CliContext, printer: Printer) -> None:
    """Report whether the archive can be read and written, its number of games, the kernel, and the room on the disk.

    \b
    Example: plancia health
    """
    from plancia_archive.log.read_only import free_megabytes, write_status
    from plancia_replay import kernel_form

    archive = context.open()
    status = write_status(archive.path, archive.read_only)
    payload = {"status": status, "writable": status == "ok", "games": archive.count(), "kernel": kernel_form(),
               "free_mb": free_megabytes(archive.path)}  # fmt: skip
    printer.print_rows([payload], list(payload), payload=payload)


class ServedToken(Protocol):
    """A token that is valid while the server runs: `begin` makes it for the server's address, `end` revokes it."""

    def begin(self, url: str) -> None: ...

    def end(self) -> None: ...


def start_server(context: CliContext, show: bool, evening: ServedToken | None = None, **options: Any) -> None:
    """Starts the server and waits for it to end; `options` are those of `ServerOptions`, `show` opens the browser.

    The token of `evening` is made when the server listens and revoked when it ends.
    """
    from plancia_api.serve import ServerOptions, serve_archive
    from plancia_api.sockets import PortTaken

    context.open().close()

    def on_ready(address: str) -> None:
        click.echo(context.say("serving", address=address.replace("//0.0.0.0:", "//127.0.0.1:")))
        if evening:
            evening.begin(address)
        sys.stdout.flush()
        if show:
            click.launch(address)

    try:
        serve_archive(Path(context.archive), ServerOptions(**options), on_ready)
    except PortTaken as error:
        fail_to_listen(context, error, **options)
    except KeyboardInterrupt:
        pass
    finally:
        if evening:
            evening.end()
    click.echo(context.say("ended"))


def fail_to_listen(context: CliContext, error: OSError, **options: Any) -> NoReturn:
    """Ends the command: the address is not one of this machine, or the port is in use."""
    if isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.EADDRNOTAVAIL:
        context.fail(context.say("host-not-here", host=options["host"]))
    context.fail(context.say("port-taken", port=options["port"]))


def witness_files(context: CliContext, key: str, logs: str | None = None, state: str | None = None) -> Any:
    """The witness of a key file. Ends the command where the key cannot be read; raises TlogError."""
    from plancia_archive.tlog.witness_files import WitnessFiles

    try:
        return WitnessFiles(Path(key), Path(logs) if logs else None, Path(state) if state else None)
    except OSError as error:
        context.fail(context.say("cannot-read", file=key, why=context.error_reason(error)))


def start_witness(context: CliContext, key: str, logs: str | None, state: str | None, **options: Any) -> None:
    """Starts a witness and waits for it to end; `options` are host, port and proxies."""
    from plancia_api.sockets import PortTaken
    from plancia_api.witness_app import serve_witness

    def on_ready(address: str) -> None:
        click.echo(context.say("serving", address=address))
        sys.stdout.flush()

    try:
        serve_witness(witness_files(context, key, logs, state), ready=on_ready, **options)
    except PortTaken:
        context.fail(context.say("port-taken", port=options["port"]))
    except KeyboardInterrupt:
        pass
    click.echo(context.say("ended"))


@click.command()
@click.option("--output", "-o", help="The file to write; standard output if omitted.")
@pass_cli_context
def openapi(context: CliContext, output: str | None) -> None:
    """Print the description of the HTTP API (OpenAPI 3.1), without a server.

    \b
    Example: plancia openapi -o plancia-api.json
    """
    import json

    from plancia_api.app import openapi_document

    write_text(context, output, json.dumps(openapi_document(), ensure_ascii=False, indent=1) + "\n")
