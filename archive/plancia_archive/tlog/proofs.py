"""Root hashes and Merkle proofs (RFC 6962, 2.1.1 and 2.1.2) from subtree hashes; each reads about 2 log2(size)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.merkle import EMPTY_ROOT, node_hash, root_of_subtrees

# subtree_hash(level, index): the hash over the leaves index * 2**level to (index + 1) * 2**level; level 0: leaf hashes.
# It is called for complete subtrees only.
SubtreeHashes = Callable[[int, int], bytes]


class MemoryTree:
    """The hashes of all complete subtrees of an append-only tree, in memory; callable as `SubtreeHashes`."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.levels: list[list[bytes]] = [[]]
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        """Returns the number of leaves."""
        return len(self.levels[0])

    def append(self, leaf: bytes) -> None:
        """Appends a leaf hash, and the hashes of the subtrees that it completes."""
        self.levels[0].append(leaf)
        level, count = 0, len(self.levels[0])
        while count % 2 == 0:
            left, right = self.levels[level][-2:]
            level, count = level + 1, count // 2
            if level == len(self.levels):
                self.levels.append([])
            self.levels[level].append(node_hash(left, right))

    def __call__(self, level: int, index: int) -> bytes:
        """Returns the hash of a complete subtree. Raises ProofError `proof-subtree` if the tree does not have it."""
        if not (0 <= level < len(self.levels) and 0 <= index < len(self.levels[level])):
            raise ProofError("proof-subtree", f"{level}, {index}")
        return self.levels[level][index]


def root_of_size(subtree_hash: SubtreeHashes, size: int) -> bytes:
    """Returns the root of the tree of the first `size` leaves. Raises ProofError `proof-sizes` for a negative size."""
    if size < 0:
        raise ProofError("proof-sizes", size)
    return range_root(subtree_hash, 0, size) if size else EMPTY_ROOT


def inclusion_proof(subtree_hash: SubtreeHashes, index: int, size: int) -> list[bytes]:
    """Returns the audit path of leaf `index` in the tree of `size` leaves, the leaf's sibling first (RFC 6962, 2.1.1).

    Raises ProofError `proof-index`.
    """
    if not 0 <= index < size:
        raise ProofError("proof-index", f"{index}/{size}")
    siblings: list[tuple[int, int]] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + largest_power_of_two_below(end - start)
        if index < middle:
            siblings.append((middle, end))
            end = middle
        else:
            siblings.append((start, middle))
            start = middle
    return [range_root(subtree_hash, left, right) for left, right in reversed(siblings)]


def consistency_proof(subtree_hash: SubtreeHashes, size1: int, size2: int) -> list[bytes]:
    """Returns the proof that the first `size1` leaves of the tree of `size2` are those of the older tree (RFC 6962,
    2.1.2).

    Empty for equal sizes and for `size1` 0. Raises ProofError `proof-sizes`.
    """
    if not 0 <= size1 <= size2:
        raise ProofError("proof-sizes", f"{size1}, {size2}")
    if size1 in (0, size2):
        return []
    nodes: list[tuple[int, int]] = []
    start, end = 0, size2
    while end != size1:
        middle = start + largest_power_of_two_below(end - start)
        if size1 <= middle:
            nodes.append((middle, end))
            end = middle
        else:
            nodes.append((start, middle))
            start = middle
    if start:  # else the node is the old root, which the verifier has
        nodes.append((start, end))
    return [range_root(subtree_hash, left, right) for left, right in reversed(nodes)]


def largest_power_of_two_below(count: int) -> int:
    """Returns the largest power of two below `count`, which is at least 2: the number of leaves on the left side."""
    return 1 << ((count - 1).bit_length() - 1)


def range_root(subtree_hash: SubtreeHashes, start: int, end: int) -> bytes:
    """Returns the root over the leaves `start` to `end`, a node of the tree: `start` is a multiple of the width rounded
    up.
    """
    bounds = [start]
    while bounds[-1] < end:  # complete subtrees, each the largest that is left
        bounds.append(bounds[-1] + (1 << ((end - bounds[-1]).bit_length() - 1)))
    levels = [(one, (other - one).bit_length() - 1) for one, other in pairwise(bounds)]
    return root_of_subtrees([subtree_hash(level, one >> level) for one, level in levels])
