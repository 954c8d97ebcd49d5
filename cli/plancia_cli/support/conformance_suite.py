"""The conformance suite: its manifest, the requests that a test makes, and the comparison with what it expects."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plancia_cli.support.conformance_answers import Answer, Request

CLASSES = ("reader", "canonical", "writer", "json", "replayer", "judge", "receipt")
HERE = Path(__file__).resolve()
PLACES = (  # the sources; the compiled form that run.py keeps in their .venv; the folder that a wheel has
    HERE.parents[3] / "tests" / "conformance", HERE.parents[4] / "tests" / "conformance",
    HERE.parents[1] / "conformance_suite",
)  # fmt: skip
READ_CLASS = {"problems": "reader", "games": "reader", "canonical": "writer"}
STATE_MEMBERS = ("board", "hands", "stopped")
PROBLEM_MEMBERS = ("code", "line", "column")
MALFORMED = (AttributeError, LookupError, TypeError, ValueError)  # raised by members of other types than the suite has


class SuiteError(Exception):
    """A folder that has no suite, or one that cannot be read; the text says which file and why."""


@dataclass(frozen=True)
class Asked:
    """A request of a test, and what its answer must have: the members to compare, each by the class it belongs to."""

    test: str
    payload: Request
    expected: dict[str, Answer]

    def faults(self, answer: Answer) -> dict[str, str]:
        """How the answer differs, by class; a class that agrees has an empty text."""
        return {name: self.fault(members, answer) for name, members in self.expected.items()}

    def fault(self, members: Answer, answer: Answer) -> str:
        """The first difference between the members expected and those of an answer; empty where they agree."""
        for name, wanted in members.items():
            if name not in answer:
                return f"no member {name}"
            found = answer[name]
            if name == "problems" and isinstance(found, list):
                found = [{key: row.get(key) for key in PROBLEM_MEMBERS} if isinstance(row, dict) else row
                         for row in found]  # fmt: skip
            fault = judged_fault(wanted, found) if self.payload["op"] == "judge" else difference(wanted, found)
            if fault:
                return f"{name}{fault}"
        return ""


@dataclass(frozen=True)
class Suite:
    """A suite read from its folder; `tests` are the manifest's entries in their order.

    `rulings` are the entries of a suite of rulings: files with a test on each line. `listed` are those of files with a
    request and its answer on each line.
    """

    folder: Path
    version: str
    tests: list[Answer] = field(repr=False)
    rulings: list[Answer] = field(repr=False, default_factory=list)
    listed: list[Answer] = field(repr=False, default_factory=list)

    def loaded(self) -> Iterator[tuple[str, bytes, Answer]]:
        """The id, the text and the expectation of each test. Raises SuiteError, MALFORMED."""
        for test in self.tests:
            yield test["id"], *load_test(self.folder, test["id"])
        for entry in self.rulings:
            for row in load_lines(self.folder / entry["file"]):
                yield row["id"], row["text"].encode(), row

    def requests(self, classes: tuple[str, ...]) -> Iterator[Asked]:
        """The requests of all tests, with what is expected of these classes. Raises SuiteError."""
        place = "manifest.json"
        try:
            for name, data, test in self.loaded():
                place = name
                for asked in requests_of(name, data, test):
                    expected = {name: members for name, members in asked.expected.items() if name in classes}
                    if expected:
                        yield Asked(asked.test, asked.payload, expected)
            for entry in self.listed:
                place = entry["file"]
                if entry["class"] in classes:
                    for row in load_lines(self.folder / place):
                        yield Asked(row["id"], row["request"], {entry["class"]: row["answer"]})
        except MALFORMED as error:
            raise SuiteError(f"{self.folder}: {place}: {type(error).__name__} {error}") from error


def find_suite(folder: str | None) -> Suite:
    """The suite of a folder; else that of the sources, else the one in the installed package. Raises SuiteError."""
    places = (Path(folder),) if folder else PLACES
    place = next((place for place in places if (place / "manifest.json").is_file()), None)
    if place is None:
        raise SuiteError(f"{places[-1]}: no manifest.json")
    manifest = load_json(place / "manifest.json")
    try:
        rows = (manifest.get(name, []) for name in ("tests", "rulings", "requests"))
        return Suite(place, str(manifest["version"]), *rows)
    except (KeyError, TypeError) as error:
        raise SuiteError(f"{place / 'manifest.json'}: {error}") from error


def load_json(file: Path) -> Any:
    """The content of a JSON file. Raises SuiteError."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"{file}: {error}") from error


def load_lines(file: Path) -> list[Answer]:
    """The objects of a file with one on each line. Raises SuiteError."""
    try:
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise SuiteError(f"{file}: {error}") from error


def load_test(folder: Path, name: str) -> tuple[bytes, Answer]:
    """The text of a test as bytes, and what is expected of it. Raises SuiteError."""
    file = folder / f"{name}.json"
    expected = load_json(file)
    if not isinstance(expected, dict):
        raise SuiteError(f"{file}: no object")
    if "make" in expected:
        return made_text(expected["make"]).encode(), expected
    try:
        return file.with_suffix(".rgn").read_bytes(), expected
    except OSError as error:
        raise SuiteError(f"{file.with_suffix('.rgn')}: {error.strerror}") from error


