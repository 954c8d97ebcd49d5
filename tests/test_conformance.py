"""The conformance suite: Plancia answers every request of it as expected, and it leaves out no kind, code or reason."""

from __future__ import annotations

import json
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_cli.main import plancia
from plancia_cli.support.conformance_answers import answer
from plancia_cli.support.conformance_suite import CLASSES, Asked, difference, find_suite, load_test, requests_of
from plancia_events import read
from plancia_events.errors import PROBLEM_CODES
from plancia_events.kinds import KIND_BY_NAME
from plancia_events.text.canonical_check import canonical_fault
from plancia_replay.text.sentences import IMPOSSIBLE_KEYS
from tests import SWEEP
from tests.make_conformance import MANIFEST, SUITE, request_files, text
from tests.test_links import anchors

SHEETS = {"twice", "seats"}  # problems of sheets of results
FOUND = find_suite(str(SUITE))
NAMES = [test["id"] for test in FOUND.tests]
EXPECTED: dict[str, dict[str, Any]] = {name: load_test(SUITE, name)[1] for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_plancia_answers_as_expected(name: str) -> None:
    for asked in requests_of(name, *load_test(SUITE, name)):
        found = json.loads(json.dumps(answer({"id": 1, **asked.payload})))
        assert asked.faults(found) == dict.fromkeys(asked.expected, ""), asked.payload["op"]


@cache
def reading_of(canonical: str) -> tuple[list[str], str, bool]:
    """The codes of the problems of a text, its games as they are written, and whether it is canonical; once for each.

    A text at a limit is also what is read of one beyond it.
    """
    reading = read(canonical)
    written = "\n".join(game.text() for game in reading.games)
    return [problem.code for problem in reading.problems], written, canonical_fault(canonical) is None


@pytest.mark.parametrize("name", NAMES)
def test_canonical_texts_are_read_without_a_problem_and_written_the_same(name: str) -> None:
    for asked in requests_of(name, *load_test(SUITE, name)):
        canonical = asked.expected.get("writer", {}).get("canonical", "")
        if canonical and not {"header-missing", "players", "notation-version"} & codes(asked):
            problems, written, is_canonical = reading_of(canonical)
            assert [code for code in problems if code not in MISSING] == []
            assert written == canonical and is_canonical == (not problems)


@pytest.mark.parametrize("name", ["json", "canonical", "receipt"])
def test_plancia_answers_listed_requests_as_expected(name: str) -> None:
    rows = [asked for asked in FOUND.requests((name,)) if asked.payload["op"] != "read"]
    assert len(rows) >= {"json": 60, "canonical": 30, "receipt": 15}[name]
    assert {asked.expected[name]["accepted"] for asked in rows} == {True, False}
    for asked in rows:
        found = json.loads(json.dumps(answer({"id": 1, **asked.payload})))
        assert asked.faults(found) == {name: ""}, asked.test


MISSING = ("header-missing", "players")  # of a header that was left out for its value


def codes(asked: Asked) -> set[str]:
    """The codes of the problems that are expected of a request."""
    return {problem["code"] for problem in asked.expected["reader"]["problems"]}


def test_every_kind_has_a_test_of_its_own() -> None:
    for name in KIND_BY_NAME:
        assert f"kinds/{name}" in NAMES, f"tests/conformance/kinds has no {name}.rgn with its .json"
        read_part = EXPECTED[f"kinds/{name}"]["read"]
        assert any(event["kind"] == name for game in read_part["games"] for event in game["events"]), name


def test_every_code_of_a_problem_has_a_test_with_no_other_code() -> None:
    alone = {frozenset(p["code"] for p in expected["read"]["problems"]) for expected in EXPECTED.values()}
    for code in sorted({*PROBLEM_CODES} - SHEETS):
        assert frozenset([code]) in alone, f"write tests/conformance/problems/{code}.rgn with its .json"


def test_every_reason_why_an_event_is_impossible_has_a_test() -> None:
    stops = [state["answer"]["stopped"] for expected in EXPECTED.values() for state in expected.get("states", [])]
    assert {stop["code"] for stop in stops if stop} == set(IMPOSSIBLE_KEYS.values())


def test_a_folder_is_about_what_it_says() -> None:
    for name, expected in EXPECTED.items():
        folder, problems = name.split("/")[0], expected["read"]["problems"]
        if folder in ("kinds", "valid", "canonical", "games") and name != "games/notation-second":
            assert problems == [], name
        if folder in ("problems", "malformed"):
            assert problems, name
        if folder in ("state", "corrections", "impossible") and "judge" not in expected:
            assert expected["states"], name
        if folder in ("illegal", "undecidable"):
            assert any(verdict["verdict"] == folder for verdict in expected["judge"]["games"][0]["verdicts"]), name


def test_the_manifest_is_up_to_date() -> None:
    assert MANIFEST.read_text("utf-8") == text(), "run python -m tests.make_conformance"
    for file, rows in request_files().items():
        stored_rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert stored_rows == rows, "run python -m tests.make_conformance"
    stored = {file.relative_to(SUITE).with_suffix("").as_posix() for file in SUITE.glob("*/*.rgn")}
    assert stored == {name for name in NAMES if "make" not in EXPECTED[name]}
    assert len({expected["shows"] for expected in EXPECTED.values()}) > 0.9 * len(NAMES)


def test_the_sections_of_the_manifest_exist() -> None:
    addresses = {test["section"] for test in FOUND.tests}
    for address in addresses:
        page, _, anchor = address.partition("#")
        assert anchor in anchors(SUITE.parents[1] / page), address
    assert len(addresses) > len(KIND_BY_NAME)


def without_limits(folder: Path) -> Path:
    """A copy of the suite without the texts at limits: they take plain Python as long as all others four times over."""
    shutil.copytree(SUITE, folder, ignore=shutil.ignore_patterns("limits", "manifest.json"))
    manifest = json.loads((SUITE / "manifest.json").read_text("utf-8"))
    manifest["tests"] = [test for test in manifest["tests"] if not test["id"].startswith("limits/")]
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def test_the_suite_passes_over_the_protocol(tmp_path: Path) -> None:
    """All of it where the kernel is compiled; in plain Python the texts at limits are asked above, in this process."""
    suite = SUITE if SWEEP else without_limits(tmp_path / "suite")
    command = f"{sys.executable} -m plancia_cli conformance-driver"
    words = ["--lang", "en", "conformance", "--with", command, "--suite", str(suite), "--timeout", "60", "--json"]
    result = CliRunner().invoke(plancia, words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    rows = {row["class"]: row for row in told["classes"]}
    assert list(rows) == list(CLASSES) and told["suite"] == FOUND.version and told["faults"] == []
    asked = len(find_suite(str(suite)).tests)
    assert asked > 0.9 * len(NAMES) and (asked == len(NAMES)) == SWEEP
    assert rows["reader"] == {"class": "reader", "passed": asked, "failed": 0, "unsupported": 0}
    assert all(row["passed"] > 0 and row["failed"] == row["unsupported"] == 0 for row in rows.values())


def test_a_difference_says_where_it_is() -> None:
    wanted, found = {"says": ["", "one\ntwo"]}, {"says": ["", "one\nthree"]}
    assert difference(wanted, found, "answer") == 'answer.says[1] line 2: expected "two", found "three"'
    assert difference(wanted, {"says": [""]}, "answer") == "answer.says: expected 2 members, found 1"
