"""What the log of a tournament says: who entered, the tables of each round, results, rulings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from plancia_archive.errors import ArchiveError
from plancia_archive.tournaments.events import OPTIONAL, OUTCOMES, number, refuse
from plancia_archive.tournaments.ranking_systems import System, system


@dataclass
class Table:
    """A table of a round: its seats in the order of play, and its result, typed or from a kept game.

    `winner` is the organisers' ruling, which holds where a kept game leaves two level at the top.
    """

    round: int
    name: str
    seats: list[str]
    game: str | None = None
    typed: dict[str, Any] | None = None
    winner: str | None = None

    @property
    def settled(self) -> bool:
        """True where a result is typed or a game linked."""
        return self.typed is not None or self.game is not None


@dataclass
class Tournament:
    """What the log of a tournament says. `frozen` holds the versions of its games at the close."""

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
    adjusted_at: list[int] = field(default_factory=list)  # the round from which each adjustment counts
    lots: list[tuple[int, list[str]]] = field(default_factory=list)
    frozen: dict[str, int] = field(default_factory=dict)

    @property
    def rules(self) -> System:
        """The ranking system."""
        return system(self.system)

    @property
    def rounds(self) -> int:
        """The last round that has a table."""
        return max((number for number, _ in self.tables), default=0)

    def of_round(self, at: int) -> list[Table]:
        """The tables of a round, by name."""
        return [table for (place, _), table in sorted(self.tables.items()) if place == at]

    def teams(self) -> dict[str, list[str]]:
        """The players of each team, in the order in which they entered."""
        found: dict[str, list[str]] = {}
        for player, team in self.players.items():
            if team:
                found.setdefault(team, []).append(player)
        return found

    def notices(self) -> list[str]:
        """Tables that the rules of the tournament do not foresee.

        "ROUND: sizes != sizes" (MON-02); "ROUND: players" for a pair's second game in the order of the first (ONE-09).
        """
        shapes: dict[str, list[int]] = self.rules.given.get("tables") or {}
        found = []
        for at in range(1, self.rounds + 1) if shapes else ():
            sizes = sorted(len(table.seats) for table in self.of_round(at))
            due = shapes.get(str(sum(sizes)))
            if sizes and due != sizes:
                found.append(f"{at}: {sizes} != {due or '-'}")
        return found + (self.unswapped(self.rules.given["legs"]) if self.rules.given.get("legs") else [])

    def unswapped(self, legs: int) -> list[str]:
        """Last games of a match whose seats are those of the game before, as "ROUND: players"."""
        met: dict[frozenset[str], list[list[str]]] = {}
        found = []
        for table in (table for at in range(1, self.rounds + 1) for table in self.of_round(at)):
            games = met.setdefault(frozenset(table.seats), [])
            games.append(table.seats)
            if len(games) % legs == 0 and games[-2:] == [table.seats] * 2:
                found.append(f"{table.round}: {' '.join(table.seats)}")
        return found

    def to_json(self, name: Callable[[str], str] | None = None) -> dict[str, Any]:
        """The public form; with `name`, people's names stand beside their references."""

        def named(references: list[str]) -> dict[str, Any]:
            return {"names": [name(reference) for reference in references]} if name else {}

        return {
            "tournament": self.id, "title": self.title, "club": self.club, "system": self.system,
            "version": self.version, "closed": self.closed, "rounds": self.rounds, "notices": self.notices(),
            "players": [{"player": p, "team": team, "left": p in self.left, **({"name": name(p)} if name else {})}
                        for p, team in self.players.items()],
            "tables": [
                {"round": t.round, "table": t.name, "seats": t.seats, **named(t.seats), "game": t.game,
                 "result": t.typed, "winner": t.winner}
                for t in self.tables.values()
            ],
            "adjustments": [
                {"player": p, **({"name": name(p)} if name else {}), "points": str(n), "why": why, "round": at}
                for (p, n, why), at in zip(self.adjustments, self.adjusted_at, strict=True)
            ],
            "lots": [{"round": at, "players": players, **named(players)} for at, players in self.lots],
        }  # fmt: skip


