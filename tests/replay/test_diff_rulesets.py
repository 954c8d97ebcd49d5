"""Two rule-sets clause by clause: what one side alone has, what both have otherwise, each side cited."""

from __future__ import annotations

import pytest

from plancia_data import variant_ids
from plancia_replay import compare_rulesets, load_ruleset


@pytest.mark.parametrize("variant", [name for name in variant_ids() if name != "record"])
def test_a_variant_does_not_differ_from_itself(variant: str) -> None:
    found = compare_rulesets(load_ruleset(variant), load_ruleset(variant))
    assert not any(found[key] for key in ("setting", "only_first", "only_second", "changed"))


def test_an_option_is_a_difference_of_rules_and_of_options() -> None:
    found = compare_rulesets(load_ruleset("rcm@1"), load_ruleset("rcm@1 + cards-to-eliminator"))
    assert [entry["rule_id"] for entry in found["only_first"]] == ["RCM-29"]
    assert [entry["rule_id"] for entry in found["only_second"]] == ["RCM-29a"]
    [changed] = found["changed"]
    assert changed["options"] == {"except_elimination": [False, True]}
    assert changed["first"]["rule_id"] == "EG-07" and changed["second"]["cite"] == "000_611a646c0929773c.txt:21"
    assert set(changed["first"]["says"]) == {"it", "en"}


def test_the_sides_change_places() -> None:
    there = compare_rulesets(load_ruleset("firenze"), load_ruleset("torneo"))
    back = compare_rulesets(load_ruleset("torneo"), load_ruleset("firenze"))
    assert there["only_first"] == back["only_second"] and there["only_second"] == back["only_first"]
    assert there["setting"] == {key: values[::-1] for key, values in back["setting"].items()}
    assert [entry["rule"] for entry in there["changed"]] and len(there["changed"]) == len(back["changed"])


def test_board_and_objectives_are_told_with_what_one_side_alone_has() -> None:
    setting = compare_rulesets(load_ruleset("firenze"), load_ruleset("torneo"))["setting"]
    assert setting["board"] == ["no-meo-egi", "eg"] and setting["borders"] == ["", "EGI-MEO"]
    assert setting["objectives"] == ["firenze8", "torneo16"]
    assert "guerra-fredda" in setting["goals"][1].split() and "fir-2" in setting["goals"][0].split()


def test_cards_are_told_by_their_symbols() -> None:
    setting = compare_rulesets(load_ruleset("eg"), load_ruleset("eg", {"deck": "risiko-rl"}))["setting"]
    assert setting["deck"] == ["eg", "risiko-rl"] and set(setting) == {"deck", "cards"}
    mine, yours = (set(text.split()) for text in setting["cards"])
    assert "ONT=cavalry" in mine and "ONT=cannon" in yours and not mine & yours


def test_default_options_count_as_options() -> None:
    one = load_ruleset("monopoli@1")
    other = load_ruleset("monopoli@1", {"attack.dice_not_fewer.most": "2"})
    [changed] = compare_rulesets(one, other)["changed"]
    assert changed["rule"] == "attack.dice_not_fewer" and changed["options"] == {"most": [3, 2]}
