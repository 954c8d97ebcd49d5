"""Options that are the archive's own cite the base rule that they put in the place of a line, never that line (V11)."""

from __future__ import annotations

import pytest

from plancia_data import text_in, variant_ids, variant_source
from plancia_data.forms import VariantClause
from plancia_events import read
from plancia_replay import judge

OWN = {
    "no-subcontinents": {"EG-04"}, "objectives-at-setup": {"EG-02"}, "objective-cards": {"EG-02", "EG-13"},
    "deal": {"EG-02"}, "free-attack": {"EG-08"}, "base-sets": {"EG-07"}, "territory-bonus": {"EG-07"},
    "no-garrison": {"EG-11"}, "no-withdrawal-penalty": {"EG-12"}, "no-freezing": {"EG-12"}, "end-roll": {"FIRK-01"},
    "no-strip": {"EG-16"}, "no-objective-double": {"EG-16"}, "no-continents": {"EG-16"},
}  # fmt: skip
OF_ANOTHER_LINE = {"extra-turns-2": ("RCM-10f", 7), "hard-stop": ("RCM-10g", 7)}  # the document has them for one choice


def says_own(clause: VariantClause) -> bool:
    """Does the clause say that it is the archive's own?"""
    told = " ".join(text_in(texts, "en") for texts in (clause.get("reading"), clause.get("confidence")) if texts)
    return "choice of the archive" in told or "without naming it" in told


def alternatives() -> list[tuple[str, str, str, int, bool]]:
    """Of each clause of an option: variant, option, number, line, and whether it says that it is the archive's own."""
    return [
        (variant, clause["alternative"], clause["rule_id"], clause.get("line", 0), says_own(clause))
        for variant in variant_ids()
        for clause in variant_source(variant).get("clause", []) if clause.get("alternative")
    ]  # fmt: skip


@pytest.mark.parametrize(("variant", "option", "number", "line", "own"), alternatives())
def test_v11_own_choices_cite_no_line_that_says_the_contrary(
    variant: str, option: str, number: str, line: int, own: bool
) -> None:
    if option in OF_ANOTHER_LINE:
        assert (number, line) == OF_ANOTHER_LINE[option]
    elif variant == "rcm" and option in OWN:
        assert number in OWN[option] and line == 0
    else:
        assert not own and line > 0  # a line of the document says it


def cites(variant: str, *lines: str, armies: int = 3, after: int = 3) -> set[tuple[str, str]]:
    """Number and citation of what is found after an event: the third begins the first turn."""
    text = (
        f'[Notation "rgn 1"]\n[Variant "{variant}"]\n[Red "a"]\n[Blue "b"]\n[Green "c"]\n'
        '[Completeness "full"]\n[Provenance "synthetic"]\n\nORDER * R B G\n'
        f"DEAL R ALA TNO armies={armies}\nTURN R\n"
    )
    reading = read(text + "\n".join(lines) + "\n")
    assert reading.ok, [problem.text("en") for problem in reading.problems]
    game = reading.games[0]
    return {(v.rule_id, v.cite) for v in judge(game, lang="en").verdicts if v.event > after}


@pytest.mark.parametrize(
    ("variant", "lines", "number", "document"),
    [
        ("rcm@1 + no-freezing", ["STAT A R frozen"], "EG-12", "docs/sources/eg.md#EG-12"),
        ("rcm@1 + objective-cards + objectives-at-setup", ["CLAIM R objective"], "EG-13", "docs/sources/eg.md#EG-13"),
        ("rcm@1 + objective-cards + objectives-at-setup", ["OBJ R letto"], "EG-02", "docs/sources/eg.md#EG-02"),
    ],
)
def test_v11_what_is_found_under_an_option_cites_what_the_option_cites(
    variant: str, lines: list[str], number: str, document: str
) -> None:
    assert (number, document) in cites(variant, *lines)


@pytest.mark.parametrize(
    ("variant", "number", "line"), [("rcm@1", "RCM-14", 9), ("rcm@1 + neutral-card", "RCM-12c", 10)]
)
def test_v9_the_garrison_of_the_placement_cites_the_line_of_its_choice(variant: str, number: str, line: int) -> None:
    found = cites(variant, "END R", armies=1, after=2)
    assert (number, f"000_611a646c0929773c.txt:{line}") in found
    assert not {cite for _, cite in found} & {f"000_611a646c0929773c.txt:{19 - line}"}


def test_v11_a_territory_that_nothing_doubles_cites_the_base_rule() -> None:
    text = (
        '[Notation "rgn 1"]\n[Variant "rcm@1 + no-strip + no-continents"]\n[Red "a"]\n[Blue "b"]\n[Green "c"]\n'
        '[Completeness "full"]\n[Provenance "synthetic"]\n\nORDER * R B G\nDEAL R ALA TNO armies=3\nTURN R\n'
    )
    account = judge(read(text).games[0]).scores["R"]["account"]
    assert {line["rule_id"] for line in account} == {"EG-16"}
