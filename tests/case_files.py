"""Reads the files of ruling cases: checks their keys, and gives each case the settings that its file shares."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from plancia_data import editions

CASES = Path(__file__).parent / "cases"
SETTINGS: dict[str, type] = {  # may also stand at the head of the file, for all its cases
    "variant": str, "headers": list, "order": str, "board": list, "rest": str, "rest_armies": int, "before": list,
    "rounds": int, "turn": str, "completeness": str, "goals": dict, "bare": bool,
}  # fmt: skip
OWN: dict[str, type] = {
    "says": str, "covers": list, "events": list, "expect": list, "impossible": int, "scores": dict, "ranking": dict,
    "ranking_line": str, "end": dict, "final": dict, "first_leg": str,
}  # fmt: skip
EXPECTED: dict[str, type] = {"event": int, "rule_id": str, "verdict": str, "facts": dict}
SET_UP = ("board", "rest", "rest_armies", "before", "rounds", "turn")  # lines that a bare case does not have


def newest(variant: str) -> str:
    """A variant in its newest edition, as a header names it."""
    return f"{variant}@{editions(variant)[-1]}"


def variant_of(file: Path) -> str:
    """The variant of a file's cases where they name none: the one of the folder, in its newest edition."""
    return newest(file.parent.name)


@cache
def parsed(file: Path) -> dict[str, Any]:
    """What a file of cases says; it is read once for collecting and checking."""
    return tomllib.loads(file.read_text("utf-8"))


def cases_of(file: Path) -> list[dict[str, Any]]:
    """The cases of a file in their order, each with the settings of the file where it has none of its own."""
    data = parsed(file)
    shared = {key: value for key, value in data.items() if key in SETTINGS}
    return [{**shared, **case} for case in data["case"]]


def check_each(file: Path, cases: Iterable[tuple[int, dict[str, Any]]], check: Callable[..., None]) -> None:
    """Checks cases of a file, which are given with their numbers, and tells every one that fails."""
    errors: list[Exception] = []
    for place, case in cases:
        try:
            check(file, case)
        except Exception as error:
            error.add_note(f"{file.parent.name}/{file.name}, case {place}: {case['says']}")
            errors.append(error)
    if errors:
        raise ExceptionGroup(f"{len(errors)} of the cases of {file.parent.name}/{file.name}", errors)


def problems(file: Path) -> list[str]:
    """What is wrong with the keys of a file: file, number of the case, key."""
    name = file.relative_to(CASES.parent.parent).as_posix() if file.is_relative_to(CASES) else file.name
    data = parsed(file)
    found = checked(f"{name}: ", data, {"case": list, "covers": list, **SETTINGS})
    for place, (case, whole) in enumerate(zip(data.get("case", []), cases_of(file), strict=True), start=1):
        where = f"{name}, case {place}: "
        found += checked(where, case, SETTINGS | OWN)
        found += [f'{where}"{key}" is missing' for key in ("says", "events") if key not in case]
        found += [
            f'{where}"{key}" has no effect in a bare case' for key in SET_UP if whole.get("bare") and key in whole
        ]
        for row in case.get("expect", []):
            found += checked(f"{where}expect: ", row, EXPECTED)
            found += [f'{where}expect: "{key}" is missing' for key in ("event", "rule_id") if key not in row]
    return found


def checked(where: str, table: dict[str, Any], known: dict[str, type]) -> list[str]:
    """Keys of a table that are unknown, or have a value of another type."""
    found = []
    for key, value in table.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            found.append(f'{where}unknown key "{key}"' + (f'; is it "{near[0]}"?' if near else ""))
        elif type(value) is not known[key]:
            found.append(f'{where}"{key}" is {type(value).__name__}, not {known[key].__name__}')
    return found
