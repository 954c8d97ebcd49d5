"""The data room: the board's figures, the objectives, the variants' cover of their documents, the words."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from plancia_data import board, board_ids, deck, glossary, objectives, variant_ids, variant_source, words
from plancia_data.library import messages
from plancia_replay import load_ruleset
from plancia_replay.catalogue import rule_classes
from plancia_replay.clauses import flatten

SEEDS = {"monopoli": "004_2d02180a63ad5a95.txt"}
EG_DEGREES = (
    "ALA 3 TNO 4 GRO 4 ALB 4 ONT 6 QUE 3 SOC 4 SOR 4 AMC 3 VEN 3 PER 3 BRA 4 ARG 2 ISL 3 SCA 4 GBR 4 ESE 5 EOC 4 EME 6 "
    "UCR 6 AFN 6 EGI 4 CON 3 AFO 5 AFS 3 MAD 2 URA 4 SIB 5 JAC 3 CIT 4 KAM 5 GIA 2 MON 5 AFG 4 MEO 6 IND 3 CIN 7 SIA 3 "
    "INS 3 NGU 3 AOR 2 AOC 3"
)


def test_the_board_has_its_figures() -> None:
    plan = board("eg")
    assert (len(plan.codes), len(plan.borders)) == (42, 82)
    assert sum(plan.degree(land) for land in range(42)) == 164
    pairs = EG_DEGREES.split()
    assert {code: plan.degree(plan.index(code)) for code in plan.codes} == dict(
        zip(pairs[::2], map(int, pairs[1::2]), strict=True)
    )
    assert [len(continent[4]) for continent in plan.continents] == [9, 4, 7, 6, 12, 4]
    assert [continent[3] for continent in plan.continents] == [5, 2, 5, 3, 7, 2]


def test_without_medio_oriente_egitto() -> None:
    plan = board("no-meo-egi")
    assert len(plan.borders) == 81 and sum(map(len, plan.neighbours)) == 162
    assert plan.degree(plan.index("MEO")) == 5 and plan.degree(plan.index("EGI")) == 3


def test_borders_are_symmetric_on_every_board() -> None:
    for name in board_ids():
        plan = board(name)
        assert all(one in plan.neighbours[two] for one, near in enumerate(plan.neighbours) for two in near)


def test_each_tournament_objective_is_worth_86() -> None:
    plan = board("eg")
    found = objectives("torneo16")
    assert len(found) == 16
    for goal in found:
        assert sum(plan.degree(land) for land in goal["territories"]) == 86, goal["id"]


def test_fourteen_cards_of_each_symbol() -> None:
    symbols = deck("eg")["symbols"]
    assert [symbols.count(symbol) for symbol in range(3)] == [14, 14, 14] and deck("eg")["jolly"] == 2


@pytest.mark.parametrize("variant", sorted(SEEDS))
def test_every_line_of_a_document_has_a_clause(variant: str, shared: Path) -> None:
    document = variant_source(variant)["variant"]["document"]
    assert document == SEEDS[variant]
    text = (shared / "seeds" / document).read_text("utf-8").splitlines()
    lines = {clause["line"] for clause in variant_source(variant)["clause"]}
    assert lines == {number for number, line in enumerate(text, start=1) if line.strip()}


def test_monopoli_carries_all_its_rules_and_each_clause_uses_one_or_says_why_not() -> None:
    clauses = variant_source("monopoli")["clause"]
    assert {clause["rule_id"] for clause in clauses} == {f"MON-{number:02}" for number in range(1, 29)}
    for clause in clauses:
        assert clause.get("use") or clause.get("silent"), clause["rule_id"]
        assert set(clause["says"]) == {"it", "en"}


def test_every_variant_binds_and_every_rule_is_used() -> None:
    used: set[str] = set()
    for name in variant_ids():
        load_ruleset(name)
        for clause in variant_source(name).get("clause", []):
            used |= set(flatten(clause.get("use", {})))
    assert used == set(rule_classes())


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_words_exist_in_both_languages_with_the_same_places() -> None:
    pairs = [(words("it"), words("en"))]
    pairs += [(messages(room, "it"), messages(room, "en")) for room in ("cli", "api", "notation")]
    for it, en in pairs:
        assert set(it) == set(en)
        for key in it:
            assert places(it[key]) == places(en[key]), key


def test_every_check_has_its_sentence() -> None:
    terms = {"income.territories", "income.continents", "score.territories", "ranking.winner_bonus", "tiebreak.keys",
             "end_roll.threshold"}  # fmt: skip
    missing = {name for name in rule_classes() if name not in words("it")} - terms
    assert missing == {"income.cards"} & missing or missing == set(), missing


def test_glossary() -> None:
    assert {"tris", "sdadata", "striscia"} <= {term["it"] for term in glossary()}
    assert all(re.match(r"\S", term["en"]) for term in glossary())
