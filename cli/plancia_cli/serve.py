"""serve, health and openapi: the only module of the command line that imports the API."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plancia_cli.support.context import CliContext, write_text
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
@pass_cli_context
def serve(
    context: CliContext, path: str | None, witness: str | None, host: str, port: int, show: bool, private: bool,
    proxies: tuple[str, ...], names: tuple[str, ...], origins: tuple[str, ...],
) -> None:  # fmt: skip
    """Serve the archive: pages, API and its documentation. Ctrl-C ends it.

    \b
    Example: plancia serve circolo.db --port 8080
    """
    context.archive = path or context.archive
    files = witness_files(context, witness) if witness else None
    options = {"host": host, "port": port, "private": private, "proxies": proxies, "names": names}
    start_server(context, show, **options, origins=origins, witness=files)


@click.command()
@with_format("json", "The default.")
@pass_cli_context
def health(context: CliContext, printer: Printer) -> None:
    """Report whether the archive can be read and written, its number of games, and the form of the kernel.

    \b
    Example: plancia health
    """
    from plancia_archive.log.read_only import write_status
    from plancia_replay import kernel_form

    archive = context.open()
    status = write_status(archive.path, archive.read_only)
    payload = {"status": status, "writable": status == "ok", "games": archive.count(), "kernel": kernel_form()}
    printer.print_rows([payload], list(payload), payload=payload)


def start_server(context: CliContext, show: bool, **options: Any) -> None:
    """Starts the server and waits for it to end; `options` are those of `Serving`, `show` opens the browser."""
    from plancia_api.serve import ServerOptions, serve_archive
    from plancia_api.sockets import PortTaken

    context.open().close()

    def on_ready(address: str) -> None:
        click.echo(context.say("serving", address=address))
        sys.stdout.flush()
        if show:
            click.launch(address)

    try:
        serve_archive(Path(context.archive), ServerOptions(**options), on_ready)
    except PortTaken:
        context.fail(context.say("port-taken", port=options["port"]))
    except KeyboardInterrupt:
        pass
    click.echo(context.say("ended"))


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
