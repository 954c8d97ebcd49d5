"""Rules on statements of the record: checkpoints, corrections, revealed values, scores, turns."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.ops import (
    ARRANGED,
    ATT,
    CHECK,
    CLAIM,
    DECL,
    DRAW,
    END,
    FIX,
    IN_TURN,
    MOVE,
    PUT,
    REIN,
    SCORE,
    SHOW,
    STAT,
    STAT_PASSIVE,
    TRIS,
    TURN,
    VOID,
)
from plancia_replay.kernel.facts import Account, Colour, Half, Land
from plancia_replay.kernel.holdings import may_be_picked
from plancia_replay.kernel.rule import FINE, ILLEGAL, OUT_OF_TURN, UNDECIDABLE, UNOCCUPIED, UNWRITTEN, Rule
from plancia_replay.kernel.table import LANDS, Table


def verdict_on_earlier_event(t: Table) -> i64:
    """FINE if the event that the current one names came before it."""
    event = t.a
    return FINE if event > 0 and event < t.number else ILLEGAL


def facts_of_earlier_event(t: Table) -> dict[str, object]:
    """Facts of an event that names one which did not come before it."""
    event = t.a
    return {"found": event, "event": t.number}


class CheckpointAgrees(Rule):
    """A stated board and stated hand counts are those of the replay."""

    NAME: ClassVar[str] = "record.checkpoint"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [CHECK]

    def differing_land(self, t: Table, hidden: bool = False) -> i64:
        """The first territory stated differently, or -1; those apart of which hidden picks may be the cause."""
        offset = t.x
        for land in range(LANDS):
            colour = t.extra[offset + 2 * land]
            if colour < 0 or (colour == t.owner[land] and t.extra[offset + 2 * land + 1] == t.armies[land]):
                continue
            if (colour != t.owner[land] and may_be_picked(t, land, colour)) == hidden:
                return land
        return -1

    def differing_hand(self, t: Table) -> i64:
        """The place in `extra` of the first colour whose hand is stated differently, its count after it; or -1."""
        count, offset = t.n, t.x
        for k in range(offset + 2 * LANDS, offset + count, 2):
            if t.hand_size[t.extra[k]] != t.extra[k + 1]:
                return k
        return -1

    def check(self, t: Table) -> i64:
        if self.differing_land(t) >= 0 or self.differing_hand(t) >= 0:
            return ILLEGAL
        return UNDECIDABLE if self.differing_land(t, True) >= 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        land = self.differing_land(t)
        if land < 0 and self.differing_hand(t) < 0:
            land = self.differing_land(t, True)
        offset = t.x
        if land >= 0:
            owner = t.extra[offset + 2 * land]
            return {
                "territory": Land(land), "owner": Colour(owner), "expected": Colour(t.owner[land]),
                "declared": t.extra[offset + 2 * land + 1], "computed": t.armies[land],
                **({"wording": "opening"} if t.assigned == 0 and t.turns == 0 else {}),
            }  # fmt: skip
        place = self.differing_hand(t)
        colour = t.extra[place]
        return {"player": Colour(colour), "declared": t.extra[place + 1], "computed": t.hand_size[colour]}


class CorrectionTarget(Rule):
    """A correction names an event that came before it."""

    NAME: ClassVar[str] = "record.correction"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [VOID, FIX]

    def check(self, t: Table) -> i64:
        return verdict_on_earlier_event(t)

    def facts(self, t: Table) -> dict[str, object]:
        return facts_of_earlier_event(t)


class RevealMatchesCommitment(Rule):
    """A revealed value matches the commitment of an earlier event, by salt and value (notation, section 3).

    The commitment itself is verified outside the kernel, which has no hashes; here the named event must come before.
    """

    NAME: ClassVar[str] = "record.reveal"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [SHOW]

    def check(self, t: Table) -> i64:
        return verdict_on_earlier_event(t)

    def facts(self, t: Table) -> dict[str, object]:
        return facts_of_earlier_event(t)


class ScoreAgrees(Rule):
    """A score declared at the table equals the computed one; undecidable if it depends on a hidden objective."""

    NAME: ClassVar[str] = "record.score"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True
    COMPARES_SCORES: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [SCORE]

    def check(self, t: Table) -> i64:
        if len(t.score_terms) == 0:
            return FINE
        half_points = t.a
        if t.total(t.score_terms, t.actor) == half_points:
            return FINE
        return UNDECIDABLE if t.is_score_hidden(t.actor) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        half_points, parts = t.a, score_parts(t, t.actor)
        account: dict[str, object] = {}
        bonus = half_points - t.total(t.score_terms, t.actor)
        has_won = t.over == 1 and t.over_winner == t.actor
        if has_won and bonus > 0 and bonus == winner_bonus(t, t.actor):
            account = {"bonus": Half(bonus), "wording": "with_bonus"}
        elif not t.is_score_hidden(t.actor) and counts_lost_doubling(t, t.actor, half_points):
            account = {"wording": "undoubled", "stage": "undoubled"}
        elif parts and not t.is_score_hidden(t.actor):
            account = {"account": Account(parts), "wording": "parts"}
        return {
            "player": Colour(t.actor), "declared": Half(half_points), "computed": Half(t.total(t.score_terms, t.actor)),
            **account, "by_scores": True,
        }  # fmt: skip


def winner_bonus(t: Table, player: i64) -> i64:
    """The half points that the ranking adds to those of a player who has won; 0 where it adds none."""
    winner = t.winner
    t.winner = player
    ranking = [rule for rule in t.rules if rule.sum_name() == "ranking"]
    bonus = t.total(ranking, player)
    t.winner = winner
    return bonus


def counts_lost_doubling(t: Table, player: i64, half_points: i64) -> bool:
    """True if these are the points of a player with the doubling of his strip, which he has lost (RCM-36)."""
    undoubled, t.undoubled[player] = t.undoubled[player], 0
    total = t.total(t.score_terms, player)
    t.undoubled[player] = undoubled
    return undoubled == 1 and total == half_points


def score_parts(t: Table, player: i64) -> list[str]:
    """What a player's points come from, as lines `what=points`: all territories together, all continents, and so on.

    None where territories are all that counts, which explains nothing.
    """
    halves: dict[str, int] = {}
    for term in t.score_terms:
        for name, half in term.account_lines(t, player):
            kind, _, place = name.partition(":")
            what = f"{kind}_points" if place else kind
            halves[what] = halves.get(what, 0) + half
    counted = {what: half for what, half in halves.items() if half != 0}
    if list(counted) == ["territory_points"]:
        return []
    return [f"{what}={half // 2 if half % 2 == 0 else half / 2}" for what, half in counted.items()]


class ConquestIsOccupied(Rule):
    """A conquered territory is occupied before anything else happens; reported once for each."""

    NAME: ClassVar[str] = "record.occupation"
    RECALLS_FINDINGS: ClassVar[bool] = True
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [PUT, END, REIN, TRIS, DECL, ATT, MOVE, DRAW]

    def required_states(self) -> int:
        return UNOCCUPIED

    def check(self, t: Table) -> i64:
        if t.emptied_land < 0 or t.owner[t.emptied_land] == t.emptied_by:
            return FINE  # an attack on own land conquers nothing
        return FINE if t.reported[self.index] > t.emptied_event else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"territory": Land(t.emptied_land), "player": Colour(t.emptied_by)}


class NoSetupAfterEnd(Rule):
    """Once its end is recorded, a game is not set up, dealt, transferred, reduced or ended again.

    Acts of play and claims after it are judged by `game.over_is_final`. Throws (a lot), checkpoints, strips,
    objectives, scores, signatures, revealed values, penalties, corrections and notes may follow an end.
    """

    NAME: ClassVar[str] = "record.after_over"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [*ARRANGED]

    def check(self, t: Table) -> i64:
        return ILLEGAL if t.over == 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.over_event, "event": t.over_event}


class WithdrawnOnce(Rule):
    """A player who has withdrawn or abandoned does not do so again."""

    NAME: ClassVar[str] = "record.status_once"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [STAT]

    def check(self, t: Table) -> i64:
        player, status = t.a, t.b
        is_leaving = status <= STAT_PASSIVE
        return ILLEGAL if is_leaving and t.status[player] == status + 1 else FINE  # WITHDRAWN, PASSIVE in the table

    def facts(self, t: Table) -> dict[str, object]:
        player = t.a
        return {"player": Colour(player)}


class DateExists(Rule):
    """The date of the header exists in the calendar. Judged outside the kernel, which has no dates."""

    NAME: ClassVar[str] = "record.date"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True


class TurnRecorded(Rule):
    """A turn begins with its TURN and ends with its END. A missing one is judged at the event that reveals the gap."""

    NAME: ClassVar[str] = "record.turn_written"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def memory_size(self) -> int:
        return 1  # the number of the turn with a claim that hidden values leave open: it may have ended the game

    def observed_kinds(self) -> list[int]:
        return [CLAIM]

    def observe(self, t: Table) -> None:
        for rule in t.claim_rules:
            if t.stopped < 0 and rule.check(t) == UNDECIDABLE:
                t.memory[self.base] = t.turns

    def event_kinds(self) -> list[int]:
        return [TURN, END]

    def required_states(self) -> int:
        return UNWRITTEN

    def check(self, t: Table) -> i64:
        if t.unwritten == 0 or t.over == 1 or (t.stopped >= 0 and t.op == TURN):
            return FINE
        return UNDECIDABLE if t.op == END and t.turns > 0 and t.memory[self.base] == t.turns else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "wording": "end" if t.op == END else ""}


class ActWithinTurn(Rule):
    """Acts of a turn are recorded between its TURN and its END; reported once until the next turn."""

    NAME: ClassVar[str] = "record.in_a_turn"
    FINDS_RECORD_FAULTS: ClassVar[bool] = True

    def event_kinds(self) -> list[int]:
        return [*IN_TURN]

    def required_states(self) -> int:
        return OUT_OF_TURN

    def check(self, t: Table) -> i64:
        return ILLEGAL if t.turn < 0 and t.acts_out_of_turn == 1 and t.over == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "wording": "end" if t.op == END else ""}
