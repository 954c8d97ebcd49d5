"""Imports the backup of another archive, and reports each game and the records that a merge leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plancia_cli.support.context import ERROR, FOUND, USAGE, CliContext
from plancia_cli.support.printing import Row

if TYPE_CHECKING:
    from plancia_archive import Archive
    from plancia_archive.exports.foreign_records import TakenRecords
    from plancia_archive.exports.merges import Merge


def find_backups(files: tuple[str, ...]) -> list[str]:
    """The files that are backups of an archive."""
    backup_files = [name for name in files if name.lower().endswith(".zip") and Path(name).is_file()]
    if backup_files:
        from plancia_archive.exports.merges import is_backup

        backup_files = [name for name in backup_files if is_backup(Path(name))]
    return backup_files


def merge_backup(
    context: CliContext, archive: Archive, name: str, dry_run: bool, same: Sequence[str] = (), same_names: bool = False
) -> Iterator[Row]:  # fmt: skip
    """Adds the games of a backup; yields the row of each for the report.

    What the archive refuses, and what a merge leaves out, is said on standard error. Ends the command for a backup that
    is damaged, and with exit code 3 for another history of this archive's own log.
    """
    from plancia_archive import ArchiveError
    from plancia_archive.exports.merges import Merge, count_skipped_streams, open_as_archive

    try:
        with open_as_archive(Path(name)) as other:
            merge = Merge(archive, other, parse_same(context, same), same_names)
            for merged_game in merge.merge_games():
                file = f"{name}!{merged_game.backup_id}"
                if merged_game.error is not None:
                    context.tell_line(f"{file}: {merged_game.error.text(context.lang)}")
                outcome = "would-keep" if dry_run and merged_game.outcome == "kept" else merged_game.outcome
                row: Row = {
                    "file": file,
                    "outcome": outcome,
                    "version": merged_game.version,
                    "events": merged_game.version,
                }
                if merged_game.error is None:
                    row["duplicate"] = merged_game.outcome == "already"
                    if outcome != "would-keep":
                        row["game"] = merged_game.game
                yield row
            for taken in merge.take_records():
                tell_taken(context, name, taken)
                if taken.entries or taken.conflicts:
                    yield records_row(archive, name, taken)
            tell_people(context, name, merge)
            for kind, count in count_skipped_streams(other).items():
                context.tell("not-taken", file=name, kind=kind, count=count)
    except ArchiveError as error:
        context.fail(f"{name}: {error.text(context.lang)}", FOUND if error.code == "forked" else ERROR)
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))


def records_row(archive: Archive, name: str, taken: TakenRecords) -> Row:
    """Returns the row of the records of another log; `version` is the number of lines that its stream has now."""
    from plancia_archive.log.foreign_logs import STREAM_PREFIX

    stream = STREAM_PREFIX + taken.origin
    version = archive.log.next_event(stream)
    return {"file": name, "outcome": "records", "stream": stream, "version": version, "events": version}


def tell_taken(context: CliContext, name: str, taken: TakenRecords) -> None:
    """Prints what was taken of another log, what does not agree with this archive, and who may be one person."""
    if taken.entries:
        kinds = ", ".join(f"{context.say(f'record.{kind}')} {count}" for kind, count in sorted(taken.streams.items()))
        context.tell("records-taken", file=name, origin=taken.origin, kinds=kinds, count=taken.entries)
    for one in taken.conflicts:
        says = context.say(f"conflict.{one.code}", what=one.what)
        context.tell("records-conflict", file=name, subject=one.subject, says=says)


def parse_same(context: CliContext, words: Sequence[str]) -> dict[str, str]:
    """Returns the people of the words THERE=HERE; ends the command for a word of another form."""
    pairs = [word.partition("=") for word in words]
    for word, (there, equals, here) in zip(words, pairs, strict=True):
        if not (there.strip() and equals and here.strip()):
            context.fail(context.say("same-form", what=word), USAGE)
    return {there.strip(): here.strip() for there, _, here in pairs}


def tell_people(context: CliContext, name: str, merge: Merge) -> None:
    """Prints who was merged because it was asked for, and who stays apart from a person of the same name."""
    for one in merge.united:
        context.tell("people-united", file=name, reference=one["reference"], here=one["here"])
    for one in merge.namesakes:
        context.tell("records-name", file=name, reference=one["reference"], here=one["here"])
