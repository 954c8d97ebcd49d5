"""serve, health and openapi: the only place where the command line starts the API."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plancia_cli.support.context import CliContext, write_text
from plancia_cli.support.printing import Form, printed

pass_state = click.make_pass_decorator(CliContext)


def networks(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses or networks of an option. Raises click.BadParameter."""
    from ipaddress import ip_network

    for one in given:
        try:
            ip_network(one, strict=False)
        except ValueError:
            raise click.BadParameter(ctx.ensure_object(CliContext).say("no-address", what=one)) from None
    return given


@click.command()
@click.argument("path", required=False, metavar="[ARCHIVE]")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", "-p", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0: any free one.")
@click.option("--open", "-o", "show", is_flag=True, help="Open the start page in a browser.")
@click.option("--private", is_flag=True, help="Names only for tokens that may read, also in standings and statistics.")
@click.option(
    "--behind-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=networks,
    help="Believe this proxy (address or network) about callers, scheme and host; repeatable.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name that the server may be called by, beside addresses and this machine's; repeatable.",
)
@click.option(
    "--cors",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Let pages of this origin read answers with names; * for all; repeatable.",
)
@pass_state
def serve(
    state: CliContext, path: str | None, host: str, port: int, show: bool, private: bool, proxies: tuple[str, ...],
    names: tuple[str, ...], origins: tuple[str, ...],
) -> None:  # fmt: skip
    """Serve the archive: pages, API and its documentation. Ctrl-C ends it.

    \b
    Example: plancia serve circolo.db --port 8080
    """
    state.archive = path or state.archive
    start(state, show, host=host, port=port, private=private, proxies=proxies, names=names, origins=origins)


@click.command()
@printed("json", "The default.")
@pass_state
def health(state: CliContext, form: Form) -> None:
    """Is the archive readable and can it be written, how many games has it, which form of the kernel runs.

    \b
    Example: plancia health
    """
    from plancia_archive.log.read_only import standing
    from plancia_replay import kernel_form

    archive = state.open()
    status = standing(archive.path, archive.read_only)
    found = {"status": status, "writable": status == "ok", "games": archive.count(), "kernel": kernel_form()}
    form.rows([found], list(found), whole=found)


def start(state: CliContext, show: bool, **how: Any) -> None:
    """Starts the server and waits."""
    from plancia_api.serve import PortTaken, Serving, serve_archive

    state.open().close()

    def ready(address: str) -> None:
        click.echo(state.say("serving", address=address))
        sys.stdout.flush()
        if show:
            click.launch(address)

    try:
        serve_archive(Path(state.archive), Serving(**how), ready)
    except PortTaken:
        state.fail(state.say("port-taken", port=how["port"]))
    except KeyboardInterrupt:
        pass
    click.echo(state.say("ended"))


@click.command()
@click.option("--output", "-o", help="The file to write; without it, standard output.")
@pass_state
def openapi(state: CliContext, output: str | None) -> None:
    """The description of the HTTP API (OpenAPI 3.1), without a server.

    \b
    Example: plancia openapi -o plancia-api.json
    """
    import json

    from plancia_api.app import openapi_document

    write_text(state, output, json.dumps(openapi_document(), ensure_ascii=False, indent=1) + "\n")
