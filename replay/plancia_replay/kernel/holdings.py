"""Whose a territory is where the record hides what was dealt, picked or drafted (`???`, or a commitment).

What is hidden is never illegal: a placement on a territory of nobody shows one that its player picked covered. Where
two players use one territory as theirs, the record cannot tell whose it is. (D-172)
"""

from __future__ import annotations

from mypy_extensions import i64

from plancia_replay.kernel.facts import Colour, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, UNDECIDABLE
from plancia_replay.kernel.table import COLOURS, Table


def hide_land(t: Table, colour: i64, armies: i64) -> None:
    """Counts a territory of the colour's that the record hides, and its armies as placed in the set-up."""
    t.hidden_picks[colour] += 1
    t.hidden_lands[colour] += 1
    t.setup_placed[colour] += armies


def show_pick(t: Table, land: i64, player: i64) -> None:
    """Notes that a territory of nobody, on which a player places, shows one of his hidden picks."""
    if t.hidden_picks[player] == 0:
        return
    if t.hidden_lands[player] > 0:
        t.hidden_lands[player] -= 1
    t.presumed[land] = 1


def may_be_picked(t: Table, land: i64, player: i64) -> bool:
    """True if the record hides whether the territory is the player's: nobody's, or another's by his placement only."""
    return t.hidden_picks[player] > 0 and (t.owner[land] < 0 or t.presumed[land] == 1)


def misplaced_land(t: Table, certain: bool) -> i64:
    """The first territory of the current placement that is not the actor's, or -1: for `certain`, or as far as known.

    A territory of nobody is his as long as hidden picks of his are left that no placement has shown.
    """
    extra, owner, actor = t.extra, t.owner, t.actor
    if t.n == 2 and owner[extra[t.x]] == actor:
        return -1
    unshown = t.hidden_lands[actor]
    for k in range(t.x, t.x + t.n, 2):
        land = extra[k]
        if owner[land] == actor or t.has_left_land(land):
            continue
        if not may_be_picked(t, land, actor):
            return land
        unshown -= 1
        if not certain and (owner[land] >= 0 or unshown < 0):
            return land
    return -1


def placement_code(t: Table) -> i64:
    """FINE if the current placement is on the actor's territories, UNDECIDABLE where hidden picks leave that open."""
    if misplaced_land(t, True) >= 0:
        return ILLEGAL
    return UNDECIDABLE if misplaced_land(t, False) >= 0 else FINE


def placement_facts(t: Table) -> dict[str, object]:
    """The territory of the current placement that is not the actor's, or not known to be, and its owner."""
    land = misplaced_land(t, True)
    if land < 0:
        land = misplaced_land(t, False)
    return {"territory": Land(land), "owner": Colour(t.owner[land] if land >= 0 else -1), "player": Colour(t.actor)}


def dealt_lands(t: Table, player: i64) -> i64:
    """Number of the player's territories, those counted that the record still hides."""
    return t.lands[player] + t.hidden_lands[player]


def assigned_lands(t: Table) -> i64:
    """Number of territories that have been dealt, picked or drafted, hidden ones counted."""
    total = t.assigned
    for colour in range(COLOURS):
        total += t.hidden_lands[colour]
    return total
