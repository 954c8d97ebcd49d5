"""Checks of the Merkle tree: stored tiles, signed checkpoints, and heads that somebody else holds.

The checks read the column `leaf`; that each leaf is the hash of its entry is checked in `verify.entries`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plancia_archive.archive import Archive
from plancia_archive.errors import ArchiveError
from plancia_archive.integrity.finding import Finding
from plancia_archive.log.archive_stream import Identity, read_identities, verifier_keys
from plancia_archive.log.entry_format import leaf_hash
from plancia_archive.log.side_files import checkpoint_file
from plancia_archive.tlog.checkpoint import Checkpoint, open_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import parse_note
from plancia_archive.tlog.text_fields import to_base64
from plancia_archive.tlog.tiles import TILE_WIDTH, Tile, tile_content

DAY = 24 * 3600 * 1000  # milliseconds; clocks may be set back by less


def tree_of(view: Archive) -> MemoryTree:
    """The tree over the leaves of the log, computed without the stored tiles."""
    return MemoryTree(bytes(row[0]) for row in view.db.execute("SELECT leaf FROM entry ORDER BY log_index"))


def read_checkpoint(archive: Path) -> bytes | OSError | None:
    """The checkpoint file beside an archive, the error of reading it, or None without one."""
    try:
        return checkpoint_file(archive).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        return error


def check_tree(view: Archive, newest: bytes | OSError | None, name: str = "checkpoint file") -> Iterator[Finding]:
    """Findings in the stored tiles, the stored checkpoints and the checkpoint file, each against the leaves.

    `newest` is that of `read_checkpoint` and `name` its file's, read before the view was taken: what is signed later
    is ahead of the view.
    """
    tree = tree_of(view)
    yield from check_tiles(view, tree)
    found = read_identities(view.log)
    statement = "SELECT size, note FROM checkpoint ORDER BY size"
    for size, text in view.db.execute(statement).fetchall():
        yield from check_note(str(text), f"checkpoint {size}", tree, found, int(size))
    if newest is None:
        return
    try:
        if isinstance(newest, OSError):
            raise newest
        text = newest.decode()
    except (OSError, ValueError) as error:
        yield Finding(name, "checkpoint-file", str(error)[:120])
        return
    yield from check_note(text, name, tree, found)


def check_tiles(view: Archive, tree: MemoryTree) -> Iterator[Finding]:
    """Findings in stored tiles: other hashes than the log has, or a tile that the log has not completed."""
    for level, number, data in view.db.execute("SELECT level, n, data FROM tile ORDER BY level, n").fetchall():
        try:
            tile = Tile(int(level), int(number), TILE_WIDTH)
            same = bytes(data) == tile_content(tree, tile)
        except TlogError:
            same = False
        if not same:
            yield Finding(f"tile {level}/{number}", "tile")


def check_note(
    text: str, where: str, tree: MemoryTree, found: list[Identity], size: int | None = None
) -> Iterator[Finding]:
    """Findings in a checkpoint that this archive signed, against its keys and the log; `size` is that of its row."""
    try:
        note = parse_note(text)
        checkpoint = open_checkpoint(note, [key for identity in found for key in verifier_keys(identity)])
    except (TlogError, ArchiveError) as error:
        yield Finding(where, "checkpoint", error.code)
        return
    if size is not None and checkpoint.size != size:
        yield Finding(where, "checkpoint", f"size {checkpoint.size}")
    yield from differences(checkpoint, where, tree, found)


def first_difference(view: Archive, head: Checkpoint) -> Finding | None:
    """The first difference between the log and a head of it that somebody holds; None if the log grew out of it.

    The leaves are computed from the bytes of the entries. An entry after the head is a difference too if it is dated
    more than a day before the last entry of the head: it was written later than it says.
    """
    tree = MemoryTree(
        leaf_hash(bytes(prev), str(header), bytes(body))
        for prev, header, body in view.db.execute("SELECT prev, header, body FROM entry ORDER BY log_index")
    )
    found = next(differences(head, head.head(), tree, read_identities(view.log)), None)
    return found or next(backdated(view, head), None)


def backdated(view: Archive, head: Checkpoint) -> Iterator[Finding]:
    """Entries after a head that are dated more than a day before its last entry."""
    row = view.db.execute("SELECT recorded_at FROM entry WHERE log_index = ?", [head.size - 1]).fetchone()
    if row is None:
        return
    statement = "SELECT log_index, game, recorded_at FROM entry WHERE log_index >= ? AND recorded_at < ? ORDER BY 1"
    for index, stream, at in view.db.execute(statement, [head.size, int(row[0]) - DAY]).fetchall():
        yield Finding(f"entry {index} ({stream})", "backdated", f"{at} < {row[0]}")


def differences(head: Checkpoint, where: str, tree: MemoryTree, found: list[Identity]) -> Iterator[Finding]:
    """What differs between a head and the log: origin, size or root.

    A head of an earlier origin of the log can be compared as far as the log took over its entries.
    """
    origins = [identity.origin for identity in found]
    if head.origin not in origins:
        yield Finding(where, "head-origin", origins[-1])
        return
    place = origins.index(head.origin)
    size = len(tree) if head.origin == origins[-1] else found[place + 1].index
    if head.size > size:
        yield Finding(where, "head-behind" if head.origin == origins[-1] else "head-restored", f"{size} < {head.size}")
    elif (root := root_of_size(tree, head.size)) != head.root:
        yield Finding(where, "head-root", f"{head.size}: {to_base64(root)}")
