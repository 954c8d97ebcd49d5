"""Roots and Merkle proofs (RFC 6962, 2.1.1 and 2.1.2) from stored subtree hashes, some 2 log2(size) of them each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.merkle import EMPTY_ROOT, join_right, node_hash

# subtree(level, index): the hash over the leaves index * 2**level to (index + 1) * 2**level; level 0 is a leaf hash.
# It is asked for complete subtrees only.
Subtree = Callable[[int, int], bytes]


class MemoryTree:
    """The hashes of all complete subtrees of a growing tree, in memory; a source for the functions below."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.levels: list[list[bytes]] = [[]]
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        """The number of leaves."""
        return len(self.levels[0])

    def append(self, leaf: bytes) -> None:
        """Adds a leaf hash, and the subtrees that it completes."""
        self.levels[0].append(leaf)
        level, count = 0, len(self.levels[0])
        while count % 2 == 0:
            left, right = self.levels[level][-2:]
            level, count = level + 1, count // 2
            if level == len(self.levels):
                self.levels.append([])
            self.levels[level].append(node_hash(left, right))

    def __call__(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree. Raises ProofError `proof-subtree` if the tree does not have it."""
        if not (0 <= level < len(self.levels) and 0 <= index < len(self.levels[level])):
            raise ProofError("proof-subtree", f"{level}, {index}")
        return self.levels[level][index]


def root_of_size(subtree: Subtree, size: int) -> bytes:
    """The root of the tree of the first `size` leaves. Raises ProofError `proof-sizes` for a negative size."""
    if size < 0:
        raise ProofError("proof-sizes", size)
    return range_root(subtree, 0, size) if size else EMPTY_ROOT


def inclusion_proof(subtree: Subtree, index: int, size: int) -> list[bytes]:
    """The audit path of leaf `index` in the tree of `size` leaves, the leaf's sibling first (RFC 6962, 2.1.1).

    Raises ProofError `proof-index`.
    """
    if not 0 <= index < size:
        raise ProofError("proof-index", f"{index}/{size}")
    siblings: list[tuple[int, int]] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            siblings.append((middle, end))
            end = middle
        else:
            siblings.append((start, middle))
            start = middle
    return [range_root(subtree, one, other) for one, other in reversed(siblings)]


def consistency_proof(subtree: Subtree, size1: int, size2: int) -> list[bytes]:
    """The proof that the first `size1` leaves of the tree of `size2` are those of the older tree (RFC 6962, 2.1.2).

    Empty for equal sizes and for `size1` 0. Raises ProofError `proof-sizes`.
    """
    if not 0 <= size1 <= size2:
        raise ProofError("proof-sizes", f"{size1}, {size2}")
    if size1 in (0, size2):
        return []
    nodes: list[tuple[int, int]] = []
    start, end = 0, size2
    while end != size1:
        middle = start + split(end - start)
        if size1 <= middle:
            nodes.append((middle, end))
            end = middle
        else:
            nodes.append((start, middle))
            start = middle
    if start:  # else the node is the old root, which the verifier has
        nodes.append((start, end))
    return [range_root(subtree, one, other) for one, other in reversed(nodes)]


def split(count: int) -> int:
    """The largest power of two below `count`, which is at least 2: the number of leaves on the left side."""
    return 1 << ((count - 1).bit_length() - 1)


def range_root(subtree: Subtree, start: int, end: int) -> bytes:
    """The root over the leaves `start` to `end`, a node of the tree: `start` is a multiple of the width rounded up."""
    bounds = [start]
    while bounds[-1] < end:  # complete subtrees, each the largest that is left
        bounds.append(bounds[-1] + (1 << ((end - bounds[-1]).bit_length() - 1)))
    levels = [(one, (other - one).bit_length() - 1) for one, other in pairwise(bounds)]
    return join_right([subtree(level, one >> level) for one, level in levels])
