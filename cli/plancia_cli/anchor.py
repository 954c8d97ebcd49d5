"""anchor: timestamps of an outside authority over the archive's checkpoints (RFC 3161)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from plancia_cli.support.context import FOUND, CliContext
from plancia_cli.support.printing import Printer, Row, with_format

pass_cli_context = click.make_pass_decorator(CliContext)
ANCHOR_FIELDS = ("size", "stamped_at", "file", "error", "says")
with_ca = click.option(
    "--ca", metavar="FILE", required=True, help="The certificates of the authority's issuer, PEM, got from elsewhere."
)


@click.group()
def anchor() -> None:
    """Anchor the archive in time: an outside authority states that a checkpoint existed.

    Needs the optional part plancia[anchors].

    \b
    Example: plancia anchor list
    """


@anchor.command(name="rfc3161")
@click.argument("url")
@with_ca
@click.option("--insecure-http", is_flag=True, help="Allow http to other machines.")
@with_format()
@pass_cli_context
def anchor_rfc3161(context: CliContext, url: str, ca: str, insecure_http: bool, printer: Printer) -> None:
    """Sign the head, have a timestamp authority stamp the checkpoint, and store the verified token in FILE.anchors.

    The authority sees a hash and nothing else.

    \b
    Example: plancia anchor rfc3161 https://tsa.example/tsr --ca tsa-ca.pem
    """
    from plancia_archive import ArchiveError
    from plancia_archive.anchors.anchor_files import store_anchor
    from plancia_archive.anchors.timestamps import read_certificates, request_token, token_time
    from plancia_archive.tlog.checkpoint import parse_checkpoint

    archive = context.open()
    roots = read_certificates(Path(ca))
    note = archive.checkpoints.sign() or archive.checkpoints.latest()
    if note is None:
        raise ArchiveError("unsigned", str(archive.path))
    token = request_token(note.body.encode(), url, roots, insecure_http)
    stored = store_anchor(archive.path, parse_checkpoint(note.body), token)
    row = {"size": stored.size, "stamped_at": token_time(token).isoformat(), "file": str(stored.path)}
    printer.print_rows([row], ANCHOR_FIELDS[:3])


@anchor.command(name="list")
@with_format()
@pass_cli_context
def anchor_list(context: CliContext, printer: Printer) -> None:
    """List the anchors: number of entries and the time that each token states, not verified.

    \b
    Example: plancia anchor list
    """
    from plancia_archive.anchors.anchor_files import Anchor
    from plancia_archive.anchors.timestamps import token_time

    context.open().close()  # says where there is no archive

    def stated_time(stored: Anchor) -> str:
        return token_time(stored.token()).isoformat()

    printer.print_rows(anchor_rows(context, stated_time), ANCHOR_FIELDS, ["size", "stamped_at", "file", "error"])


@anchor.command(name="verify")
@with_ca
@with_format()
@pass_cli_context
def anchor_verify(context: CliContext, ca: str, printer: Printer) -> None:
    """Verify every anchor: its token, and that the log still begins with what was stamped. Exit code 3 where one fails.

    \b
    Example: plancia anchor verify --ca tsa-ca.pem
    """
    from plancia_archive.anchors.anchor_files import Anchor, verify_against_log
    from plancia_archive.anchors.timestamps import read_certificates, verify_token

    roots, archive = read_certificates(Path(ca)), context.open()

    def verified_time(stored: Anchor) -> str:
        return verify_token(stored.token(), verify_against_log(archive.checkpoints, stored), roots).isoformat()

    rows = anchor_rows(context, verified_time)
    printer.print_rows(rows, ANCHOR_FIELDS, ["size", "stamped_at", "file", "error"])
    for row in rows:
        if row["error"]:
            context.tell_line(f"plancia: {row['file']}: {row['says']}")
    if any(row["error"] for row in rows):
        sys.exit(FOUND)


def anchor_rows(context: CliContext, read_time: Any) -> list[Row]:
    """A row for each anchor with its time, or why it has none."""
    from plancia_archive.anchors.anchor_files import list_anchors
    from plancia_archive.tlog.errors import TlogError

    rows = []
    for stored in list_anchors(Path(context.archive)):
        row: Row = {
            "size": stored.size,
            "stamped_at": None,
            "file": str(stored.path),
            "error": None,
            "says": None,
        }
        try:
            row["stamped_at"] = read_time(stored)
        except TlogError as error:
            row.update(error=error.code, says=error.text(context.lang))
        rows.append(row)
    return rows
