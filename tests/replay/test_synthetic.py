"""Synthetic games give no finding and are scored as declared, under every variant and option; faults are not missed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from plancia_data import variant_source
from plancia_events import read
from plancia_replay import RuleSetError, judge, load_ruleset
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic import GameSpec, generate
from plancia_replay.synthetic.mutations import FAULT_KINDS, fault_outcome, mutate
from plancia_replay.synthetic.turns import DeadEnd
from tests import SOAK, SWEEP
from tests.case_files import newest

VARIANTS = ("eg", "firk", "torneo", "monopoli", "rcm", "stucchi", "firenze", "uno-contro-uno")
ENGINES = (
    "pyrisk", "syncs", "risiko-rl", "risiko-rl-stock", "domination-italian", "domination-fixed",
    "domination-increasing", "domination-mission", "domination-capital",
)  # fmt: skip
# the forms of the kernel try games of their own: that they judge alike is what test_fuzz.py and the cases hold
SEEDS = range(6) if SOAK else range(1, 2) if SWEEP else range(1)
UNPLAYABLE = ("neutral-card", "pick-strip", "objectives-after-4", "without-continent")  # with rules of other documents


def checked(spec: GameSpec) -> None:
    """A game of this spec is clean, scored as declared, canonical, and the same for the same seed."""
    game = generate(spec)
    found = judge(game, lang="en")
    assert found.clean and not found.verdicts, (spec, [verdict.says for verdict in found.verdicts])
    assert {letter: entry["points"] for letter, entry in found.scores.items()} == found.declared
    assert read(game.text()).games[0].text() == game.text() and generate(spec).text() == game.text()
    assert game.header("Provenance") == "synthetic"


@pytest.mark.parametrize("variant", VARIANTS + ENGINES)
def test_generated_games_are_clean(variant: str) -> None:
    for seed in SEEDS:
        checked(GameSpec(newest(variant), seed))


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_single_fault_is_missed(variant: str) -> None:
    rules = cached_ruleset(newest(variant), ())
    figures: Counter[str] = Counter()
    for seed in SEEDS:
        game = generate(GameSpec(newest(variant), seed))
        clean = judge(game, rules)
        for kind in FAULT_KINDS:
            fault = mutate(game, rules, kind, random.Random(seed))
            if fault is not None:
                figures[fault_outcome(fault, clean, rules)] += 1
                figures[f"{kind} {fault_outcome(fault, clean, rules)}"] += 1
    assert figures["missed"] == 0, figures
    assert all(kind.startswith("die") for kind in figures if kind.endswith(" harmless")), figures
    assert figures["caught"] >= 4 * len(SEEDS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_attacks_that_are_a_duty_are_played(variant: str) -> None:
    option = "forced-attack" if variant == "rcm" else "rcm:forced-attack"
    for seed in SEEDS[:4]:
        spec = GameSpec(f"{newest(variant)} + {option}", seed)
        checked(spec)
        ends = [judge(generate(each)).end["reason"] for each in (spec, GameSpec(newest(variant), seed))]
        assert ends[0] == ends[1], (spec, "broken off because of the duty")


def test_what_no_judge_would_pass_is_not_given() -> None:
    """Every objective of the list has a whole continent, and these rules want one without: no game can begin."""
    with pytest.raises(DeadEnd, match=r"objective\.dealt"):
        generate(GameSpec("monopoli@1 + rcm:without-continent", 0))
    assert not [event for event in generate(GameSpec("firk@1 + rcm:without-continent", 0)).events if event.TAG == "OBJ"]


def test_a_variant_named_without_its_edition_is_written_with_it() -> None:
    game = generate(GameSpec("rcm + no-strip", 2))
    assert game.header("Variant") == "rcm@3 + no-strip"
    assert game.text() == generate(GameSpec("rcm@3 + no-strip", 2)).text()


def option_sets(count: int) -> list[str]:
    """A sample of option sets that are consistent, of the variants' own options and of other documents' too."""
    chance = random.Random(7)
    found: list[str] = []
    options_of = {
        variant: sorted({c["alternative"] for c in variant_source(variant)["clause"] if c.get("alternative")})
        for variant in VARIANTS
    }
    for variant in ("rcm", "stucchi", "uno-contro-uno", "eg", "torneo", "monopoli", "firenze"):
        options = options_of[variant] or [f"rcm:{option}" for option in options_of["rcm"] if option not in UNPLAYABLE]
        for _ in range(count if variant == "rcm" else 4):
            chosen = chance.sample(options, min(len(options), chance.choice((1, 2, 3))))
            spec = " + ".join([newest(variant), *sorted(chosen)])
            try:
                load_ruleset(spec)
            except RuleSetError:
                continue
            found.append(spec)
    return sorted(set(found))


@pytest.mark.parametrize("spec", option_sets(30))
def test_generated_games_are_clean_under_options(spec: str) -> None:
    for seed in (1, 2) if SOAK else (2,) if SWEEP else (1,):
        game = generate(GameSpec(spec, seed))
        found = judge(game, lang="en")
        assert found.clean and not found.verdicts, (spec, [verdict.says for verdict in found.verdicts])
