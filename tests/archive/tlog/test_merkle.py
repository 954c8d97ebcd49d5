"""Roots and proofs: the outside vectors, every pair of sizes up to 70, and no changed bit passes."""

from __future__ import annotations

import json
import tarfile
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancia_archive.tlog.errors import ProofError
from plancia_archive.tlog.merkle import (
    EMPTY_ROOT,
    leaf_hash,
    node_hash,
    tree_root,
    verify_consistency,
    verify_inclusion,
)
from plancia_archive.tlog.proofs import MemoryTree, consistency_proof, inclusion_proof, root_of_size

UP_TO = 70
LEAVES = [leaf_hash(bytes([number])) for number in range(UP_TO)]
TREE = MemoryTree(LEAVES)


def plain_root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962, 2.1, word by word."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY_ROOT
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return node_hash(plain_root(leaves[:half]), plain_root(leaves[half:]))


ROOTS = [plain_root(LEAVES[:size]) for size in range(UP_TO + 1)]


def vectors(shared: Path) -> dict[str, dict[str, Any]]:
    archive = shared / "vectors" / "rfc6962-merkle.tar.gz"
    if not archive.is_file():
        pytest.skip(f"{archive.name} is not in ../shared")
    with tarfile.open(archive) as tar:
        files = [one for one in tar if one.isfile() and one.name.endswith(".json")]
        return {one.name.removeprefix("testdata/"): json.load(tar.extractfile(one)) for one in files}  # type: ignore[arg-type]


def raw(texts: list[str] | None) -> list[bytes]:
    return [b64decode(text) for text in texts or []]


def verified(name: str, vector: dict[str, Any]) -> bool:
    """Whether the proof of a vector verifies."""
    proof = raw(vector["proof"])
    try:
        if "leafIdx" in vector:
            leaf, root = raw([vector["leafHash"], vector["root"]])
            verify_inclusion(vector["leafIdx"], vector["treeSize"], leaf, proof, root)
        else:
            root1, root2 = raw([vector["root1"], vector["root2"]])
            verify_consistency(vector["size1"], vector["size2"], root1, root2, proof)
    except ProofError:
        return False
    return True


def test_vectors_of_inclusion_and_consistency(shared: Path) -> None:
    found: Counter[str] = Counter()
    for name, vector in vectors(shared).items():
        kind = name.partition("/")[0]
        if kind in ("inclusion", "consistency"):
            hashes = [vector[key] for key in ("root", "leafHash", "root1", "root2") if key in vector]
            placeholder = any(len(one) != 32 for one in raw(hashes))  # in place of a hash: refused whatever it is
            assert verified(name, vector) == (not vector["wantErr"] and not placeholder), name
            found[kind] += 1
            found["good"] += not vector["wantErr"]
            found["placeholder"] += placeholder and not vector["wantErr"]
    assert found["inclusion"] == 98 and found["consistency"] == 98
    assert (found["good"], found["placeholder"]) == (12, 1)


def test_vectors_of_subtrees_that_are_proofs_of_a_tree_too(shared: Path) -> None:
    """A subtree from `start` is a tree whose leaves are counted from there; a subtree from 0 is an older tree."""
    found: Counter[str] = Counter()
    for name, vector in vectors(shared).items():
        kind, start, end = name.partition("/")[0], vector.get("start", 0), vector.get("end", 0)
        if kind == "subtreeinclusion" and "single-entry" not in name:
            own = {"leafIdx": vector["leafIdx"] - start, "treeSize": end - start}
        elif kind == "subtreeconsistency" and start == 0 and end > 0 and "additional" not in name:
            own = {"size1": end, "size2": vector["size"]}
        else:
            continue
        assert verified(name, {**vector, **own}) == (not vector["wantErr"]), name
        found[kind] += 1
    assert found["subtreeinclusion"] > 180 and found["subtreeconsistency"] > 40


def test_every_size_has_the_root_of_the_definition() -> None:
    assert root_of_size(TREE, 0) == EMPTY_ROOT == tree_root([])
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    for size, root in enumerate(ROOTS):
        assert root_of_size(TREE, size) == tree_root(iter(LEAVES[:size])) == root


def test_every_leaf_of_every_size_is_proved_and_no_other_leaf() -> None:
    for size in range(1, UP_TO + 1):
        for index in range(size):
            proof = inclusion_proof(TREE, index, size)
            verify_inclusion(index, size, LEAVES[index], proof, ROOTS[size])
            for wrong in {(index + 1) % size, index ^ 1, size - 1} - {index}:
                with pytest.raises(ProofError):
                    verify_inclusion(wrong, size, LEAVES[index], proof, ROOTS[size])


def test_every_pair_of_sizes_is_proved_consistent_and_no_other_pair() -> None:
    for new in range(1, UP_TO + 1):
        for old in range(1, new + 1):
            proof = consistency_proof(TREE, old, new)
            verify_consistency(old, new, ROOTS[old], ROOTS[new], proof)
            with pytest.raises(ProofError):
                verify_consistency(old, new, ROOTS[old - 1], ROOTS[new], proof)
            with pytest.raises(ProofError):
                verify_consistency(old, new, ROOTS[old], ROOTS[new - 1] if old < new else EMPTY_ROOT, proof)


