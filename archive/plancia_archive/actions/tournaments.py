"""The write to the log of a tournament: events are added, of any kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from msgspec import UNSET, Meta, UnsetType

from plancia_archive.actions.action import Action, Caller, Done, Subject, Text
from plancia_archive.registers.roles import tournament_action

if TYPE_CHECKING:
    from plancia_archive.archive import Archive


class DrawnTable(TypedDict):
    kind: str
    round: int
    table: str
    seats: list[str]
    names: NotRequired[list[str]]


class AddEvents(Action, kw_only=True):
    """Add events to a tournament, all or none; the first event of a tournament is `opened`."""

    operation, group, keyed, versioned = "add_events", "tournament_events", True, True
    address, right, subject_in_body = "tournaments/{name}/events", "tournament.result", True
    bodies, example = ("TournamentEventsBody",), {"events": [{"kind": "entered", "player": "Anna"}]}
    tells_receipt = False

    events: Annotated[list[Any], Meta(min_length=1)]
    tournament: Text | UnsetType = UNSET  # this and what follows: the answer of a draw may be sent as it is
    version: int | UnsetType = UNSET
    items: list[DrawnTable] | UnsetType = UNSET

    def subjects(self, archive: Archive, name: str) -> Iterable[Subject]:
        events = [event for event in self.events if isinstance(event, dict)] or [{}]  # without one the archive refuses
        opening = {member: str(events[0].get(member, "")) for member in ("title", "club")}
        for event in events:
            right = tournament_action(event)
            yield Subject(tournament=name, event={**opening, **event}, right=right)
            if event.get("kind") == "linked":
                yield Subject(str(event.get("game")), right=right)

    def version_of(self, archive: Archive, name: str) -> int:
        return archive.tournaments.get(name).version if archive.tournaments.exists(name) else 0

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.tournaments.log import STREAM

        tournament = archive.tournaments.append(name, self.events, caller.expected, caller.request_id)
        answer = {"game": name, "version": tournament.version, "duplicate": False}
        return Done(answer, [(STREAM + name, tournament.version)], [])
