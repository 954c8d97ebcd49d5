"""The published parts of a log (C2SP tlog-tiles): its newest signed checkpoint, tiles and entry bundles up to it."""

from __future__ import annotations

from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.checkpoints import Checkpoints
from plancia_archive.log.entry_format import entry_bytes
from plancia_archive.log.foreign_logs import ForeignLogs
from plancia_archive.tlog.checkpoint import parse_checkpoint
from plancia_archive.tlog.errors import TlogError
from plancia_archive.tlog.signed_note import Note
from plancia_archive.tlog.tiles import ENTRIES_LEVEL, TILE_WIDTH, Tile, count_tiles, pack_entries, parse_tile_path

SELECT_GAMES = (
    "SELECT DISTINCT game FROM entry WHERE log_index >= :first AND log_index < :end AND instr(game, ':') = 0 UNION "
    "SELECT dispute.game FROM entry JOIN dispute ON entry.game = 'dispute:' || dispute.dispute "
    "WHERE log_index >= :first AND log_index < :end AND dispute.game <> '' UNION "
    "SELECT DISTINCT substr(game, 12) FROM entry "
    "WHERE log_index >= :first AND log_index < :end AND game >= 'correction:' AND game < 'correction;'"
)
SELECT_ORIGINS = (
    "SELECT DISTINCT substr(game, 9) FROM entry "
    "WHERE log_index >= :first AND log_index < :end AND game >= 'foreign:' AND game < 'foreign;'"
)


class Published:
    """The published parts of one log. Nothing beyond the newest signed checkpoint is published."""

    def __init__(self, checkpoints: Checkpoints) -> None:
        self.checkpoints = checkpoints
        self.log, self.tree = checkpoints.log, checkpoints.tree

    def checkpoint(self) -> Note | None:
        """Returns the newest signed checkpoint with its cosignatures; None before the first of this origin.

        Raises ArchiveError: `checkpoint-file`, or `behind` for a log that is shorter than its checkpoint.
        """
        note = self.checkpoints.latest()
        if note is None:
            return None
        try:
            checkpoint = parse_checkpoint(note.body)
        except TlogError as error:
            raise ArchiveError("checkpoint-file", error.code) from error
        with self.log.lock:
            if checkpoint.origin != origin_of(self.log):
                return None  # it belongs to the earlier log that this one continues
            size = self.tree.size()
        if checkpoint.size > size:
            raise ArchiveError("behind", f"{size} < {checkpoint.size}")
        return note

    def size(self) -> int:
        """Returns the number of published entries, 0 without a checkpoint. Raises ArchiveError."""
        note = self.checkpoint()
        return parse_checkpoint(note.body).size if note else 0

    def key(self) -> str | None:
        """Returns the verifier key (vkey) that the log announced last; None for a log without a key."""
        with self.log.lock:
            keys = keys_of(self.log)
        return keys[-1] if keys else None

    def read_path(self, path: str) -> bytes | None:
        """Returns the bytes at a path below the log's prefix, such as `tile/0/000.p/12`; None for an unpublished path.

        Partial tiles of every width up to the published one are available, also after the full tile exists. Raises
        ArchiveError.
        """
        try:
            tile = parse_tile_path(path)
        except TlogError:
            return None
        full_tiles, partial_width = count_tiles(tile.level, self.size())
        if tile.width > (TILE_WIDTH if tile.index < full_tiles else partial_width if tile.index == full_tiles else 0):
            return None
        with self.log.lock:
            return self.read_bundle(tile) if tile.level == ENTRIES_LEVEL else self.tree.tile_data(tile)

    def games_of_bundle(self, path: str) -> list[str]:
        """Returns the ids of the games that entries of the bundle at a path are about: lines, disputes, evidence.

        For records of another archive these are all games of this one that its records are about. Raises ArchiveError.
        """
        try:
            tile = parse_tile_path(path)
        except TlogError:
            return []
        bounds = {"first": tile.index * TILE_WIDTH, "end": tile.index * TILE_WIDTH + tile.width}
        with self.log.lock:
            games = [str(row[0]) for row in self.log.db.execute(SELECT_GAMES, bounds).fetchall()]
            origins = [str(row[0]) for row in self.log.db.execute(SELECT_ORIGINS, bounds).fetchall()]
            foreign = (ForeignLogs(self.log).load(origin) for origin in origins)
            named = {line.here or line.there for one in foreign for line in one.games}
            return [*games, *(game for game in sorted(named.difference(games)) if self.log.next_event(game))]

    def read_bundle(self, tile: Tile) -> bytes:
        """Returns the entry bundle of a tile. Raises ArchiveError `damaged` if entries are missing or too long."""
        first = tile.index * TILE_WIDTH
        rows = self.log.db.execute(
            "SELECT prev, header, body FROM entry WHERE log_index >= ? AND log_index < ? ORDER BY log_index",
            [first, first + tile.width],
        ).fetchall()
        try:
            if len(rows) != tile.width:
                raise ValueError(f"{len(rows)} of {tile.width}")
            return pack_entries([entry_bytes(bytes(prev), str(header), bytes(body)) for prev, header, body in rows])
        except (TypeError, ValueError) as error:
            raise ArchiveError("damaged", f"entry {first}: {error}"[:200]) from error
