"""The index of cases and the made pages are those that the data gives; nothing is left uncarried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plancia_data import expected_rule_numbers, variant_ids, variant_source
from plancia_data.forms import VariantClause
from plancia_replay.rulesets.coverage import clause_coverage, coverage_row
from tests.make_manual import document_totals, uncovered_clauses
from tests.make_pages import made

AGAIN = "run `python3 run.py make` and read what changed"


def test_pages_and_index_are_up_to_date() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, f"{path.name}: {AGAIN}"


def test_no_clause_is_a_hole() -> None:
    advice = (
        "write tests/cases/VARIANT/NUMBER_topic.toml (for a clause with `alternative` with variant = "
        '"VARIANT@N + ALTERNATIVE"), or say with `silent` why nothing is judged'
    )
    assert uncovered_clauses() == [], advice


@pytest.mark.parametrize("entry", expected_rule_numbers(), ids=lambda entry: str(entry["variant"]))
def test_every_number_of_the_catalogue_is_carried(entry: dict[str, Any]) -> None:
    if entry["variant"] not in variant_ids():
        pytest.skip(f"no variant {entry['variant']} yet")
    prefix = entry["prefix"] + "-"
    assert {found["rule_id"] for found in clause_coverage() if found["rule_id"].startswith(prefix)} == set(
        entry["numbers"]
    )


def test_the_totals_are_those_of_the_catalogue() -> None:
    counts = {entry["prefix"]: entry["numbers"] for entry in document_totals()}
    assert counts == {"RCM": 73, "STU": 55, "FIR": 28, "ONE": 25, "MON": 28, "EG": 16, "FIRK": 4}
    assert all(entry["covered"] == entry["lines"] for entry in document_totals())


def test_a_document_has_as_many_lines_as_the_catalogue_says(shared: Path) -> None:
    for entry in expected_rule_numbers():
        if entry["lines"]:
            text = (shared / "seeds" / variant_source(entry["variant"])["variant"]["document"]).read_text("utf-8")
            assert entry["lines"] == sum(1 for line in text.splitlines() if line.strip()), entry["variant"]


@pytest.mark.parametrize(
    ("clause", "cases", "status"),
    [
        ({"use": {"attack.dice_not_fewer": {}}}, ["a.toml"], "checked"),
        ({"use": {"attack.dice_not_fewer": {}}}, [], "hole"),
        ({"silent": {"it": "-", "en": "-"}}, [], "reason"),
        ({"silent": {"it": "-", "en": "-"}}, ["a.toml"], "carried"),
        ({"silent": {"it": "-", "en": "-"}, "unjudged": True}, ["a.toml"], "reason"),
        ({"drop": ["attack.dice_not_fewer"]}, [], "choice"),
        ({}, [], "hole"),
    ],
)
def test_the_status_of_a_clause(clause: VariantClause, cases: list[str], status: str) -> None:
    made = coverage_row("monopoli", {**clause, "rule_id": "X-01", "says": {"it": "", "en": ""}}, {"X-01": cases})
    assert made["status"] == status
