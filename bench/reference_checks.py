"""The checks of the idiomatic reference: for each kind of event the clauses of `torneo` that it breaks, by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reference_board import CONTINENTS, GOALS, NEAR, SYMBOL
from reference_events import (
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
    Placed,
    Scored,
    Started,
)
from reference_state import State

Finding = tuple[str, int]
ILLEGAL = 1
ASSUMED = 3
WARNING = 4
MOST_DICE, MOST_ARMIES, MOST_CARDS, CHUNK = 3, 130, 7, 3


def worth(cards: tuple[str, ...]) -> int:
    """What cards bring by their symbols; 0 where they make no set."""
    counts = Counter(SYMBOL[card] for card in cards)
    if len(cards) != 3:
        return 0
    match counts[3], sorted(count for symbol, count in counts.items() if symbol != 3):
        case 0, [3]:
            return 8
        case 0, [1, 1, 1]:
            return 10
        case 1, [2]:
            return 12
    return 0


def findings(state: State, event: Event) -> Iterator[Finding]:
    """What is wrong with an event on the table as it stands before it."""
    match event:
        case Attack():
            yield from acting(state, event.actor)
            yield from attack(state, event)
        case Occupied():
            yield from acting(state, event.actor)
            yield from occupation(state, event)
        case Moved():
            yield from acting(state, event.actor)
            yield from move(state, event)
        case Placed(setup=True):
            yield from setup(state, event)
        case Placed():
            yield from acting(state, event.actor)
            yield from placement(state, event)
        case Started():
            yield from start(state, event)
        case Ended():
            yield from end(state, event)
        case Declared():
            yield from declaration(state, event)
        case Exchanged():
            yield from acting(state, event.actor)
            yield from exchange(state, event)
        case Drawn():
            yield from acting(state, event.actor)
            yield from draw(state, event)
        case _:
            yield from rare(state, event)


def acting(state: State, actor: str) -> Iterator[Finding]:
    """Only the player on turn acts; one who is out of the game is found as such alone."""
    if actor in state.eliminated:
        yield "player.active", ILLEGAL
    elif state.active != actor:
        yield "turn.in_turn", ILLEGAL


def attack(state: State, event: Attack) -> Iterator[Finding]:
    """A throw: the places, the dice, what they cost."""
    here, there = state.armies[event.source], state.armies[event.target]
    thrown, against = len(event.attack), len(event.defence)
    if state.waiting is not None and not state.waiting.reported:
        yield "record.occupation", ILLEGAL
    if event.target not in NEAR[event.source]:
        yield "attack.adjacent", ILLEGAL
    if state.owner[event.source] != event.actor:
        yield "attack.own_source", ILLEGAL
    if state.owner[event.target] == event.actor:
        yield "attack.enemy_target", ILLEGAL
    if thrown > min(MOST_DICE, here - 1):
        yield "attack.attacker_dice", ILLEGAL
    if against > min(MOST_DICE, there):
        yield "attack.defender_dice", ILLEGAL
    if against < min(MOST_DICE, there):
        yield "attack.defence_full", ILLEGAL
    if thrown < min(MOST_DICE, there):
        yield "attack.dice_not_fewer", ILLEGAL
    if drawn(state, event.actor):
        yield "cards.drawn_last", ILLEGAL
    pairs = list(zip(event.attack, event.defence, strict=False))
    slain = sum(mine > yours for mine, yours in pairs)
    if event.losses != (len(pairs) - slain, slain):
        yield "attack.losses_by_dice", ILLEGAL
    if state.turn.moves and state.is_own_turn(event.actor):
        yield "move.at_end", ILLEGAL


def drawn(state: State, actor: str) -> bool:
    """Has the player on turn drawn the card that closes it?"""
    return state.turn.draws > 0 and state.active == actor


def occupation(state: State, event: Occupied) -> Iterator[Finding]:
    """The advance into what was conquered."""
    waiting = state.waiting
    if waiting is None or (waiting.source, waiting.target, waiting.actor) != (event.source, event.target, event.actor):
        yield "occupation.after_conquest", ILLEGAL
    if waiting is not None and waiting.target == event.target and event.armies < waiting.dice:
        yield "occupation.dice_used", ILLEGAL
    if event.armies >= state.armies[event.source]:
        yield "occupation.leaves_one", ILLEGAL
    here = state.armies[event.source]
    keep, enter = due(state, event, event.source), due(state, event, event.target)
    dice = waiting.dice if waiting is not None and waiting.target == event.target else 1
    if (here - event.armies < keep or event.armies < enter) and max(dice, enter) <= here - keep:
        yield "garrison.voluntary_border", ASSUMED


def due(state: State, event: Occupied | Moved, land: str) -> int:
    """The armies a territory must keep: two where it will border an enemy, one in a pocket."""
    return 2 if any(state.owner[near] != event.actor for near in NEAR[land] if near != event.target) else 1


def move(state: State, event: Moved) -> Iterator[Finding]:
    """The one move at the end of a turn."""
    left = state.armies[event.source] - event.armies
    if state.waiting is not None and not state.waiting.reported:
        yield "record.occupation", ILLEGAL
    if event.target not in NEAR[event.source]:
        yield "move.adjacent", ILLEGAL
    if not state.owner[event.source] == state.owner[event.target] == event.actor:
        yield "move.own_land", ILLEGAL
    if left < 1:
        yield "move.leaves_one", ILLEGAL
    if state.turn.moves and state.is_own_turn(event.actor):
        yield "move.once", ILLEGAL
    if left < due(state, event, event.source):
        yield "garrison.voluntary_border", ILLEGAL


def setup(state: State, event: Placed) -> Iterator[Finding]:
    """Armies of the set-up, and what the deal had to be."""
    if state.turns == 0:
        turns = [colour for colour in state.order if state.setup.get(colour, 0) < endowment(state)]
        place = state.order.index(state.placer) + 1 if state.placer else 0
        following = next((colour for colour in (*state.order[place:], *state.order[:place]) if colour in turns), None)
        if following not in (None, event.actor):
            yield "setup.in_order", ILLEGAL
        if state.placements == 0:
            yield from deal(state)
            if any(count != 1 for count in state.armies.values()):
                yield "setup.one_each", ILLEGAL
    rest = endowment(state) - state.setup.get(event.actor, 0)
    if event.armies != (rest if 0 <= rest < CHUNK else CHUNK):
        yield "setup.chunk", ILLEGAL
    if any(state.owner[land] != event.actor for land, _ in event.items):
        yield "setup.own_land", ILLEGAL


def endowment(state: State) -> int:
    """The armies of the set-up, all told."""
    return {3: 35, 4: 30, 5: 25, 6: 20}[len(state.order)]


def deal(state: State) -> Iterator[Finding]:
    """The cards are dealt evenly, and nobody has more than half of a continent."""
    counts = Counter(state.owner.values())
    share = len(NEAR) // len(state.order)
    if any(not share <= counts[colour] <= share + 1 for colour in state.order):
        yield "deal.even", ILLEGAL
    for lands in CONTINENTS.values():
        held = Counter(state.owner.get(land) for land in lands)
        if any(2 * count > len(lands) for count in held.values()):
            yield "deal.max_share", ILLEGAL
            return


def placement(state: State, event: Placed) -> Iterator[Finding]:
    """Reinforcements: how many, when, where."""
    turn = state.turn
    if state.waiting is not None and not state.waiting.reported:
        yield "record.occupation", ILLEGAL
    placed = turn.placed + event.armies
    found_already = turn.territories + turn.continents + turn.claimed if turn.declared is None else turn.declared
    follows = event.actor == state.active and placed <= found_already
    is_own = state.is_own_turn(event.actor)
    if placed > turn.entitled and not follows and is_own:
        yield "placement.within_income", ILLEGAL
    if is_own and turn.attacks and turn.placed - state.late[1] + event.armies > state.late[0]:
        yield "placement.before_attack", ILLEGAL
    if any(state.owner[land] != event.actor for land, _ in event.items):
        yield "placement.own_land", ILLEGAL
    if turn.moves and is_own:
        yield "move.at_end", ILLEGAL
    if drawn(state, event.actor):
        yield "cards.drawn_last", ILLEGAL
    if state.force(event.actor) + event.armies > MOST_ARMIES:
        yield "limit.armies", ILLEGAL


def start(state: State, event: Started) -> Iterator[Finding]:
    """Turns go round among those who still hold something."""
    size = len(state.order)
    first = state.order.index(state.last) + 1 if state.last in state.order else 0
    due = (state.order[(first + step) % size] for step in range(size))
    held = set(state.owner.values())
    if next(colour for colour in due if colour not in state.eliminated and colour in held) != event.actor:
        yield "turn.order", ILLEGAL
    if event.actor in state.eliminated:
        yield "player.active", ILLEGAL
    if state.turns == 0 and any(state.setup.get(colour, 0) != endowment(state) for colour in state.order):
        yield "setup.endowment", ILLEGAL


def end(state: State, event: Ended) -> Iterator[Finding]:
    """All that is due was placed, and nothing is left to occupy."""
    turn = state.turn
    if state.waiting is not None and not state.waiting.reported:
        yield "record.occupation", ILLEGAL
    if state.active != event.actor:
        yield "turn.in_turn", ILLEGAL
    if state.active and turn.placed < min(turn.entitled, MOST_ARMIES - turn.force):
        yield "placement.all_placed", WARNING
    held = set(state.owner.values())
    if state.active and turn.eliminations and any(hand and colour not in held for colour, hand in state.hands.items()):
        yield "elimination.cards_to_eliminator", ILLEGAL
    if state.active and turn.conquests and not turn.draws and len(state.hands.get(state.active, ())) < MOST_CARDS:
        yield "cards.drawn", WARNING


def declaration(state: State, event: Declared) -> Iterator[Finding]:
    """What is declared is what is due."""
    turn = state.turn
    if state.active != event.actor:
        yield "turn.in_turn", ILLEGAL
    said = event.territories, event.continents, event.cards, event.total
    own = turn.territories + turn.continents
    if said not in ((turn.territories, turn.continents, cards, own + cards) for cards in (turn.cards, turn.claimed)):
        yield "declaration.right", ILLEGAL


def exchange(state: State, event: Exchanged) -> Iterator[Finding]:
    """A set: held, in time, and worth what is claimed."""
    value = worth(event.cards)
    bonus = 2 * sum(state.owner.get(card) == event.actor for card in event.cards)
    if state.waiting is not None and not state.waiting.reported:
        yield "record.occupation", ILLEGAL
    if state.turn.moves and state.is_own_turn(event.actor):
        yield "move.at_end", ILLEGAL
    if drawn(state, event.actor):
        yield "cards.drawn_last", ILLEGAL
    if Counter(event.cards) - Counter(state.hands.get(event.actor, ())):
        yield "cards.held", ILLEGAL
    if state.turn.attacks and not state.turn.eliminations and state.is_own_turn(event.actor):
        yield "cards.before_attack", ILLEGAL
    if value == 0:
        yield "cards.set_value", ILLEGAL
        return
    if event.worth != value:
        yield "cards.set_value", ILLEGAL
    if event.bonus != bonus:
        yield "cards.territory_bonus", ILLEGAL


def draw(state: State, event: Drawn) -> Iterator[Finding]:
    """A card: earned, one, in the deck, and the hand not too full."""
    if not state.turn.conquests and state.is_own_turn(event.actor):
        yield "cards.after_conquest", ILLEGAL
    out = Counter(card for hand in state.hands.values() for card in hand)
    if any(out[card] >= (2 if card == "JOL" else 1) for card in event.cards):
        yield "cards.in_deck", ILLEGAL
    if state.turn.draws + len(event.cards) > 1 and state.is_own_turn(event.actor):
        yield "cards.one_a_turn", ILLEGAL
    if len(state.hands.get(event.actor, ())) + len(event.cards) > MOST_CARDS:
        yield "cards.hand_limit", ILLEGAL


def rare(state: State, event: Event) -> Iterator[Finding]:
    """The kinds that come a few times in a game."""
    match event:
        case Dealt(lands=lands) if any(land in state.owner for land in lands):
            yield "deal.free", ILLEGAL
        case Given():
            if Counter(event.cards) - Counter(state.hands.get(event.giver, ())):
                yield "cards.held", ILLEGAL
            full = len(state.hands.get(state.active or "", ())) >= MOST_CARDS
            aside = event.receiver == "pile" and full
            wrong = event.receiver != state.active and not aside
            if event.reason == "elimination" and (wrong or state.lands(event.giver)):
                yield "elimination.cards_to_eliminator", ILLEGAL
        case Eliminated(actor, player) if state.lands(player) or actor != state.active:
            yield "elimination.recorded", ILLEGAL
        case Scored(actor, points):
            if points != state.score(actor, GOALS.get(state.objectives.get(actor, ""), frozenset())):
                yield "record.score", ILLEGAL
