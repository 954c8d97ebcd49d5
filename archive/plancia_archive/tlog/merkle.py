"""Merkle tree of RFC 6962, 2.1 with SHA-256, and verification of its proofs (RFC 9162, 2.1.3 and 2.1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.text_fields import HASH_SIZE, LARGEST

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    """SHA-256(0x00 || entry): the hash of a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 || left || right): the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """The root over leaf hashes, in their order; of no leaves the SHA-256 of nothing.

    Keeps one hash per level, so the leaves may be read one at a time.
    """
    stack: list[bytes] = []
    for number, leaf in enumerate(leaves):
        stack.append(leaf)
        while number & 1:
            right = stack.pop()
            stack[-1] = node_hash(stack[-1], right)
            number >>= 1
    return join_right(stack)


def join_right(subtrees: list[bytes]) -> bytes:
    """The root over complete subtrees of falling heights, the leftmost first (RFC 6962, 2.1)."""
    if not subtrees:
        return EMPTY_ROOT
    root = subtrees[-1]
    for left in reversed(subtrees[:-1]):
        root = node_hash(left, root)
    return root


def verify_inclusion(index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> None:
    """Checks that `leaf` is the leaf of number `index` in the tree of `size` leaves (RFC 9162, 2.1.3.2).

    Raises ProofError: `proof-index`, `proof-hash`, `proof-length` or `proof-root`.
    """
    if not 0 <= index < size <= LARGEST:
        raise ProofError("proof-index", f"{index}/{size}")
    check_hashes(leaf, root, *proof)
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise ProofError("proof-length")
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:  # levels where the node is the last and has no sibling
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofError("proof-length")
    if found != root:
        raise ProofError("proof-root")


def verify_consistency(size1: int, size2: int, root1: bytes, root2: bytes, proof: Sequence[bytes]) -> None:
    """Checks that the tree of `size1` leaves is the beginning of that of `size2` (RFC 9162, 2.1.4.2).

    A tree without leaves is the beginning of every tree, which no proof can show: `size1` 0 is refused. Raises
    ProofError: `proof-sizes`, `proof-hash`, `proof-length`, `proof-old-root` or `proof-root`.
    """
    if not 0 < size1 <= size2 <= LARGEST:
        raise ProofError("proof-sizes", f"{size1}, {size2}")
    check_hashes(root1, root2, *proof)
    if size1 == size2:
        if proof:
            raise ProofError("proof-length")
        if root1 != root2:
            raise ProofError("proof-root")
        return
    path = [root1, *proof] if size1 & (size1 - 1) == 0 else list(proof)  # a complete old tree is a node itself
    if not path:
        raise ProofError("proof-length")
    old, new = roots_of_path(size1, size2, path)
    if old != root1:
        raise ProofError("proof-old-root")
    if new != root2:
        raise ProofError("proof-root")


def roots_of_path(size1: int, size2: int, path: list[bytes]) -> tuple[bytes, bytes]:
    """The roots of the old and the new tree that a consistency path gives; ProofError for a wrong length."""
    place, last = size1 - 1, size2 - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            raise ProofError("proof-length")
        if place & 1 or place == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofError("proof-length")
    return old, new


def check_hashes(*hashes: bytes) -> None:
    """Refuses, with ProofError `proof-hash`, what is not a hash of 32 bytes."""
    for one in hashes:
        if len(one) != HASH_SIZE:
            raise ProofError("proof-hash", len(one))
