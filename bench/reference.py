"""The idiomatic reference: frozen events, immutable state, `match`, and the checks of `torneo` one by one.

It is what a careful programmer would write first, without a thought for speed. It must give the kernel's findings,
board, hands and scores, on sound games and on spoilt ones, before anything is timed. Left aside, to its advantage: the
clauses of the finale, of the claims and of the throw for the order, which concern one line in a hundred.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import reference_checks as checks
from reference_board import INCOME
from reference_events import (
    Assigned,
    Attack,
    Dealt,
    Declared,
    Drawn,
    Eliminated,
    Ended,
    Event,
    Exchanged,
    Given,
    Moved,
    Occupied,
    Ordered,
    Placed,
    Scored,
    Started,
    parse,
)
from reference_state import State, Turn, Waiting


class Impossible(Exception):
    """An event that the table cannot follow."""


def added(counts: Mapping[str, int], key: str, count: int) -> dict[str, int]:
    """The counts with one of them changed."""
    return {**counts, key: counts.get(key, 0) + count}


def without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """A hand less some cards; one that is not in it is passed over."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def apply(state: State, event: Event) -> State:
    """The state after an event; what is done out of turn counts for no turn. Raises Impossible."""
    result = follow(state, event)
    if isinstance(event, Attack | Occupied | Moved | Placed | Drawn | Exchanged) and not state.is_own_turn(event.actor):
        return replace(result, turn=state.turn, late=state.late)
    return result


def follow(state: State, event: Event) -> State:
    """The state after an event, whose turn it may be. Raises Impossible."""
    match event:
        case Attack():
            return attack(state, event)
        case Occupied():
            return occupy(state, event)
        case Moved():
            return move(state, event)
        case Placed():
            return place(state, event)
        case Started(actor):
            return start(state, actor)
        case Ended():
            return replace(state, active=None)
        case Drawn(actor, cards):
            hands = {**state.hands, actor: (*state.hands.get(actor, ()), *cards)}
            return replace(state, hands=hands, turn=replace(state.turn, draws=state.turn.draws + len(cards)))
        case Exchanged():
            return exchange(state, event)
        case Given(giver=giver, receiver=receiver, cards=cards):
            hands = {**state.hands, giver: without(state.hands.get(giver, ()), cards)}
            if receiver in state.order:
                hands[receiver] = (*hands.get(receiver, ()), *cards)
            return replace(state, hands=hands)
        case Eliminated(player=player):
            return replace(state, eliminated=state.eliminated | {player})
        case Dealt(actor, lands):
            owner = {**state.owner, **dict.fromkeys(lands, actor)}
            armies = {**state.armies, **dict.fromkeys(lands, 1)}
            return replace(state, owner=owner, armies=armies, setup=added(state.setup, actor, len(lands)))
        case Ordered(colours):
            return replace(state, order=colours)
        case Assigned(actor, objective):
            return replace(state, objectives={**state.objectives, actor: objective})
        case Declared(total=total):
            if event.actor != state.active:
                return state
            return replace(state, turn=replace(state.turn, declared=total))
        case Scored():
            return state


def attack(state: State, event: Attack) -> State:
    """Both sides lose what was recorded; an emptied territory waits for its occupation."""
    lost, slain = event.losses
    here, there = state.armies[event.source] - lost, state.armies[event.target] - slain
    if event.source == event.target or here < 0 or there < 0:
        raise Impossible
    waiting = state.waiting
    if there == 0:
        waiting = Waiting(event.source, event.target, event.actor, len(event.attack))
    armies = {**state.armies, event.source: here, event.target: there}
    return replace(state, armies=armies, waiting=waiting, turn=replace(state.turn, attacks=state.turn.attacks + 1))


def occupy(state: State, event: Occupied) -> State:
    """Armies enter the emptied territory, which changes hands."""
    if event.source == event.target or event.armies > state.armies[event.source]:
        raise Impossible
    conquered = state.owner[event.target] != event.actor
    if conquered and state.armies[event.target] > 0:
        raise Impossible
    waiting = state.waiting
    if waiting is not None and waiting.target == event.target:
        waiting = None
    return replace(
        state,
        owner={**state.owner, event.target: event.actor},
        armies=added(added(state.armies, event.source, -event.armies), event.target, event.armies),
        turn=replace(
            state.turn,
            conquests=state.turn.conquests + conquered,
            eliminations=state.turn.eliminations + (conquered and len(state.lands(state.owner[event.target])) == 1),
        ),
        waiting=waiting,
    )


def move(state: State, event: Moved) -> State:
    """Armies between two territories of one owner."""
    if event.source == event.target or event.armies > state.armies[event.source]:
        raise Impossible
    if state.owner[event.source] != state.owner[event.target]:
        raise Impossible
    armies = added(added(state.armies, event.source, -event.armies), event.target, event.armies)
    return replace(state, armies=armies, turn=replace(state.turn, moves=state.turn.moves + 1))


def place(state: State, event: Placed) -> State:
    """Armies onto territories, in the set-up or in a turn."""
    armies = dict(state.armies)
    for land, count in event.items:
        armies[land] += count
    if event.setup:
        setup = added(state.setup, event.actor, event.armies)
        return replace(state, armies=armies, setup=setup, placements=state.placements + 1, placer=event.actor)
    return replace(state, armies=armies, turn=replace(state.turn, placed=state.turn.placed + event.armies))


def start(state: State, actor: str) -> State:
    """A new turn, whose income is fixed now."""
    continents = sum(INCOME[name] for name in state.continents(actor))
    turn = Turn(force=state.force(actor), territories=len(state.lands(actor)) // 3, continents=continents)
    return replace(state, active=actor, last=actor, turns=state.turns + 1, turn=turn, late=(0, 0))


def exchange(state: State, event: Exchanged) -> State:
    """Cards leave the hand and bring what they are worth."""
    worth = checks.worth(event.cards)
    bonus = 2 * sum(state.owner.get(card) == event.actor for card in event.cards) if worth else 0
    hands = {**state.hands, event.actor: without(state.hands.get(event.actor, ()), event.cards)}
    late = state.late
    if state.turn.eliminations:
        late = (late[0] + worth + bonus, late[1] if late[0] else state.turn.placed)
    claimed = state.turn.claimed + event.worth + event.bonus
    turn = replace(state.turn, cards=state.turn.cards + worth + bonus, claimed=claimed)
    return replace(state, hands=hands, turn=turn, late=late)


def replay(text: str) -> State:
    """The final state of a canonical game, with what was found. Raises Impossible with the number of the event."""
    state = State()
    _, _, body = text.partition("\n\n")
    for number, line in enumerate(body.splitlines(), start=1):
        event = parse(line)
        if event is None:
            continue
        wrong = [(number, rule, code) for rule, code in checks.findings(state, event)]
        if state.waiting is not None and any(rule == "record.occupation" for _, rule, _ in wrong):
            state = replace(state, waiting=replace(state.waiting, reported=True))
        try:
            state = apply(state, event)
        except Impossible:
            raise Impossible(number) from None
        if wrong:
            state = replace(state, found=(*state.found, *wrong))
    return state
