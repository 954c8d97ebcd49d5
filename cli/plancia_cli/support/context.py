"""What every command shares: language, colour, the archive, how it fails."""

from __future__ import annotations

import errno
import locale
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from plancia_archive import Archive

CLEAN, ERROR, USAGE, FOUND, DENIED = 0, 1, 2, 3, 4
MOST_BYTES = 500_000_000  # of one file that is read
DEFAULT_ARCHIVE = "plancia.db"

SYSTEM = {  # what an error of the system is called in the words
    errno.ENOENT: "os-missing", errno.EACCES: "os-denied", errno.EPERM: "os-denied", errno.EISDIR: "os-folder",
    errno.ENOTDIR: "os-no-folder", errno.ENOSPC: "os-full", errno.EROFS: "os-read-only",
}  # fmt: skip


class CliContext:
    """The options given before the command."""

    def __init__(self, lang: str, archive: str) -> None:
        self.lang = lang
        self.archive = archive
        self.watched = False  # is there a bar of progress on standard error?

    def say(self, key: str, **values: Any) -> str:
        """A message in the reader's language."""
        from plancia_data import counted, messages

        return messages("cli", self.lang)[key].format(**counted(values))

    def tell(self, key: str, **values: Any) -> None:
        """A message on standard error: results go to standard output, talk does not."""
        self.tell_line(self.say(key, **values))

    def tell_line(self, text: str) -> None:
        """Words on standard error, in place of a bar of progress where there is one: it comes again below them."""
        click.echo(f"\r\x1b[K{text}" if self.watched else text, err=True)

    def why(self, error: OSError) -> str:
        """What the system says of a file that cannot be used, in the reader's language where it is a common case."""
        if error.errno in SYSTEM:
            return self.say(SYSTEM[error.errno])
        return error.strerror or ""

    def fail(self, text: str, code: int = ERROR) -> NoReturn:
        """Ends the command with a message."""
        click.echo(f"plancia: {text}", err=True)
        sys.exit(code)

    def open(self, create: bool = False) -> Archive:
        """The archive. Ends the command where there is none; with `create`, also where it can only be read."""
        from plancia_archive import Archive, ArchiveError

        try:
            archive = Archive.open(self.archive, create=create)
            if create and archive.read_only:
                raise ArchiveError("read-only", self.archive)
            return archive
        except ArchiveError as error:
            self.fail(error.text(self.lang))


def chosen_language(asked: str | None) -> str:
    """--lang, else PLANCIA_LANG, else the locale, else Italian."""
    from plancia_data import language_of

    names = ("PLANCIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    found = asked or next((os.environ[name] for name in names if os.environ.get(name)), "")
    if not found and sys.platform == "win32":  # elsewhere a locale that is not set reads as English
        found = locale.getlocale()[0] or ""
    return language_of(found)


def read_bytes(state: CliContext, name: str) -> bytes:
    """A file's bytes, or standard input for `-`. Ends the command where it cannot be read."""
    if name == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            state.fail(state.say("too-large", file="-", most=MOST_BYTES))
        return data
    try:
        found = os.stat(name)
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            state.fail(state.say("not-regular", file=name))
        if found.st_size > MOST_BYTES:
            state.fail(state.say("too-large", file=name, most=MOST_BYTES))
        return Path(name).read_bytes()
    except OSError as error:
        state.fail(state.say("cannot-read", file=name, why=state.why(error)))


def file_place(state: CliContext, name: str) -> Path:
    """Where a file may be written. Ends the command for a folder, a name without letters, and an archive."""
    from plancia_archive import ArchiveError
    from plancia_archive.log.connections import spare

    place = Path(name)
    if not name or place.is_dir():
        why = OSError(errno.EISDIR, "") if name else OSError(errno.ENOENT, "")
        state.fail(state.say("cannot-write", file=name or '""', why=state.why(why)))
    try:
        spare(place)
    except ArchiveError as error:
        state.fail(error.text(state.lang))
    return place


def write_text(state: CliContext, name: str | None, text: str) -> None:
    """To a file, all or nothing, or to standard output."""
    write_bytes(state, name, text.encode("utf-8"))


def write_bytes(state: CliContext, name: str | None, data: bytes) -> None:
    """To a file, all or nothing, or to standard output. An archive is never written over."""
    if name is None or name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    target = file_place(state, name)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and not target.is_file():  # a device such as /dev/stdout stays what it is
            target.write_bytes(data)
            return
        part.write_bytes(data)
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        state.fail(state.say("cannot-write", file=name, why=state.why(error)))


def print_json(value: Any, pretty: bool = True) -> None:
    """JSON on standard output, letters as they are."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2 if pretty else None))
