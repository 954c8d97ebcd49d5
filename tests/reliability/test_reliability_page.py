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
    assert sum(row["kills"] for row in stored["kills"]["rows"]) >= 200
    assert {row["writers"] for row in stored["contention"]["rows"]["writers"]} == {16}
    untold = [
        row["what"] for row in stored["handling"]["rows"] if row["kept"] < row["acknowledged"] and not row["told"]
    ]
    assert untold == ["cp of the file alone, at once"], "a copy without its checkpoint"


def test_no_changed_byte_gave_another_answer(bench: Any) -> None:
    rows = json.loads(bench("reliability_page").RESULT.read_text("utf-8"))["byte_flips"]["rows"]
    assert {row["file"] for row in rows} == bench("byte_flips").CHECKS.keys()
    assert all(row["tried"] == row["bytes"] for row in rows), "every byte"
    assert all(row["changed"] == row["fault"] == 0 < row["refused"] for row in rows)
