"""Traits of the kinds of event: flags that rules, kernel and readers use."""

from __future__ import annotations

from enum import Flag, auto


class Trait(Flag):
    """Properties of a kind of event, declared as its `TRAITS`; the lists in `ops.py` are generated from them."""

    NONE = 0
    IN_TURN = auto()  # an act of the player whose turn it is; the record may lack the TURN before it
    BEGINS_TURN = auto()  # may be the first event of a turn, so that a missing TURN belongs before it
    BETWEEN_TURNS = auto()  # occurs when no turn is in progress; the record may lack the END before it
    AFTER_OWN_TURN = auto()  # occurs after its actor's turn: text completion adds the END
    COLOUR_IMPLIED = auto()  # may be typed without a colour: the actor is then the player whose turn it is
    NEEDS_PLAYER = auto()  # impossible for a player out of play (rule `player.active`)
    PLAYED = auto()  # a move or claim: not allowed after the game has ended (rule `game.over_is_final`)
    ARRANGED = auto()  # set-up, transfer, removal or end: not allowed after a recorded end (rule `record.after_over`)
    FREQUENT = auto()  # frequent in every game: the readers have a fast path
    OBJECTIVE_FREE = auto()  # its findings depend on no objective while the game is being played
    STATEMENT = auto()  # states a total, a score or an end: without it the game is the same
    COUNTED = auto()  # statistics read the position before it
