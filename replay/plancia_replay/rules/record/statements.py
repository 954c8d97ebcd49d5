"""What a record asserts about itself: checkpoints, scores, the way a game ended."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from plancia_events.kinds.ending import END_REASONS
from plancia_events.ops import (
    ARRANGED,
    ATT,
    CHECK,
    DECL,
    DRAW,
    END,
    FIX,
    IN_TURN,
    MOVE,
    OVER,
    OVER_ARBITER_DIE,
    OVER_ELIMINATION,
    OVER_END_ROLL,
    OVER_EXTRA_TURNS,
    OVER_HARD_STOP,
    OVER_OBJECTIVE,
    OVER_POINTS,
    OVER_TARGET,
    OVER_TIME,
    OVER_WORLD,
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
from plancia_replay.kernel.facts import Colour, Ending, Half, Land
from plancia_replay.kernel.rule import FINE, ILLEGAL, OUT_OF_TURN, UNDECIDABLE, UNOCCUPIED, UNWRITTEN, Rule
from plancia_replay.kernel.table import LANDS, Table
from plancia_replay.rules.endings.end_roll import hanging_on_right
from plancia_replay.rules.endings.extra_turns import (
    extra_turns_over,
    hanging_on_count,
    hard_stop_due,
)
from plancia_replay.rules.objectives.claim_doubts import FROM_ROUND, ended_by, hanging_on_refused, hangs_on_claim
from plancia_replay.rules.objectives.claims import held_unclaimed
from plancia_replay.rules.objectives.targets import target_unknown


class CheckpointAgrees(Rule):
    """A stated board and stated hand counts are those of the replay."""

    NAME: ClassVar[str] = "record.checkpoint"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [CHECK]

    def wrong_land(self, t: Table) -> i64:
        """The first territory stated differently, or -1."""
        for land in range(LANDS):
            colour = t.extra[t.x + 2 * land]
            if colour >= 0 and (colour != t.owner[land] or t.extra[t.x + 2 * land + 1] != t.armies[land]):
                return land
        return -1

    def wrong_hand(self, t: Table) -> i64:
        """The first colour whose hand is stated differently, or -1."""
        for k in range(t.x + 2 * LANDS, t.x + t.n, 2):
            if t.hand_size[t.extra[k]] != t.extra[k + 1]:
                return t.extra[k]
        return -1

    def finding(self, t: Table) -> i64:
        return FINE if self.wrong_land(t) < 0 and self.wrong_hand(t) < 0 else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        land = self.wrong_land(t)
        if land >= 0:
            stated = t.extra[t.x + 2 * land]
            return {
                "territory": Land(land),
                "owner": Colour(stated),
                "expected": Colour(t.owner[land]),
                "declared": t.extra[t.x + 2 * land + 1],
                "computed": t.armies[land],
            }
        colour = self.wrong_hand(t)
        stated_hand: i64 = 0
        for k in range(t.x + 2 * LANDS, t.x + t.n, 2):
            if t.extra[k] == colour:
                stated_hand = t.extra[k + 1]
        return {"player": Colour(colour), "declared": stated_hand, "computed": t.hand_size[colour]}


class CorrectionAims(Rule):
    """A correction names an event that came before it."""

    NAME: ClassVar[str] = "record.correction"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [VOID, FIX]

    def finding(self, t: Table) -> i64:
        return FINE if t.a > 0 and t.a < t.number else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.a, "event": t.number}


class RevealProves(Rule):
    """What is shown is what was committed: an event before, whose commitment salt and value give (notation, section 3).

    The commitment itself is proved outside the kernel, which has no hashes; here the event named must come before.
    """

    NAME: ClassVar[str] = "record.reveal"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [SHOW]

    def finding(self, t: Table) -> i64:
        return FINE if t.a > 0 and t.a < t.number else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"found": t.a, "event": t.number}


class ScoreAgrees(Rule):
    """A score declared at the table is the recomputed one; where it hangs on a hidden objective nobody can tell."""

    NAME: ClassVar[str] = "record.score"
    OF_RECORD: ClassVar[bool] = True
    ABOUT_SCORES: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [SCORE]

    def finding(self, t: Table) -> i64:
        if len(t.score_terms) == 0:
            return FINE
        if t.total(t.score_terms, t.actor) == t.a:
            return FINE
        return UNDECIDABLE if t.score_hidden(t.actor) else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {
            "player": Colour(t.actor),
            "declared": Half(t.a),
            "computed": Half(t.total(t.score_terms, t.actor)),
            "by_scores": True,
        }


def has_finale(t: Table) -> bool:
    """Do the rules end the game by extra turns, or by the hard stop?"""
    return t.can_stop[OVER_EXTRA_TURNS] == 1 or t.can_stop[OVER_HARD_STOP] == 1


class EndAgrees(Rule):
    """The recorded end (a closing throw, an objective, the whole board) is one that the replay saw."""

    NAME: ClassVar[str] = "record.end"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [OVER]

    def finding(self, t: Table) -> i64:
        if t.a == OVER_WORLD:
            for colour in range(6):
                if t.lands[colour] == LANDS:
                    return FINE
            return ILLEGAL
        if t.a == OVER_END_ROLL and len(t.threshold_terms) > 0:
            thrown = t.closing_sum > 0  # a throw too high: end_roll.threshold says so
            return FINE if t.stop_reason == OVER_END_ROLL or thrown else ILLEGAL
        if t.a < 16 and t.can_stop[t.a] == 1:
            return self.by_itself(t)
        if t.a == OVER_TARGET or (t.a >= OVER_END_ROLL and t.a <= OVER_HARD_STOP):
            return ILLEGAL  # an end that these rules do not have
        if t.a == OVER_ELIMINATION:
            return FINE if self.alone(t) else ILLEGAL
        if t.a == OVER_TIME:
            rolls = len(t.threshold_terms) > 0 or t.can_stop[OVER_ARBITER_DIE] == 1
            return ILLEGAL if rolls or has_finale(t) else FINE
        if t.a == OVER_POINTS:  # which nobody counts before the finale is over; a result alone tells no play
            early = t.turns > 0 and t.stopped < 0 and has_finale(t)
            return ILLEGAL if early and not hard_stop_due(t) else FINE
        if t.a == OVER_OBJECTIVE and len(t.claim_terms) > 0 and t.stop_reason != OVER_OBJECTIVE:
            if t.b >= 0 and t.stopped < 0 and self.met(t, t.b):
                return FINE
            return ILLEGAL if t.b < 0 or t.goal_known[t.b] == 1 or len(t.goals) == 0 else UNDECIDABLE
        return FINE

    def by_itself(self, t: Table) -> i64:
        """The finding of an end that some rule of these finds by itself."""
        if t.stop_reason == t.a or (t.stop_reason == OVER_TARGET and t.a == OVER_OBJECTIVE):
            return FINE  # the target of points is the objective of all (RCM-08)
        if t.stopped >= 0:
            return ILLEGAL
        if t.a == OVER_HARD_STOP:
            return FINE if hard_stop_due(t) else ILLEGAL
        if t.a == OVER_OBJECTIVE and t.b >= 0:
            return FINE if held_unclaimed(t, t.b) else ILLEGAL
        return UNDECIDABLE if t.a == OVER_TARGET and t.b >= 0 and target_unknown(t, t.b) else ILLEGAL

    def met(self, t: Table, player: i64) -> bool:
        """Does the player's objective hold as the game is declared over, though he did not claim it?"""
        if t.total(t.claim_bars, player) > 0:
            return False
        for term in t.claim_terms:  # noqa: SIM110 (a generator is slow here)
            if term.amount(t, player) == 1:
                return True
        return False

    def alone(self, t: Table) -> bool:
        """Is nobody left but one player?"""
        return self.left(t) < 2

    def facts(self, t: Table) -> dict[str, object]:
        return {
            "wording": self.cause(t),
            "also": FROM_ROUND if t.a == OVER_END_ROLL else "",
            **self.supposes(t),
            "reason": t.a,
            "closed": Ending(END_REASONS[t.a]),
            "instead": Ending(END_REASONS[t.stop_reason] if t.stop_reason >= 0 else ""),
            "event": t.stopped,
            "round": t.round,
            "left": self.left(t),
            "stage": END_REASONS[t.a],
            "found": t.a,
            "missing": LANDS - max(t.lands[colour] for colour in range(6)),
            "expected": Colour(t.stop_reason),
            "player": Colour(t.b),
        }

    def left(self, t: Table) -> i64:
        """How many players are still in the game."""
        found: i64 = 0
        for colour in range(6):
            if t.plays(colour):
                found += 1
        return found

    def cause(self, t: Table) -> str:
        """Why the recorded end is not one."""
        if t.a == OVER_WORLD:
            return "world"
        if t.stopped >= 0 and t.stop_reason >= 0 and t.stop_reason != t.a:
            return "other"
        if t.a == OVER_ELIMINATION:
            return "alive"
        if t.a == OVER_TIME:
            return "time"
        if t.a == OVER_POINTS:
            return "early"
        if t.a == OVER_OBJECTIVE and len(t.claim_terms) > 0:
            barred = t.b >= 0 and t.total(t.claim_bars, t.b) > 0
            return "nobody" if t.b < 0 else "barred" if barred else "objective"
        known = t.a == OVER_END_ROLL and len(t.threshold_terms) > 0
        return "not_yet" if known or (t.a < 16 and t.can_stop[t.a] == 1) else "unknown"

    def supposes(self, t: Table) -> dict[str, object]:
        """What of other rules the finding hangs on, and the sentence where no target is known."""
        if t.stopped < 0 and t.b >= 0 and (t.a == OVER_OBJECTIVE or t.a == OVER_TARGET):
            unknown = t.a == OVER_TARGET and target_unknown(t, t.b)
            return {"wording": "no_target"} if unknown else hanging_on_refused(t, t.b, t.a)
        won = t.a == OVER_OBJECTIVE and t.b >= 0 and self.met(t, t.b)
        if t.stopped >= 0 and (won or (hangs_on_claim(t) and self.due(t))):
            return ended_by(t)  # the end as recorded, had the game not ended before
        if t.void_throw >= 0 and t.stopped < 0 and (t.a == OVER_END_ROLL or t.a == OVER_ARBITER_DIE):
            return {**hanging_on_right(t), "wording": "void_throw", "throw": t.void_throw}
        return hanging_on_count(t) if t.a == OVER_EXTRA_TURNS else {}

    def due(self, t: Table) -> bool:
        """Would the recorded end by extra turns or with the round be in its place?"""
        return (t.a == OVER_EXTRA_TURNS and extra_turns_over(t)) or (t.a == OVER_HARD_STOP and hard_stop_due(t))


