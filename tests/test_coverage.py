"""The coverage pages, the index of cases and the editions are those that the data gives; nothing is left uncarried."""

from __future__ import annotations

import tomllib

import pytest

from plancia_replay.coverage import table
from tests.make_pages import COUNTS, EDITIONS, editions, made

AGAIN = "run `python -m tests.make_pages` and read what changed"


def test_pages_and_index_are_up_to_date() -> None:
    for path, text in made().items():
        if path != EDITIONS:
            assert path.read_text("utf-8") == text, f"{path.name}: {AGAIN}"


def test_no_clause_is_a_hole() -> None:
    assert [f"{row['variant']} {row['rule_id']} line {row['line']}" for row in table() if row["status"] == "hole"] == []


@pytest.mark.parametrize("prefix", COUNTS)
def test_every_number_of_the_catalogue_is_carried(prefix: str) -> None:
    assert len({row["rule_id"] for row in table() if row["rule_id"].split("-")[0] == prefix}) == COUNTS[prefix]


def test_published_editions_keep_their_rules() -> None:
    kept = tomllib.loads(EDITIONS.read_text("utf-8"))["editions"]
    now = tomllib.loads(editions())["editions"]
    changed = [name for name in kept if now.get(name) != kept[name]]
    assert changed == [], "a changed meaning is a new edition: raise `edition` and keep the old file"
    assert set(now) - set(kept) == set(), f"not yet published: {AGAIN}"
