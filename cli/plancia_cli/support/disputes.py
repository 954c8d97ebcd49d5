"""Opens the archive for a command about disputes; what the archive refuses is recorded in its register of refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from plancia_cli.support.context import CliContext

if TYPE_CHECKING:
    from plancia_archive import Archive

RECORDED_REFUSALS = (  # error codes that the register of refusals lists
    "role", "limit", "correction", "approved", "disputed", "dispute-role", "dispute-own", "dispute-state",
    "dispute-early",
)  # fmt: skip


@contextmanager
def dispute_archive(context: CliContext, role: str = "keeper") -> Iterator[Archive]:
    """Yields the archive, opened to write in a role. Ends the command if the archive refuses the write."""
    from plancia_archive import ArchiveError
    from plancia_archive.log.authors import Author, acting_as

    archive = None
    try:
        with acting_as(Author("local", role)):
            archive = context.open()
            yield archive
    except ArchiveError as error:
        if archive is not None and error.code in RECORDED_REFUSALS:
            archive.refusals.record("local", role, click.get_current_context().command_path, "", error.code)
        context.fail(error.text(context.lang))
