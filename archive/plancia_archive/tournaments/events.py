"""Tournament events: the fields of each kind, and the form in which they are stored."""

from __future__ import annotations

import re
from datetime import datetime
from fractions import Fraction
from typing import Any, NotRequired, TypedDict, get_args

import msgspec
from msgspec import UNSET, UnsetType

from plancia_archive.errors import ArchiveError
from plancia_archive.log.stream import Line

OUTCOMES = ("world", "rival-out", "dummy-out", "risiko", "both-out", "one-out")
MAX_LENGTHS = {"title": 200, "club": 120, "player": 80, "team": 80, "table": 12, "why": 300, "game": 200}
FREE_TEXT_FIELDS = ("title", "club", "team", "why")  # names of people in them become references
WHEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2})?\Z")
POINTS = re.compile(r"[+-]?[0-9]{1,7}([.,][0-9]{1,6}|/[1-9][0-9]{0,5})?\Z")


def raise_event_error(code: str, what: object) -> None:
    """Raises ArchiveError with a message code and its value."""
    raise ArchiveError(code, str(what))


def normal_form(event: Any) -> Any:
    """Returns an event with texts stripped and points normalised. Raises ArchiveError `t-text`, `t-points`."""
    if not isinstance(event, dict) or event.get("kind") not in KINDS:
        return event
    kind = event["kind"]
    if kind == "adjusted" and "points" in event:
        event = {**event, "points": str(event["points"])}
    return {name: normalise_value(kind, name, value) for name, value in event.items()}


def normalise_value(kind: str, name: str, value: Any) -> Any:
    """Returns a field's value with texts stripped and points normalised. Raises ArchiveError."""
    if isinstance(value, dict) and name == "points":
        return {validate_text(kind, "player", str(player)): parse_points(text) for player, text in value.items()}
    if isinstance(value, list):
        is_teams = name == "teams"  # the only list of lists
        return [
            [validate_text(kind, "player", player) for player in item] if is_teams and isinstance(item, list)
            else validate_text(kind, "player", item) for item in value
        ]  # fmt: skip
    if name == "points" and isinstance(value, str):
        return parse_points(value)
    return validate_text(kind, name, value) if isinstance(value, str) and name != "kind" else value


def validate_text(kind: str, name: str, value: Any) -> str:
    """Returns the text stripped. Raises ArchiveError if it is empty, too long or has control characters."""
    max_length = MAX_LENGTHS.get(name, 80)
    if not isinstance(value, str) or not value.strip() or len(value) > max_length:
        length = len(value) if isinstance(value, str) else 0
        raise ArchiveError("t-text", f"{kind}.{name}: {repr(value)[:40]} ({length}/{max_length})")
    if not value.isprintable():
        raise ArchiveError("t-text", f"{kind}.{name}: {value[:40]!r}")
    return value.strip()


def parse_points(value: Any) -> str:
    """Normalises points to text with a decimal point: "31", "28.5", "-25", "1/3". Raises ArchiveError."""
    text = str(value).strip()
    if isinstance(value, bool) or not POINTS.match(text):
        raise ArchiveError("t-points", text[:40])
    return text.replace(",", ".")


def check_normal(event: Line) -> None:
    """Checks that an event has the form in which it is stored. Raises ArchiveError."""
    members = msgspec.to_builtins(event)
    if normal_form(members) != members:
        raise ValueError("text")
    if isinstance(event, Scheduled) and event.when and not is_when(event.when):
        raise ValueError("when")


