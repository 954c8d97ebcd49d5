"""The context of a command: language, archive, messages, exit codes, reading and writing files."""

from __future__ import annotations

import errno
import locale
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from plancia_archive import Archive
    from plancia_archive.people.shown_names import ShownNames
    from plancia_archive.tlog.checkpoint import Checkpoint

CLEAN, ERROR, USAGE, FOUND, DENIED = 0, 1, 2, 3, 4
MAX_INPUT_BYTES = 500_000_000  # of one input file
OWNER_ONLY_MODE = 0o600  # mode of files: they may have names of people
DEFAULT_ARCHIVE = "plancia.db"

OS_ERRORS = {  # message keys of common system errors
    errno.ENOENT: "os-missing", errno.EACCES: "os-denied", errno.EPERM: "os-denied", errno.EISDIR: "os-folder",
    errno.ENOTDIR: "os-no-folder", errno.ENOSPC: "os-full", errno.EROFS: "os-read-only",
}  # fmt: skip


class CliContext:
    """The global options, and messages in the reader's language."""

    def __init__(self, lang: str, archive: str, as_of: str | None = None) -> None:
        self.lang = lang
        self.archive = archive
        self.as_of = as_of
        self.past_view: tuple[Path, Checkpoint] | None = None  # file of the view that --as-of asks for, and its head
        self.stack = ExitStack()
        self.receipt_file: str | None = None  # of --receipt
        self.head_as_qr: bool | None = None  # of --qr; None: on a terminal
        self.progress_shown = False  # a progress bar is on standard error
        self.prints_json = False  # problems of what cannot be used are then printed on standard output as JSON
        self.tells_json = False  # problems are JSON on standard error, where the output is no list of results

    def say(self, key: str, **values: Any) -> str:
        """A message in the reader's language."""
        from plancia_data import messages, wrap_numbers

        return messages("cli", self.lang)[key].format(**wrap_numbers(values))

    def tell(self, key: str, **values: Any) -> None:
        """Prints a message on standard error; standard output is for results."""
        self.tell_line(self.say(key, **values))

    def tell_line(self, text: str) -> None:
        """Prints a line on standard error over the progress bar, which redraws itself below it."""
        click.echo(f"\r\x1b[K{text}" if self.progress_shown else text, err=True)

    def error_reason(self, error: OSError) -> str:
        """The reason of a system error, in the reader's language if it is a common one."""
        if error.errno in OS_ERRORS:
            return self.say(OS_ERRORS[error.errno])
        return error.strerror or ""

    def fail(self, text: str, code: int = ERROR) -> NoReturn:
        """Ends the command with a message."""
        click.echo(f"plancia: {text}", err=True)
        sys.exit(code)

    def open(self, create: bool = False) -> Archive:
        """Opens the archive; ends the command if there is none or, with `create`, if it is read-only."""
        from plancia_archive import Archive, ArchiveError

        try:
            if self.as_of is not None:
                return self.open_past(self.as_of, create)
            archive = Archive.open(self.archive, create=create)
            if create and archive.read_only:
                raise ArchiveError("read-only", self.archive)
            return archive
        except ArchiveError as error:
            self.fail(error.text(self.lang))

    @contextmanager
    def open_to_write(self, dry_run: bool) -> Iterator[Archive]:
        """Yields the archive to write to; for a dry run a temporary copy, so that the report says what would happen."""
        if not dry_run:
            yield self.open(create=True)
            return
        from plancia_archive import Archive
        from plancia_archive.log.temp_files import temp_folder
        from plancia_archive.snapshots import copy_archive

        with temp_folder() as folder:
            path = folder / "dry-run.db"
            if Path(self.archive).exists():
                copy_archive(self.open(), path)
            copy = Archive.open(path, create=True)
            try:
                yield copy
            finally:
                copy.close()

    def open_past(self, as_of: str, create: bool) -> Archive:
        """Opens the archive as it was at the moment of --as-of; names its head on standard error the first time.

        Raises ArchiveError.
        """
        from plancia_archive import Archive, ArchiveError
        from plancia_archive.log.temp_files import temp_folder
        from plancia_archive.past.moments import resolve_moment
        from plancia_archive.past.views import make_view, open_view

        if create:
            raise ArchiveError("as-of-write", as_of)
        if self.past_view is None:
            archive = Archive.open(self.archive, read_only=True)
            try:
                head = resolve_moment(archive, as_of)
                path = self.stack.enter_context(temp_folder()) / Path(self.archive).name
                make_view(archive, head, path)
            finally:
                archive.close()
            self.past_view = path, head
            self.tell("as-of", head=head.head())
        return open_view(*self.past_view, Path(self.archive))

    def names(self, archive: Archive) -> ShownNames:
        """Names of people as the command prints them, in lists and in free text."""
        from plancia_archive.people.shown_names import ShownNames

        return ShownNames(archive.people, self.lang)

    def close(self) -> None:
        """Deletes the view of --as-of."""
        self.stack.close()


