"""import of another archive's backup: its rows for the report, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_cli.support.context import CliContext
from plancia_cli.support.printing import Row

if TYPE_CHECKING:
    from plancia_archive import Archive


def backups_among(files: tuple[str, ...]) -> list[str]:
    """The files that are backups of an archive."""
    found = [name for name in files if name.lower().endswith(".zip") and Path(name).is_file()]
    if found:
        from plancia_archive.exports.merges import is_backup

        found = [name for name in found if is_backup(Path(name))]
    return found


def merged_rows(context: CliContext, archive: Archive, name: str, dry_run: bool) -> Iterator[Row]:
    """Adds the games of a backup; yields the row of each for the report.

    What the archive refuses, and what a merge leaves out, is said on standard error. Ends the command for a backup that
    is damaged.
    """
    from plancia_archive import ArchiveError
    from plancia_archive.exports.merges import Merge, not_taken, opened_backup

    try:
        with opened_backup(Path(name)) as other:
            for one in Merge(archive, other).games():
                file = f"{name}!{one.other}"
                if one.error is not None:
                    context.tell_line(f"{file}: {one.error.text(context.lang)}")
                outcome = "would-keep" if dry_run and one.outcome == "kept" else one.outcome
                row: Row = {"file": file, "outcome": outcome, "version": one.version, "events": one.version}
                if one.error is None:
                    row["duplicate"] = one.outcome == "already"
                    if outcome != "would-keep":
                        row["game"] = one.game
                yield row
            for kind, count in not_taken(other).items():
                context.tell("not-taken", file=name, kind=kind, count=count)
    except ArchiveError as error:
        context.fail(error.text(context.lang))
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.why(error)))
