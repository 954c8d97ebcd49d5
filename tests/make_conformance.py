"""Writes tests/conformance/manifest.json from the files of the suite: python3 -m tests.make_conformance.

The version of the suite is raised by hand: the last number where a test is added, the middle one where an expectation
changes that an implementation may have met, the first one with the version of the notation.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plancia_cli.support.conformance_suite import classes_of, load_json
from plancia_events.kinds import KIND_BY_NAME

VERSION = "1.1.0"
SUITE = Path(__file__).parent / "conformance"
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


def manifest() -> dict[str, Any]:
    """The manifest of the suite as it lies in the tree."""
    tests = []
    for file in sorted(SUITE.glob("*/*.json")):
        name = file.relative_to(SUITE).with_suffix("").as_posix()
        expected = load_json(file)
        source = {"file": f"{name}.rgn"} if file.with_suffix(".rgn").exists() else {"make": f"{name}.json"}
        tests.append({"id": name, "classes": classes_of(expected), "section": section_of(name), **source,
                      "expected": f"{name}.json", "shows": expected["shows"]})  # fmt: skip
    return {"suite": "rgn-conformance", "version": VERSION, "notation": "rgn 1", "licence": "CC0-1.0", "tests": tests}


def text() -> str:
    """The manifest as it is stored, one test on a line."""
    content = manifest()
    tests = ",\n".join("  " + json.dumps(test, ensure_ascii=False) for test in content.pop("tests"))
    head = json.dumps(content, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "tests": [\n{tests}\n ]\n}}\n'


if __name__ == "__main__":
    MANIFEST.write_text(text(), "utf-8")
