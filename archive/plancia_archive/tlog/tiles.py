"""Tiles of a log (C2SP tlog-tiles): their paths and contents, and the tiles that appended entries add."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancia_archive.tlog.errors import TileError
from plancia_archive.tlog.merkle import tree_root
from plancia_archive.tlog.proofs import SubtreeHashes
from plancia_archive.tlog.text_fields import HASH_SIZE, excerpt

TILE_HEIGHT = 8  # levels of the tree in a tile
TILE_WIDTH = 256  # hashes of a full tile, entries of a full bundle
MAX_ENTRY_BYTES = 0xFFFF  # bytes
ENTRIES_LEVEL = -1  # the level of a bundle of entries
MAX_LEVELS = 64
TILE_PATH = re.compile(r"tile/(entries|[0-9]{1,2})/((?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


@dataclass(frozen=True, order=True)
class Tile:
    """The coordinates of a tile: level, index in the level, width. ENTRIES_LEVEL is that of entry bundles."""

    level: int
    index: int
    width: int = TILE_WIDTH

    def __post_init__(self) -> None:
        if not (ENTRIES_LEVEL <= self.level < MAX_LEVELS and 0 <= self.index < 2**55 and 1 <= self.width <= TILE_WIDTH):
            raise TileError("tile-place", f"{self.level}, {self.index}, {self.width}")

    def path(self) -> str:
        """Returns the path below the log's prefix, such as `tile/0/x001/x234/067.p/12`."""
        *leading_groups, last_group = re.findall("...", f"{self.index:0{-(-len(str(self.index)) // 3) * 3}}")
        level_name = "entries" if self.level == ENTRIES_LEVEL else str(self.level)
        width_suffix = "" if self.width == TILE_WIDTH else f".p/{self.width}"
        return f"tile/{level_name}/{''.join(f'x{group}/' for group in leading_groups)}{last_group}{width_suffix}"


def parse_tile_path(path: str) -> Tile:
    """Parses the path of a tile. Raises TileError `tile-path` for a path that is not canonical."""
    match = TILE_PATH.fullmatch(path)
    if not match:
        raise TileError("tile-path", excerpt(path))
    level_name, number, width = match.groups()
    level_number = ENTRIES_LEVEL if level_name == "entries" else int(level_name)
    try:
        tile = Tile(level_number, int(number.replace("x", "").replace("/", "")), int(width or TILE_WIDTH))
    except TileError as error:
        raise TileError("tile-path", excerpt(path)) from error
    if tile.path() != path:
        raise TileError("tile-path", excerpt(path))
    return tile


def count_tiles(level: int, size: int) -> tuple[int, int]:
    """Returns how many full tiles a level of a log of `size` entries has, and the width of the partial tile or 0."""
    return divmod(size >> TILE_HEIGHT * max(level, 0), TILE_WIDTH)


def added_tiles(old_size: int, new_size: int) -> Iterator[Tile]:
    """Yields the tiles that a log gains between `old_size` and `new_size` entries, partial ones too, level by level.

    Entry bundles have the indexes and widths of level 0. Raises TileError `tile-sizes`.
    """
    if not 0 <= old_size <= new_size:
        raise TileError("tile-sizes", f"{old_size}, {new_size}")
    level = 0
    while new_size >> TILE_HEIGHT * level:
        full_count, partial_width = count_tiles(level, new_size)
        old_full_count, old_partial_width = count_tiles(level, old_size)
        yield from (Tile(level, index) for index in range(old_full_count, full_count))
        if partial_width and (full_count, partial_width) != (old_full_count, old_partial_width):
            yield Tile(level, full_count, partial_width)
        level += 1


def completed_tiles(old_size: int, new_size: int) -> Iterator[Tile]:
    """Returns the tiles that become full when a log grows from `old_size` to `new_size` entries, lower levels first."""
    return (tile for tile in added_tiles(old_size, new_size) if tile.width == TILE_WIDTH)


def tile_content(subtree_hash: SubtreeHashes, tile: Tile) -> bytes:
    """Returns the content of a tile: its hashes, concatenated."""
    first_index = tile.index * TILE_WIDTH
    return b"".join(subtree_hash(tile.level * TILE_HEIGHT, first_index + offset) for offset in range(tile.width))


def tile_hashes(data: bytes, width: int = TILE_WIDTH) -> list[bytes]:
    """Splits the content of a tile into `width` hashes. Raises TileError `tile-length`."""
    if len(data) != width * HASH_SIZE:
        raise TileError("tile-length", f"{len(data)}, {width * HASH_SIZE}")
    return [data[start : start + HASH_SIZE] for start in range(0, len(data), HASH_SIZE)]


def pack_entries(entries: Sequence[bytes]) -> bytes:
    """Encodes an entry bundle: each entry after its length in 16 bits, big-endian.

    Raises TileError `bundle-width` or `bundle-entry`.
    """
    if not 1 <= len(entries) <= TILE_WIDTH:
        raise TileError("bundle-width", len(entries))
    for entry in entries:
        if len(entry) > MAX_ENTRY_BYTES:
            raise TileError("bundle-entry", len(entry))
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def subtree_hashes_from_tiles(read_tile: Callable[[Tile], bytes], size: int) -> SubtreeHashes:
    """Returns the subtree hashes of a log of `size` entries from its tiles, for `plancia_archive.tlog.proofs`.

    `read` gives the content of a tile; where a partial tile is asked for, a log may give the first hashes of a later,
    wider one. Some tiles are kept in memory. Raises TileError `tile-length`, and `tile-place` for a subtree that is not
    complete at that size.
    """

    @lru_cache(maxsize=64)
    def load_hashes(level: int, index: int) -> list[bytes]:
        full_count, partial_width = count_tiles(level, size)
        tile = Tile(level, index, TILE_WIDTH if index < full_count else partial_width)
        return tile_hashes(read_tile(tile), tile.width)

    def subtree_hash(level: int, index: int) -> bytes:
        if level < 0 or index < 0 or (index + 1) << level > size:
            raise TileError("tile-place", f"{level}, {index}, {size}")
        tile_level, inner_level = divmod(level, TILE_HEIGHT)
        first_hash = index << inner_level  # the first of the 2**inner hashes of the tile below the subtree
        tile_index, offset = divmod(first_hash, TILE_WIDTH)
        return tree_root(load_hashes(tile_level, tile_index)[offset : offset + (1 << inner_level)])

    return subtree_hash
