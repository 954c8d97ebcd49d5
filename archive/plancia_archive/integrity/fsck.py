"""Checks an archive and its side files: all that `verify` checks, the key, the checkpoint file, files of disputes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.stream_checks import Finding
from plancia_archive.integrity.verify import run_check, verify
from plancia_archive.log.side_files import checkpoint_file, files_folder


def fsck(archive: Archive, step: Callable[[], None] | None = None, jobs: int = 1) -> list[Finding]:
    """Returns all problems of an archive and of the files beside it, while others may write.

    `step` and `jobs` as for `verify`. Raises WorkerError.
    """
    findings = verify(archive, step=step, jobs=jobs)
    for check in (check_key, check_checkpoint_file, check_files):
        findings += run_check("files", "damaged", check(archive))
    return list(dict.fromkeys(findings))


def check_key(archive: Archive) -> Iterator[Finding]:
    """Checks that the signing key beside the archive, if any, is the newest that the log announced."""
    try:
        archive.checkpoints.signing_key()
    except ArchiveError as error:
        yield Finding(f"{archive.path.name}.key", "key", error.code)


def check_checkpoint_file(archive: Archive) -> Iterator[Finding]:
    """Checks that an archive with signed checkpoints has its checkpoint file, which reveals older copies."""
    (size,) = archive.db.execute("SELECT max(size) FROM checkpoint").fetchone()
    path = checkpoint_file(archive.path)
    if size is not None and not path.exists():
        yield Finding(path.name, "checkpoint-missing", str(size))


def check_files(archive: Archive) -> Iterator[Finding]:
    """Checks that the name of each file of disputes is the SHA-256 of its content."""
    folder = files_folder(archive.path)
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:  # the others are checked all the same
            digest = ""
        if digest != path.name:
            yield Finding(f"{folder.name}/{path.name}", "file")
