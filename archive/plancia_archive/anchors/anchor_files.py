"""Outside anchors beside an archive: FILE.anchors/SIZE.tsr is an RFC 3161 token over the text SIZE.checkpoint.

The text is that of a checkpoint without its signatures, so that any tool can verify the token, without this program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.side_files import write_durably
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.errors import ServiceError, StoreError

NAME = re.compile(r"(0|[1-9][0-9]{0,18})(?:-([1-9][0-9]{0,5}))?\.tsr")
LARGEST = 1_000_000  # bytes of a file
PUBLIC = 0o644  # nothing in an anchor is secret


@dataclass(frozen=True)
class Anchor:
    """A token file and the number of entries of the checkpoint that it is for."""

    size: int
    path: Path

    def token(self) -> bytes:
        """The token as the authority sent it. Raises StoreError `store-read`."""
        return content(self.path)

    def stamped(self) -> bytes:
        """The text that the token is for. Raises StoreError `store-read`."""
        return content(stamped_file(self.path.parent, self.size))


def content(path: Path) -> bytes:
    """The bytes of a file of bounded size. Raises StoreError `store-read`."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST)
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error


def anchors_folder(archive: Path) -> Path:
    """The folder of the anchors of an archive."""
    return Path(f"{archive}.anchors")


def stamped_file(folder: Path, size: int) -> Path:
    """Where the text lies that the tokens of a size are for."""
    return folder / f"{size}.checkpoint"


def anchors_of(archive: Path) -> Iterator[Anchor]:
    """The anchors of an archive by size; files with other names are left aside."""
    folder = anchors_folder(archive)
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    found = [(int(match[1]), int(match[2] or 1), name) for name in names if (match := NAME.fullmatch(name))]
    return (Anchor(size, folder / name) for size, _, name in sorted(found))


def store_anchor(archive: Path, checkpoint: Checkpoint, token: bytes) -> Anchor:
    """Stores a token and the text that it is for; an earlier token of the same size is kept. Raises OSError."""
    folder = anchors_folder(archive)
    folder.mkdir(mode=0o755, exist_ok=True)
    taken = sum(anchor.size == checkpoint.size for anchor in anchors_of(archive))
    path = folder / (f"{checkpoint.size}-{taken + 1}.tsr" if taken else f"{checkpoint.size}.tsr")
    write_durably(stamped_file(folder, checkpoint.size), checkpoint.text().encode(), PUBLIC)
    write_durably(path, token, PUBLIC)
    return Anchor(checkpoint.size, path)


def check_against_log(checkpoints: Checkpoints, anchor: Anchor) -> bytes:
    """The stamped text of an anchor, after the log was found to contain its checkpoint.

    Raises ServiceError `anchor-size` for a log that has fewer entries, `anchor-root` for one that has another root at
    that size or an anchor with the text of another size; CheckpointError, StoreError.
    """
    text = anchor.stamped()
    known = parse_checkpoint(text.decode("utf-8", "replace"))
    with checkpoints.log.lock:
        size = checkpoints.tree.size()
        if known.size > size:
            raise ServiceError("anchor-size", f"{known.size} > {size}")
        if known.size != anchor.size or checkpoints.tree.root(known.size) != known.root:
            raise ServiceError("anchor-root", known.head())
    return text
