"""Anchor files beside an archive: `FILE.anchors/SIZE.tsr` is an RFC 3161 token over the text in `SIZE.checkpoint`.

The text is that of a checkpoint without its signatures, so that other RFC 3161 tools can verify the token.
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

TOKEN_FILE_NAME = re.compile(r"(0|[1-9][0-9]{0,18})(?:-([1-9][0-9]{0,5}))?\.tsr")
MAX_FILE_BYTES = 1_000_000  # of a file that is read
FILE_MODE = 0o644  # nothing in an anchor is secret


@dataclass(frozen=True)
class Anchor:
    """A token file and the tree size of the checkpoint that it timestamps."""

    size: int
    path: Path

    def token(self) -> bytes:
        """Reads the token (TimeStampResp). Raises StoreError `store-read`."""
        return read_bounded(self.path)

    def stamped_text(self) -> bytes:
        """Reads the text that the token timestamps. Raises StoreError `store-read`."""
        return read_bounded(stamped_text_path(self.path.parent, self.size))


def read_bounded(path: Path) -> bytes:
    """Reads at most MAX_FILE_BYTES of a file. Raises StoreError `store-read`."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES)
    except OSError as error:
        raise StoreError("store-read", f"{path}: {error.strerror}") from error


def anchors_folder(archive: Path) -> Path:
    """Returns the path of the anchors of an archive."""
    return Path(f"{archive}.anchors")


def stamped_text_path(folder: Path, size: int) -> Path:
    """Returns the path of the text that the tokens of a tree size timestamp."""
    return folder / f"{size}.checkpoint"


def list_anchors(archive: Path) -> Iterator[Anchor]:
    """Yields the anchors of an archive in order of size; files with other names are ignored."""
    folder = anchors_folder(archive)
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    token_files = [
        (int(match[1]), int(match[2] or 1), name) for name in names if (match := TOKEN_FILE_NAME.fullmatch(name))
    ]
    return (Anchor(size, folder / name) for size, _, name in sorted(token_files))


def store_anchor(archive: Path, checkpoint: Checkpoint, token: bytes) -> Anchor:
    """Stores a token and the text that it timestamps; keeps an earlier token of the same size. Raises OSError."""
    folder = anchors_folder(archive)
    folder.mkdir(mode=0o755, exist_ok=True)
    existing_count = sum(anchor.size == checkpoint.size for anchor in list_anchors(archive))
    path = folder / (f"{checkpoint.size}-{existing_count + 1}.tsr" if existing_count else f"{checkpoint.size}.tsr")
    write_durably(stamped_text_path(folder, checkpoint.size), checkpoint.text().encode(), FILE_MODE)
    write_durably(path, token, FILE_MODE)
    return Anchor(checkpoint.size, path)


def verify_against_log(checkpoints: Checkpoints, anchor: Anchor) -> bytes:
    """Verifies that the log contains the checkpoint of an anchor; returns the timestamped text.

    Raises ServiceError `anchor-size` for a log that has fewer entries, `anchor-root` for one that has another root at
    that size or an anchor with the text of another size; CheckpointError, StoreError.
    """
    text = anchor.stamped_text()
    checkpoint = parse_checkpoint(text.decode("utf-8", "replace"))
    with checkpoints.log.lock:
        size = checkpoints.tree.size()
        if checkpoint.size > size:
            raise ServiceError("anchor-size", f"{checkpoint.size} > {size}")
        if checkpoint.size != anchor.size or checkpoints.tree.root(checkpoint.size) != checkpoint.root:
            raise ServiceError("anchor-root", checkpoint.head())
    return text
