"""Merkle tree of RFC 6962, 2.1 with SHA-256, and verification of its proofs (RFC 9162, 2.1.3 and 2.1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.text_fields import HASH_SIZE, MAX_INT64

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    """Returns the hash of a leaf, SHA-256(0x00 || entry) (RFC 6962, 2.1)."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Returns the hash of an inner node, SHA-256(0x01 || left || right) (RFC 6962, 2.1)."""
    return sha256(b"\x01" + left + right).digest()


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Returns the root hash of the tree with these leaf hashes; for no leaves, the SHA-256 of the empty string.

    Memory is proportional to the height of the tree, so `leaves` may be a generator.
    """
    subtree_roots: list[bytes] = []
    for leaf_number, leaf in enumerate(leaves):
        subtree_roots.append(leaf)
        while leaf_number & 1:
            right = subtree_roots.pop()
            subtree_roots[-1] = node_hash(subtree_roots[-1], right)
            leaf_number >>= 1
    return root_of_subtrees(subtree_roots)


def root_of_subtrees(subtrees: list[bytes]) -> bytes:
    """Returns the root hash over complete subtrees of decreasing height, the leftmost first (RFC 6962, 2.1)."""
    if not subtrees:
        return EMPTY_ROOT
    root = subtrees[-1]
    for left in reversed(subtrees[:-1]):
        root = node_hash(left, root)
    return root


def verify_inclusion(index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> None:
    """Verifies that `leaf` is the leaf hash at `index` (from 0) in the tree of `size` leaves (RFC 9162, 2.1.3.2).

    Raises ProofError: `proof-index`, `proof-hash`, `proof-length` or `proof-root`.
    """
    if not 0 <= index < size <= MAX_INT64:
        raise ProofError("proof-index", f"{index}/{size}")
    check_hashes(leaf, root, *proof)
    node, last_node, computed_root = index, size - 1, leaf
    for sibling in proof:
        if last_node == 0:
            raise ProofError("proof-length")
        if node & 1 or node == last_node:
            computed_root = node_hash(sibling, computed_root)
            while not node & 1 and node:  # levels where the node is the last and has no sibling
                node, last_node = node >> 1, last_node >> 1
        else:
            computed_root = node_hash(computed_root, sibling)
        node, last_node = node >> 1, last_node >> 1
    if last_node:
        raise ProofError("proof-length")
    if computed_root != root:
        raise ProofError("proof-root")


def verify_consistency(size1: int, size2: int, root1: bytes, root2: bytes, proof: Sequence[bytes]) -> None:
    """Verifies that the tree of `size2` leaves begins with the leaves of the tree of `size1` (RFC 9162, 2.1.4.2).

    `size1` must be at least 1: there is no proof for an empty tree. Raises ProofError: `proof-sizes`, `proof-hash`,
    `proof-length`, `proof-old-root` or `proof-root`.
    """
    if not 0 < size1 <= size2 <= MAX_INT64:
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
    old_root, new_root = consistency_roots(size1, size2, path)
    if old_root != root1:
        raise ProofError("proof-old-root")
    if new_root != root2:
        raise ProofError("proof-root")


def consistency_roots(size1: int, size2: int, path: list[bytes]) -> tuple[bytes, bytes]:
    """Computes the root hashes of the old and the new tree from a consistency proof.

    `path` starts with a node of both trees. Raises ProofError `proof-length`.
    """
    node, last_node = size1 - 1, size2 - 1
    while node & 1:
        node, last_node = node >> 1, last_node >> 1
    old_root = new_root = path[0]
    for sibling in path[1:]:
        if last_node == 0:
            raise ProofError("proof-length")
        if node & 1 or node == last_node:
            old_root, new_root = node_hash(sibling, old_root), node_hash(sibling, new_root)
            while not node & 1 and node:
                node, last_node = node >> 1, last_node >> 1
        else:
            new_root = node_hash(new_root, sibling)
        node, last_node = node >> 1, last_node >> 1
    if last_node:
        raise ProofError("proof-length")
    return old_root, new_root


def check_hashes(*hashes: bytes) -> None:
    """Raises ProofError `proof-hash` for a hash that is not of 32 bytes."""
    for digest in hashes:
        if len(digest) != HASH_SIZE:
            raise ProofError("proof-hash", len(digest))
