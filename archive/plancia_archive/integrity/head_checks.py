"""Verifies the log against heads that were kept elsewhere, and locates a change as precisely as possible.

Whoever has the file and its key can recompute every hash, tile and checkpoint in it, but not a head that is kept
elsewhere. A change is therefore located by other heads from outside, by stored tiles that still lead to the root of the
head, and, for an upper bound, by checkpoints of the archive that contradict its entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancia_archive.archive import Archive
from plancia_archive.evidence.verifier_inputs import VerifierInputs
from plancia_archive.integrity.finding import Finding
from plancia_archive.integrity.tree_checks import build_tree, head_differences
from plancia_archive.log.archive_stream import Identity, read_identities, verifier_keys
from plancia_archive.tlog.checkpoint import Checkpoint, parse_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import parse_note, verify_note
from plancia_archive.tlog.text_fields import HASH_SIZE
from plancia_archive.tlog.tiles import TILE_WIDTH


@dataclass
class LogState:
    """The tree over the entries of the log, its origins, the streams of its entries, and the leaves in stored tiles."""

    tree: MemoryTree
    identities: list[Identity]
    streams: list[str]
    tile_leaves: dict[int, bytes]

    def contains(self, head: Checkpoint) -> bool:
        """True if the log begins with the tree of a head."""
        return head.size <= len(self.tree) and root_of_size(self.tree, head.size) == head.root

    def change_finding(self, where: str, first: int, end: int) -> Finding:
        """Returns the finding that the first changed entry is in the range from `first` to `end`, the end excluded."""
        if end == first + 1:
            return Finding(where, "head-entry", f"{first} ({self.streams[first]})")
        return Finding(where, "head-range", f"{first}..{end - 1}")


def read_state(view: Archive) -> LogState:
    """Reads the state of the log of a view."""
    streams = [str(row[0]) for row in view.db.execute("SELECT game FROM entry ORDER BY log_index")]
    tile_leaves: dict[int, bytes] = {}
    for number, data in view.db.execute("SELECT n, data FROM tile WHERE level = 0 AND n >= 0 ORDER BY n"):
        tile = bytes(data)
        hashes = [tile[offset : offset + HASH_SIZE] for offset in range(0, len(tile), HASH_SIZE)]
        tile_leaves.update(enumerate(hashes, int(number) * TILE_WIDTH))
    return LogState(build_tree(view), read_identities(view.log), streams, tile_leaves)


def check_heads(view: Archive, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks the log against heads and signed checkpoints from outside, and locates the first change."""
    state = read_state(view)
    signed = read_signed_heads(view)
    yield from check_signatures(state, outside)
    yield from locate_by_checkpoints(state, signed)
    lower = 0
    for head in sorted(outside.heads, key=lambda head: head.size):
        differing = list(head_differences(head, where := f"head {head.head()}", state.tree, state.identities))
        yield from differing
        if not differing:
            lower = head.size
        elif differing[0].code in ("head-root", "head-behind"):
            yield from locate_change(state, head, where, lower, signed)
            return  # later heads differ because of the same change


def check_signatures(state: LogState, outside: VerifierInputs) -> Iterator[Finding]:
    """Checks signatures of the checkpoints from outside with the given keys, else with those that the log announced."""
    announced_keys = [key for identity in state.identities for key in verifier_keys(identity)]
    for note in outside.signed:
        head = parse_checkpoint(note.body)
        try:
            verify_note(note, [key for key in outside.log_keys() or announced_keys if key.name == head.origin])
        except TlogError as error:
            yield Finding(f"head {head.head()}", "checkpoint", error.code)


def read_signed_heads(view: Archive) -> list[Checkpoint]:
    """Reads the heads in the table of signed checkpoints, by size; `check_tree` reports rows that cannot be parsed."""
    heads = []
    for (text,) in view.db.execute("SELECT note FROM checkpoint ORDER BY size").fetchall():
        try:
            heads.append(parse_checkpoint(parse_note(str(text)).body))
        except TlogError:
            continue
    return sorted(heads, key=lambda head: head.size)


def locate_by_checkpoints(state: LogState, signed: Sequence[Checkpoint]) -> Iterator[Finding]:
    """Yields the range of entries in which the archive's own checkpoints show the first change."""
    lower = 0
    for head in signed:
        if head.size > len(state.tree):
            return
        if not state.contains(head):
            yield state.change_finding(f"checkpoint {head.size}", min(lower, head.size - 1), head.size)
            return
        lower = head.size


def locate_change(
    state: LogState, head: Checkpoint, where: str, lower: int, signed: Sequence[Checkpoint]
) -> Iterator[Finding]:
    """Yields the entry, or the range of entries, in which the log differs from a head, if it can be located."""
    entry = changed_leaf(state, head)
    if entry is not None:
        yield state.change_finding(where, entry, entry + 1)
        return
    size = len(state.tree)
    contradicting_sizes = [
        checkpoint.size for checkpoint in signed if lower < checkpoint.size <= size and not state.contains(checkpoint)
    ]
    upper = min([head.size, size, *contradicting_sizes])
    if upper > lower and (contradicting_sizes or head.size <= size):
        yield state.change_finding(where, lower, upper)


def changed_leaf(state: LogState, head: Checkpoint) -> int | None:
    """Returns the index of the first entry that differs from the stored tiles.

    Returns None unless the stored tiles, with the later leaves, lead to the root of the head.
    """
    leaves = [state.tile_leaves.get(index, leaf) for index, leaf in enumerate(state.tree.levels[0][: head.size])]
    if head.size > len(state.tree) or root_of_size(MemoryTree(leaves), head.size) != head.root:
        return None
    return next((index for index, leaf in enumerate(leaves) if leaf != state.tree.levels[0][index]), None)
