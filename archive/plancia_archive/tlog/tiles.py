"""Tiles of a log: paths and contents (C2SP tlog-tiles), and which of them a growing log adds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancia_archive.tlog.errors import TileError
from plancia_archive.tlog.merkle import tree_root
from plancia_archive.tlog.proofs import Subtree
from plancia_archive.tlog.text_fields import HASH_SIZE, shown

HEIGHT = 8  # levels of the tree in a tile
WIDTH = 256  # hashes of a full tile, entries of a full bundle
LARGEST_ENTRY = 0xFFFF  # bytes
ENTRIES = -1  # the level of a bundle of entries
LEVELS = 64
PATH = re.compile(r"tile/(entries|[0-9]{1,2})/((?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


@dataclass(frozen=True, order=True)
class Tile:
    """A tile by level, number in the level, and width; the level ENTRIES is a bundle of entries."""

    level: int
    index: int
    width: int = WIDTH

    def __post_init__(self) -> None:
        if not (ENTRIES <= self.level < LEVELS and 0 <= self.index < 2**55 and 1 <= self.width <= WIDTH):
            raise TileError("tile-place", f"{self.level}, {self.index}, {self.width}")

    def path(self) -> str:
        """The path below the log's prefix, such as `tile/0/x001/x234/067.p/12`."""
        *front, last = re.findall("...", f"{self.index:0{-(-len(str(self.index)) // 3) * 3}}")
        level = "entries" if self.level == ENTRIES else str(self.level)
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{level}/{''.join(f'x{part}/' for part in front)}{last}{partial}"


def parse_path(path: str) -> Tile:
    """The tile of a path. Raises TileError `tile-path` for any but the one path of a tile."""
    found = PATH.fullmatch(path)
    if not found:
        raise TileError("tile-path", shown(path))
    level, number, width = found.groups()
    place = ENTRIES if level == "entries" else int(level)
    try:
        tile = Tile(place, int(number.replace("x", "").replace("/", "")), int(width or WIDTH))
    except TileError as error:
        raise TileError("tile-path", shown(path)) from error
    if tile.path() != path:
        raise TileError("tile-path", shown(path))
    return tile


def tiles_of_level(level: int, size: int) -> tuple[int, int]:
    """How many full tiles a level of a log of `size` entries has, and the width of the partial one (0: none)."""
    return divmod(size >> HEIGHT * max(level, 0), WIDTH)


def added_tiles(old_size: int, new_size: int) -> Iterator[Tile]:
    """The tiles of a log of `new_size` entries that one of `old_size` did not have, level by level, partial ones too.

    Bundles of entries have the numbers and widths of level 0. Raises TileError `tile-sizes`.
    """
    if not 0 <= old_size <= new_size:
        raise TileError("tile-sizes", f"{old_size}, {new_size}")
    level = 0
    while new_size >> HEIGHT * level:
        full, partial = tiles_of_level(level, new_size)
        old_full, old_partial = tiles_of_level(level, old_size)
        yield from (Tile(level, index) for index in range(old_full, full))
        if partial and (full, partial) != (old_full, old_partial):
            yield Tile(level, full, partial)
        level += 1


def completed_tiles(old_size: int, new_size: int) -> Iterator[Tile]:
    """The full tiles that growth from `old_size` to `new_size` entries completes, lower levels first."""
    return (tile for tile in added_tiles(old_size, new_size) if tile.width == WIDTH)


def tile_content(subtree: Subtree, tile: Tile) -> bytes:
    """The hashes of a tile, one after the other, from a source of subtree hashes."""
    first = tile.index * WIDTH
    return b"".join(subtree(tile.level * HEIGHT, first + place) for place in range(tile.width))


def tile_hashes(data: bytes, width: int = WIDTH) -> list[bytes]:
    """The hashes of a tile of a width. Raises TileError `tile-length`."""
    if len(data) != width * HASH_SIZE:
        raise TileError("tile-length", f"{len(data)}, {width * HASH_SIZE}")
    return [data[start : start + HASH_SIZE] for start in range(0, len(data), HASH_SIZE)]


def pack_entries(entries: Sequence[bytes]) -> bytes:
    """A bundle: each entry after its length as a 16-bit number, big-endian. Raises TileError `bundle-...`."""
    if not 1 <= len(entries) <= WIDTH:
        raise TileError("bundle-width", len(entries))
    for entry in entries:
        if len(entry) > LARGEST_ENTRY:
            raise TileError("bundle-entry", len(entry))
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unpack_entries(data: bytes, width: int = WIDTH) -> list[bytes]:
    """The entries of a bundle of a width. Raises TileError `bundle-length` if the bytes are not exactly these."""
    entries: list[bytes] = []
    place = 0
    while place < len(data) and len(entries) < width:
        end = place + 2 + int.from_bytes(data[place : place + 2], "big")
        if place + 2 > len(data) or end > len(data):
            raise TileError("bundle-length", place)
        entries.append(data[place + 2 : end])
        place = end
    if place != len(data) or len(entries) != width:
        raise TileError("bundle-length", place)
    return entries


def stored_tiles(read: Callable[[Tile], bytes], size: int) -> Subtree:
    """The subtree hashes of a log of `size` entries from its tiles, for `plancia_archive.tlog.proofs`.

    `read` gives the content of a tile; where a partial tile is asked for, a log may give the first hashes of a later,
    wider one. Some tiles are kept in memory. Raises TileError `tile-length`, and `tile-place` for a subtree that is not
    complete at that size.
    """

    @lru_cache(maxsize=64)
    def hashes(level: int, index: int) -> list[bytes]:
        full, partial = tiles_of_level(level, size)
        tile = Tile(level, index, WIDTH if index < full else partial)
        return tile_hashes(read(tile), tile.width)

    def subtree(level: int, index: int) -> bytes:
        if level < 0 or index < 0 or (index + 1) << level > size:
            raise TileError("tile-place", f"{level}, {index}, {size}")
        tile_level, inner = divmod(level, HEIGHT)
        first = index << inner  # the first of the 2**inner hashes of the tile below the subtree
        tile_index, place = divmod(first, WIDTH)
        return tree_root(hashes(tile_level, tile_index)[place : place + (1 << inner)])

    return subtree
