"""The benchmark's reference is a second opinion on the kernel, and its page tells a target met from one missed."""

from __future__ import annotations

import importlib
import random
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).resolve().parent.parent / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of the benchmark's folder."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield importlib.import_module
    for name in [name for name, module in sys.modules.items() if str(BENCH) in str(getattr(module, "__file__", ""))]:
        del sys.modules[name]


def test_the_reference_finds_what_the_kernel_finds(bench: Any) -> None:
    agreement, corpus = bench("agreement"), bench("corpus")
    chance = random.Random(11)
    spoilt = 0
    for text in corpus.texts(1):
        sound = corpus.without_checkpoints(text).decode()
        agreement.compare(sound)
        for _ in range(6):
            other = agreement.spoil(sound, chance)
            agreement.compare(other)
            spoilt += other != sound
    assert spoilt == 18


def test_a_difference_is_told(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    agreement, corpus, checks = bench("agreement"), bench("corpus"), bench("reference_checks")
    monkeypatch.setattr(checks, "MOST_DICE", 2)
    with pytest.raises(AssertionError):
        agreement.compare(corpus.without_checkpoints(corpus.texts(1)[0]).decode())


@pytest.mark.parametrize(
    ("value", "must", "goal", "lower", "told"),
    [
        (120, 100, 200, False, "met"),
        (200, 100, 200, False, "goal"),
        (75, 100, 200, False, "missed by 25 %"),
        (6, 8, 4, True, "met"),
        (4, 8, 4, True, "goal"),
        (10, 8, 4, True, "missed by 25 %"),
    ],
)
def test_a_target_is_met_or_missed(bench: Any, value: float, must: float, goal: float, lower: bool, told: str) -> None:
    assert bench("page").state(value, must, goal, lower) == told
