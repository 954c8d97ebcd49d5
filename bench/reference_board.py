"""What the idiomatic reference knows of the board, the deck and the objectives, as mappings by name."""

from __future__ import annotations

from plancia_data import board
from plancia_replay import load_ruleset

PLAN = board("eg")
CONTENT = load_ruleset("torneo@1", {"deck": "risiko-rl"}).content
NEAR = {code: frozenset(PLAN.codes[k] for k in PLAN.neighbours[i]) for i, code in enumerate(PLAN.codes)}
DEGREE = {code: len(near) for code, near in NEAR.items()}
CONTINENTS = {row[0]: frozenset(PLAN.codes[k] for k in row[4]) for row in PLAN.continents}
INCOME = {row[0]: row[3] for row in PLAN.continents}
SYMBOL = {**dict(zip(PLAN.codes, CONTENT["deck"]["symbols"], strict=True)), "JOL": 3}
GOALS = {name: frozenset(PLAN.codes[k] for k in lands) for name, lands in CONTENT["goals"].items()}
