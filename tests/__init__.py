"""The tests of Plancia, and what holds for all of them: how much is tried at every change, and how much by a soak."""

import os

SOAK = "PLANCIA_SOAK" in os.environ  # set by `python3 run.py test --soak`
EXAMPLES = 20  # of a property, at every change


def examples(many: int) -> int:
    """How many examples of a property are tried: all of them in a soak."""
    return many if SOAK else min(many, EXAMPLES)
