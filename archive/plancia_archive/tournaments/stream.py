"""The log of a tournament: one JSON line an event, in the same append-only, chained log as the games."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from plancia_archive.chain import content_hash
from plancia_archive.errors import ArchiveError, Conflict
from plancia_archive.tournaments.standings import Standing, standings
from plancia_archive.tournaments.systems import OUTCOMES, Result, System, system

if TYPE_CHECKING:
    from plancia_archive.store import Archive
    from plancia_events import Game

STREAM = "tournament:"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\Z")
FIELDS: dict[str, tuple[str, ...]] = {
    "opened": ("title", "system"), "entered": ("player",), "left": ("player",), "table": ("round", "table", "seats"),
    "result": ("round", "table", "points"), "linked": ("round", "table", "game"),
    "adjusted": ("player", "points", "why"), "closed": (),
}  # fmt: skip
OPTIONAL: dict[str, tuple[str, ...]] = {
    "opened": ("club",), "entered": ("team",), "result": ("winner", "outcome", "out", "risiko", "teams"),
}  # fmt: skip


@dataclass
class Table:
    """A table of a round: its seats in the order of play, and its result, typed or from a kept game."""

    round: int
    name: str
    seats: list[str]
    game: str | None = None
    typed: dict[str, Any] | None = None


@dataclass
class Tournament:
    """What the log of a tournament says."""

    id: str
    title: str = ""
    club: str | None = None
    system: str = ""
    version: int = 0
    players: dict[str, str | None] = field(default_factory=dict)  # with the team, where there are teams
    left: set[str] = field(default_factory=set)
    tables: dict[tuple[int, str], Table] = field(default_factory=dict)
    adjustments: list[tuple[str, Fraction, str]] = field(default_factory=list)
    closed: bool = False

    @property
    def rules(self) -> System:
        """The ranking system."""
        return system(self.system)

    @property
    def rounds(self) -> int:
        """The last round that has a table."""
        return max((number for number, _ in self.tables), default=0)

    def notices(self) -> list[str]:
        """Tables that the rules of the tournament do not foresee: "ROUND: sizes != sizes" (MON-02)."""
        shapes: dict[str, list[int]] = self.rules.given.get("tables") or {}
        found = []
        for number in range(1, self.rounds + 1) if shapes else ():
            sizes = sorted(len(table.seats) for (at, _), table in self.tables.items() if at == number)
            due = shapes.get(str(sum(sizes)))
            if due != sizes:
                found.append(f"{number}: {sizes} != {due or '-'}")
        return found

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return {
            "tournament": self.id, "title": self.title, "club": self.club, "system": self.system,
            "version": self.version, "closed": self.closed, "rounds": self.rounds, "notices": self.notices(),
            "players": [{"player": p, "team": team, "left": p in self.left} for p, team in self.players.items()],
            "tables": [
                {"round": t.round, "table": t.name, "seats": t.seats, "game": t.game, "result": t.typed}
                for t in self.tables.values()
            ],
            "adjustments": [{"player": p, "points": str(n), "why": why} for p, n, why in self.adjustments],
        }  # fmt: skip


def refuse(code: str, what: object) -> None:
    """Raises ArchiveError."""
    raise ArchiveError(code, str(what))


def checked(event: Any) -> dict[str, Any]:
    """An event with exactly the fields of its kind. Raises ArchiveError."""
    if not isinstance(event, dict) or event.get("kind") not in FIELDS:
        raise ArchiveError("t-kind", f"{event.get('kind') if isinstance(event, dict) else event} ({', '.join(FIELDS)})")
    kind = event["kind"]
    missing = [name for name in FIELDS[kind] if name not in event]
    more = [name for name in event if name not in ("kind", "v", *FIELDS[kind], *OPTIONAL.get(kind, ()))]
    if missing or more:
        raise ArchiveError("t-kind", f"{kind}: {', '.join([*('-' + m for m in missing), *('+' + m for m in more)])}")
    for name, form in (("round", int), ("table", str), ("player", str), ("seats", list), ("points", (dict, str))):
        if name in event and (not isinstance(event[name], form) or isinstance(event[name], bool)):
            raise ArchiveError("t-kind", f"{kind}.{name}: {event[name]!r}")
    return {"v": 1, **{name: value for name, value in event.items() if name != "v"}}


def number(text: object) -> Fraction:
    """Points as typed: "31", "28.5", "-25". Raises ArchiveError."""
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError) as error:
        raise ArchiveError("t-points", str(text)) from error


def follow(state: Tournament, event: dict[str, Any]) -> None:
    """Applies one event. Raises ArchiveError where it does not fit what came before."""
    kind = event["kind"]
    if state.closed or (kind == "opened") != (state.version == 0):
        refuse("t-closed" if state.closed else "t-kind", kind)
    if kind == "opened":
        system(str(event["system"]))
        state.title, state.club, state.system = str(event["title"]), event.get("club"), str(event["system"])
    elif kind == "entered":
        if event["player"] in state.players and event["player"] not in state.left:
            refuse("t-entered", event["player"])
        state.players[event["player"]] = event.get("team")
        state.left.discard(event["player"])
    elif kind == "left":
        known(state, event["player"])
        state.left.add(event["player"])
    elif kind == "table":
        seat(state, event)
    elif kind in ("result", "linked"):
        settle(state, event)
    elif kind == "adjusted":
        known(state, event["player"])
        state.adjustments.append((event["player"], number(event["points"]), str(event["why"])))
    else:
        state.closed = True
    state.version += 1


def known(state: Tournament, player: str) -> None:
    """Refuses a player who has not entered."""
    if player not in state.players:
        refuse("t-player", player)


def seat(state: Tournament, event: dict[str, Any]) -> None:
    """A table is formed: everybody entered, nobody at two tables of a round."""
    seats = [str(player) for player in event["seats"]]
    for player in seats:
        known(state, player)
        if player in state.left:
            refuse("t-left", player)
        others = [t for t in state.tables.values() if t.round == event["round"] and t.name != event["table"]]
        if seats.count(player) > 1 or any(player in other.seats for other in others):
            refuse("t-seated", player)
    if event["round"] < 1 or not 2 <= len(seats) <= 6:
        refuse("t-kind", f"table: {event['round']}, {len(seats)}")
    state.tables[event["round"], event["table"]] = Table(event["round"], event["table"], seats)


def settle(state: Tournament, event: dict[str, Any]) -> None:
    """A result comes in for a table; a later one takes the place of an earlier."""
    table = state.tables.get((event["round"], event["table"]))
    if table is None:
        raise ArchiveError("t-table", f"{event['round']}/{event['table']}")
    if event["kind"] == "linked":
        table.game, table.typed = str(event["game"]), None
        return
    typed = {name: event[name] for name in ("points", *OPTIONAL["result"]) if event.get(name) is not None}
    if not isinstance(typed["points"], dict) or set(typed["points"]) != set(table.seats):
        refuse("t-result", ", ".join(table.seats))
    for value in typed["points"].values():
        number(value)
    outcome = typed.get("outcome")
    if outcome and (len(outcome) != 2 or outcome[0] not in table.seats or outcome[1] not in OUTCOMES):
        refuse("t-kind", f"outcome {outcome} ({', '.join(OUTCOMES)})")
    table.game, table.typed = None, typed


def declared(game: Game, points: dict[str, Any], seats: list[str], teams: list[list[str]]) -> Result | None:
    """The result that a game without a record of its play declares; None where it leaves somebody's points open."""
    players = game.players
    stated = {players[c]: Fraction(str(value)) for c, value in points.items() if value is not None and c in players}
    if not set(seats) <= set(stated):
        return None
    over = next((event for event in reversed(game.events) if event.TAG == "OVER"), None)
    winner = players.get(over.winner or "") if over is not None else None
    return Result(
        points={player: stated[player] for player in seats}, winner=winner if winner in seats else None,
        teams=tuple(frozenset(team) for team in teams),
    )  # fmt: skip


