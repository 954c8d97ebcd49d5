"""Resolves who takes part in a game or a tournament, or decides about it, to a reference, a colour or `A`."""

from __future__ import annotations

from plancia_archive.errors import ArchiveError
from plancia_archive.people.register import REFERENCE, People

ARBITER, COLOURS = "A", "RBGYNV"


def find_party(people: People, seats: dict[str, str], name: str) -> str:
    """Resolves a name, an alias, a reference or a colour to a reference, or to the colour of a seat without one.

    `seats` maps colours to references for a game, references to themselves for a tournament. Raises ArchiveError
    `dispute-party` for a person who is not in it.
    """
    stripped_name = name.strip()
    if len(stripped_name) == 1 and stripped_name.upper() in COLOURS and stripped_name.upper() in seats:
        seat_reference = seats[stripped_name.upper()]
        return seat_reference if REFERENCE.match(seat_reference) else stripped_name.upper()
    reference = people.find(stripped_name) if stripped_name else None
    merged_references = people.merged()
    if reference is None or reference not in {merged_references.get(seat, seat) for seat in seats.values()}:
        raise ArchiveError("dispute-party", name[:80])
    return reference


def find_writer(people: People, seats: dict[str, str], name: str) -> str:
    """Resolves the author of a line as `find_party` does; `A` stands for the arbiter. Raises ArchiveError."""
    return ARBITER if name.strip().upper() == ARBITER else find_party(people, seats, name)