@given(st.data())
def test_no_changed_bit_of_an_inclusion_proof_passes(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, UP_TO))
    index = data.draw(st.integers(0, size - 1))
    hashes = [LEAVES[index], ROOTS[size], *inclusion_proof(TREE, index, size)]
    flip(data, hashes)
    with pytest.raises(ProofError) as caught:
        verify_inclusion(index, size, hashes[0], hashes[2:], hashes[1])
    assert caught.value.code == "proof-root"


@given(st.data())
def test_no_changed_bit_of_a_consistency_proof_passes(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, UP_TO))
    old = data.draw(st.integers(1, new - 1))
    hashes = [ROOTS[old], ROOTS[new], *consistency_proof(TREE, old, new)]
    flip(data, hashes)
    with pytest.raises(ProofError) as caught:
        verify_consistency(old, new, hashes[0], hashes[1], hashes[2:])
    assert caught.value.code in ("proof-root", "proof-old-root")


def flip(data: st.DataObject, hashes: list[bytes]) -> None:
    place = data.draw(st.integers(0, len(hashes) - 1))
    bit = data.draw(st.integers(0, 255))
    changed = int.from_bytes(hashes[place], "big") ^ (1 << bit)
    hashes[place] = changed.to_bytes(32, "big")


@given(st.integers(1, UP_TO), st.data())
def test_no_other_number_of_hashes_passes(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(TREE, index, size)
    for longer in ([*proof, ROOTS[size]], [LEAVES[index], *proof]):
        with pytest.raises(ProofError):
            verify_inclusion(index, size, LEAVES[index], longer, ROOTS[size])
    for place in range(len(proof)):
        with pytest.raises(ProofError):
            verify_inclusion(index, size, LEAVES[index], proof[:place] + proof[place + 1 :], ROOTS[size])


@given(st.integers(1, UP_TO), st.integers(1, UP_TO), st.data())
def test_another_size_passes_only_where_the_path_is_the_same(size: int, claimed: int, data: st.DataObject) -> None:
    """Inclusion does not fix the size by itself (the root does): another size passes only for equal paths."""
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(TREE, index, size)
    try:
        verify_inclusion(index, claimed, LEAVES[index], proof, ROOTS[size])
    except ProofError:
        assert size != claimed
    else:
        assert sides(index, size) == sides(index, claimed)


def sides(index: int, size: int) -> list[bool]:
    """On which side the siblings of a leaf stand, from the root down, by the definition."""
    found = []
    while size > 1:
        half = 1 << ((size - 1).bit_length() - 1)
        right = index >= half
        found.append(right)
        index, size = (index - half, size - half) if right else (index, half)
    return found


@pytest.mark.parametrize(("index", "size", "code"), [
    (0, 0, "proof-index"), (3, 3, "proof-index"), (-1, 3, "proof-index"), (0, 2**63, "proof-index"),
])  # fmt: skip
def test_an_index_outside_the_tree_is_refused(index: int, size: int, code: str) -> None:
    with pytest.raises(ProofError) as caught:
        verify_inclusion(index, size, LEAVES[0], [], LEAVES[0])
    assert caught.value.code == code
    with pytest.raises(ProofError, match="index"):
        inclusion_proof(TREE, 3, 3)


@pytest.mark.parametrize(("old", "new"), [(0, 0), (0, 3), (4, 3), (-1, 3), (1, 2**63)])
def test_sizes_that_no_proof_joins_are_refused(old: int, new: int) -> None:
    with pytest.raises(ProofError) as caught:
        verify_consistency(old, new, EMPTY_ROOT, EMPTY_ROOT, [])
    assert caught.value.code == "proof-sizes"
    with pytest.raises(ProofError):
        consistency_proof(TREE, 4, 3)


def test_hashes_of_another_length_are_refused() -> None:
    for leaf, root, proof in ((b"", ROOTS[2], [LEAVES[1]]), (LEAVES[0], b"", []), (LEAVES[0], ROOTS[2], [b"x"])):
        with pytest.raises(ProofError) as caught:
            verify_inclusion(0, 2, leaf, proof, root)
        assert caught.value.code == "proof-hash"
    with pytest.raises(ProofError) as caught:
        verify_consistency(1, 1, b"x", b"x", [])
    assert caught.value.code == "proof-hash"


def test_a_proof_asks_for_few_subtrees_of_a_large_log() -> None:
    asked: list[tuple[int, int]] = []

    def subtree(level: int, index: int) -> bytes:
        asked.append((level, index))
        assert (index + 1) << level <= size
        return leaf_hash(f"{level} {index}".encode())

    size = 3_000_001
    inclusion_proof(subtree, 1_234_567, size)
    consistency_proof(subtree, 2_000_003, size)
    root_of_size(subtree, size)
    assert len(asked) < 3 * 2 * size.bit_length()


def test_the_memory_tree_has_complete_subtrees_only() -> None:
    assert len(TREE) == UP_TO and TREE(1, 0) == ROOTS[2]
    for level, index in ((0, UP_TO), (6, 1), (9, 0), (-1, 0), (0, -1)):
        with pytest.raises(ProofError) as caught:
            TREE(level, index)
        assert caught.value.code == "proof-subtree"
