"""The conformance folder: each file with what any implementation of the notation must make of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plancia_events import read
from tests.conformance_rules import expected

FILES = sorted((Path(__file__).parent / "conformance").glob("*/*.rgn"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_file(file: Path) -> None:
    wanted = json.loads(file.with_suffix(".json").read_text("utf-8"))
    assert json.loads(json.dumps(expected(file))) == wanted
    folder = file.parent.name
    assert bool(wanted["problems"]) == (folder == "malformed")
    if folder == "impossible":
        assert wanted["stopped"]
    if folder in ("illegal", "undecidable"):
        assert any(verdict == folder for _, _, verdict in wanted["verdicts"])
    for text in wanted["canonical"]:
        if folder == "valid":
            assert read(text).ok and read(text).games[0].text() == text
