"""Throws whose number of dice is not recorded: undecidable only where one that their losses allow is not allowed."""

from __future__ import annotations

import pytest

from plancia_events import read
from plancia_replay import audit, is_left_to_judge, judge
from plancia_replay.rulesets.ruleset import load_ruleset

KINDS = {1: "illegal", 2: "undecidable"}
BY_DICE = "attack.losses_by_dice"
GAME = """[Notation "rgn 1"]
[Variant "{variant}"]
[Red "r"]
[Blue "b"]
[Green "g"]
[Black "n"]
[Team "RG BN"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G N
DEAL R CIN armies={source}
DEAL B SIA armies={target}
TURN R
ATT R CIN>SIA {throw}
"""


@pytest.mark.parametrize(
    ("variant", "source", "target", "throw", "rules"),
    [
        ("eg@1", 9, 4, "3v? -1-1", set()),
        ("eg@1", 9, 2, "3v? -1-1", set()),
        ("eg@1", 9, 2, "1v? -1-0", {"EG-08"}),
        ("eg@1", 3, 3, "?v2 -1-1", {"EG-08"}),
        ("stucchi@1", 9, 4, "2v? -2-0", set()),
        ("stucchi@1", 9, 2, "2v? -2-0", {"EG-08"}),
        ("monopoli@1", 4, 1, "?v1 -1-0", set()),
        ("monopoli@1", 3, 1, "?v1 -1-0", {"EG-08"}),
        ("monopoli@1", 4, 2, "?v2 -1-1", set()),
        ("monopoli@1", 4, 3, "?v? -1-1", {"MON-15", "MON-16"}),
    ],
)
def test_undecidable_only_where_a_number_is_not_allowed(
    variant: str, source: int, target: int, throw: str, rules: set[str]
) -> None:
    game = read(GAME.format(variant=variant, source=source, target=target, throw=throw)).games[0]
    found = [verdict for verdict in judge(game, lang="en").verdicts if verdict.event == 5]
    undecided = [verdict for verdict in found if verdict.verdict == "undecidable"]
    assert {verdict.rule_id for verdict in undecided if verdict.rule != BY_DICE} == rules


@pytest.mark.parametrize(("completeness", "lacks_dice"), [("full", False), ("no-dice", True), ("turns-only", True)])
@pytest.mark.parametrize(("throw", "costs"), [("3v3 -1-2", True), ("?v? -1-2", True), ("3v? -2-2", False)])
def test_dice_that_the_record_does_not_claim_to_have_are_not_missed(
    completeness: str, lacks_dice: bool, throw: str, costs: bool
) -> None:
    """Section 4 of the specification; losses that no number of dice costs are a fault in any record."""
    text = GAME.format(variant="eg@1", source=9, target=4, throw=throw).replace('"full"', f'"{completeness}"')
    game = read(text.replace('[Team "RG BN"]\n', "")).games[0]
    expected = ["undecidable" if costs else "illegal"] if not lacks_dice or not costs else []
    told = [one.verdict for one in judge(game, lang="en").verdicts if one.rule == BY_DICE]
    assert told == expected
    rules, canonical = load_ruleset("eg@1"), game.text().encode()
    fast = [KINDS[code] for _, index, code in audit(canonical, rules).findings if rules.rules[index].NAME == BY_DICE]
    assert is_left_to_judge(canonical) or fast == expected
