"""The page stands as the figures do, and the figures keep what the page claims."""

from __future__ import annotations

import json
from typing import Any


def test_the_page_is_that_of_the_figures(bench: Any) -> None:
    page = bench("reliability_page")
    assert page.PAGE.read_text("utf-8") == page.page(json.loads(page.RESULT.read_text("utf-8")))


def test_the_stored_figures_have_no_losses(bench: Any) -> None:
    stored = json.loads(bench("reliability_page").RESULT.read_text("utf-8"))
    ways = {(row["journal"], row["synchronous"]): row for row in stored["power_cuts"]["rows"]}
    own = ways["WAL", "FULL"]
    assert own["cuts"] == own["kept"] >= 400 and ways["WAL", "NORMAL"]["lost"] > 0
    assert {row["kind"] for row in stored["kills"]["rows"]} == bench("kill_operations").OPERATIONS.keys()
    assert not [fault for row in stored["kills"]["rows"] for fault in row["faults"]]
    assert not [fault for row in stored["contention"]["rows"]["writers"] for fault in row["faults"]]
    assert all(row["answered"] == row["honest"] for row in stored["contention"]["rows"]["attacks"])
    assert all(row["acknowledged"] == row["kept"] or not row["told"] for row in stored["handling"]["rows"])