class ConquestOccupied(Rule):
    """A conquered territory is occupied before anything else happens; told once of each."""

    NAME: ClassVar[str] = "record.occupation"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [PUT, END, REIN, TRIS, DECL, ATT, MOVE, DRAW]

    def only_when(self) -> int:
        return UNOCCUPIED

    def finding(self, t: Table) -> i64:
        return FINE if t.emptied_land < 0 or t.told[self.index] > t.emptied_event else ILLEGAL

    def facts(self, t: Table) -> dict[str, object]:
        return {"territory": Land(t.emptied_land), "player": Colour(t.emptied_by)}


class NothingAfterOver(Rule):
    """Once its end is recorded nothing of a game is set up, dealt, handed over, taken away or ended again.

    What is played or claimed after it is the business of `game.over_is_final`. Throws (a lot), checkpoints, strips,
    objectives told, scores, signatures, values shown, penalties, corrections and words belong after an end.
    """

    NAME: ClassVar[str] = "record.after_over"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [*ARRANGED]

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.over == 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "found": t.over_event, "event": t.over_event}


class StatusOnce(Rule):
    """Nobody withdraws, or abandons, who has done so already."""

    NAME: ClassVar[str] = "record.status_once"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [STAT]

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.b <= STAT_PASSIVE and t.status[t.a] == t.b + 1 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.a)}


