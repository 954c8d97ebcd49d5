"""Covered objectives as one note for the game: what nobody may see before the end is no finding of each player's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rules.objectives.objective_list import ObjectiveListed
from plancia_replay.rules.objectives.targets import ObjectiveShape

COVERED = "covered"  # the wording of the note


def with_one_note(verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, with one note at the first covered objective in place of those on each of them."""
    covered = [verdict for verdict in verdicts if is_on_covered_objective(verdict)]
    if not covered:
        return verdicts
    first = covered[0]
    letters = list(dict.fromkeys(str(verdict.facts["player"]) for verdict in covered))
    facts = {
        "player": letters[0], "players": " ".join(letters), "covered": len(letters),
        "objective": first.facts["objective"], "wording": COVERED,
    }  # fmt: skip
    dropped = {id(verdict) for verdict in covered[1:]}
    return [
        replace(verdict, facts=facts) if verdict is first else verdict
        for verdict in verdicts
        if id(verdict) not in dropped
    ]


def is_on_covered_objective(verdict: Verdict) -> bool:
    """True for what cannot be decided of an objective only because it is covered (`???`, or a commitment)."""
    if verdict.verdict != "undecidable" or verdict.rule not in (ObjectiveListed.NAME, ObjectiveShape.NAME):
        return False
    word = str(verdict.facts.get("objective"))
    return word == "???" or word.startswith("#")


def count_open_points(verdicts: Iterable[Verdict], is_over: bool) -> int:
    """The number of verdicts that decide nothing; in a game that is not over covered objectives leave nothing open."""
    return sum(
        verdict.verdict == "undecidable" and (is_over or verdict.facts.get("wording") != COVERED)
        for verdict in verdicts
    )
