"""Who recorded which lines of a game, in which role, when, and on what evidence, as the log states it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes import register
from plancia_archive.log.entry_format import Header

if TYPE_CHECKING:
    from plancia_archive.archive import Archive

FIELDS = ("entry", "recorded_at", "author", "role", "dispute", "evidence")
UNKNOWN: dict[str, Any] = {**dict.fromkeys(FIELDS), "evidence": []}  # of a game that is in no archive


def recorded_lines(archive: Archive, game_id: str, numbers: Iterable[int]) -> dict[int, dict[str, Any]]:
    """The FIELDS of events by number; `recorded_at` in milliseconds UTC.

    `author` and `role` are None for entries of form 1, which do not state them. `dispute` is the one whose ruling added
    the line, and `evidence` the SHA-256 of the files that were given in it before. Raises ArchiveError for a damaged
    dispute.
    """
    with archive.lock:
        rows = archive.db.execute(
            "SELECT first, log_index, recorded_at, header FROM entry WHERE game = ? ORDER BY first", [game_id]
        ).fetchall()
        rulings = ruled_lines(archive, game_id)
    firsts = [int(row[0]) for row in rows]
    found: dict[int, dict[str, Any]] = {}
    for number in numbers:
        place = bisect_right(firsts, number) - 1
        if place < 0:
            continue
        _, index, at, header = rows[place]
        written_by = Header.parse(str(header)) if header else None
        found[number] = {
            "entry": int(index),
            "recorded_at": int(at),
            "author": written_by.author if written_by else None,
            "role": written_by.role if written_by else None,
            **rulings.get(number, {"dispute": None, "evidence": []}),
        }
    return found


def add_authors(archive: Archive, game_id: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Adds `author` and `role` of its entry to each row of an event; None for entries of form 1."""
    with archive.lock:
        entries = archive.db.execute(
            "SELECT first, header FROM entry WHERE game = ? ORDER BY first", [game_id]
        ).fetchall()
    firsts = [int(first) for first, _ in entries]
    headers = [Header.parse(str(header)) if header else None for _, header in entries]
    for row in rows:
        written_by = headers[bisect_right(firsts, row["event"]) - 1]
        row["author"] = written_by.author if written_by else None
        row["role"] = written_by.role if written_by else None
    return rows


def ruled_lines(archive: Archive, game_id: str) -> dict[int, dict[str, Any]]:
    """Lines that rulings added to a game, by number, with their dispute and the evidence given before the ruling."""
    found: dict[int, dict[str, Any]] = {}
    for row in register.list_disputes(archive.log, game=game_id):
        evidence: list[str] = []
        for line in register.load_dispute(archive.log, str(row["dispute"])).lines:
            if line["kind"] == "evidence":
                evidence.append(str(line["sha256"]))
            elif line["kind"] == "ruling" and "lines" in line["effect"]:
                first = int(line["effect"]["first"])
                for number in range(first, first + len(line["effect"]["lines"])):
                    found[number] = {"dispute": str(row["dispute"]), "evidence": list(dict.fromkeys(evidence))}
    return found
