"""Checks of the Merkle tree: stored tiles, signed checkpoints, and heads that somebody else holds.

The checks read the column `leaf`; `verify.check_entries` checks that each leaf is the hash of its entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.stream_checks import Finding
from plancia_archive.log.archive_stream import Identity, read_identities, verifier_keys
from plancia_archive.log.entry_format import leaf_hash
from plancia_archive.log.side_files import checkpoint_file
from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import parse_note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.tiles import TILE_WIDTH, Tile, tile_content


def build_tree(view: Archive) -> MemoryTree:
    """Computes the tree over the leaves of the log, without the stored tiles."""
    return MemoryTree(bytes(row[0]) for row in view.db.execute("SELECT leaf FROM entry ORDER BY log_index"))


def read_checkpoint_file(archive: Path) -> bytes | OSError | None:
    """Returns the content of the checkpoint file beside an archive, the error of reading it, or None without one."""
    try:
        return checkpoint_file(archive).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        return error


def check_tree(view: Archive, newest: bytes | OSError | None, name: str = "checkpoint file") -> Iterator[Finding]:
    """Checks the stored tiles, the stored checkpoints and the checkpoint file against the leaves of the log.

    `newest` is the result of `read_checkpoint_file`, called before the view was opened, since a later checkpoint may be
    ahead of the view; `name` is the name of that file.
    """
    tree = build_tree(view)
    yield from check_tiles(view, tree)
    identities = read_identities(view.log)
    statement = "SELECT size, note FROM checkpoint ORDER BY size"
    for size, text in view.db.execute(statement).fetchall():
        yield from check_note(str(text), f"checkpoint {size}", tree, identities, int(size))
    if newest is None:
        return
    try:
        if isinstance(newest, OSError):
            raise newest
        text = newest.decode()
    except (OSError, ValueError) as error:
        yield Finding(name, "checkpoint-file", str(error)[:120])
        return
    yield from check_note(text, name, tree, identities)


def check_tiles(view: Archive, tree: MemoryTree) -> Iterator[Finding]:
    """Reports stored tiles with wrong hashes, or that the log has not completed."""
    for level, number, data in view.db.execute("SELECT level, n, data FROM tile ORDER BY level, n").fetchall():
        try:
            tile = Tile(int(level), int(number), TILE_WIDTH)
            is_correct = bytes(data) == tile_content(tree, tile)
        except TlogError:
            is_correct = False
        if not is_correct:
            yield Finding(f"tile {level}/{number}", "tile")


def check_note(
    text: str, where: str, tree: MemoryTree, identities: list[Identity], size: int | None = None
) -> Iterator[Finding]:
    """Checks a checkpoint that this archive signed against its keys and the log; `size` is that of its row."""
    try:
        note = parse_note(text)
        checkpoint = open_checkpoint(note, [key for identity in identities for key in verifier_keys(identity)])
    except (TlogError, ArchiveError) as error:
        yield Finding(where, "checkpoint", error.code)
        return
    if size is not None and checkpoint.size != size:
        yield Finding(where, "checkpoint", f"size {checkpoint.size}")
    yield from head_differences(checkpoint, where, tree, identities)


def find_first_difference(view: Archive, head: Checkpoint) -> Finding | None:
    """Returns the first difference between the log and a head of it; None if the log continues the head.

    The leaves are computed from the bytes of the entries.
    """
    tree = MemoryTree(
        leaf_hash(bytes(prev), str(header), bytes(body))
        for prev, header, body in view.db.execute("SELECT prev, header, body FROM entry ORDER BY log_index")
    )
    return next(head_differences(head, head.head(), tree, read_identities(view.log)), None)


def head_differences(head: Checkpoint, where: str, tree: MemoryTree, identities: list[Identity]) -> Iterator[Finding]:
    """Reports whether a head and the log differ in origin, size or root.

    A head of an earlier origin is compared with the entries that the log has from that origin.
    """
    origins = [identity.origin for identity in identities]
    if head.origin not in origins:
        yield Finding(where, "head-origin", origins[-1])
        return
    origin_index = origins.index(head.origin)
    size = len(tree) if head.origin == origins[-1] else identities[origin_index + 1].index
    if head.size > size:
        yield Finding(where, "head-behind" if head.origin == origins[-1] else "head-restored", f"{size} < {head.size}")
    elif (root := root_of_size(tree, head.size)) != head.root:
        yield Finding(where, "head-root", f"{head.size}: {to_base64(root)}")
