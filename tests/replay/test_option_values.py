"""Options: a text is one of its words or has its form, and every other reading that a clause names can be chosen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from plancia_data import variant_ids
from plancia_replay import RuleSetError, load_ruleset
from plancia_replay.rulesets.clauses import Clause, load_variant, read_clauses, resolve_bases
from plancia_replay.rulesets.registry import options_of, rule_classes
from tests.case_files import newest

GAME = """[Notation "rgn 1"]
[Variant "stucchi@1"]
[Red "a"]
[Blue "b"]
[Green "c"]
[Black "d"]
[Team "RG BN"]
[Option "cards.any_three.anchor=Draw"]
[Completeness "full"]
[Provenance "synthetic"]

TURN R
"""
BY_RULES = ("cards.before_attack.own_cards",)  # findings say themselves what they suppose
WITHOUT_OPTION = {  # other readings that no option has, with the reason
    ("rcm", "RCM-27"): "it names the options of RCM-25",
    ("rcm", "RCM-39"): "both readings are accepted where the announcement tells which",
    ("stucchi", "STU-06"): "the list of objectives is open itself (STU-05)",
}


def clauses_of(variant: str) -> list[Clause]:
    """The clauses of the newest edition, those of alternatives too."""
    return read_clauses(load_variant(variant)[0])


def bound_texts() -> dict[str, tuple[str, str]]:
    """Every option that is a text, with a variant that binds it."""
    found: dict[str, tuple[str, str]] = {}
    for variant in variant_ids():
        for clause in clauses_of(variant):
            spec = newest(variant) + (f" + {clause.alternative}" if clause.alternative else "")
            for rule in clause.use:
                for option, default in options_of(rule).items():
                    if isinstance(default, str):
                        found.setdefault(f"{rule}.{option}", (spec, rule))
    return found


def test_every_option_that_is_a_text_says_what_it_may_be() -> None:
    texts = {
        f"{name}.{option}" for name in rule_classes() for option, default in options_of(name).items()
        if isinstance(default, str)
    }  # fmt: skip
    assert texts == {f"{name}.{option}" for name, rule in rule_classes().items() for option in rule.VALUES}
    assert texts == set(bound_texts())


def test_no_option_takes_a_text_that_it_does_not_know() -> None:
    for option, (spec, _) in bound_texts().items():
        for written in ("pippo+", "Pippo, pippo", ""):
            if written == "" and options_of(option.rpartition(".")[0])[option.rpartition(".")[2]] == "":
                continue
            with pytest.raises(RuleSetError) as refused:
                load_ruleset(spec, {option: written})
            assert refused.value.code == "option-value-unknown", option
            assert f"{option}={written}" in refused.value.text("en") and refused.value.known, option


def test_the_judge_names_the_option_the_word_and_the_nearest_one(tmp_path: Path) -> None:
    place = tmp_path / "game.rgn"
    place.write_text(GAME, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "plancia_cli", "judge", str(place)], capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode not in (0, 3), told
    assert "cards.any_three.anchor=Draw" in told and "opened, draw" in told and "draw?" in told


def options_named(reading: str) -> set[str]:
    """The options that a reading names of another one: `per = set`, `: stack`, `RULE.OPTION = value`."""
    parts = re.findall(r"(?:another|other) readings?[^)]*", reading)
    words = {word for part in parts for word in re.findall(r"([a-z_.]+) = |[:,] ([a-z_]+)(?=[,;)]|$)", part)}
    options = {option for rule in rule_classes() for option in options_of(rule)}
    return {name for pair in words for name in pair if name.rpartition(".")[2] in options or name in rule_classes()}


@pytest.mark.parametrize("variant", sorted(variant_ids()))
def test_every_other_reading_that_a_clause_names_is_open(variant: str) -> None:
    clauses = clauses_of(variant)
    points = {name for clause in clauses for name in [*clause.open, *clause.opens, *clause.left_open]} | set(BY_RULES)
    opened = points | {name.rpartition(".")[2] for name in points}
    for clause in clauses:
        reading = clause.reading["en"] if clause.reading else ""
        if not re.search(r"(?:another|other) reading", reading):
            continue
        named = options_named(reading)
        assert named <= opened, f"{variant} {clause.rule_id}: say with left_open that {named - opened} is open"
        assert named or clause.left_open or clause.open or (variant, clause.rule_id) in WITHOUT_OPTION, (
            f"{variant} {clause.rule_id}: no option has this other reading; give its reason"
        )


def test_what_is_left_open_is_another_value_of_an_option() -> None:
    for variant in variant_ids():
        for clause in clauses_of(variant):
            for name, value in clause.left_open.items():
                rule, _, option = name.rpartition(".")
                bound = next(bound for bound in [clause, *resolve_bases(variant)[1]] if rule in bound.use)
                assert option in options_of(rule), name
                assert bound.use[rule].get(option, options_of(rule)[option]) != value, name
                assert type(value) is type(options_of(rule)[option]), name