class Tournaments:
    """The tournaments of an archive."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    def ids(self) -> list[str]:
        """All tournaments in the order of the log."""
        with self.archive.lock:
            rows = self.archive.db.execute(
                "SELECT game FROM entry WHERE first = 0 AND game LIKE ? ORDER BY log_index", [STREAM + "%"]
            ).fetchall()
        return [str(row[0])[len(STREAM) :] for row in rows]

    def get(self, name: str) -> Tournament:
        """A tournament as its log tells it. Raises ArchiveError."""
        with self.archive.lock:
            rows = self.archive.db.execute(
                "SELECT body FROM entry WHERE game = ? ORDER BY first", [STREAM + name]
            ).fetchall()
        if not rows:
            raise ArchiveError("no-tournament", name)
        state = Tournament(name)
        for row in rows:
            for line in bytes(row[0]).decode().splitlines():
                follow(state, json.loads(line))
        return state

    def append(
        self, name: str, events: list[Any], expected: int | None = None, request_id: str | None = None
    ) -> Tournament:
        """Adds events, all or none; the first ever is `opened`. Names become references.

        Raises Conflict with the current version, ArchiveError for what does not fit.
        """
        if not NAME.match(name):
            raise ArchiveError("t-name", name)
        archive = self.archive
        asked_for = [checked(event) for event in events]
        with archive.writing():
            wanted = content_hash(json.dumps([name, asked_for], sort_keys=True, default=str).encode())
            if request_id and archive.served(request_id, wanted):
                return self.get(name)
            state = self.get(name) if name in self.ids() else Tournament(name)
            if expected is not None and expected != state.version:
                raise Conflict(state.version)
            first, lines = state.version, []
            for event in asked_for:
                bound = self.bind(event)
                if bound["kind"] == "linked":
                    bound["game"] = self.fitting(state, bound)
                follow(state, bound)
                lines.append(json.dumps(bound, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n")
            if lines:
                archive.keep_lines(STREAM + name, first, lines)
            archive.answered(request_id, wanted, STREAM + name, state.version)
        return state

    def bind(self, event: dict[str, Any]) -> dict[str, Any]:
        """Puts references in place of names; a name is made a person only by entering. Raises ArchiveError."""
        made = dict(event)
        if event["kind"] == "entered":
            made["player"] = self.archive.people.find_or_make(event["player"])[0]
        elif "player" in event:
            made["player"] = self.person(event["player"])
        if "seats" in event:
            made["seats"] = [self.person(str(name)) for name in event["seats"]]
        if isinstance(event.get("points"), dict):
            made["points"] = {self.person(str(name)): str(value) for name, value in event["points"].items()}
        for key in ("winner", "risiko"):
            if event.get(key):
                made[key] = self.person(str(event[key]))
        if event.get("outcome"):
            made["outcome"] = [self.person(str(event["outcome"][0])), *event["outcome"][1:]]
        if event.get("out"):
            made["out"] = [self.person(str(name)) for name in event["out"]]
        if event.get("teams"):
            made["teams"] = [[self.person(str(name)) for name in team] for team in event["teams"]]
        return made

    def person(self, name: str) -> str:
        """The reference of a known name. Raises ArchiveError."""
        found = self.archive.people.find(name)
        if found is None:
            raise ArchiveError("person", name)
        return found

    def fitting(self, state: Tournament, event: dict[str, Any]) -> str:
        """The kept game of a link, whose players are those of the table. Raises ArchiveError."""
        game_id = self.archive.resolve(str(event["game"]))
        table = state.tables.get((event["round"], event["table"]))
        if table is None:
            raise ArchiveError("t-table", f"{event['round']}/{event['table']}")
        seated = set(self.archive.game(game_id).players.values())
        if not set(table.seats) <= seated:
            raise ArchiveError("t-result", ", ".join(table.seats))
        return game_id

    def result(self, table: Table, state: Tournament) -> Result | None:
        """The result of a table: typed, or recomputed from its game; None where there is none yet."""
        if table.typed is not None:
            typed = table.typed
            return Result(
                points={player: number(text) for player, text in typed["points"].items()},
                winner=typed.get("winner"),
                outcome=tuple(typed["outcome"]) if typed.get("outcome") else None,
                out=frozenset(typed.get("out", ())),
                risiko=typed.get("risiko"),
                teams=tuple(frozenset(team) for team in typed.get("teams", self.teams(table, state))),
            )
        if table.game is None:
            return None
        found = self.archive.judgement(table.game)
        if found.completeness == "result-only":
            return declared(self.archive.game(table.game), found.declared, table.seats, self.teams(table, state))
        players = self.archive.game(table.game).players
        out = {players[c] for c in found.scores if not any(place[0] == c for place in found.final.values())}
        winner = players.get(found.end["winner"] or "")
        return Result(
            points={players[c]: Fraction(str(entry["points"])) for c, entry in found.scores.items()
                    if players[c] in table.seats},
            winner=winner if winner in table.seats else None,
            out=frozenset(out & set(table.seats)),
            risiko=winner if found.end["reason"] in ("objective", "target") else None,
            teams=tuple(frozenset(team) for team in self.teams(table, state)),
        )  # fmt: skip

    def teams(self, table: Table, state: Tournament) -> list[list[str]]:
        """The players of a table by the teams they entered with."""
        names = sorted({team for player in table.seats if (team := state.players.get(player))})
        return [[player for player in table.seats if state.players.get(player) == name] for name in names]

    def standings(self, name: str, until: int | None = None) -> list[Standing]:
        """The standings after a round (the last one without `until`). Raises ArchiveError."""
        state = self.get(name)
        last = state.rounds if until is None else until
        rounds = []
        for at in range(1, last + 1):
            tables = [table for (place, _), table in state.tables.items() if place == at]
            rounds.append([found for table in tables if (found := self.result(table, state)) is not None])
        fallen = [(player, Fraction(state.rules.given["withdrawal"])) for player in sorted(state.left)
                  if "withdrawal" in state.rules.given]  # fmt: skip
        given = [(player, points) for player, points, _ in state.adjustments]
        return standings(state.rules, rounds, list(state.players), [*given, *fallen])