class DayExists(Rule):
    """The date of the header is a day that the calendar has. Judged beside the kernel, which knows no dates."""

    NAME: ClassVar[str] = "record.date"
    OF_RECORD: ClassVar[bool] = True


class TurnWritten(Rule):
    """A turn begins with its TURN and is over with its END. One that is not written is judged where its lack shows."""

    NAME: ClassVar[str] = "record.turn_written"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [TURN, END]

    def only_when(self) -> int:
        return UNWRITTEN

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.unwritten == 1 and t.over == 0 and (t.stopped < 0 or t.op == END) else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "wording": "end" if t.op == END else ""}


class InATurn(Rule):
    """What belongs to a turn is recorded between its TURN and its END; told once until the next turn."""

    NAME: ClassVar[str] = "record.in_a_turn"
    OF_RECORD: ClassVar[bool] = True

    def kinds(self) -> list[int]:
        return [*IN_TURN]

    def only_when(self) -> int:
        return OUT_OF_TURN

    def finding(self, t: Table) -> i64:
        return ILLEGAL if t.turn < 0 and t.acts_out_of_turn == 1 and t.over == 0 else FINE

    def facts(self, t: Table) -> dict[str, object]:
        return {"player": Colour(t.actor), "wording": "end" if t.op == END else ""}
