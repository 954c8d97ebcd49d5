"""Choices that exclude each other are refused with their reason, whatever the order in which they are written."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from plancia_data import conflicts, variant_source
from plancia_data.forms import RuleUse, Setting
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.rulesets.clauses import ResolvedClause
from plancia_replay.rulesets.ruleset import RuleSet, refuse_conflicts
from tests import SOAK

SPECS = {
    "I1": [
        "rcm@1 + objectives-after-4", "rcm@1 + no-objectives + objectives-after-4",
        "rcm@1 + objectives-at-setup", "rcm@1 + no-objectives + objectives-at-setup",
    ],
    "I2": [
        "rcm@1 + objective-double", "rcm@1 + no-objectives + objective-double",
        "rcm@1 + no-objective-double", "rcm@1 + no-objectives + no-objective-double",
    ],
    "I4": [
        "rcm@1 + continent-or-strip + extra-turns-2", "rcm@1 + continent-or-strip + end-roll",
        "rcm@1 + hard-stop + strip-double-chance", "rcm@1 + hard-stop + no-objectives",
    ],
    "I5": ["rcm@1 + strip-double-chance + end-roll", "rcm@1 + no-objectives + end-roll"],
    "I6": ["rcm@1 + with-continent + without-continent", "rcm@1 + continent-and-strip + without-continent"],
    "I7": ["rcm@1 + territory-bonus"],
    "I14": ["rcm@1 + neutral-card + pick-strip"],
    "I17": [
        "firenze@1 + rcm:end-roll", "firenze@1 + rcm:extra-turns-2", "firenze@1 + rcm:hard-stop",
    ],
    "I18": [
        "firenze@1 + rcm:objective-cards", "firenze@1 + rcm:strip", "firenze@1 + rcm:no-objectives",
    ],
    "I19": ["firenze@1 + rcm:neutral-card", "firenze@1 + rcm:deal"],
    "I20": [
        "rcm@1 + objective-cards + objectives-after-4 + objectives-at-setup",
        "rcm@1 + objective-cards + objective-double + no-objective-double",
    ],
    "I16": ["rcm@1 + uno-contro-uno:bonus-throws", "eg@1 + uno-contro-uno:bonus-throws"],
}  # fmt: skip
BY_HEADER = [
    ("I4", "rcm@1 + continent-or-strip", {"freeze.due.strip_lost": "true"}),
    ("I13", "rcm@1 + no-strip", {"freeze.due.strip_lost": "true"}),
    ("I16", "rcm@1 + hard-stop", {"cards.one_a_turn.chance": "2"}),
    ("I16", "rcm@1 + end-roll", {"cards.one_a_turn.chance": "2"}),
]
OPTIONS = sorted({c["alternative"] for c in variant_source("rcm")["clause"] if c.get("alternative")})


@pytest.mark.parametrize(("number", "spec"), [(number, spec) for number, specs in SPECS.items() for spec in specs])
def test_a_combination_is_refused_with_its_reason(number: str, spec: str) -> None:
    for lang in ("it", "en"):
        with pytest.raises(RuleSetError) as refused:
            load_ruleset(spec)
        assert refused.value.code == "inconsistent" and refused.value.clause == number
        reasons = [entry["says"][lang] for entry in conflicts() if entry["id"] == number]
        assert number in refused.value.text(lang) and any(reason in refused.value.text(lang) for reason in reasons)


@pytest.mark.parametrize(("number", "spec", "options"), BY_HEADER)
def test_an_option_of_the_header_is_refused_with_its_reason(number: str, spec: str, options: dict[str, str]) -> None:
    with pytest.raises(RuleSetError) as refused:
        load_ruleset(spec, options)
    assert refused.value.code == "inconsistent" and refused.value.clause == number


def bound(names: RuleUse) -> RuleSet:
    """A rule-set of these rules alone."""
    content = load_ruleset("eg").content
    clause: ResolvedClause = {
        "variant": "x@1",
        "document": "x",
        "rule_id": "X-01",
        "line": 1,
        "says": {"it": "x", "en": "x"},
        "use": names,
    }
    return RuleSet.from_resolved({**content, "clauses": [clause]})


@pytest.mark.parametrize("entry", conflicts(), ids=lambda entry: str(entry["id"]))
def test_every_conflict_fires_on_the_rules_it_names(entry: dict[str, list[str]]) -> None:
    names: RuleUse = {}
    for condition in entry["all"]:
        if condition.startswith(("+", "!")):
            continue
        name, sign, value = condition.partition(">" if ">" in condition else "=")
        if not sign:
            names[name] = {}
            continue
        rule, _, option = name.rpartition(".")
        known: Setting = value
        if value.isdigit():
            known = int(value) + (1 if sign == ">" else 0)
        elif value in ("true", "false"):
            known = value == "true"
        names[rule] = {option: known}
    if any(condition.startswith("+") for condition in entry["all"]):
        pytest.skip("named by options, tried above")
    rules = bound(names)
    with pytest.raises(RuleSetError) as refused:
        refuse_conflicts(rules.id, rules.clauses)
    assert refused.value.code == "inconsistent"


ALONE = {
    "objective-double": "I2", "no-objective-double": "I2", "objectives-after-4": "I1", "objectives-at-setup": "I1",
    "territory-bonus": "I7",
}  # fmt: skip
TWINS = [("objectives-after-4", "objectives-at-setup"), ("objective-double", "no-objective-double")]


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_stands_alone_or_says_what_it_lacks(option: str) -> None:
    if option not in ALONE:
        assert load_ruleset(f"rcm@1 + {option}").id == f"rcm@1 + {option}"
        return
    with pytest.raises(RuleSetError) as refused:
        load_ruleset(f"rcm@1 + {option}")
    assert refused.value.code == "inconsistent" and refused.value.clause == ALONE[option]


@pytest.mark.parametrize(("one", "twin"), TWINS)
@pytest.mark.parametrize("option", OPTIONS)
def test_v10_two_answers_to_one_question_are_refused_alike(one: str, twin: str, option: str) -> None:
    """Beside any other option: where one answer to a question makes no sense its twin makes none."""
    outcomes = []
    for answer in (one, twin):
        try:
            load_ruleset(f"rcm@1 + {answer} + {option}")
            outcomes.append("loaded")
        except RuleSetError as refused:
            outcomes.append(refused.clause)
    if option not in (one, twin):
        assert outcomes[0] == outcomes[1]


def test_two_ways_to_end_a_game_are_never_bound_together() -> None:
    finales = ("end.extra_turns", "end.hard_stop", "end_roll.threshold")
    pairs = list(combinations(OPTIONS, 2))
    for one, other in pairs if SOAK else random.Random(1).sample(pairs, 200):
        try:
            made = load_ruleset(f"rcm@1 + {one} + {other}")
        except RuleSetError as refused:
            assert refused.code in ("inconsistent", "alternatives-clash")
            continue
        rules = {clause["rule"] for clause in made.clauses}
        assert sum(name in rules for name in finales) == 1, (one, other)
        assert len({"garrison.all", "garrison.two_neighbours"} & rules) <= 1
        assert len({"attack.superiority", "attack.mandatory"} & rules) <= 1


def test_options_load_or_are_refused_in_any_order() -> None:
    chance = random.Random(1)
    for _ in range(150 if SOAK else 40):
        chosen = chance.sample(OPTIONS, chance.choice((1, 2, 3)))
        outcomes = set()
        for arranged in permutations(chosen):
            try:
                outcomes.add(load_ruleset(" + ".join(["rcm@1", *arranged])).hash)
            except RuleSetError as refused:
                assert refused.code in ("inconsistent", "alternatives-clash") and refused.text("en")
                outcomes.add("refused")
        assert len(outcomes) == 1, chosen


def test_options_of_milan_load_in_florence_or_are_refused_with_a_reason() -> None:
    loaded = set()
    for option in OPTIONS:
        try:
            rules = {clause["rule"] for clause in load_ruleset(f"firenze@1 + rcm:{option}").clauses}
        except RuleSetError as refused:
            assert refused.code == "inconsistent", option
            continue
        loaded.add(option)
        assert "claim.objective_substitute" in rules and "end_roll.arbiter_die" in rules, option
    assert {"forced-attack", "prestige-sets", "final-garrison", "cards-to-eliminator", "base-sets"} <= loaded


def test_options_cross_documents() -> None:
    mixed = load_ruleset("firenze@1 + rcm:forced-attack")
    assert any(clause["rule"] == "attack.mandatory" for clause in mixed.clauses)
    assert mixed.id == "firenze@1 + rcm:forced-attack"
