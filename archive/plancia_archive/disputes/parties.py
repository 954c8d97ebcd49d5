"""Who a dispute concerns: the players of its game or tournament, and names in free text replaced by references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from plancia_archive.disputes.lines import BY_ARBITER, COLOURS
from plancia_archive.errors import ArchiveError
from plancia_archive.registers.people import REFERENCE

if TYPE_CHECKING:
    from plancia_archive.registers.people import People

MIN_NAME = 3  # letters of a name that is looked for in texts


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
    """The line with references in place of the names of these persons in its free text, aliases included."""
    owners: dict[str, set[str]] = {}
    for reference in references:
        if REFERENCE.match(reference) and (name := people.name(reference)) != reference:
            for spelling in (name, *name_parts(name)):
                if len(spelling) >= MIN_NAME:
                    owners.setdefault(spelling.casefold(), set()).add(reference)
    by_plain = {spelling: min(found) for spelling, found in owners.items() if len(found) == 1}
    if not by_plain:
        return line
    ordered = sorted(by_plain, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, ordered))})(?!\w)", re.IGNORECASE)

    def replaced(text: str) -> str:
        return pattern.sub(lambda match: by_plain[match.group().casefold()], text)

    texts = ("claim", "text", "about", "why")
    return {name: replaced(value) if name in texts else value for name, value in line.items()}


def name_parts(name: str) -> list[str]:
    """The words of a name of several words, each of which stands for the person among the players of one table."""
    words = name.split()
    return words if len(words) > 1 else []
