"""docs/notation.md says what the product does: who may act, which codes problems have, which headers stand where."""

from __future__ import annotations

import re
from pathlib import Path

from plancia_events.errors import PROBLEM_CODES
from plancia_events.kinds import KIND_BY_TAG, KINDS
from plancia_events.text.headers import HEADER_ORDER

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
WHO = {
    "a colour, `*` or `A`": "*ABGNRVY", "`*` or `A` only": "*A", "a colour or `-`": "-BGNRVY", "anybody": "*-ABGNRVY",
    "a colour, `-`, or `*`": "*-BGNRVY",
}  # fmt: skip
SHEETS = {"twice", "seats", "named"}  # problems of sheets of results


def test_n10_who_may_act_is_written() -> None:
    told: dict[str, str] = {}
    for who, letters in WHO.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {who}"))
        told.update(dict.fromkeys(row.split("|")[-2].split(), letters))
    for kind in KINDS:
        assert told.pop(kind.TAG, "BGNRVY") == "".join(sorted(kind.ACTORS)), kind.TAG
    assert not told and len(KIND_BY_TAG) == len(KINDS)


def test_every_code_of_a_problem_is_on_the_page() -> None:
    table = PAGE[PAGE.index("## 8.") :]
    assert {*re.findall(r"`([a-z-]+)`", table)} == {*PROBLEM_CODES} - SHEETS


def test_n1_the_headers_stand_in_their_order() -> None:
    section = PAGE[PAGE.index("## 2.") : PAGE.index("## 3.")]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][2:]
    names = [name for row in rows for name in row.split(", ")]
    assert names == [*HEADER_ORDER[: HEADER_ORDER.index("Team")], *HEADER_ORDER[HEADER_ORDER.index("Team") :], "X-..."]
