"""Facts are written out by their types; names tell the type only of facts that are read back from JSON."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plancia_replay.rules as rules
from plancia_replay import load_ruleset
from plancia_replay.kernel import facts as types
from plancia_replay.text.fact_values import FACT_TYPES, WRITERS, facts_to_json
from plancia_replay.text.sentences import fact_words

FOLDER = Path(rules.__file__).parent
NAMES = {kind.__name__: kind for kind in WRITERS}


def entries(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Name and value of each entry of a dict, written at once or set later; those of classes are about options."""
    of_classes = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("ClassVar")
    }
    for node in ast.walk(tree):
        if id(node) in of_classes:
            continue
        if isinstance(node, ast.Dict):
            pairs = [pair for pair in zip(node.keys, node.values, strict=True) if pair[0] is not None]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            pairs = [(node.targets[0].slice, node.value)]
        else:
            continue
        for key, value in pairs:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value


def kind_of(value: ast.expr) -> type | None:
    """The type that an expression makes a fact of; None for a plain value."""
    called = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
    return NAMES.get(called)


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda file: file.stem)
def test_every_typed_fact_of_a_rule_is_read_back_as_that_type(file: Path) -> None:
    for name, value in entries(ast.parse(file.read_text("utf-8"))):
        kind = kind_of(value)
        if kind is not types.Half:  # points are numbers in JSON too
            place = f"{file.name}:{value.lineno}: {name}"
            assert kind is FACT_TYPES.get(name), f"{place}: give the fact the type that FACT_TYPES has, or another name"


def test_every_type_has_a_writer_that_asks_for_no_name() -> None:
    ruleset = load_ruleset("eg@1")
    values = {
        "loser": types.Colour(1), "nobody": types.Colour(-1), "lost": types.Land(0), "nowhere": types.Land(-1),
        "all": types.Lands([0, 1]), "first_to_last": types.Colours([2, 0]), "shown": types.Card(42),
        "hand": types.Cards([0, 43, 44]), "part": types.Continent(0), "score": types.Half(3), "whole": types.Half(4),
        "parts": types.Continents([0]),
        "sums": types.Account(["territories=3", "continent:0=5"]), "aim": types.Objective("letto"),
        "why": types.Ending("points"), "drawn": types.Figures([2, 3, -1]), "unknown": -1, "none": 0,
        "flag": True, "word": "C",
    }  # fmt: skip
    codes, continent = [ruleset_code(0), ruleset_code(1)], ruleset.content["board"]["continents"][0]
    assert facts_to_json(values, ruleset) == {
        "loser": "B", "nobody": None, "lost": codes[0], "nowhere": None, "all": codes, "first_to_last": ["G", "R"],
        "shown": "JOL", "hand": [codes[0], "???", "#"], "part": continent, "score": 1.5, "whole": 2,
        "parts": [continent],
        "sums": ["territories=3", f"{continent}=5"], "aim": "letto", "why": "points",
        "drawn": ["cannon", "jolly", "hidden"], "unknown": None, "none": 0, "flag": True, "word": "C",
    }  # fmt: skip
    assert {type(value) for value in values.values()} >= set(WRITERS)


def ruleset_code(land: int) -> str:
    """The code of a territory."""
    from plancia_data import board

    return str(board("eg").codes[land])


def test_letters_of_colours_are_named_whatever_the_fact_is_called() -> None:
    assert str(fact_words({"loser": "R"}, "en")["loser"]) == str(fact_words({"player": "R"}, "en")["player"])
    assert str(fact_words({"owner": None}, "en")["owner"]) == "nobody"
    assert str(fact_words({"most": None}, "en")["most"]) == "?"


def test_the_number_of_each_of_several_is_told_with_its_name() -> None:
    facts = {"players": "R B", "counts": "11, 9", "dues": "10, 11"}
    words = fact_words(facts, "en", {"B": "Rossi, Ugo"})
    assert (str(words["each_counts"]), str(words["each_dues"])) == ("Red 11, Rossi, Ugo 9", "Red 10, Rossi, Ugo 11")
    lands = {"lands": ["CIN", "SIA"], "counts": "4, 7"}
    assert str(fact_words(lands, "en")["each_counts"]) == "China 4, Siam 7"
    shares = {"players": "N N", "continents": ["africa", "asia"], "counts": "6, 11"}
    assert str(fact_words(shares, "en")["each_counts"]) == "Black 6 (Africa), Black 11 (Asia)"
