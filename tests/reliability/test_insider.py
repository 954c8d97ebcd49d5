"""Every edit of a keeper with file, source and key is named: by the archive itself, or by what somebody else holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HOLDERS = ("head", "receipt", "witness")
OTHERS_CHECK = {"admin token inserted"}  # tokens are no part of a backup or a proof; docs/reliability.md says so


def unnamed(row: dict[str, Any]) -> bool:
    """True if an edit is named by nobody who must be able to."""
    if row["kind"] == "later":  # a witness cosigns what grows, whatever date it bears
        return not (row["head"] and row["receipt"])
    return not row["own"] and not all(row[holder] for holder in HOLDERS)


def test_every_edit_is_named(bench: Any, tmp_path: Path) -> None:
    insider = bench("insider")
    anchors = insider.prepared(tmp_path / "original")
    rows = [insider.tried(edit, tmp_path / "original", anchors, tmp_path / str(number))
            for number, edit in enumerate(insider.EDITS)]  # fmt: skip
    assert len(rows) >= 58 and len({row["edit"] for row in rows}) == len(rows)
    assert {row["edit"] for row in rows if unnamed(row)} <= OTHERS_CHECK
    outside = [row for row in rows if row["kind"] == "log" and not row["own"]]
    assert len(outside) > 30, "these the archive cannot show by itself"
    assert not [row for row in rows if "damaged" in row["own"] and row["kind"] != "log"]


def test_the_stored_table_says_the_same(bench: Any) -> None:
    rows = json.loads(bench("reliability_page").RESULT.read_text("utf-8"))["insider"]["rows"]
    assert [row["edit"] for row in rows] == [edit.name for edit in bench("insider").EDITS]
    assert {row["edit"] for row in rows if unnamed(row)} <= OTHERS_CHECK
