"""Synthetic games are legal and scored as declared under every variant and option; single faults are not missed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from plancia_data import variant_source
from plancia_events import read
from plancia_replay import RuleSetError, judge, load_ruleset
from plancia_replay.session import cached_ruleset
from plancia_replay.synthetic import Wish, generate
from plancia_replay.synthetic.mutations import KINDS, mutated, outcome

VARIANTS = ("eg", "firk", "torneo", "monopoli", "rcm", "stucchi", "firenze", "uno-contro-uno")
SEEDS = range(6)


def checked(wish: Wish) -> None:
    """A game of this wish is clean, scored as declared, canonical, and the same for the same seed."""
    game = generate(wish)
    found = judge(game, lang="en")
    assert found.clean, (wish, [verdict.says for verdict in found.verdicts if verdict.verdict == "illegal"])
    assert not [verdict for verdict in found.verdicts if verdict.verdict == "assumed"]
    assert {letter: entry["points"] for letter, entry in found.scores.items()} == found.declared
    assert read(game.text()).games[0].text() == game.text() and generate(wish).text() == game.text()
    assert game.header("Provenance") == "synthetic"


@pytest.mark.parametrize("variant", VARIANTS)
def test_generated_games_are_clean(variant: str) -> None:
    for seed in SEEDS:
        checked(Wish(f"{variant}@1", seed))


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_single_fault_is_missed(variant: str) -> None:
    rules = cached_ruleset(f"{variant}@1", ())
    figures: Counter[str] = Counter()
    for seed in SEEDS:
        game = generate(Wish(f"{variant}@1", seed))
        clean = judge(game, rules)
        for kind in KINDS:
            fault = mutated(game, rules, kind, random.Random(seed))
            if fault is not None:
                figures[outcome(fault, clean, rules)] += 1
                figures[f"{kind} {outcome(fault, clean, rules)}"] += 1
    assert figures["missed"] == 0, figures
    assert all(kind.startswith("die") for kind in figures if kind.endswith(" harmless")), figures
    assert figures["caught"] >= 25


def option_sets(count: int) -> list[str]:
    """A sample of option sets that are consistent."""
    chance = random.Random(7)
    found: list[str] = []
    for variant in ("rcm", "stucchi", "uno-contro-uno"):
        options = sorted({c["alternative"] for c in variant_source(variant)["clause"] if c.get("alternative")})
        for _ in range(count if variant == "rcm" else 2):
            chosen = chance.sample(options, min(len(options), chance.choice((1, 2, 3))))
            spec = " + ".join([f"{variant}@1", *sorted(chosen)])
            try:
                load_ruleset(spec)
            except RuleSetError:
                continue
            found.append(spec)
    return sorted(set(found))


@pytest.mark.parametrize("spec", option_sets(30))
def test_generated_games_are_clean_under_options(spec: str) -> None:
    for seed in (1, 2):
        game = generate(Wish(spec, seed))
        found = judge(game, lang="en")
        assert found.clean, (spec, [verdict.says for verdict in found.verdicts if verdict.verdict == "illegal"])
