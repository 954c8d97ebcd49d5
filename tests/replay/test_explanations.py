"""Explanations of findings: right result, names, wordings left out; test_cases holds that every finding has one."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_data import demonstration, explanations, samples
from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.explanations import Explanation, explain
from plancia_replay.judging.forms import VerdictKind
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.text.sentences import vocabulary


def explained(name: str, rule: str, lang: str, seats: dict[str, str] | None = None) -> Explanation:
    """The explanation of the first finding of a rule in a game of the demonstration."""
    game = read(demonstration()[name], name).games[0]
    found = next(one for one in judge(game, lang=lang).verdicts if one.rule == rule)
    return explain(found, seats or {})


@pytest.mark.parametrize(("lang", "right", "declared"), [("it", "293,5", "303,5"), ("en", "293.5", "303.5")])
def test_a_wrong_score_has_the_right_one_with_name_and_decimal_sign(lang: str, right: str, declared: str) -> None:
    told = explained("firenze.rgn", "record.score", lang, {"B": "Bruno (blue)"})
    assert declared in told.recorded and right in told.due
    assert right in told.follows and declared in told.follows and "Bruno (blue)" in told.follows


def test_a_throw_has_the_state_that_it_met_and_the_dice_due() -> None:
    told = explained("monopoli.rgn", "attack.dice_not_fewer", "en")
    assert "Northwest Territory: 6 armies, attack with 2 dice" in told.recorded
    assert "3 dice" in told.due and told.clause.endswith(".")


FAMILIES = {key.split(".")[0] for key in vocabulary("en")}


def verdict(rule: str, facts: dict[str, object], name: VerdictKind = "illegal") -> Verdict:
    clause: Any = {"rule": rule, "says": {"it": "regola", "en": "rule"}}
    return Verdict(9, 9, rule, "X-01", name, facts, clause, clause, None, "en")


def test_wrong_losses_have_the_armies_that_the_dice_leave() -> None:
    facts = {"source": "CIN", "target": "SIA", "source_armies": 9, "target_armies": 3, "computed": "-2-1"}
    told = explain(verdict("combat.table", facts), {})
    assert "7 armies" in told.follows and "2 armies" in told.follows and "China" in told.follows
    assert "2 armies" in told.due and "1 army" in told.due


def test_a_wording_that_a_general_sentence_would_not_fit_has_none() -> None:
    facts = {"player": "R", "found": 3, "needed": 3}
    assert explain(verdict("claim.continents", facts), {}).due
    assert explain(verdict("claim.continents", {**facts, "wording": "dummy"}), {}).due == ""


def test_every_entry_names_rules_that_exist_and_says_the_same_facts_in_both_languages() -> None:
    for part in explanations().values():
        for entry in part:
            assert placed(entry["says"]["it"]) == placed(entry["says"]["en"]), entry
            assert all(rule.split(".")[0] in FAMILIES for rule in entry.get("rules", [])), entry


def placed(text: str) -> set[str]:
    """The names of the places of a template."""
    return {piece.partition("}")[0].partition(":")[0] for piece in text.split("{")[1:]}


def test_names_are_those_of_colours_where_no_name_is_shown() -> None:
    game = read(samples()["monopoli-serata.rgn"]).games[0]
    assert all("?" not in explain(one, {}).follows for one in judge(game, lang="en").verdicts)
