"""Writes tests/conformance/manifest.json and requests from the files of the suite: python3 -m tests.make_conformance.

The version of the suite is raised by hand: the last number where a test is added, the middle one where an expectation
changes that an implementation may have met, the first one with the version of the notation.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from plancia_cli.support.conformance_suite import classes_of, load_json
from plancia_events.kinds import KIND_BY_NAME

VERSION = "1.3.0"
SUITE = Path(__file__).parent / "conformance"
RECEIPT = SUITE.parents[1] / "docs" / "rgn" / "receipt.json"
MANIFEST = SUITE / "manifest.json"
PAGE = "docs/rgn/specification.md"
SECTIONS = {  # anchors of the page, by the folder of a test; of `kinds` each has its own
    "canonical": "7-canonical-text", "headers": "4-headers", "encodings": "2-files-and-characters",
    "limits": "13-limits", "games": "3-games-and-event-numbers", "problems": "12-problems",
    "malformed": "12-problems", "valid": "5-event-lines", "extensions": "11-versions-and-extensions",
    "state": "8-the-table-and-its-replay", "corrections": "corrections", "impossible": "impossible",
    "illegal": "14-judging", "undecidable": "14-judging", "judge": "14-judging",
}  # fmt: skip


def section_of(name: str) -> str:
    """The section of the specification that a test is about."""
    folder, _, kind = name.partition("/")
    if folder != "kinds":
        return f"{PAGE}#{SECTIONS[folder]}"
    if kind not in KIND_BY_NAME:
        raise ValueError(f"{name}: no kind of event has this name")
    tag = KIND_BY_NAME[kind].TAG.lower()
    return f"{PAGE}#{'x-name' if tag == 'x' else tag}"


def listed_requests(file: Path) -> list[dict[str, Any]]:
    """The requests of a table of requests/NAME.toml, each with what its answer has."""
    table = tomllib.loads(file.read_text("utf-8"))
    make = {"json": json_request, "canonical": canonical_request, "receipt": receipt_request}[file.stem]
    rows = []
    for test in table["tests"]:
        members, answer = make(table, test)
        rows.append({"id": f"{file.stem}/{test['id']}", "shows": test["shows"],
                     "request": {"op": table["op"], **members}, "answer": answer})  # fmt: skip
    return rows


def json_request(table: dict[str, Any], test: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A text in JSON, and its canonical text or that it is refused."""
    headers = table["headers"]
    events = test.get("events") or f"[{test.get('event', '')}]"
    text = test.get("text") or f'{{"notation": "rgn 1", "headers": HEADERS, "events": {events}}}'
    members = {"text": text.replace("HEADERS", headers)}
    if "lines" not in test:
        return members, {"accepted": False}
    head = test.get("headers_read") or [f'[{name} "{value}"]' for name, value in json.loads(headers)]
    return members, {"accepted": True, "canonical": "".join(f"{line}\n" for line in [*head, "", *test["lines"]])}


def canonical_request(table: dict[str, Any], test: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A text, and whether it is canonical or the line at fault."""
    lines = [line for part in test["lines"] for line in (table["head"] if part == "H" else [part])]
    answer = {"accepted": False, "line": test["fault"]} if "fault" in test else {"accepted": True}
    return {"text": "\n".join(lines) + test.get("end", "\n")}, answer


def receipt_request(table: dict[str, Any], test: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The receipt of the page with some members changed, and whether it holds."""
    receipt = load_json(RECEIPT)
    given: dict[str, Any] = {name: test[name].replace("KEY", receipt["key"]).replace("HEAD", receipt["head"])
             for name in ("key", "head") if name in test}  # fmt: skip
    if "swap" in test:
        name, old, new = test["swap"]
        if old not in receipt[name]:
            raise ValueError(f"{test['id']}: {name} has no {old}")
        receipt[name] = receipt[name].replace(old, new, 1)
    changed = {
        name: value for name, value in (receipt | test.get("put", {})).items() if name not in test.get("drop", [])
    }
    return {"receipt": changed, **given}, {"accepted": test.get("accepted", False)}


def request_files() -> dict[Path, list[dict[str, Any]]]:
    """The files of requests by their name, each with its rows."""
    return {file.with_suffix(".jsonl"): listed_requests(file) for file in sorted((SUITE / "requests").glob("*.toml"))}


def manifest() -> dict[str, Any]:
    """The manifest of the suite as it lies in the tree."""
    tests = []
    for file in sorted(SUITE.glob("*/*.json")):
        name = file.relative_to(SUITE).with_suffix("").as_posix()
        expected = load_json(file)
        source = {"file": f"{name}.rgn"} if file.with_suffix(".rgn").exists() else {"make": f"{name}.json"}
        tests.append({"id": name, "classes": classes_of(expected), "section": section_of(name), **source,
                      "expected": f"{name}.json", "shows": expected["shows"]})  # fmt: skip
    requests = [
        {"file": file.relative_to(SUITE).as_posix(), "class": table["class"], "section": table["section"]}
        for file in request_files()
        for table in [tomllib.loads(file.with_suffix(".toml").read_text("utf-8"))]
    ]
    return {"suite": "rgn-conformance", "version": VERSION, "notation": "rgn 1", "licence": "CC0-1.0",
            "requests": requests, "tests": tests}  # fmt: skip


def text() -> str:
    """The manifest as it is stored, one test on a line."""
    content = manifest()
    tests = ",\n".join("  " + json.dumps(test, ensure_ascii=False) for test in content.pop("tests"))
    head = json.dumps(content, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "tests": [\n{tests}\n ]\n}}\n'


if __name__ == "__main__":
    for file, rows in request_files().items():
        file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    MANIFEST.write_text(text(), "utf-8")
