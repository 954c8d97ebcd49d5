"""Options of commands that record evidence for corrections: files and ids, and what they show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plancia_cli.support.context import CliContext, read_bytes

if TYPE_CHECKING:
    from plancia_archive.disputes.correction_evidence import Evidence


def with_evidence(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options --evidence, --evidence-id and --about to a command."""
    for option in (
        click.option("--about", default="", metavar="TEXT", help="What the evidence shows, in one line."),
        click.option("--evidence-id", "evidence_ids", multiple=True, metavar="ID",
                     help="Evidence for the corrections: a dispute, a game, the SHA-256 of a file that the archive "
                     "has, or a mark such as sheet-12; repeatable."),
        click.option("--evidence", "evidence_files", multiple=True, metavar="FILE",
                     help="Keep this file as evidence for the corrections, such as a photo of the sheet; repeatable."),
    ):  # fmt: skip
        command = option(command)
    return command


def read_evidence(
    context: CliContext, evidence_files: tuple[str, ...], evidence_ids: tuple[str, ...], about: str
) -> list[Evidence]:
    """Returns the evidence of the options. Ends the command if a file cannot be read."""
    from plancia_archive.disputes.correction_evidence import Evidence
    from plancia_archive.disputes.files import Upload

    contents = [(read_bytes(context, file), file) for file in evidence_files]
    for data, file in contents:
        tell_place(context, file, data)
    uploads = [(Upload.of(data), Path(file).name) for data, file in contents]
    return [
        *(Evidence(upload=upload, about=about, name=name) for upload, name in uploads),
        *(Evidence(id=one, about=about, is_readable=True) for one in evidence_ids),
    ]


def tell_place(context: CliContext, file: str, data: bytes) -> None:
    """Prints on standard error that a photo says where it was taken, which is kept with it (D-174)."""
    from plancia_archive.disputes.photo_metadata import carries_place

    if carries_place(data):
        context.tell("photo-place", file=file)
