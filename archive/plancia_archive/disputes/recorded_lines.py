"""Finds who recorded the lines of a game: the author, role, time, and evidence that the log has for each line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

from plancia_archive.disputes import register
from plancia_archive.disputes.correction_evidence import CorrectionReference
from plancia_archive.log.entry_format import Header
from plancia_archive.log.stream import Moment
from plancia_events.text.game import EventRow
from plancia_replay.judging.forms import CorrectionForm

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


class RulingOfLine(TypedDict):
    """The dispute whose ruling added a line, and the files that were filed before it."""

    dispute: str | None
    evidence: list[str]


class RecordedLine(TypedDict):
    """Who recorded a line of a game, and its evidence."""

    entry: int | None
    recorded_at: Moment | None
    author: str | None
    role: str | None
    dispute: str | None
    evidence: list[str]
    references: list[CorrectionReference]


class Correction(CorrectionForm, RecordedLine):
    pass


NOT_RECORDED: RecordedLine = {
    "entry": None, "recorded_at": None, "author": None, "role": None, "dispute": None, "evidence": [], "references": [],
}  # fmt: skip  # for a game that is not stored


def find_recorded_lines(archive: Archive, game_id: str, numbers: Iterable[int]) -> dict[int, RecordedLine]:
    """Returns what is recorded of events by number; `recorded_at` in milliseconds UTC.

    `author` and `role` are None for entries of form 1, which do not record them. `dispute` is the dispute whose ruling
    added the line, and `evidence` the SHA-256 of the files that were filed before the ruling, then of those filed for
    the correction itself. `references` are what was recorded for the correction itself (D-166): `kind` (`evidence` for
    a file, `reference` for an id), `sha256`, `bytes`, `media`, `id`, `about`, and entry, time, author and role of each.
    Raises ArchiveError for a damaged dispute or stream of evidence.
    """
    with archive.lock:
        rows = archive.db.execute(
            "SELECT first, log_index, recorded_at, header FROM entry WHERE game = ? ORDER BY first", [game_id]
        ).fetchall()
        rulings = find_ruling_lines(archive, game_id)
        evidence_by_number = archive.corrections.of_game(game_id)
    first_numbers = [int(row[0]) for row in rows]
    records_by_number: dict[int, RecordedLine] = {}
    for number in numbers:
        row_index = bisect_right(first_numbers, number) - 1
        if row_index < 0:
            continue
        _, log_index, at, header = rows[row_index]
        entry_header = Header.stored(str(header)) if header else None
        records_by_number[number] = {
            "entry": int(log_index),
            "recorded_at": int(at),
            "author": entry_header.author if entry_header else None,
            "role": entry_header.role if entry_header else None,
            **with_references(
                rulings.get(number, RulingOfLine(dispute=None, evidence=[])), evidence_by_number.get(number, [])
            ),
        }
    return records_by_number


class RuledLine(RulingOfLine):
    references: list[CorrectionReference]


def with_references(ruling: RulingOfLine, references: list[CorrectionReference]) -> RuledLine:
    """Returns the fields of a ruling with those of the evidence that was recorded for the line itself."""
    digests = [*ruling["evidence"], *(str(one["sha256"]) for one in references if one["sha256"])]
    return {**ruling, "evidence": list(dict.fromkeys(digests)), "references": references}


def add_authors(archive: Archive, game_id: str, rows: list[EventRow]) -> list[EventRow]:
    """Adds `author` and `role` to each row of an event, from the entry that recorded it; None for entries of form 1."""
    with archive.lock:
        entries = archive.db.execute(
            "SELECT first, header FROM entry WHERE game = ? ORDER BY first", [game_id]
        ).fetchall()
    first_numbers = [int(first) for first, _ in entries]
    headers: dict[int, Header | None] = {}
    for row in rows:
        index = bisect_right(first_numbers, row["event"]) - 1
        if index not in headers:
            headers[index] = Header.stored(str(entries[index][1])) if entries[index][1] else None
        entry_header = headers[index]
        row["author"] = entry_header.author if entry_header else None
        row["role"] = entry_header.role if entry_header else None
    return rows


def find_ruling_lines(archive: Archive, game_id: str) -> dict[int, RulingOfLine]:
    """Returns, by number, the dispute and the evidence of each line that a ruling added to a game."""
    rulings_by_number: dict[int, RulingOfLine] = {}
    for row in register.list_disputes(archive.log, game=game_id):
        evidence: list[str] = []
        for line in register.load_dispute(archive.log, row.dispute).lines:
            if line["kind"] == "evidence":
                evidence.append(str(line["sha256"]))
            elif line["kind"] == "ruling" and "lines" in line["effect"]:
                first = int(line["effect"]["first"])
                for number in range(first, first + len(line["effect"]["lines"])):
                    rulings_by_number[number] = {"dispute": row.dispute, "evidence": list(dict.fromkeys(evidence))}
    return rulings_by_number
