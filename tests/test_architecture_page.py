"""The page that explains the architecture: its rooms are those of the source, and what its walks name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.make_architecture import PAGE, made

ROOT = Path(__file__).resolve().parent.parent
TEXT = PAGE.read_text("utf-8")
STEPS = sorted(set(re.findall(r"`([\w/]+\.py):(\w+)`", TEXT)))


def test_the_rooms_are_those_of_the_source() -> None:
    assert made() == TEXT, "run `python3 run.py make`"
    assert TEXT.count("| `") > 60


@pytest.mark.parametrize(("file", "name"), STEPS, ids=lambda value: Path(value).name)
def test_a_step_of_a_walk_exists(file: str, name: str) -> None:
    if "/" not in file:
        return  # the example at the head of the page
    text = (ROOT / file).read_text("utf-8")
    assert re.search(rf"^\s*(def|class) {name}\b", text, re.M), f"{file} has no {name}"


def test_every_walk_is_told() -> None:
    walks = re.findall(r"^### (.+)$", TEXT.partition("## Five walks")[2], re.M)
    assert len(walks) == 5 and len(STEPS) > 25
