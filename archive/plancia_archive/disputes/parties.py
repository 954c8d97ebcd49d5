"""Who a dispute concerns: the players of its game or tournament, and names in free text replaced by references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.lines import BY_ARBITER, COLOURS
from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE

if TYPE_CHECKING:
    from plancia_archive.registers.people import People

TEXTS = ("claim", "text", "about", "why")


def party_of(people: People, seats: dict[str, str], name: str) -> str:
    """The reference of a player, or the colour of a seat without one, from a name, an alias, a reference or a colour.

    `seats` has references by colour for a game, by reference for a tournament. Raises ArchiveError for anybody who is
    not in it.
    """
    wanted = name.strip()
    if len(wanted) == 1 and wanted.upper() in COLOURS and wanted.upper() in seats:
        seated = seats[wanted.upper()]
        return seated if REFERENCE.match(seated) else wanted.upper()
    reference = people.find(wanted) if wanted else None
    merged = people.merged()
    if reference is None or reference not in {merged.get(seat, seat) for seat in seats.values()}:
        raise ArchiveError("dispute-party", name[:80])
    return reference


def writer_of(people: People, seats: dict[str, str], by: str) -> str:
    """As `party_of`; the arbiter as well, by `A`."""
    return BY_ARBITER if by.strip().upper() == BY_ARBITER else party_of(people, seats, by)


def with_references(people: People, references: set[str], line: dict[str, Any]) -> dict[str, Any]:
    """The line with references for everybody whom its free text names.

    A part of a name, such as the surname, stands for the one of `references`, the people of the game or tournament,
    that it belongs to.
    """
    names, seated = people.known_names(), people.words_of(references)
    return {name: names.replace(value, seated) if name in TEXTS else value for name, value in line.items()}
