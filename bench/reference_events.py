"""The events of the idiomatic reference: one frozen class for each kind that occurs in the games measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ordered:
    colours: tuple[str, ...]


@dataclass(frozen=True)
class Dealt:
    actor: str
    lands: tuple[str, ...]


@dataclass(frozen=True)
class Assigned:
    actor: str
    objective: str


@dataclass(frozen=True)
class Placed:
    actor: str
    items: tuple[tuple[str, int], ...]
    setup: bool

    @property
    def armies(self) -> int:
        return sum(count for _, count in self.items)


@dataclass(frozen=True)
class Started:
    actor: str


@dataclass(frozen=True)
class Ended:
    actor: str


@dataclass(frozen=True)
class Declared:
    actor: str
    territories: int
    continents: int
    cards: int
    total: int


@dataclass(frozen=True)
class Exchanged:
    actor: str
    cards: tuple[str, ...]
    worth: int
    bonus: int


@dataclass(frozen=True)
class Attack:
    actor: str
    source: str
    target: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    losses: tuple[int, int]


@dataclass(frozen=True)
class Occupied:
    actor: str
    source: str
    target: str
    armies: int


@dataclass(frozen=True)
class Moved:
    actor: str
    source: str
    target: str
    armies: int


@dataclass(frozen=True)
class Drawn:
    actor: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Given:
    actor: str
    giver: str
    receiver: str
    reason: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Eliminated:
    actor: str
    player: str


@dataclass(frozen=True)
class Scored:
    actor: str
    points: int


Event = (
    Ordered | Dealt | Assigned | Placed | Started | Ended | Declared | Exchanged | Attack | Occupied | Moved | Drawn
    | Given | Eliminated | Scored
)  # fmt: skip


def item(word: str) -> tuple[str, int]:
    """CIN+2"""
    land, count = word.split("+")
    return land, int(count)


def faces(word: str) -> tuple[int, ...]:
    """531"""
    return tuple(int(face) for face in word)


def parse(line: str) -> Event | None:
    """The event of a canonical line; None for the kinds that the reference leaves aside."""
    tag, actor, *rest = line.split()
    match tag, rest:
        case "ATT", [arrow, dice, losses]:
            source, target = arrow.split(">")
            attack, defence = dice.split(":")
            _, lost, slain = losses.split("-")
            return Attack(actor, source, target, faces(attack), faces(defence), (int(lost), int(slain)))
        case (("OCC" | "MOVE"), [arrow, armies]):
            source, target = arrow.split(">")
            return (Occupied if tag == "OCC" else Moved)(actor, source, target, int(armies))
        case (("PUT" | "SET"), items):
            return Placed(actor, tuple(item(word) for word in items), tag == "SET")
        case "REIN", [account]:
            terms, total = account.split("=")
            territories, continents, cards = terms.split("+")
            return Declared(actor, int(territories), int(continents), int(cards), int(total))
        case "TURN", []:
            return Started(actor)
        case "END", []:
            return Ended(actor)
        case "DRAW", cards:
            return Drawn(actor, tuple(cards))
        case "TRIS", [*cards, claim]:
            worth, bonus = claim.removeprefix("=").split("+")
            return Exchanged(actor, tuple(cards), int(worth), int(bonus))
    return parse_rare(tag, actor, rest)


def parse_rare(tag: str, actor: str, rest: list[str]) -> Event | None:
    """The kinds that come a few times in a game."""
    match tag, rest:
        case "DEAL", lands:
            return Dealt(actor, tuple(lands))
        case "OBJ", [objective]:
            return Assigned(actor, objective)
        case "ORDER", colours:
            return Ordered(tuple(colours))
        case "ELIM", [player]:
            return Eliminated(actor, player)
        case "CARDS", [arrow, reason, *cards]:
            giver, receiver = arrow.split(">")
            return Given(actor, giver, receiver, reason, tuple(cards))
        case "SCORE", [points]:
            return Scored(actor, int(points))
    return None
