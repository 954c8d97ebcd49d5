"""The idiomatic reference: frozen events, immutable state, one function an event, the main checks of `torneo`.

It is what a careful programmer would write first, without a thought for speed. It gives the final board and the number
of throws with too few dice, which must equal the kernel's before anything is timed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from plancia_data import board

PLAN = board("eg")
NEAR = {PLAN.codes[i]: frozenset(PLAN.codes[k] for k in near) for i, near in enumerate(PLAN.neighbours)}


@dataclass(frozen=True)
class Attack:
    actor: str
    source: str
    target: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    losses: tuple[int, int]


@dataclass(frozen=True)
class Placed:
    actor: str
    items: tuple[tuple[str, int], ...]
    setup: bool


@dataclass(frozen=True)
class Passage:
    actor: str
    source: str
    target: str
    armies: int
    conquest: bool


@dataclass(frozen=True)
class Dealt:
    actor: str
    lands: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    actor: str
    starts: bool


@dataclass(frozen=True)
class Drawn:
    actor: str
    cards: tuple[str, ...]


Event = Attack | Placed | Passage | Dealt | Turn | Drawn


@dataclass(frozen=True)
class State:
    owner: dict[str, str]
    armies: dict[str, int]
    hands: dict[str, tuple[str, ...]]
    turn: str | None = None
    conquests: int = 0
    placed: int = 0
    attacks: int = 0
    illegal: tuple[tuple[int, str], ...] = ()


def parse(line: str) -> Event | None:
    """One line of the kinds that fill a game; the others do not concern the reference."""
    words = line.split()
    tag, actor, rest = words[0], words[1], words[2:]
    if tag == "ATT":
        source, target = rest[0].split(">")
        one, two = rest[1].split(":")
        _, lost, slain = rest[2].split("-")
        return Attack(actor, source, target, tuple(map(int, one)), tuple(map(int, two)), (int(lost), int(slain)))
    if tag in ("PUT", "SET"):
        items = tuple((item.split("+")[0], int(item.split("+")[1])) for item in rest)
        return Placed(actor, items, tag == "SET")
    if tag in ("OCC", "MOVE"):
        source, target = rest[0].split(">")
        return Passage(actor, source, target, int(rest[1]), tag == "OCC")
    if tag == "DEAL":
        return Dealt(actor, tuple(rest))
    if tag in ("TURN", "END"):
        return Turn(actor, tag == "TURN")
    if tag == "DRAW":
        return Drawn(actor, tuple(rest))
    return None


def apply(state: State, number: int, event: Event) -> State:
    """The state after an event, with what was illegal about it."""
    match event:
        case Attack():
            return attack(state, number, event)
        case Placed():
            armies = dict(state.armies)
            wrong = list(state.illegal)
            for land, count in event.items:
                if state.owner.get(land) != event.actor:
                    wrong.append((number, "own"))
                armies[land] = armies.get(land, 0) + count
            if not event.setup and state.attacks:
                wrong.append((number, "late"))
            placed = state.placed + (0 if event.setup else sum(count for _, count in event.items))
            return replace(state, armies=armies, placed=placed, illegal=tuple(wrong))
        case Passage():
            return passage(state, number, event)
        case Dealt():
            return replace(
                state,
                owner={**state.owner, **dict.fromkeys(event.lands, event.actor)},
                armies={**state.armies, **dict.fromkeys(event.lands, 1)},
            )
        case Turn():
            if not event.starts:
                return replace(state, turn=None)
            return replace(state, turn=event.actor, conquests=0, placed=0, attacks=0)
        case Drawn():
            hand = (*state.hands.get(event.actor, ()), *event.cards)
            wrong = list(state.illegal)
            if not state.conquests:
                wrong.append((number, "card"))
            return replace(state, hands={**state.hands, event.actor: hand}, illegal=tuple(wrong))


def attack(state: State, number: int, event: Attack) -> State:
    """A throw."""
    wrong = list(state.illegal)
    here, there = state.armies[event.source], state.armies[event.target]
    if event.target not in NEAR[event.source]:
        wrong.append((number, "adjacent"))
    if state.owner[event.source] != event.actor or state.owner[event.target] == event.actor:
        wrong.append((number, "owner"))
    if len(event.attack) > min(3, here - 1) or len(event.defence) != min(3, there):
        wrong.append((number, "dice"))
    if len(event.attack) < min(3, there):
        wrong.append((number, "fewer"))
    pairs = list(zip(sorted(event.attack, reverse=True), sorted(event.defence, reverse=True), strict=False))
    lost = sum(1 for one, two in pairs if one <= two)
    if event.losses != (lost, len(pairs) - lost):
        wrong.append((number, "losses"))
    armies = {**state.armies, event.source: here - event.losses[0], event.target: there - event.losses[1]}
    return replace(state, armies=armies, attacks=state.attacks + 1, illegal=tuple(wrong))


def passage(state: State, number: int, event: Passage) -> State:
    """An occupation or a move."""
    wrong = list(state.illegal)
    here = state.armies[event.source]
    if event.armies >= here or event.target not in NEAR[event.source]:
        wrong.append((number, "passage"))
    armies = {
        **state.armies,
        event.source: here - event.armies,
        event.target: state.armies[event.target] + event.armies,
    }
    owner = {**state.owner, event.target: event.actor} if event.conquest else state.owner
    conquests = state.conquests + (1 if event.conquest else 0)
    return replace(state, armies=armies, owner=owner, conquests=conquests, illegal=tuple(wrong))


def replay(text: str) -> State:
    """The final state of a canonical game."""
    state = State({}, {}, {})
    _, _, body = text.partition("\n\n")
    for number, line in enumerate(body.splitlines(), start=1):
        event = parse(line)
        if event is not None:
            state = apply(state, number, event)
    return state