def follow(state: Tournament, event: dict[str, Any]) -> None:
    """Applies one event. Raises ArchiveError where it does not fit what came before."""
    kind: str = event.get("kind", "")
    if kind not in EFFECTS:
        refuse("t-kind", f"{str(kind)[:40]} ({', '.join(EFFECTS)})")
    if (kind == "opened") != (state.version == 0):
        refuse("t-opened" if kind == "opened" else "no-tournament", state.id)
    if state.closed != (kind == "reopened"):
        refuse("t-closed" if state.closed else "t-open", state.id)
    EFFECTS[kind](state, event)
    state.version += 1


def opened(state: Tournament, event: dict[str, Any]) -> None:
    """The tournament begins under a ranking system."""
    system(str(event["system"]))
    state.title, state.club, state.system = str(event["title"]), event.get("club"), str(event["system"])


def entered(state: Tournament, event: dict[str, Any]) -> None:
    """Somebody enters, or comes back."""
    if event["player"] in state.players and event["player"] not in state.left:
        refuse("t-entered", event["player"])
    state.players[event["player"]] = event.get("team", state.players.get(event["player"]))
    state.left.discard(event["player"])


def left(state: Tournament, event: dict[str, Any]) -> None:
    """Somebody withdraws from the rounds to come."""
    known(state, event["player"])
    state.left.add(event["player"])


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
        there = next((t.name for t in others if player in t.seats), None)
        if seats.count(player) > 1 or there is not None:
            refuse("t-seated", f"{player}: {event['round']}/{there or event['table']}")
    if event["round"] < 1 or not 2 <= len(seats) <= 6:
        refuse("t-size", f"{event['round']}/{event['table']}: {len(seats)}")
    state.tables[event["round"], event["table"]] = Table(event["round"], event["table"], seats)


def found(state: Tournament, event: dict[str, Any]) -> Table:
    """The table that an event names. Raises ArchiveError."""
    table = state.tables.get((event["round"], event["table"]))
    if table is None:
        raise ArchiveError("t-table", f"{event['round']}/{event['table']}")
    return table


def removed(state: Tournament, event: dict[str, Any]) -> None:
    """A table formed by mistake is taken back, with its result where it has one."""
    found(state, event)
    del state.tables[event["round"], event["table"]]


def settle(state: Tournament, event: dict[str, Any]) -> None:
    """A result comes in for a table; a later one takes the place of an earlier."""
    table = found(state, event)
    if event["kind"] == "linked":
        table.game, table.typed, table.winner = str(event["game"]), None, event.get("winner")
        return
    typed = {name: event[name] for name in ("points", *OPTIONAL["result"]) if event.get(name) is not None}
    typed.pop("instead", None)
    if not isinstance(typed["points"], dict) or set(typed["points"]) != set(table.seats):
        refuse("t-result", f"{table.round}/{table.name}: {', '.join(table.seats)}")
    for value in typed["points"].values():
        number(value)
    outcome = typed.get("outcome")
    if outcome and (len(outcome) != 2 or outcome[0] not in table.seats or outcome[1] not in OUTCOMES):
        refuse("t-kind", f"outcome {' '.join(map(str, outcome))} ({', '.join(OUTCOMES)})")
    table.game, table.typed, table.winner = None, typed, None


def adjusted(state: Tournament, event: dict[str, Any]) -> None:
    """Ranking points are added or taken, from a round on (the last one that has a table, unless told)."""
    known(state, event["player"])
    state.adjustments.append((event["player"], number(event["points"]), str(event["why"])))
    state.adjusted_at.append(int(event.get("round", state.rounds)))


def drawn(state: Tournament, event: dict[str, Any]) -> None:
    """A lot (or a throw of dice) puts players in an order, should nothing else part them."""
    for player in event["players"]:
        known(state, player)
    state.lots.append((int(event.get("round", state.rounds)), list(event["players"])))


def closed(state: Tournament, event: dict[str, Any]) -> None:
    """Nothing is added any more, and a later correction of a game changes nothing."""
    state.closed, state.frozen = True, dict(event.get("games", {}))


def reopened(state: Tournament, event: dict[str, Any]) -> None:
    """The organisers open it again, and say why."""
    state.closed, state.frozen = False, {}


EFFECTS: dict[str, Callable[[Tournament, dict[str, Any]], None]] = {
    "opened": opened, "entered": entered, "left": left, "table": seat, "removed": removed, "result": settle,
    "linked": settle, "adjusted": adjusted, "lot": drawn, "closed": closed, "reopened": reopened,
}  # fmt: skip
