"""The data room: the board's figures, the objectives, the variants' cover of their documents, the words."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from plancia_data import (
    board,
    board_ids,
    deck,
    expected_rule_numbers,
    glossary,
    languages,
    objectives,
    variant_ids,
    variant_source,
    words,
    wrap_number,
    wrap_numbers,
)
from plancia_data.extras import install_hint
from plancia_data.library import ENGLISH_KEYED_CATALOGUES, PACKAGE_FILES, messages
from plancia_replay import load_ruleset
from plancia_replay.rulesets.clauses import flatten
from plancia_replay.rulesets.registry import option_problem, rule_classes

SEEDS = {
    "rcm": "000_611a646c0929773c.txt",
    "stucchi": "001_3df357dfdfbf253e.txt",
    "firenze": "002_604c55601f77f773.txt",
    "uno-contro-uno": "003_5a08babef254c10e.txt",
    "monopoli": "004_2d02180a63ad5a95.txt",
}
NUMBERS = {entry["variant"]: entry["numbers"] for entry in expected_rule_numbers() if entry["variant"] in SEEDS}
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
    lines = {clause["line"] for clause in variant_source(variant)["clause"] if clause["line"]}
    assert lines == {number for number, line in enumerate(text, start=1) if line.strip()}


@pytest.mark.parametrize("variant", sorted(NUMBERS))
def test_a_variant_carries_all_its_rules_and_each_clause_uses_one_or_says_why_not(variant: str) -> None:
    clauses = variant_source(variant)["clause"]
    own = {clause["rule_id"] for clause in clauses if not clause["rule_id"].startswith(("EG-", "FIRK-"))}
    assert own == set(NUMBERS[variant])
    for clause in clauses:
        bound = clause.get("use") or clause.get("adjust") or clause.get("drop") or clause.get("cites")
        assert bound or clause.get("silent"), clause["rule_id"]
        assert {"it", "en"} <= set(clause["says"]) <= set(languages())


def test_every_variant_binds_and_every_rule_is_used() -> None:
    used: set[str] = set()
    for name in variant_ids():
        load_ruleset(name)
        for clause in variant_source(name).get("clause", []):
            used |= set(flatten(clause.get("use", {})))
            for rule, options in flatten(clause.get("use", {})).items():
                assert option_problem(rule, options) is None, (name, clause["rule_id"])
    assert set(rule_classes()) - used == set(), "bind it in a clause of a file in data/plancia_data/variants"


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_words_exist_in_both_languages_with_the_same_places() -> None:
    pairs = [(words("it"), words("en"))]
    rooms = {path.name.rpartition("_")[0] for path in (Path(str(PACKAGE_FILES)) / "words").glob("*_it.toml")} - {
        *ENGLISH_KEYED_CATALOGUES
    }
    assert {"cli", "api", "notation", "archive"} <= rooms
    pairs += [(messages(room, "it"), messages(room, "en")) for room in sorted(rooms)]
    for it, en in pairs:
        assert set(it) == set(en), "write the key in both languages"
        for key in it:
            assert places(it[key]) == places(en[key]), key


def test_a_missing_extra_is_told_alike_by_data_and_archive() -> None:
    for lang in ("it", "en"):
        assert messages("archive", lang)["extra"] == install_hint(lang)


def test_every_check_has_its_sentence() -> None:
    checks = {name for name, kind in rule_classes().items() if kind().event_kinds()}
    said = {".".join(key.split(".")[:2]) for key in words("it") if not key.endswith(".undecided")}
    assert checks - said == set(), "write its sentence in data/plancia_data/words/it and words/en"


def test_glossary() -> None:
    assert {"tris", "sdadata", "striscia"} <= {term["it"] for term in glossary()}
    assert all(re.match(r"\S", term["en"]) for term in glossary())


def test_the_florence_candidates_have_the_shape_that_the_document_asks_for() -> None:
    plan = board("no-meo-egi")
    for goal in objectives("firenze8"):
        lands = set(goal["territories"])
        assert len(lands) == 15
        reached = {min(lands)}
        while grown := {near for land in reached for near in plan.neighbours[land] if near in lands} - reached:
            reached |= grown
        assert reached == lands
        touched = [set(entry[4]) for entry in plan.continents if set(entry[4]) & lands]
        assert len(touched) == 4 and all(continent - lands for continent in touched)


def test_a_number_chooses_between_singular_and_plural() -> None:
    template = "{games:partita|partite}, {events:>4}"
    said = [template.format(**wrap_numbers({"games": number, "events": 7})) for number in (0, 1, 2)]
    assert said == ["0 partite,    7", "1 partita,    7", "2 partite,    7"]
    assert wrap_numbers({"x": True, "y": "z"}) == {"x": True, "y": "z"} and wrap_numbers({"x": True})["x"] is True


def test_numbers_before_words_have_a_singular_in_both_languages() -> None:
    """No message of the command line or of the pages puts a bare number before a word that could be one or many."""
    same = "undecidable|illegal|assumed|counted|revoked|more"  # alike for one and for many
    bare = re.compile(rf"\{{(games|events|tournaments|count|tables|players)\}} (?!{same})\w")
    rooms = [(room, lang) for room in ("cli", "api") for lang in ("it", "en")]
    assert [text for room in rooms for text in messages(*room).values() if bare.search(text)] == []


def test_sentences_of_verdicts_have_a_singular_in_both_languages() -> None:
    """No sentence puts a bare number before a noun of many, and every one takes numbers and what is not known."""
    nouns = {
        "it": "territori|armate|carte|punti|dadi|minuti|tiri|continenti|capitali|attacchi|spostamenti|giocatori",
        "en": "territories|armies|cards|points|dice|minutes|throws|continents|capitals|sets|moves|players",
    }
    for lang, many in nouns.items():
        bare = re.compile(rf"\{{(?!player|source|target|expected|half)\w+\}} (\w+ )?({many})\b(?! in più)")
        assert [text for text in words(lang).values() if bare.search(text)] == []
        agreeing = re.compile(r"\{\w+:[^{}|]*\|[^{}|]*\|[^{}|]*\}")  # three forms: of a name, not of a number
        for text in (agreeing.sub("", text) for text in words(lang).values()):
            names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            one, two, unknown = (text.format(**dict.fromkeys(names, wrap_number(value))) for value in (1, 2, "?"))
            assert "|" not in one + two + unknown and "#" not in one + two + unknown, text


def test_no_bare_number_goes_with_a_verb_of_many() -> None:
    """A verb that says many lies in the words that its number chooses: else one reads "at least 1 have to stay"."""
    number = r"\{(?:needed|most|found|computed|declared|left|owed|hand|missing|total|excess)\}"
    losses = ["attack.losses_by_dice", "combat.table"]  # "2 in attack and 1 in defence"
    verbs = {"it": "sono|devono|restano|spettano|servono|vogliono|bastano", "en": "are|were|have"}
    for lang, many in verbs.items():
        before = rf"\b(?:{many})(?: (?:to be|essere|restare))?(?: (?:at least|at most|almeno|al massimo))? {number}"
        bare = re.compile(rf"{number} (?:{many})\b|{before}")
        assert [key for key, text in words(lang).items() if bare.search(text)] == losses


def test_a_number_stands_before_its_words_or_where_they_say() -> None:
    template = "{n:# è|# sono}, {n:-va|vanno}, {n:carta|carte}"
    said = [template.format(n=wrap_number(value)) for value in (1, 2, "?")]
    assert said == ["1 è, va, 1 carta", "2 sono, vanno, 2 carte", "? sono, vanno, ? carte"]