def choose_language(option: str | None) -> str:
    """The --lang option, else PLANCIA_LANG, else the locale, else Italian."""
    from plancia_data import language_of

    variables = ("PLANCIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    name = option or next((os.environ[variable] for variable in variables if os.environ.get(variable)), "")
    if not name and sys.platform == "win32":  # elsewhere an unset locale reads as English
        name = locale.getlocale()[0] or ""
    return language_of(name)


def read_bytes(context: CliContext, name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Ends the command if it cannot be read or is too large."""
    if name == "-":
        data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        if len(data) > MAX_INPUT_BYTES:
            context.fail(context.say("too-large", file="-", most=MAX_INPUT_BYTES))
        return data
    check_file(context, name)
    try:
        return Path(name).read_bytes()
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))


def check_file(context: CliContext, name: str) -> None:
    """Ends the command if a file cannot be read or is too large."""
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            context.fail(context.say("not-regular", file=name))
        if status.st_size > MAX_INPUT_BYTES:
            context.fail(context.say("too-large", file=name, most=MAX_INPUT_BYTES))
        Path(name).open("rb").close()
    except OSError as error:
        context.fail(context.say("cannot-read", file=name, why=context.error_reason(error)))


def output_path(context: CliContext, name: str) -> Path:
    """The path to write a file to, that behind a link. Ends the command for a folder, no name, an existing archive."""
    from plancia_archive.log.connections import refuse_database

    path = Path(name)
    if not name or path.is_dir():
        reason = OSError(errno.EISDIR, "") if name else OSError(errno.ENOENT, "")
        context.fail(context.say("cannot-write", file=name or '""', why=context.error_reason(reason)))
    refuse_database(path)
    return path.resolve() if path.is_symlink() else path


def write_text(context: CliContext, name: str | None, text: str) -> None:
    """Writes text to a file as UTF-8, atomically, or to standard output."""
    write_bytes(context, name, text.encode("utf-8"))


def write_bytes(context: CliContext, name: str | None, data: bytes | Iterable[bytes]) -> None:
    """Writes bytes, or parts one after another, to a file of its owner alone, atomically, or to standard output.

    Never overwrites an archive; nothing is left of a file whose parts end with an error.
    """
    parts = [data] if isinstance(data, bytes) else data
    if name is None or name == "-":
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.flush()
        return
    target = output_path(context, name)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():  # a device such as /dev/stdout cannot be replaced
            with target.open("wb") as device:
                device.writelines(parts)
            return
        temporary.unlink(missing_ok=True)  # of an earlier process of this number
        with os.fdopen(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY_MODE), "wb") as file:
            file.writelines(parts)
        temporary.replace(target)
    except OSError as error:
        context.fail(context.say("cannot-write", file=name, why=context.error_reason(error)))
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def record_written(context: CliContext, archive: Archive, kind: str, name: str | None) -> None:
    """Records that a file with names was written, for `plancia person erase` to list; warns if that is not possible."""
    from plancia_archive import ArchiveError
    from plancia_archive.registers.written_copies import STANDARD_OUTPUT, record_copy

    try:
        record_copy(archive, kind, name or STANDARD_OUTPUT)
    except ArchiveError as error:
        context.tell("copy-unrecorded", file=name or STANDARD_OUTPUT, why=error.text(context.lang))


def print_json(value: Any, pretty: bool = True, err: bool = False) -> None:
    """Prints JSON on standard output (with `err` on standard error), not escaped to ASCII."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2 if pretty else None), err=err)
