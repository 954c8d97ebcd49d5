"""What a record says it has (header Completeness), and the findings on what it says it lacks."""

from __future__ import annotations

from typing import Final

from plancia_replay.judging.replayed_game import ReplayedGame
from plancia_replay.judging.verdicts import Verdict

LACKS_OPENING: Final = ("turns-only", "final-board", "result-only")
LACKS_DICE: Final = ("no-dice", *LACKS_OPENING)
BY_DICE: Final = "attack.losses_by_dice"
OPENING_TAGS: Final = ("ROLL", "ORDER", "DEAL", "PICK", "DRAFT", "OBJ", "SET")
UNPLAYED: Final = ("not_yet", "not_yet_passed", "not_yet_die")  # of record.end: nothing was played that brings this end
HANG_ON_ORDER: Final = ("turn.order", "dummy.director")  # whose turn it is, where the order of play is not written
UNPLACED: Final = ("world", "alive", "objective", "barred")  # the same: nothing stands on the board that brings it


def of_what_is_recorded(replayed: ReplayedGame, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts without those on an opening or a play that the record does not claim to have, and on its order.

    A position stated before any territory was assigned is then where the record begins, and is compared with nothing.
    """
    completeness = replayed.game.header("Completeness")
    if completeness in LACKS_DICE:
        verdicts = [one for one in verdicts if one.rule != BY_DICE or one.verdict != "undecidable"]
    if completeness not in LACKS_OPENING:
        return verdicts
    unjudged = {rule.NAME for rule in replayed.rules.rules if rule.JUDGES_OPENING}
    unseen = {"final-board": UNPLAYED, "result-only": UNPLAYED + UNPLACED}.get(completeness, ())
    beginning = first_position(replayed)
    opening_end = first_turn(replayed) if completeness == "turns-only" else 0
    return [
        verdict
        for verdict in verdicts
        if verdict.rule not in unjudged
        and not (verdict.rule == "record.checkpoint" and verdict.event == beginning)
        and not (verdict.event < opening_end and is_of_opening(verdict))
        and not (verdict.rule in HANG_ON_ORDER and verdict.facts.get("wording") == "no_order")
        and not (verdict.rule == "record.end" and verdict.facts.get("wording") in unseen)
    ]


def is_of_opening(verdict: Verdict) -> bool:
    """True for what a rule of the game says of a throw, a deal, a pick, an objective or a placement of the set-up.

    How many sit at the table, who is the dummy and who are partners is told by the headers.
    """
    if verdict.rule == "dummy.named" or (verdict.rule == "players.count" and "least" in verdict.facts):
        return False
    if verdict.rule == "team.opposite" and verdict.verdict == "undecidable":
        return False
    return verdict.recorded is not None and verdict.recorded.TAG in OPENING_TAGS and verdict.rule_id[:3] != "REC"


def first_turn(replayed: ReplayedGame) -> int:
    """The number of the first turn, one past the last event where the record has none."""
    prepared = replayed.prepared
    turns = [row for tag in ("TURN", "PASS") for row in prepared.rows_of_kind(tag)]
    return prepared.numbers[min(turns)] if turns else len(prepared.recorded) + 1


def first_position(replayed: ReplayedGame) -> int:
    """The number of a CHECK before which the record assigns no territory; 0 where there is none."""
    prepared = replayed.prepared
    assigned = [row for tag in ("DEAL", "PICK", "DRAFT") for row in prepared.rows_of_kind(tag)]
    stated = prepared.rows_of_kind("CHECK")
    return prepared.numbers[stated[0]] if stated and min(assigned, default=stated[0]) >= stated[0] else 0
