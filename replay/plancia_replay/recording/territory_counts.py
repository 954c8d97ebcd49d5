"""Computes how many territories each colour has and must get before the first turn, by the rules of the variant."""

from __future__ import annotations

from typing import TypedDict

from plancia_replay.kernel.table import LANDS, NEUTRAL
from plancia_replay.recording.play import Play
from plancia_replay.rules.setup.drafting import DraftComplete, NeutralLeft
from plancia_replay.rules.setup.opening import DealEven, always_neutral, departed_players
from plancia_replay.rules.setup.picking import PickFromLast, PickInOrder
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS

NEUTRAL_LETTER = "-"


class TerritoryCount(TypedDict):  # what a colour holds, and the least and the most that the rules give it
    held: int
    least: int
    most: int


def territory_counts(play: Play) -> dict[str, TerritoryCount]:
    """Returns the counts by colour, `-` for the neutral territories.

    Empty where no rule says, or where a player has left the game before the first turn.
    """
    table = play.table
    neutral = neutral_count(play)
    if neutral is None or departed_players(table):
        return {}
    held = {letter: int(table.lands[COLOUR_LETTERS.index(letter)]) for letter in play.players}
    limits = drafted(play) or picked(play, LANDS - neutral) or dealt(play, LANDS - neutral, held)
    counts: dict[str, TerritoryCount] = {}
    for letter in filter(limits.get, play.players):
        least, most = limits[letter]
        counts[letter] = {"held": held[letter], "least": least, "most": most}
    if neutral or table.lands[NEUTRAL]:
        counts[NEUTRAL_LETTER] = {"held": int(always_neutral(table)), "least": neutral, "most": neutral}
    return counts if limits else {}


def neutral_count(play: Play) -> int | None:
    """Returns the territories that stay neutral; None where no rule says."""
    draft, left = play.rule(DraftComplete), play.rule(NeutralLeft)
    if draft is not None:
        return int(draft.leftover_count(play.table))
    if left is not None:
        return int(left.count)
    return 0 if play.rule(DealEven) is not None else None


def drafted(play: Play) -> dict[str, tuple[int, int]]:
    """Returns the limits of a draft; empty for another variant."""
    rule = play.rule(DraftComplete)
    return {} if rule is None else {letter: (int(rule.each), int(rule.each)) for letter in play.players}


def picked(play: Play, total: int) -> dict[str, tuple[int, int]]:
    """Returns the limits where territories are picked in turn; empty for another variant or an unknown order."""
    from_last, in_order = play.rule(PickFromLast), play.rule(PickInOrder)
    order = play.order
    if not order or (from_last is None and in_order is None):
        return {}
    start = len(order) - 1 if in_order is None else int(in_order.first_seat(play.table))
    if start < 0:
        return {}
    step = -1 if in_order is None else 1
    share, remainder = divmod(total, len(order))
    seats = [order[(start + step * place) % len(order)] for place in range(len(order))]
    return {letter: (share + (place < remainder),) * 2 for place, letter in enumerate(seats)}


def dealt(play: Play, total: int, held: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Returns the limits where territories are dealt evenly; empty for another variant.

    Where the rules do not say who gets the remainder, each may have one more as long as there is one left.
    """
    rule = play.rule(DealEven)
    if rule is None:
        return {}
    if not rule.any_start and play.order:
        due = {
            letter: int(rule.expected_territories(play.table, COLOUR_LETTERS.index(letter))) for letter in play.order
        }
        return {letter: (count, count) for letter, count in due.items()}
    share, remainder = divmod(total, len(held))
    last_deal = {event.actor: number for number, event in enumerate(play.events) if event.TAG == "DEAL"}
    with_more = sorted(
        (letter for letter in held if held[letter] > share), key=lambda letter: last_deal.get(letter, -1)
    )
    entitled = with_more[:remainder] if len(with_more) >= remainder else list(held)
    return {letter: (share, share + (remainder > 0 and letter in entitled)) for letter in held}


def colour_of_the_rest(play: Play) -> str:
    """Returns the colour that must get exactly the territories that are free, `-` for nobody; "" where none must."""
    free = LANDS - int(play.table.assigned)
    missing = [letter for letter, count in territory_counts(play).items() if count["held"] < count["least"]]
    if not free or len(missing) > 1:
        return ""
    counts = territory_counts(play)
    fitting = [x for x in missing or counts if counts[x]["least"] <= counts[x]["held"] + free <= counts[x]["most"]]
    return fitting[0] if len(fitting) == 1 else ""
