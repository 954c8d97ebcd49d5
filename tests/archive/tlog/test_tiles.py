"""Paths and contents of tiles, the tiles that growth adds, and proofs made from stored tiles."""

from __future__ import annotations

import contextlib
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancia_archive.tlog.errors import TileError
from plancia_archive.tlog.merkle import leaf_hash
from plancia_archive.tlog.proofs import MemoryTree, consistency_proof, inclusion_proof, root_of_size
from plancia_archive.tlog.tiles import (
    ENTRIES_LEVEL,
    TILE_WIDTH,
    Tile,
    added_tiles,
    completed_tiles,
    pack_entries,
    parse_tile_path,
    subtree_hashes_from_tiles,
    tile_content,
    tile_hashes,
)

SIZE = 70_000


def unpack_entries(data: bytes, width: int = TILE_WIDTH) -> list[bytes]:
    """Returns the entries of a bundle of a width.

    Raises ValueError if the bytes are not exactly these.
    """
    entries: list[bytes] = []
    position = 0
    while position < len(data) and len(entries) < width:
        end = position + 2 + int.from_bytes(data[position : position + 2], "big")
        if position + 2 > len(data) or end > len(data):
            raise ValueError(position)
        entries.append(data[position + 2 : end])
        position = end
    if position != len(data) or len(entries) != width:
        raise ValueError(position)
    return entries


@cache
def tree() -> MemoryTree:
    """A tree of SIZE leaves."""
    return MemoryTree(leaf_hash(number.to_bytes(4, "big")) for number in range(SIZE))


@pytest.mark.parametrize(("tile", "path"), [
    (Tile(0, 0), "tile/0/000"), (Tile(0, 1234067), "tile/0/x001/x234/067"), (Tile(2, 999), "tile/2/999"),
    (Tile(1, 1000), "tile/1/x001/000"), (Tile(0, 273, 112), "tile/0/273.p/112"), (Tile(63, 5, 1), "tile/63/005.p/1"),
    (Tile(ENTRIES_LEVEL, 1234067, 255), "tile/entries/x001/x234/067.p/255"),
])  # fmt: skip
def test_paths(tile: Tile, path: str) -> None:
    assert (tile.path(), parse_tile_path(path)) == (path, tile)


@pytest.mark.parametrize("path", [
    "", "tile/0", "tile/0/0", "tile/0/00", "tile/0/0000", "tile/00/000", "tile/64/000", "tile/-1/000",
    "tile/0/x000/000",
    "tile/0/001/000", "tile/0/x001/x000", "tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01", "tile/0/000.p/",
    "tile/0/000/", "/tile/0/000", "tile/0/000\n", "tile/0/٠٠٠", "tile/0/" + "x999/" * 6 + "999", "tile/data/000",
    "tile/0/../000",
])  # fmt: skip
def test_other_paths_are_refused(path: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_tile_path(path)
    assert caught.value.code == "tile-path"


@given(st.one_of(st.text(), st.text("tile/0x1.p/entries").map(lambda end: f"tile/{end}")))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    with contextlib.suppress(TileError):
        assert parse_tile_path(text).path() == text


@given(st.integers(ENTRIES_LEVEL, 63), st.integers(0, 2**55 - 1), st.integers(1, TILE_WIDTH))
def test_paths_come_back(level: int, index: int, width: int) -> None:
    assert parse_tile_path(Tile(level, index, width).path()) == Tile(level, index, width)


def test_the_tiles_of_a_size_are_those_of_the_specification() -> None:
    tiles = list(added_tiles(0, 70_000))
    assert [tile for tile in tiles if tile.width < TILE_WIDTH] == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert [tile for tile in tiles if tile.width == TILE_WIDTH] == [
        *(Tile(0, index) for index in range(273)),
        Tile(1, 0),
    ]
    assert list(added_tiles(0, 256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert list(added_tiles(0, 0)) == [] == list(added_tiles(70_000, 70_000))
    for old, new in ((-1, 3), (4, 3)):
        with pytest.raises(TileError):
            list(added_tiles(old, new))


@given(st.lists(st.integers(0, SIZE), min_size=1, max_size=5))
def test_growth_in_steps_adds_the_full_tiles_of_growth_at_once(sizes: list[int]) -> None:
    steps = sorted([0, *sizes])
    full = [tile for old, new in pairwise(steps) for tile in completed_tiles(old, new)]
    assert sorted(full) == sorted(completed_tiles(0, steps[-1])) and len(full) == len(set(full))
    stored = {tile for old, new in pairwise(steps) for tile in added_tiles(old, new)}
    assert stored >= set(added_tiles(0, steps[-1]))


@pytest.mark.parametrize("size", [1, 255, 256, 257, 511, 65_535, 65_536, 65_537, SIZE])
def test_proofs_from_stored_tiles_are_those_from_all_leaves(size: int) -> None:
    files = {tile.path(): tile_content(tree(), tile) for tile in added_tiles(0, size)}
    read: list[str] = []

    def content(tile: Tile) -> bytes:
        read.append(tile.path())
        return files[tile.path()]

    stored = subtree_hashes_from_tiles(content, size)
    assert root_of_size(stored, size) == root_of_size(tree(), size)
    for index in {0, size // 3, size - 1}:
        assert inclusion_proof(stored, index, size) == inclusion_proof(tree(), index, size)
    for old in {1, size // 2 + 1, size - 1 or 1} - {size + 1}:
        assert consistency_proof(stored, old, size) == consistency_proof(tree(), old, size)
    assert len(read) == len(set(read)) <= 20
    with pytest.raises(TileError) as caught:
        stored(0, size)
    assert caught.value.code == "tile-place"


def test_a_tile_of_another_length_is_refused() -> None:
    data = tile_content(tree(), Tile(0, 1))
    assert tile_hashes(data) == [tree()(0, number) for number in range(256, 512)]
    for wrong in (b"", data[:-1], data + data[:32]):
        with pytest.raises(TileError) as caught:
            tile_hashes(wrong)
        assert caught.value.code == "tile-length"
    with pytest.raises(TileError):
        root_of_size(subtree_hashes_from_tiles(lambda tile: b"", 3), 3)


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=TILE_WIDTH))
def test_bundles_come_back(entries: list[bytes]) -> None:
    data = pack_entries(entries)
    assert unpack_entries(data, len(entries)) == entries
    for wrong in (data[:-1], data + b"\0", data + b"\0\0"):
        with pytest.raises(ValueError):
            unpack_entries(wrong, len(entries))


@given(st.binary(max_size=60), st.integers(1, TILE_WIDTH))
def test_any_bytes_are_a_bundle_or_refused(data: bytes, width: int) -> None:
    with contextlib.suppress(ValueError):
        assert pack_entries(unpack_entries(data, width)) == data


def test_bundles_have_room_for_256_entries_of_65535_bytes() -> None:
    large = bytes(0xFFFF)
    assert unpack_entries(pack_entries([large]), 1) == [large] and len(pack_entries([b""] * 256)) == 512
    for entries, code in (([large + b"x"], "bundle-entry"), ([], "bundle-width"), ([b""] * 257, "bundle-width")):
        with pytest.raises(TileError) as caught:
            pack_entries(entries)
        assert caught.value.code == code