def is_when(text: str) -> bool:
    """True for a day of the calendar, YYYY-MM-DD, or a day and an hour, YYYY-MM-DDThh:mm."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return bool(WHEN.match(text))


class Opened(Line, tag="opened"):
    """A tournament begins, under a ranking system."""

    title: str
    system: str
    club: str | UnsetType = UNSET


class Entered(Line, tag="entered"):
    """A player enters, or enters again."""

    player: str
    team: str | UnsetType = UNSET


class Left(Line, tag="left"):
    """A player plays no later round."""

    player: str


class TableFormed(Line, tag="table"):
    """A table of a round, with its seats in order of play; `instead` of one that was formed before."""

    round: int
    table: str
    seats: list[str]
    instead: bool | UnsetType = UNSET


class Removed(Line, tag="removed"):
    """A table was formed by mistake."""

    round: int
    table: str
    why: str


class ResultTyped(Line, tag="result"):
    """The result of a table as the sheet has it; `instead` of one that was there."""

    round: int
    table: str
    points: dict[str, str] | str  # a text is refused by apply_result, which names the players
    winner: str | UnsetType = UNSET
    outcome: list[str] | UnsetType = UNSET
    out: list[str] | UnsetType = UNSET
    risiko: str | UnsetType = UNSET
    teams: list[list[str]] | UnsetType = UNSET
    withdrawn: list[str] | UnsetType = UNSET
    instead: bool | UnsetType = UNSET


class GameLinked(Line, tag="linked"):
    """The result of a table is that of a stored game; points and winner of the sheet are to agree with it."""

    round: int
    table: str
    game: str
    points: dict[str, str] | UnsetType = UNSET
    winner: str | UnsetType = UNSET
    instead: bool | UnsetType = UNSET


class Adjusted(Line, tag="adjusted"):
    """Ranking points are added or taken, from a round on; `again` where that was done alike before."""

    player: str
    points: str
    why: str
    round: int | UnsetType = UNSET
    again: bool | UnsetType = UNSET


class LotDrawn(Line, tag="lot"):
    """A lot orders players who are tied in every other key."""

    players: list[str]
    round: int | UnsetType = UNSET
    why: str | UnsetType = UNSET


class ResultApproved(Line, tag="approved"):
    """A typed result is final."""

    round: int
    table: str


class Closed(Line, tag="closed"):
    """The tournament is closed, with the version of each linked game."""

    games: dict[str, int] | UnsetType = UNSET


class Reopened(Line, tag="reopened"):
    """The tournament is open again."""

    why: str


class Hidden(Line, tag="hidden"):
    """The tournament was opened by mistake: lists, pages of others and published sites leave it out."""

    why: str


class Unhidden(Line, tag="unhidden"):
    """The tournament is shown again."""


class Renamed(Line, tag="renamed"):
    """The tournament has another title; its id stays."""

    title: str


class Scheduled(Line, tag="scheduled"):
    """When a round is played: YYYY-MM-DD, or YYYY-MM-DDThh:mm by the clock on the wall; without, that is open."""

    round: int
    when: str | UnsetType = UNSET


class TableResult(TypedDict):  # a typed result as a table keeps it: what a `result` says, its place apart
    points: dict[str, str]
    winner: NotRequired[str]
    outcome: NotRequired[list[str]]
    out: NotRequired[list[str]]
    risiko: NotRequired[str]
    teams: NotRequired[list[list[str]]]
    withdrawn: NotRequired[list[str]]


TournamentEvent = (
    Opened | Entered | Left | TableFormed | Removed | ResultTyped | GameLinked | Adjusted | LotDrawn | ResultApproved
    | Closed | Reopened | Hidden | Unhidden | Renamed | Scheduled
)  # fmt: skip
REQUIRED_FIELDS, OPTIONAL_FIELDS = (
    {
        str(one.__struct_config__.tag): tuple(
            member.name for member in msgspec.structs.fields(one) if member.name != "v" and member.required == required
        )
        for one in get_args(TournamentEvent)
    }
    for required in (True, False)
)
KINDS = tuple(REQUIRED_FIELDS)


def parse_fraction(text: object) -> Fraction:
    """Parses points of a stored event to a fraction. Raises ArchiveError."""
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError) as error:
        raise ArchiveError("t-points", str(text)) from error
