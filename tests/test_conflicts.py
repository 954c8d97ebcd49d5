"""Choices that exclude each other are refused with their reason, whatever the order in which they are written."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from plancia_data import conflicts, variant_source
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.conflicts import refuse_conflicts
from plancia_replay.ruleset import RuleSet

SPECS = {
    "I1": ["rcm@1 + objectives-after-4", "rcm@1 + no-objectives + objectives-after-4"],
    "I2": ["rcm@1 + objective-double", "rcm@1 + no-objectives + objective-double"],
    "I4": ["rcm@1 + continent-or-strip + extra-turns-2"],
    "I6": ["rcm@1 + with-continent + without-continent", "rcm@1 + continent-and-strip + without-continent"],
    "I7": ["rcm@1 + territory-bonus"],
    "I14": ["rcm@1 + neutral-card + pick-strip"],
}


@pytest.mark.parametrize(("number", "spec"), [(number, spec) for number, specs in SPECS.items() for spec in specs])
def test_a_combination_is_refused_with_its_reason(number: str, spec: str) -> None:
    for lang in ("it", "en"):
        with pytest.raises(RuleSetError) as refused:
            load_ruleset(spec)
        assert refused.value.code == "inconsistent" and refused.value.clause == number
        reasons = [entry["says"][lang] for entry in conflicts() if entry["id"] == number]
        assert number in refused.value.text(lang) and any(reason in refused.value.text(lang) for reason in reasons)


def bound(names: dict[str, dict[str, object]]) -> RuleSet:
    """A rule-set of these rules alone."""
    content = load_ruleset("eg").resolved()
    says = {"it": "x", "en": "x"}
    clause = {"variant": "x@1", "document": "x", "rule_id": "X-01", "line": 1, "says": says, "use": names}
    return RuleSet.from_resolved({**content, "clauses": [clause]})


@pytest.mark.parametrize("entry", conflicts(), ids=lambda entry: str(entry["id"]))
def test_every_conflict_fires_on_the_rules_it_names(entry: dict[str, list[str]]) -> None:
    names: dict[str, dict[str, object]] = {}
    for condition in entry["all"]:
        if condition.startswith(("+", "!")):
            continue
        name, sign, value = condition.partition(">" if ">" in condition else "=")
        if not sign:
            names[name] = {}
            continue
        rule, _, option = name.rpartition(".")
        known: object = value
        if value.isdigit():
            known = int(value) + (1 if sign == ">" else 0)
        elif value in ("true", "false"):
            known = value == "true"
        names[rule] = {option: known}
    if any(condition.startswith("+") for condition in entry["all"]):
        pytest.skip("named by options, tried above")
    with pytest.raises(RuleSetError) as refused:
        refuse_conflicts(bound(names))
    assert refused.value.code == "inconsistent"


def test_options_load_or_are_refused_in_any_order() -> None:
    options = sorted({c["alternative"] for c in variant_source("rcm")["clause"] if c.get("alternative")})
    chance = random.Random(1)
    for _ in range(150):
        chosen = chance.sample(options, chance.choice((1, 2, 3)))
        outcomes = set()
        for arranged in permutations(chosen):
            try:
                outcomes.add(load_ruleset(" + ".join(["rcm@1", *arranged])).hash)
            except RuleSetError as refused:
                assert refused.code in ("inconsistent", "alternatives-clash") and refused.text("en")
                outcomes.add("refused")
        assert len(outcomes) == 1, chosen


def test_options_cross_documents() -> None:
    mixed = load_ruleset("firenze@1 + rcm:forced-attack")
    assert any(clause["rule"] == "attack.mandatory" for clause in mixed.clauses)
    assert mixed.id == "firenze@1 + rcm:forced-attack"
