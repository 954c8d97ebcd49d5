"""The stream `person:REFERENCE`: commitments to the record, merged and parted references, erasures.

The table `merged` is derived from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from plancia_archive.facts.event_rows import Row
from plancia_archive.log.entries import EntryLog
from plancia_archive.log.stream import Line, OldLine, PersonReference, Recorded, Sha256, Stream, keep_last, matching
from plancia_archive.people.register import REFERENCE

BASIS = re.compile(r"[^\x00-\x1f]{1,300}\Z")  # why a record was erased, or why an erasure was refused
Basis = Annotated[str, matching(BASIS)]


class Bound(Line, tag="bound"):
    """A commitment to the record of the person, after a change of it."""

    commitment: Sha256


class Merged(OldLine, tag="merged"):
    """Another reference is the same person."""

    player: PersonReference


class Parted(Line, tag="parted"):
    """A merged reference is another person after all."""

    player: PersonReference


class Erased(Line, tag="erased"):
    """The record was erased."""

    basis: Basis


class Kept(Line, tag="kept"):
    """The erasure of the record was refused."""

    basis: Basis


PersonLine = Bound | Merged | Parted | Erased | Kept


def read_merges(log: EntryLog) -> dict[str, str]:
    """Reads the merged references from the log: old to current. Raises ArchiveError for a damaged stream.

    A person who was parted again takes along who had been merged into that person before.
    """
    into: dict[str, str] = {}
    for current, recorded in PERSONS.stored(log):
        line = recorded.line
        if isinstance(line, Merged) and line.player != current:
            into.pop(current, None)
            into[line.player] = current
        elif isinstance(line, Parted):
            into.pop(line.player, None)
    return {old: last_of(into, old) for old in into}


def last_of(into: dict[str, str], reference: str) -> str:
    """Returns the person whom a reference stands for after every merge."""
    while reference in into:
        reference = into[reference]
    return reference


def merged_rows(log: EntryLog) -> Iterator[Row]:
    """Yields the rows of the table `merged`."""
    yield from ({"player_ref": old, "into_ref": current} for old, current in read_merges(log).items())


PERSONS: Stream[PersonLine, Recorded[PersonLine] | None] = Stream(
    "person:", REFERENCE, PersonLine, "person", keep_last, lambda reference: None, "merged", merged_rows
)
