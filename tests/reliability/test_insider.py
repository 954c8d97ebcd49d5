"""Edits of a keeper with file, source and key are named: by `verify`, or by a command with what somebody else holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HOLDERS = ("head", "receipt", "restore", "witness")
ROWS_BESIDE = {  # edits that nobody names: of rows that no entry of the log stands against, and lines that were added
    "admin token inserted", "holder of a token renamed, checksum made anew",
    "answer `already there` to a request forged, checksum made anew", "times of signing of checkpoints",
    "list of refusals emptied", "a file put among those of disputes", "a person erased", "note appended",
    "result confirmed in a player's name", "note appended, dated 400 days before, with a line `clock` that accepts it",
}  # fmt: skip
TRIED = ("winner in a derived row", "game rewritten, hashes, rebuild", "note appended, dated 400 days before")


def is_named(row: dict[str, Any]) -> bool:
    """True if `verify` names an edit, or every command that compares with what others hold."""
    if row["own"]["exit"]:
        return bool(row["own"]["codes"])
    return all(row[holder]["exit"] and row[holder]["codes"] for holder in HOLDERS)


def test_the_commands_name_an_edit_of_each_kind_as_the_table_says(bench: Any, tmp_path: Path) -> None:
    insider = bench("insider")
    anchors = insider.prepared(tmp_path / "original")
    edits = {edit.name: edit for edit in insider.EDITS}
    stored = json.loads(bench("reliability_page").RESULT.read_text("utf-8"))["insider"]["rows"]
    table = {row["edit"]: row for row in stored}
    for name in TRIED:
        row = insider.tried(edits[name], tmp_path / "original", anchors, tmp_path / name)
        assert is_named(row) and row == table[name], row


def test_the_stored_table_names_every_edit_but_those_that_the_page_explains(bench: Any) -> None:
    rows = json.loads(bench("reliability_page").RESULT.read_text("utf-8"))["insider"]["rows"]
    assert [row["edit"] for row in rows] == [edit.name for edit in bench("insider").EDITS] and len(rows) >= 66
    assert {row["edit"] for row in rows if not is_named(row)} <= ROWS_BESIDE
    assert len([row for row in rows if row["kind"] == "log" and not row["own"]["exit"]]) > 30, (
        "the file cannot show them"
    )
    codes = {code for row in rows for who in ("own", *HOLDERS) for code in row[who]["codes"]}
    assert not codes & {"traceback", "refused"}, "each command said why"
