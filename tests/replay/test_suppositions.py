"""What a finding supposes is told in words, in both languages: of every option, and of every rule as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import plancia_replay
from plancia_data import words
from plancia_replay import load_ruleset
from plancia_replay.judging.assumptions.open_points import assumptions
from plancia_replay.rulesets.clauses import load_variant
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.sentences import supposition_text
from tests.make_editions import kept

RULES = Path(str(plancia_replay.__file__)).parent / "rules"
SUPPOSED = re.compile(r'^BETWEEN = "(.+)"|"supposes"\] = "(.+)"|"supposes": "(.+)"', re.MULTILINE)
CODE = re.compile(r"\w+\.\w+|=|true|false|[{}]")  # the name of an option, or a value as a header writes it


def is_open(spec: str) -> bool:
    """True for a variant that supposes all of its base."""
    return bool(load_variant(spec.partition(" ")[0])[0]["variant"].get("open"))


def supposable() -> dict[str, list[object]]:
    """What can be supposed under any edition and option, with its values; what rules name in code too."""
    found: dict[str, list[object]] = {}
    for spec, digest in kept().items():
        if not digest.startswith("refused") and not is_open(spec):
            for entry in assumptions(load_ruleset(spec)):
                found.setdefault(entry["parameter"], []).append(entry["value"])
    for path in RULES.rglob("*.py"):
        for groups in SUPPOSED.findall(path.read_text("utf-8")):
            name = "".join(groups)
            rule, _, option = name.rpartition(".")
            found.setdefault(name, []).append(options_of(rule)[option])
    return found


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_supposition_has_its_words(lang: str) -> None:
    table = words(lang)
    by_name = supposable()
    assert len(by_name) > 80 and {"end_roll.threshold", "announcement.at_time_out.between"} <= {*by_name}
    for name, values in by_name.items():
        for value in values:
            said = supposition_text({name: value}, lang)
            assert said != table["supposed.base"], f"write supposed.{name} in data/plancia_data/words/{lang}"
            assert not CODE.search(re.sub(r"\(.*\)", "", said)), said


def test_words_of_a_supposition_are_about_an_option_or_a_rule_that_exists() -> None:
    for key in (key.removeprefix("supposed.") for key in words("en") if key.startswith("supposed.")):
        topic, _, rest = f"{key}..".partition(".")
        rule, option = f"{topic}.{rest.split('.')[0]}", rest.split(".")[1]
        known = rule in rule_classes() and (not option or option in options_of(rule))
        assert known or topic in ("base", "board", "objectives"), key


def test_several_suppositions_are_one_sentence_and_one_is_told_once() -> None:
    assumes = {"end_roll.threshold": {}, "end_roll.due.dummy": "leader", "attack.adjacent": {}, "move.own": {}}
    assert supposition_text(assumes, "en") == (
        "the thresholds are those of tournaments and that its leader throws for the dummy and that the rule of the "
        "base game holds"
    )
    assert supposition_text({"end_roll.due.optional": False}, "it") == "la sdadata sia un obbligo"
    assert supposition_text({"cards.sets_per_turn.most": 1}, "it") == "in un turno si giochi al massimo 1 tris"
