"""Finds what the rules will report about the occupation after a conquest, so that it is asked about with the throw.

The occupation is written with the next input, by default with the fewest armies that no rule forbids. That breaks a
rule only where every number of armies does, so nothing said later mends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plancia_replay.judging.slips import finding_kind
from plancia_replay.recording.derive import advance_limits, pending_conquest
from plancia_replay.recording.play import Play
from plancia_replay.text.fact_values import facts_to_json
from plancia_replay.text.sentences import NO_SEATS, verdict_sentence


@dataclass(frozen=True)
class OccupationFault:
    """A fault that `rule` will report of the occupation after the attack number `event`."""

    event: int
    rule: str
    facts: dict[str, Any]
    clause: dict[str, Any]

    def text(self, lang: str = "it", seats: Mapping[str, str] = NO_SEATS) -> str:
        """Returns the sentence in a language; `seats` has the words for the player of a colour."""
        return verdict_sentence(self.clause, self.facts, "illegal", lang, seats)


def occupation_faults(play: Play) -> list[OccupationFault]:
    """Returns the faults of play that the conquest not occupied yet makes certain; none without one."""
    places = pending_conquest(play)
    if places is None:
        return []
    attack = max(play.game.numbers_of("ATT"), default=len(play.events))
    faults = []
    for rule in play.violated_rules(f"OCC {play.turn} {places[0]}>{places[1]} {advance_limits(play)[0]}"):
        facts = facts_to_json(rule.facts(play.table), play.rules)
        if finding_kind(rule.NAME, facts) == "play":
            faults.append(OccupationFault(attack, rule.NAME, facts, play.rules.clauses[rule.index]))
    return faults
