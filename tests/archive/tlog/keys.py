"""Keys and notes for the tests of the transparency log; no secret, since the seeds stand here."""

from __future__ import annotations

from plancia_archive.tlog.checkpoint import Checkpoint, sign_checkpoint
from plancia_archive.tlog.keys import COSIGNATURE, ED25519, SigningKey
from plancia_archive.tlog.merkle import leaf_hash
from plancia_archive.tlog.proofs import MemoryTree, root_of_size
from plancia_archive.tlog.signed_note import Note

ORIGIN = "club.example/archive"
LOG = SigningKey(ORIGIN, ED25519, bytes([1]) * 32)
STRANGER = SigningKey(ORIGIN, ED25519, bytes([2]) * 32)
WITNESSES = [SigningKey(f"witness{number}.example", COSIGNATURE, bytes([10 + number]) * 32) for number in range(6)]
TREE = MemoryTree(leaf_hash(f"entry {number}".encode()) for number in range(300))
FORK = MemoryTree(leaf_hash(f"{'other' if number == 3 else 'entry'} {number}".encode()) for number in range(300))


def head(size: int, tree: MemoryTree = TREE) -> Checkpoint:
    """The checkpoint of the first leaves of a tree."""
    return Checkpoint(ORIGIN, size, root_of_size(tree, size))


def signed(size: int, tree: MemoryTree = TREE, key: SigningKey = LOG) -> Note:
    """The signed checkpoint of the first leaves of a tree."""
    return sign_checkpoint(head(size, tree), key)
