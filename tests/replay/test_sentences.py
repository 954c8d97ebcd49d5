"""A finding says what was wrong: of a rule that asks for several things, the one that was not done."""

from __future__ import annotations

import pytest

from plancia_events import read
from plancia_replay import judge
from tests.test_cases import text_of

TEAMS = ['[Team "RG BN"]']


@pytest.mark.parametrize(
    ("target", "event", "says"),
    [
        ("G SIA 4", "ATT B CIN>SIA 3v1 -1-1 by=B", "Blue throws for Siam (4 armies), Green has to"),
        ("- SIA 4", "ATT B CIN>SIA 3v1 -1-1", "Siam (4 armies) defends with 1, it must with 3, and Blue throws"),
        ("- SIA 4", "ATT B CIN>SIA 3v3 -3-2 by=R", "Red throws for Siam (4 armies), Blue has to"),
    ],
)
def test_who_throws_and_with_how_many(target: str, event: str, says: str) -> None:
    case = {"board": ["B CIN 9", target], "rest_armies": 3, "turn": "B", "headers": TEAMS, "events": [event]}
    verdicts = judge(read(text_of("stucchi@1", case)[0], "case").games[0], lang="en").verdicts
    assert [verdict.says for verdict in verdicts if verdict.rule_id == "STU-11"] == [says]
