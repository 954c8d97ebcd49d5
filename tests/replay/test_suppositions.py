"""What a finding supposes is told in words, in both languages: of every option, and of every rule as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import plancia_replay
from plancia_data import words
from plancia_data.forms import Setting
from plancia_events import read
from plancia_replay import judge, load_ruleset
from plancia_replay.judging.assumptions.open_points import assumptions
from plancia_replay.rulesets.clauses import load_variant
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.fact_values import Assumed
from plancia_replay.text.sentences import supposition_text
from tests.make_editions import kept
from tests.test_cases import text_of

RULES = Path(str(plancia_replay.__file__)).parent / "rules"
SUPPOSED = re.compile(r'^BETWEEN = "(.+)"|"supposes"\] = "(.+)"|"supposes": "(.+)"', re.MULTILINE)
CODE = re.compile(r"\w+\.\w+|=|true|false|[{}]")  # the name of an option, or a value as a header writes it


def is_open(spec: str) -> bool:
    """True for a variant that supposes all of its base."""
    return bool(load_variant(spec.partition(" ")[0])[0]["variant"].get("open"))


def supposable() -> dict[str, list[Setting | dict[str, Setting]]]:
    """What can be supposed under any edition and option, with its values; what rules name in code too."""
    found: dict[str, list[Setting | dict[str, Setting]]] = {}
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
    assumes: Assumed = {"end_roll.threshold": {}, "end_roll.due.dummy": "leader", "attack.adjacent": {}, "move.own": {}}
    assert supposition_text(assumes, "en") == (
        "the thresholds are those of tournaments and that its leader throws for the dummy and that the rule of the "
        "base game holds"
    )
    assert supposition_text({"end_roll.due.optional": False}, "it") == "la sdadata sia un obbligo"
    assert supposition_text({"cards.sets_per_turn.most": 1}, "it") == "in un turno si giochi al massimo 1 tris"


def end_of(text: str) -> str:
    """How a game ended, as it is told."""
    return str(judge(read(text).games[0], lang="en").end["says"])


def test_an_end_tells_what_it_supposes_or_that_the_record_alone_says_so() -> None:
    """Winning by an objective is supposed in 004 (line 28); what is no end by the rules is not told as one."""
    text = (Path(__file__).parents[1] / "games" / "monopoli" / "objective.rgn").read_text("utf-8")
    listed = "the list of objectives is torneo16"
    assert end_of(text) == f"objective met (supposing that who reaches his objective wins and that {listed})"
    settled = text.replace("[Provenance", '[Option "claim.objective_met.wins=true"]\n[Provenance', 1)
    assert end_of(settled) == f"objective met (supposing that {listed})"
    case = {"board": ["R CIN 9", "B MON 9"], "rest": "N", "before": ["CLOCK * started", "TURN R", "END R"]}
    too_early, _ = text_of("monopoli", {**case, "events": ["OVER * end-roll winner=R"]})
    assert end_of(too_early) == "end roll (as recorded, not by the rules)"
    agreed, _ = text_of("monopoli", {**case, "events": ["OVER * agreement winner=R"]})
    assert "recorded" not in end_of(agreed), "a winner who has fewer points is another matter than the end"
