"""Traits of the kinds of event: flags that rules, kernel and readers use."""

from __future__ import annotations

from enum import Flag, auto


class Trait(Flag):
    """Properties of a kind of event, declared as its `TRAITS`; the lists in `ops.py` are generated from them."""

    NONE = 0
    IN_TURN = auto()  # done by the player whose turn it is; the record may lack the TURN before it
    BEGINS_TURN = auto()  # a turn may begin with it, so that a TURN that is missing stood before it
    BETWEEN_TURNS = auto()  # comes when no turn is in progress; the record may lack the END before it
    AFTER_OWN_TURN = auto()  # comes once its actor's turn is over: text completion adds the END
    COLOUR_IMPLIED = auto()  # typed without a colour it is an act of the player whose turn it is
    NEEDS_PLAYER = auto()  # a player out of play cannot do it (`player.active`)
    PLAYED = auto()  # played or claimed: not once the game has ended (`game.over_is_final`)
    ARRANGED = auto()  # set up, handed over, taken away or ended: not once an end is recorded (`record.after_over`)
    FREQUENT = auto()  # many a game: the interpreted kernel writes its checks out, the readers have a fast path for it
    OBJECTIVE_FREE = auto()  # while play goes on none of its findings depends on an objective
    STATEMENT = auto()  # states something (a total, a score, an end): a game without it is the same game
    COUNTED = auto()  # statistics read the table as it stands before it
