"""witness: cosign the heads of other archives, and have one's own cosigned (C2SP tlog-witness)."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plancia_cli.serve import check_networks, start_witness
from plancia_cli.support.context import ERROR, FOUND, CliContext, read_bytes
from plancia_cli.support.printing import Printer, with_format

pass_cli_context = click.make_pass_decorator(CliContext)
FIELDS = ("witness", "size", "cosigned_at", "error", "says")
with_logs = click.option(
    "--logs", metavar="FILE", help="The list of known logs (C2SP tlog-policy); by default KEY.logs."
)
with_key = click.option("--key", "key_file", metavar="FILE", required=True, help="The witness's signing key.")


def logs_path(key_file: str, logs: str | None) -> Path:
    """Returns the file of --logs, by default the one beside the key."""
    from plancia_archive.tlog.witness_files import default_logs_path

    return Path(logs) if logs else default_logs_path(Path(key_file))


@click.group()
def witness() -> None:
    """Witness other archives, and have this one witnessed: nobody can then be shown another history.

    \b
    Example: plancia witness submit
    """


@witness.command(name="key")
@click.argument("file")
@click.option("--name", required=True, help="The witness's name: a URL without scheme, such as club.example/witness.")
@pass_cli_context
def witness_key(context: CliContext, file: str, name: str) -> None:
    """Make the signing key of a witness and print the verifier key, which others put into their policies.

    \b
    Example: plancia witness key testimone.key --name club.example/testimone
    """
    from plancia_archive.tlog.witness_files import create_witness_key

    try:
        key = create_witness_key(Path(file), name)
    except FileExistsError:
        context.fail(context.say("exists", what=file))
    except OSError as error:
        context.fail(context.say("cannot-write", file=file, why=context.error_reason(error)))
    click.echo(key.verifier.text())


@witness.group(name="log")
def witness_log() -> None:
    """The logs that a witness cosigns.

    \b
    Example: plancia witness log list --key testimone.key
    """


@witness_log.command(name="add")
@click.argument("vkey")
@with_key
@with_logs
@pass_cli_context
def log_add(context: CliContext, vkey: str, key_file: str, logs: str | None) -> None:
    """Add a log by its verifier key, as `plancia head` and GET /api/v1/head of that archive say it.

    A log that changed its key is added once more. A running witness needs no restart.

    \b
    Example: plancia witness log add CHIAVE --key testimone.key
    """
    from plancia_archive.tlog.errors import NoteError
    from plancia_archive.tlog.keys import ED25519, parse_verifier_key
    from plancia_archive.tlog.witness_files import add_log

    key = parse_verifier_key(vkey)
    if key.kind != ED25519:
        raise NoteError("key-kind", f"0x{key.kind:02x}")
    added = add_log(logs_path(key_file, logs), key)
    context.tell("witness-knows" if added else "witness-knew", what=key.name)


@witness_log.command(name="list")
@with_key
@with_logs
@with_format()
def log_list(key_file: str, logs: str | None, printer: Printer) -> None:
    """List the logs that a witness knows: origin and verifier key.

    \b
    Example: plancia witness log list --key testimone.key
    """
    from plancia_archive.tlog.witness_files import read_logs

    known_logs = read_logs(logs_path(key_file, logs)).logs
    printer.print_rows([{"origin": log.key.name, "key": log.key.text()} for log in known_logs], ["origin", "key"])


@witness.command(name="serve")
@with_key
@with_logs
@click.option("--state", metavar="FOLDER", help="The memory of the witness, never to be lost; by default KEY.state.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8002, show_default=True, help="The port; 0 for any free one."
)
@click.option(
    "--behind-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=check_networks,
    help="Trust the X-Forwarded headers of this proxy (address or network); repeatable.",
)
@pass_cli_context
def witness_serve(
    context: CliContext, key_file: str, logs: str | None, state: str | None, host: str, port: int,
    proxies: tuple[str, ...],
) -> None:  # fmt: skip
    """Serve a witness: POST /add-checkpoint. Ctrl-C ends it.

    \b
    Example: plancia witness serve --key testimone.key
    """
    start_witness(context, key_file, logs, state, host=host, port=port, proxies=proxies)


@witness.command(name="submit")
@click.option(
    "--policy", metavar="FILE", help="The policy with the witnesses; by default FILE.policy beside the archive."
)
@click.option("--insecure-http", is_flag=True, help="Allow http to other machines.")
@with_format()
@pass_cli_context
def witness_submit(context: CliContext, policy: str | None, insecure_http: bool, printer: Printer) -> None:
    """Sign the head and have it cosigned by the witnesses of the policy; the checkpoint keeps the cosignatures.

    Exit code 1 where the policy's quorum is not reached, 3 where a witness knows another history of this log.

    \b
    Example: plancia witness submit --policy circolo.policy
    """
    from plancia_archive.log.side_files import policy_file
    from plancia_archive.log.submission import has_fork, is_quorum_met, submit
    from plancia_archive.tlog.policy import parse_policy

    archive = context.open()
    name = policy or str(policy_file(archive.path))
    parsed_policy = parse_policy(read_bytes(context, name))
    results = submit(archive.checkpoints, parsed_policy, insecure_http)
    rows = [
        {
            "witness": result.witness, "size": result.size, "cosigned_at": result.time,
            "error": result.error.code if result.error else None,
            "says": result.error.text(context.lang) if result.error else None,
        }
        for result in results
    ]  # fmt: skip
    printer.print_rows(rows, FIELDS, ["witness", "size", "cosigned_at", "error"])
    for result in results:
        if result.error:
            context.tell_line(f"plancia: {result.witness}: {result.error.text(context.lang)}")
    if has_fork(results):
        sys.exit(FOUND)
    if not is_quorum_met(parsed_policy, results):
        sys.exit(ERROR)
