"""Takes tournaments, disputes, approvals and evidence of corrections of a backup into the stream `foreign:ORIGIN`.

They stay records of the other archive (D-167): their entries are copied byte for byte with their places, and stand
beside what this archive decided. What does not agree is recorded as a conflict. A second merge of the same backup adds
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from plancia_archive.archive import Archive
from plancia_archive.disputes.files import MAX_FILE_BYTES, Upload, check_file, evidence_path, store_file
from plancia_archive.errors import ArchiveError
from plancia_archive.log.archive_stream import keys_of, origin_of
from plancia_archive.log.entries import GAME_ID
from plancia_archive.log.foreign_logs import (
    TAKEN_KINDS,
    Conflict,
    ForeignEntry,
    ForeignGame,
    ForeignLine,
    ForeignLog,
    ForeignLogs,
    Head,
    Match,
    Person,
)
from plancia_archive.people.register import REFERENCE_IN_TEXT
from plancia_archive.registers.merged_references import PERSONS, Bound

COLUMNS = "log_index, game, prev, header, body, leaf"
GAME_STREAMS = ("approval", "correction", "withdrawal")  # named by the id of their game


@dataclass
class TakenRecords:
    """What a merge took: new entries, streams by kind, new conflicts, people who have a name of this archive."""

    origin: str
    entries: int = 0
    streams: Counter[str] = field(default_factory=Counter)
    conflicts: list[Conflict] = field(default_factory=list)
    same_names: list[Person] = field(default_factory=list)


def take_records(
    archive: Archive, other: Archive, game_ids: dict[str, str], people: dict[str, str]
) -> list[TakenRecords]:
    """Takes the records of a backup, and those of further archives that the backup has taken itself.

    `game_ids` are the ids of the games in this archive by those in the backup, `people` the references of the people of
    games. Raises ArchiveError.
    """
    with archive.writing():
        sources = [Source(archive, other, own_log(other), game_ids, people)]
        sources += [
            Source(archive, other, other.foreign.load(origin), game_ids, people) for origin in other.foreign.origins()
        ]
        return [source.take() for source in sources]


def own_log(other: Archive) -> ForeignLog:
    """Returns the log of a backup with its entries of TAKEN_KINDS, as the log of another archive."""
    try:
        origin, keys = origin_of(other.log), keys_of(other.log)
    except ArchiveError:  # a backup of a version without origins
        row = other.db.execute("SELECT leaf FROM entry WHERE log_index = 0").fetchone()
        origin, keys = f"unnamed/{bytes(row[0]).hex()[:12]}" if row else "unnamed/0", []
    note = other.db.execute("SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1").fetchone()
    head = Head(
        other.checkpoints.head().head() if keys else "", keys[-1] if keys else None, str(note[0]) if note else None
    )
    rows = other.db.execute(f"SELECT {COLUMNS} FROM entry WHERE game LIKE '%:%' ORDER BY log_index").fetchall()
    entries = [
        ForeignEntry(int(index), bytes(leaf).hex(), str(stream), bytes(prev).hex(), str(header), bytes(body).decode())
        for index, stream, prev, header, body, leaf in rows
        if str(stream).partition(":")[0] in TAKEN_KINDS
    ]
    return ForeignLog(origin, [head], entries)


class Source:
    """A log whose records are taken, and what this archive has of it already."""

    def __init__(
        self, archive: Archive, other: Archive, log: ForeignLog, game_ids: dict[str, str], people: dict[str, str]
    ) -> None:
        self.archive, self.other, self.log, self.game_ids, self.people = archive, other, log, game_ids, people
        self.store: ForeignLogs = archive.foreign
        self.known = archive.foreign.load(log.origin)
        self.leafs = {entry.leaf for entry in self.known.entries}

    def take(self) -> TakenRecords:
        """Records what is new. Raises ArchiveError."""
        taken = TakenRecords(self.log.origin)
        entries = [entry for entry in self.log.entries if not self.has_entry(entry)]
        people = self.new_people(entries)
        games = [line for line in self.game_lines() if line not in self.known.games]
        conflicts = list[Conflict]()
        for line in self.conflicts(entries):
            if line not in (*self.known.conflicts, *conflicts):
                conflicts.append(line)
        if not entries and not conflicts:
            return taken
        logs = [line for line in self.log.logs if line not in self.known.logs]
        lines: list[ForeignLine] = [
            *logs,
            *people,
            *games,
            *(line for entry in entries for line in entry.to_lines()),
            *conflicts,
        ]
        self.store.append(self.log.origin, lines)
        taken.entries, taken.conflicts = len(entries), conflicts
        taken.streams = Counter(stream.partition(":")[0] for stream in {entry.stream for entry in entries})
        taken.same_names = [line for line in people if line.by == "name"]
        return taken

    def has_entry(self, entry: ForeignEntry) -> bool:
        """True for an entry that was taken before, or that is of this archive's own log."""
        if entry.leaf in self.leafs:
            return True
        statement = "SELECT 1 FROM entry WHERE leaf = ? LIMIT 1"
        return self.archive.db.execute(statement, [bytes.fromhex(entry.leaf)]).fetchone() is not None

    def new_people(self, entries: Iterable[ForeignEntry]) -> list[Person]:
        """Returns the lines of the people whom the entries name. A person with a new name is registered.

        Nobody is merged: somebody with the name of a person of this archive is registered apart, under the reference of
        the other archive.
        """
        known = {(line.reference, line.commitment) for line in self.known.people}
        bodies = (entry.body.encode() for entry in entries)
        references = {match[0].decode() for body in bodies for match in REFERENCE_IN_TEXT.finditer(body)}
        given = {line.reference: line for line in self.log.people}
        lines = []
        for reference in sorted(references):
            commitment = given[reference].commitment if reference in given else self.commitment(reference)
            if (reference, commitment) not in known:
                here, match = self.match_person(reference)
                lines.append(Person(reference, commitment, here, match))
        return lines

    def commitment(self, reference: str) -> str | None:
        """Returns the last commitment to the record of a person in the backup; None without one."""
        lines = [one.line.commitment for one in PERSONS.read(self.other.log, reference) if isinstance(one.line, Bound)]
        return lines[-1] if lines else None

    def match_person(self, reference: str) -> tuple[str | None, Match]:
        """Returns who a person of the backup is here, or may be, and by what; registers a new name."""
        here, there = self.archive.people, self.other.people
        if any(here.is_erased(one) for one in (reference, self.people.get(reference, ""))) or there.was_erased(
            reference
        ):
            return None, "erased"
        if here.find(reference) is not None:
            return here.find(reference), "reference"
        name = there.name(there.merged().get(reference, reference))
        if name in (reference, there.merged().get(reference)):
            return None, "unknown"
        same_name = here.find(name)
        here.add(reference, name)
        return (reference, "new") if same_name is None else (same_name, "name")

    def game_lines(self) -> list[ForeignGame]:
        """Returns the ids, there and here, of the games that the log's records are about."""
        ids = sorted({game for entry in self.log.entries for game in games_of(entry)})
        return [ForeignGame(game, self.local_game(game)) for game in ids]

    def local_game(self, game: str) -> str | None:
        """Returns the id in this archive of a game of the log; None for one that it does not have."""
        if game in self.game_ids:
            return self.game_ids[game]
        given = next((line.here for line in reversed(self.log.games) if line.there == game and line.here), "")
        if given in self.game_ids:  # the id in the backup that took it
            return self.game_ids[given]
        row = self.archive.db.execute("SELECT 1 FROM entry WHERE game = ? LIMIT 1", [game]).fetchone()
        return game if row else None

    def conflicts(self, entries: list[ForeignEntry]) -> Iterator[Conflict]:
        """Yields what does not agree: a tournament of the same name, a game that is not here, a dispute about the same
        game, an entry at a place where another was taken, a file that the backup does not have."""
        leaf_by_index = {entry.index: entry.leaf for entry in self.known.entries}
        for entry in entries:
            if leaf_by_index.get(entry.index, entry.leaf) != entry.leaf:
                yield Conflict("entry-other", entry.stream, str(entry.index))
        for stream, stream_entries in ForeignLog("", entries=entries).streams().items():
            kind, _, name = stream.partition(":")
            if kind == "tournament" and self.archive.tournaments.exists(name):
                yield Conflict("tournament-name", stream, name)
            for game in sorted({game for entry in stream_entries for game in games_of(entry)}):
                here = self.local_game(game)
                if here is None:
                    yield Conflict("game-absent", stream, game)
                elif kind == "dispute":
                    for row in self.archive.disputes.listed(game=here):
                        yield Conflict("dispute-here", stream, row.dispute)
        yield from self.take_files([*entries, *(entry for entry in self.log.entries if entry.leaf in self.leafs)])

    def take_files(self, entries: list[ForeignEntry]) -> Iterator[Conflict]:
        """Stores the files that the entries name; yields a conflict for each that the backup does not have."""
        for stream, line in ForeignLog("", entries=entries).evidence():
            digest, size = str(line["sha256"]), int(line["bytes"])
            if check_file(self.archive.path, digest, size) is None:
                continue
            problem = check_file(self.other.path, digest, size)
            if problem is not None or not 0 < size <= MAX_FILE_BYTES:
                yield Conflict("file-missing", stream, digest)
            else:
                store_file(self.archive.path, Upload.of(evidence_path(self.other.path, digest).read_bytes()))


def games_of(entry: ForeignEntry) -> set[str]:
    """Returns the ids of the games that an entry is about: of its stream, of an objection, linked ones."""
    kind, _, name = entry.stream.partition(":")
    if kind in GAME_STREAMS:
        return {name}
    games = {
        str(line["game"]) for line in entry.lines() if line.get("kind") in ("opened", "linked") and line.get("game")
    }
    return {game for game in games if GAME_ID.match(game)}
