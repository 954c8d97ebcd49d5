"""The ruling suite: it is what tests/cases say, its ids stay, and Plancia passes it over the protocol."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from plancia_cli.main import plancia
from plancia_cli.support.conformance_suite import find_suite, judged_fault
from tests import SOAK
from tests.case_files import CASES, OWN, SETTINGS
from tests.make_rulings import IDS, give_ids, ids_text, named_cases, stored_ids, write_suite

SCHEMA = json.loads((CASES / "case.schema.json").read_text("utf-8"))
FOLDERS = {folder.name for folder in CASES.iterdir() if folder.is_dir()}
# tests/test_cases.py judges every case at every change; a soak exports them all
PART = None if SOAK else {"record", "torneo", "monopoli", "uno-contro-uno"}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite, or its part."""
    folder = tmp_path_factory.mktemp("rulings")
    write_suite(folder, PART)
    return folder


@pytest.fixture(scope="module")
def rows(suite: Path) -> list[dict[str, Any]]:
    """Its cases."""
    return [row for _, _, row in find_suite(str(suite)).loaded()]


def test_the_ids_are_up_to_date() -> None:
    assert IDS.read_text("utf-8") == ids_text(), "run `python3 run.py make`"


def test_every_case_is_exported_under_one_id(rows: list[dict[str, Any]]) -> None:
    names = [row["id"] for row in rows]
    assert len(names) == len(set(names)) == sum(PART is None or f.parent.name in PART for f, _, _ in named_cases())
    assert set(names) <= set(stored_ids())
    assert {row["id"].partition("/")[0] for row in rows} == (PART or FOLDERS)


def test_numbers_of_a_rule_have_no_gaps() -> None:
    """An id that was taken out would leave one."""
    numbers: dict[str, list[int]] = {}
    for name in json.loads(IDS.read_text("utf-8")):
        rule, _, number = name.rpartition(".")
        numbers.setdefault(rule, []).append(int(number))
    assert all(sorted(found) == list(range(1, len(found) + 1)) for found in numbers.values())


def entry(file: str, says: str, digest: str, nth: int = 1) -> dict[str, Any]:
    return {"file": file, "says": says, "nth": nth, "digest": digest}


def test_an_id_follows_its_case_and_is_never_given_again() -> None:
    first = [entry("v/A-1_x", "one", "1"), entry("v/A-1_x", "two", "2"), entry("v/A-1_y", "one", "3")]
    ids, stored = give_ids(first, {})
    assert ids == ["v/A-1.1", "v/A-1.2", "v/A-1.3"]
    renamed = [entry("v/A-1_x", "zero", "0"), entry("v/A-1_x", "two, said better", "2"), entry("v/A-1_y", "one", "9")]
    later, kept = give_ids(renamed, stored)
    assert later == ["v/A-1.4", "v/A-1.2", "v/A-1.3"], "renamed, changed, new"
    assert set(kept) == {"v/A-1.1", "v/A-1.2", "v/A-1.3", "v/A-1.4"}
    moved, _ = give_ids([entry("v/A-1_z", "elsewhere", "2")], kept)
    assert moved == ["v/A-1.2"]


def test_every_case_has_its_reasoning_in_both_languages_and_a_place(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert row["says"] and set(row["why"]) == {"it", "en"} and all(row["why"].values()), row["id"]
        assert row["cites"] and all(cite["document"] for cite in row["cites"]), row["id"]
        assert row["why"]["it"] != row["why"]["en"], row["id"]
        assert "{" not in row["why"]["en"] + row["why"]["it"], row["id"]


def test_a_verdict_of_a_case_is_cited(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        verdicts = row["judge"]["games"][-1]["verdicts"]
        assert {verdict["rule_id"] for verdict in verdicts} <= {cite["rule_id"] for cite in row["cites"]}, row["id"]


def test_readings_that_cases_suppose_stand_in_the_table(suite: Path, rows: list[dict[str, Any]]) -> None:
    page = (suite / "readings.md").read_text("utf-8")
    supposed = {reading["en"] for row in rows for reading in row.get("supposes", [])}
    assert len(supposed) > 5 and all(text.replace("|", "\\|") in page for text in supposed)


def test_plancia_passes_over_the_protocol(suite: Path, rows: list[dict[str, Any]]) -> None:
    command = f"{sys.executable} -m plancia_cli conformance-driver"
    result = CliRunner().invoke(
        plancia, ["--lang", "en", "conformance", "--with", command, "--suite", str(suite), "--json"]
    )
    assert result.exit_code == 0, result.output[-2000:]
    counted = {row["class"]: row for row in json.loads(result.stdout)["classes"]}
    assert counted["judge"] == {"class": "judge", "passed": len(rows), "failed": 0, "unsupported": 0}
    assert counted["replayer"]["passed"] == sum(1 for row in rows if "states" in row) > 0


def test_a_wrong_judgement_fails() -> None:
    due: list[dict[str, Any]] = [{"event": 5, "rule_id": "A-1", "verdict": "illegal"}]
    wanted = [{"from": 4, "verdicts": due, "end": {"reason": "time"}}]
    right = {"verdicts": due, "end": {"reason": "time", "winner": "R"}}
    warned = {"event": 6, "rule_id": "A-2", "verdict": "warning"}
    early = {"event": 3, "rule_id": "A-3", "verdict": "illegal"}
    assert judged_fault(wanted, [{**right, "verdicts": [*due, warned, early]}]) == ""
    for found in (
        {**right, "verdicts": []},
        {**right, "verdicts": [*due, {**warned, "verdict": "illegal"}]},
        {**right, "end": {"reason": "agreement"}},
        {**right, "end": {}},
    ):
        assert judged_fault(wanted, [found])
    assert judged_fault(wanted, []) and judged_fault(wanted, "x")


def test_the_schema_knows_every_key_of_a_case() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == {"case", "covers", *SETTINGS}
    assert set(SCHEMA["$defs"]["case"]["properties"]) == {*SETTINGS, *OWN}


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_every_file_of_cases_fits_the_schema(folder: str) -> None:

    validator = Draft202012Validator(SCHEMA)
    for file in sorted((CASES / folder).glob("*.toml")):
        faults = [fault.message for fault in validator.iter_errors(tomllib.loads(file.read_text("utf-8")))]
        assert faults == [], file


@pytest.mark.parametrize(
    "wrong",
    [{"rst": "N"}, {"rest_armies": "3"}, {"turn": "X"}, {"board": ["R CIN"]}, {"expect": [{"event": 1}]},
     {"expect": [{"event": 1, "rule_id": "MON-15", "verdict": "ilegal"}]}, {"final": {"CIN": ["R"]}},
     {"impossible": 0}, {"scores": {"R": 1.3}}, {"end": {"why": "time"}}],
)  # fmt: skip
def test_the_schema_refuses(wrong: dict[str, Any]) -> None:
    validator = Draft202012Validator(SCHEMA)
    case = {"says": "x", "events": ["PASS R"]}
    assert validator.is_valid({"case": [case]}) and not validator.is_valid({"case": [{**case, **wrong}]})
