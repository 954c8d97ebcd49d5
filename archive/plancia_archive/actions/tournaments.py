"""The writes to the log of a tournament: events of any kind, and changes of a round that has not played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from msgspec import UNSET, Meta, UnsetType

from plancia_archive.actions.action import Action, Caller, Done, Option, Subject, Text, Version, given
from plancia_archive.errors import ArchiveError
from plancia_archive.registers.roles import tournament_action

if TYPE_CHECKING:
    from plancia_archive.archive import Archive
    from plancia_archive.log.entry_format import Members
    from plancia_archive.tournaments.state import Tournament


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


SEEN = Option("The version of the tournament that was looked at: refused if tables of the round changed since.")


class ChangeSeats(Action, kw_only=True):
    """Change who sits at the tables of a round that have not played: `instead` takes the seat of `player`.

    Who sits in the round already swaps with `player`. Without `instead` the seat is taken away; without `player` one is
    added to `table`.
    """

    operation, group = "change_seats", "tournament_events"
    address, right = "tournaments/{name}/seats", "tournament.direct"
    bodies, example = ("SeatsBody",), {"round": 1, "player": "Anna", "instead": "Bruno"}
    command, target = "tournament seat", "NAME"
    help = """Change who sits at the tables of a round that have not played: a player who is absent, one who came late.

    \b
    Example: plancia tournament seat autunno 2 --player Dino --instead Ugo
             plancia tournament seat autunno 2 --player Dino --leaves
             plancia tournament seat autunno 2 --table B --instead "Ugo Nuovo" --enters
    """

    round: Annotated[Version, Option(name="ROUND")]
    player: Annotated[Text | UnsetType, Option("Who gives up the seat.")] = UNSET
    instead: Annotated[Text | UnsetType, Option("Who takes the seat; one who sits in the round already swaps.")] = UNSET
    table: Annotated[Text | UnsetType, Option("The table that gets one seat more, without --player.")] = UNSET
    enters: Annotated[bool, Option("Who takes the seat enters the tournament, if not entered yet.")] = False
    leaves: Annotated[bool, Option("Who gives up the seat leaves the tournament.")] = False
    seen: Annotated[Version | UnsetType, SEEN] = UNSET

    def fault(self) -> dict[str, str]:
        if self.player is UNSET:
            return {"player": "table"} if self.table is UNSET or self.instead is UNSET or self.leaves else {}
        return {} if self.table is UNSET else {"table": "player"}

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.tournaments.seating import changed_seats

        def events_of(state: Tournament) -> list[Members]:
            gives, takes = (given(one) or "" for one in (self.player, self.instead))
            gives = gives and archive.tournaments.reference_of(gives)
            found = archive.people.find(takes) if takes else None
            is_new = bool(takes) and self.enters and (found not in state.players or found in state.left)
            takes = takes if is_new and not found else takes and archive.tournaments.reference_of(takes)
            entered = [{"kind": "entered", "player": takes}] if is_new else []
            left = [{"kind": "left", "player": gives}] if self.leaves else []
            return [*entered, *changed_seats(state, self.round, gives, takes, self.table or "", self.leaves), *left]

        return change_round(archive, name, self, caller, events_of)


class TakeBackDraw(Action, kw_only=True):
    """Take back the draw of the last round: its tables are removed. None of them may have a result or a game."""

    operation, group = "take_back_draw", "tournament_events"
    address, right = "tournaments/{name}/undraw", "tournament.direct"
    bodies, example = ("UndrawBody",), {"round": 1, "why": "two players came late"}
    command, target = "tournament undraw", "NAME"
    help = """Take back the draw of the last round, which has not been played. It stays in the log.

    \b
    Example: plancia tournament undraw autunno 2 --why "two players came late"
    """

    round: Annotated[Version, Option(name="ROUND")]
    why: Annotated[Text, Option("Why, in one line.")]
    seen: Annotated[Version | UnsetType, SEEN] = UNSET

    def perform(self, archive: Archive, name: str, caller: Caller) -> Done:
        from plancia_archive.tournaments.seating import taken_back

        return change_round(archive, name, self, caller, lambda state: taken_back(state, self.round, self.why))


def change_round(
    archive: Archive, name: str, write: ChangeSeats | TakeBackDraw, caller: Caller,
    events_of: Callable[[Tournament], list[Members]],
) -> Done:  # fmt: skip
    """Adds the events that change a round, all or none, and answers with its tables. Raises ArchiveError."""
    from plancia_archive.tournaments.log import STREAM
    from plancia_archive.tournaments.seating import require_unmoved

    store = archive.tournaments
    with archive.writing():
        try:
            if write.seen:
                require_unmoved(store.events(name), write.round, write.seen)
            events = events_of(store.get(name))
        except ArchiveError as error:
            raise store.error_with_names(error) from error
        tournament = store.append(name, events, None, caller.request_id)
    tables = [{"kind": "table", "round": write.round, "table": table.name, "seats": table.seats}
              for table in tournament.tables_of_round(write.round)]  # fmt: skip
    answer = {"tournament": name, "version": tournament.version, "tables": tables}
    said = "seats-changed" if tables else "draw-taken-back"
    return Done(answer, [(STREAM + name, tournament.version)], [(said, {"round": write.round})])