def made_text(parts: str | list[Any]) -> str:
    """A text from its parts: texts, and objects with a text to `repeat` and how many `times`."""
    if isinstance(parts, str):
        return parts
    return "".join(part if isinstance(part, str) else part["repeat"] * part["times"] for part in parts)


def expand_problems(problems: list[Answer]) -> list[Answer]:
    """Problems one by one: one with `lines`, [first, last], stands for the same problem in each of these lines."""
    found = []
    for problem in problems:
        first, last = problem.get("lines") or (problem["line"], problem["line"])
        found += [{"code": problem["code"], "line": n, "column": problem["column"]} for n in range(first, last + 1)]
    return found


def text_members(data: bytes) -> dict[str, str]:
    """The text of a file as members of a request: `text`, or `bytes` where it is not UTF-8."""
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"bytes": base64.b64encode(data).decode("ascii")}


def requests_of(name: str, data: bytes, test: Answer) -> Iterator[Asked]:
    """The requests of a test."""
    text = text_members(data)
    if "read" in test:
        expected: dict[str, Answer] = {}
        for member, wanted in test["read"].items():
            value = expand_problems(wanted) if member == "problems" else wanted
            value = made_text(value) if member == "canonical" else value
            expected.setdefault(READ_CLASS[member], {})[member] = value
        yield Asked(name, {"op": "read", **text}, expected)
    for state in test.get("states", []):
        place = {key: state[key] for key in ("game", "event", "corrected")}
        wanted = {member: state["answer"][member] for member in STATE_MEMBERS}
        yield Asked(name, {"op": "state", **text, **place}, {"replayer": wanted})
    if "judge" in test:
        goals = {"goals": test["goals"]} if "goals" in test else {}
        yield Asked(name, {"op": "judge", **text, **goals}, {"judge": dict(test["judge"])})


def classes_of(test: Answer) -> list[str]:
    """The classes of conformance that a test says something about."""
    found = {READ_CLASS[member] for member in test.get("read", {})}
    found |= {"replayer"} if "states" in test else set()
    found |= {"judge"} if "judge" in test else set()
    return [name for name in CLASSES if name in found]


def judged_fault(wanted: Any, found: Any) -> str:
    """Compares the judgement of games: every illegal verdict and no other one, of the rest what is listed.

    Verdicts on events before `from` are not compared, and none where the game lists no `verdicts`.
    """
    if not isinstance(found, list) or len(found) != len(wanted):
        return difference(wanted, found)
    for place, (game, judged) in enumerate(zip(wanted, found, strict=True), start=1):
        rows = {verdict_key(row) for row in game.get("verdicts", [])}
        got = {verdict_key(row) for row in judged.get("verdicts", [])} if "verdicts" in game else set()
        got = {row for row in got if row[0] >= game.get("from", 0) and (row[2] == "illegal" or row in rows)}
        fault = "" if got == rows else f".verdicts: expected {sorted(rows)}, found {sorted(got)}"
        for name in ("points", "ranking", "end"):
            for key, value in game.get(name, {}).items():
                if not fault and judged.get(name, {}).get(key) != value:
                    fault = f".{name}.{key}: expected {value!r}, found {judged.get(name, {}).get(key)!r}"
        if not fault and "stopped" in game:
            fault = difference(game["stopped"], judged.get("stopped"), ".stopped")
        if fault:
            return f"[{place}]{fault}"
    return ""


def verdict_key(row: Answer) -> tuple[int, str, str]:
    """Event, rule and word of a verdict."""
    return int(row.get("event", 0)), str(row.get("rule_id")), str(row.get("verdict"))


def difference(wanted: Any, found: Any, path: str = "") -> str:
    """Where two JSON values first differ, as a path with both values; empty where they are equal."""
    if type(wanted) is not type(found):
        return f"{path}: expected {shortened(wanted)}, found {shortened(found)}"
    if isinstance(wanted, dict):
        for key in [*wanted, *(key for key in found if key not in wanted)]:
            if key not in found or key not in wanted:
                return f"{path}.{key}: {'missing' if key not in found else 'not expected'}"
            if fault := difference(wanted[key], found[key], f"{path}.{key}"):
                return fault
        return ""
    if isinstance(wanted, list):
        for place, (one, other) in enumerate(zip(wanted, found)):
            if fault := difference(one, other, f"{path}[{place}]"):
                return fault
        return "" if len(wanted) == len(found) else f"{path}: expected {len(wanted)} members, found {len(found)}"
    if isinstance(wanted, str) and wanted != found and "\n" in wanted + found:
        return text_difference(wanted, found, path)
    return "" if wanted == found else f"{path}: expected {shortened(wanted)}, found {shortened(found)}"


def text_difference(wanted: str, found: str, path: str) -> str:
    """Where two texts of several lines first differ."""
    lines, others = wanted.split("\n"), found.split("\n")
    place = next((i for i, (one, other) in enumerate(zip(lines, others)) if one != other), min(len(lines), len(others)))
    ends = [part[place] if place < len(part) else None for part in (lines, others)]
    return f"{path} line {place + 1}: expected {shortened(ends[0])}, found {shortened(ends[1])}"


def shortened(value: Any) -> str:
    """A JSON value on one line, of at most 120 characters."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
