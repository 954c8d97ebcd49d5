"""Acts of a turn out of their order are found under every variant (V16)."""

from __future__ import annotations

import pytest

from plancia_data import board, variant_ids
from plancia_events import read
from plancia_replay import judge
from plancia_replay.rulesets.ruleset import load_ruleset
from tests.case_files import newest

OPTIONS = ("rcm@1 + base-sets", "rcm@1 + prestige-sets", "rcm@1 + final-garrison", "rcm@1 + deal", "rcm@1 + hard-stop")
VARIANTS = [*(newest(name) for name in variant_ids() if name != "record"), *OPTIONS]
DECLARED_FIRST = (newest("stucchi"),)  # its own rules say what a late or a second declaration costs
DEALT = [name for name in VARIANTS if not name.startswith("stucchi")]


def found(variant: str, *lines: str, start: bool = True) -> set[tuple[int, str]]:
    """Which rules find something of the lines, counted from 1."""
    rest = [code for code in board("eg").codes if code not in ("CIN", "SIA", "MON")]
    seats = [("Red", "a"), ("Blue", "b"), ("Green", "c"), ("Black", "d")]
    head = ['[Notation "rgn 1"]', f'[Variant "{variant}"]', *(f'[{seat} "{name}"]' for seat, name in seats)]
    head += ['[Team "RG BN"]'] if variant.startswith("stucchi") else []
    head += ['[Virtual "N"]'] if variant.startswith("uno") else []
    head += ['[Completeness "full"]', '[Provenance "synthetic"]', "", "ORDER * R B G N"]
    table = [
        "DEAL R CIN SIA MON armies=9", f"DEAL B {' '.join(rest[:13])} armies=3",
        f"DEAL G {' '.join(rest[13:26])} armies=3",
        f"DEAL N {' '.join(rest[26:])} armies=3", "TURN R",
    ] if start else []  # fmt: skip
    reading = read("\n".join([*head, *table, *lines]) + "\n")
    assert not reading.problems
    verdicts = judge(reading.games[0]).verdicts
    first = 1 + len(table)
    return {(v.event - first, v.rule) for v in verdicts if v.event > first and v.verdict in ("illegal", "assumed")}


CONQUEST = ["ATT R SIA>INS 654:111 -0-3", "OCC R SIA>INS 3"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_v16_a_move_after_the_card(variant: str) -> None:
    at_any_moment = not load_ruleset(variant).binds("move.at_end")
    told = (4, "cards.drawn_last") in found(variant, *CONQUEST, "DRAW R BRA", "MOVE R CIN>MON 1", "END R")
    assert told != at_any_moment
    assert (4, "cards.drawn_last") not in found(variant, *CONQUEST, "MOVE R CIN>MON 1", "DRAW R BRA", "END R")


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in DECLARED_FIRST])
def test_v16_armies_declared_twice_or_behind_their_placement(variant: str) -> None:
    once = "record.declared_once"
    assert (2, once) in found(variant, "REIN R 1+0+0=1", "REIN R 1+0+0=1", "PUT R CIN+1")
    assert (2, once) in found(variant, "PUT R CIN+1", "REIN R 1+0+0=1")
    assert (3, once) in found(variant, *CONQUEST, "REIN R 1+0+0=1")
    assert once not in {rule for _, rule in found(variant, "REIN R 1+0+0=1", "PUT R CIN+1", *CONQUEST)}


def test_v16_where_the_declaration_comes_first_its_own_rules_answer() -> None:
    turns = ["END R", *[f"{tag} {colour}" for colour in "BGN" for tag in ("TURN", "END")]]
    rounds = [*turns, "TURN R", *turns, "TURN R"]
    late = found("stucchi@1", *rounds, "PUT R CIN+1", "REIN R 1+0+0=1")
    assert (len(rounds) + 1, "declaration.made") in late
    assert "record.declared_once" not in {rule for _, rule in late}


@pytest.mark.parametrize("variant", DEALT)
def test_v16_a_pick_out_of_turn(variant: str) -> None:
    picks = ["PICK N CIN", "PICK G SIA"] if variant.startswith("rcm") and "deal" not in variant else []
    if variant.startswith("firenze"):
        picks = ["PICK G CIN", "PICK N SIA"]
    picks = picks or ["PICK R CIN", "PICK B SIA"]
    picker = picks[-1].split()[1]
    rules = {rule for event, rule in found(variant, *picks, f"PICK {picker} IND", start=False) if event == 3}
    assert {rule for rule in rules if rule.startswith("pick.")}
    rightly = {rule for _, rule in found(variant, *picks, start=False)}
    assert not rightly & {"pick.in_turn", "pick.in_order", "pick.from_last"}


def test_twelve_level_throws_are_judged() -> None:
    """The table keeps eleven throws of a colour; a record with more of them does not stop the judge."""
    head = ['[Notation "rgn 1"]', '[Variant "monopoli@1"]', '[Red "a"]', '[Blue "b"]', '[Provenance "synthetic"]', ""]
    throws = ["ROLL * order R6 B6", *["ROLL * order R5 B5"] * 12, "ROLL * order R5 B4"]
    (game,) = read("\n".join([*head, *throws]) + "\n").games
    assert judge(game).impossible is None


def test_an_order_that_the_word_of_completeness_lets_lack_is_not_told() -> None:
    """Section 4: a record of the turns alone may have nothing of what comes before them; a full one says its order.

    Who leads the dummy is told in the turn itself, so that is missing in both.
    """
    lands = "".join(f"{'RBG'[k % 3]}3" for k in range(42))
    told = {}
    for word in ("full", "turns-only"):
        head = '[Notation "rgn 1"]\n[Variant "uno-contro-uno@1"]\n[Red "a"]\n[Blue "b"]\n[Green "c"]\n[Virtual "G"]\n'
        head += f'[Completeness "{word}"]\n[Provenance "synthetic"]\n\nCHECK * {lands}\n'
        for line in ("TURN G director=B", "TURN G"):
            verdicts = judge(read(f"{head}TURN R\nEND R\n{line}\n").games[0], lang="en").verdicts
            told[word, line] = [(v.event, v.rule, v.says) for v in verdicts if v.verdict == "undecidable"]
    first = (2, "turn.order", "Red plays: the order of the table is not written")
    hangs = (4, "dummy.director", "Who leads the dummy in this turn hangs on the order of play, which is not written")
    unsaid = (4, "dummy.director", "Who leads the dummy in this turn is not written")
    assert told["turns-only", "TURN G director=B"] == [] and told["turns-only", "TURN G"] == [unsaid]
    assert told["full", "TURN G director=B"] == [first, hangs] and told["full", "TURN G"] == [first, unsaid]
