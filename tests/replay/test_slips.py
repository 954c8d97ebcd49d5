"""A slip of the pen is no offence: several contradictions in one event name the line that was probably meant."""

from __future__ import annotations

import pytest

from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.verdicts import Verdict
from tests.test_cases import text_of

BOARD = ["R CIN 9", "B SIA 5", "G CON 1", "R BRA 7", "B ARG 4", "R MON 5", "B KAM 3"]


def found(event: str) -> list[Verdict]:
    case = {"board": BOARD, "rest": "N", "rest_armies": 3, "turn": "R", "events": [event]}
    verdicts = judge(read(text_of("monopoli@1", case)[0], "case").games[0], lang="en").verdicts
    last = max(verdict.event for verdict in verdicts)
    return [v for v in verdicts if v.event == last and v.rule.partition(".")[0] in ("attack", "move")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ATT R CON>SIA 654:321 -0-3", "ATT R CIN>SIA 654:321 -0-3"),  # not his, does not border, too many dice
        ("ATT R ARG>BRA 654:321 -0-3", "ATT R BRA>ARG 654:321 -0-3"),  # the wrong way round
        ("ATT R BRA>SIA 654:321 -0-3", ""),  # one contradiction alone
        ("MOVE R CIN>CON 2", "MOVE R CIN>MON 2"),
    ],
)
def test_s_a_slip_names_the_nearest_line_that_the_table_allows(written: str, meant: str) -> None:
    verdicts = [v for v in found(written) if v.verdict == "illegal"]
    assert verdicts
    if not meant:
        assert all("slip" not in v.facts for v in verdicts)
        return
    assert [v.facts["slip"] for v in verdicts if v.facts.get("slip")] == [meant]
    assert {v.kind for v in verdicts if "slip" in v.facts} == {"record"}
    assert any(v.says.endswith(f"probably a slip of the pen, and meant was: {meant}") for v in verdicts)


@pytest.mark.parametrize(
    ("event", "rule", "kind"),
    [
        ("ATT R CIN>SIA 65:321 -1-1", "attack.dice_not_fewer", "play"),
        ("ATT R CIN>SIA 654:321 -3-0", "attack.losses_by_dice", "record"),
        ("ATT R CIN>BRA 654:321 -0-3", "attack.enemy_target", "record"),  # with another contradiction beside it
    ],
)
def test_s_a_finding_is_about_play_or_about_the_record(event: str, rule: str, kind: str) -> None:
    (verdict,) = [verdict for verdict in found(event) if verdict.rule == rule]
    assert verdict.kind == kind and verdict.to_json()["kind"] == kind
