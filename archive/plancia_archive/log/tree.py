"""The Merkle tree over the leaves of the log (RFC 6962, 2.1): roots and proofs from stored tiles.

The table `tile` holds the full tiles of C2SP tlog-tiles. It is a cache, filled by `store_tiles` and recomputed by
`verify`. Hashes that are in no stored tile are computed from the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plancia_archive.tlog.merkle import tree_root
from plancia_archive.tlog.proofs import SubtreeHashes, consistency_proof, inclusion_proof, root_of_size
from plancia_archive.tlog.tiles import TILE_WIDTH, Tile, completed_tiles, subtree_hashes_from_tiles, tile_hashes

if TYPE_CHECKING:
    import sqlite_utils


class LogTree:
    """Roots and proofs of the log in a database. Call with the log's lock held, or on a snapshot."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db

    def size(self) -> int:
        """Returns the number of entries."""
        return int(self.db.execute("SELECT coalesce(max(log_index) + 1, 0) FROM entry").fetchone()[0])

    def root(self, size: int) -> bytes:
        """Returns the root of the tree of the first `size` entries. Raises TlogError."""
        return root_of_size(self.subtrees(size), size)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Returns the audit path of an entry in the tree of `size` entries. Raises TlogError."""
        return inclusion_proof(self.subtrees(size), index, size)

    def consistency(self, old_size: int, size: int) -> list[bytes]:
        """Returns the consistency proof between two sizes. Raises TlogError."""
        return consistency_proof(self.subtrees(size), old_size, size)

    def subtrees(self, size: int) -> SubtreeHashes:
        """Returns a function for the hashes of complete subtrees of the first `size` entries."""
        return subtree_hashes_from_tiles(self.tile_data, size)

    def tile_data(self, tile: Tile) -> bytes:
        """Returns the hashes of a tile, stored or computed; fewer than its width if the log ends earlier."""
        if tile.width == TILE_WIDTH:
            statement = "SELECT data FROM tile WHERE level = ? AND n = ?"
            row = self.db.execute(statement, [tile.level, tile.index]).fetchone()
            if row:
                return bytes(row[0])
        return self.compute_tile(tile)

    def compute_tile(self, tile: Tile) -> bytes:
        """Computes the hashes of a tile, from the leaves at level 0, else from the tiles one level below."""
        first = tile.index * TILE_WIDTH
        if tile.level == 0:
            rows = self.db.execute(
                "SELECT leaf FROM entry WHERE log_index >= ? AND log_index < ? ORDER BY log_index",
                [first, first + tile.width],
            ).fetchall()
            return b"".join(bytes(row[0]) for row in rows)
        child_tiles = [Tile(tile.level - 1, first + place) for place in range(tile.width)]
        return b"".join(tree_root(tile_hashes(self.tile_data(child))) for child in child_tiles)

    def rebuild_tiles(self) -> int:
        """Recomputes all stored tiles; returns how many were wrong. Call inside a write transaction."""
        stored = self.stored_tiles()
        self.db.execute("DELETE FROM tile")
        self.store_tiles()
        computed = self.stored_tiles()
        return sum(data != computed.get(position) for position, data in stored.items())

    def stored_tiles(self) -> dict[tuple[int, int], bytes]:
        """Returns the hashes of the stored tiles by level and index."""
        rows = self.db.execute("SELECT level, n, data FROM tile").fetchall()
        return {(int(level), int(index)): bytes(data) for level, index, data in rows}

    def store_tiles(self) -> None:
        """Stores full tiles that were completed since the last call. Call inside a write transaction."""
        size = self.size()
        stored = int(self.db.execute("SELECT coalesce(max(n) + 1, 0) FROM tile WHERE level = 0").fetchone()[0])
        complete = min(stored, size // TILE_WIDTH)  # a log that was cut has more tiles than it fills
        for tile in completed_tiles(complete * TILE_WIDTH, size):
            self.db.execute(
                "INSERT OR REPLACE INTO tile(level, n, data) VALUES (?, ?, ?)",
                [tile.level, tile.index, self.compute_tile(tile)],
            )
