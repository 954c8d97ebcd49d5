"""Each row of the ranking of 003 cites the line of its row (003 lines 13 to 23)."""

from __future__ import annotations

from typing import Any

import pytest

from plancia_events import read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from tests.case_files import CASES, cases_of
from tests.test_cases import text_of

LINE_BY_POINTS = {200: 13, 190: 14, 180: 15, 170: 16, 160: 17, 150: 18, 140: 19, 130: 20, 120: 21, 110: 22, 100: 23}
ROWS = [case for case in cases_of(CASES / "uno-contro-uno" / "ONE-25_rows.toml") if "ranking" in case]


@pytest.mark.parametrize("case", ROWS, ids=[str(max(case["ranking"].values())) for case in ROWS])
def test_the_row_of_the_ranking_is_cited(case: dict[str, Any]) -> None:
    game = read(text_of("uno-contro-uno", case)[0]).games[0]
    scores = judge(game, ruleset_for_game(game), "en").scores
    cited = {line["cite"] for entry in scores.values() for line in entry["ranking_account"]}
    line = LINE_BY_POINTS[max(case["ranking"].values())]
    assert cited == {f"003_5a08babef254c10e.txt:{line}"}


def test_the_cases_have_rows_by_claim_and_by_gap() -> None:
    tried = {max(case["ranking"].values()) for case in ROWS}
    assert {200, 190, 180, 110, 100} <= tried
