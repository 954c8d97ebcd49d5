"""The law: replays a recorded game under its rule-set, judges every event, recomputes every number.

May import `plancia_events` and `plancia_data`, nothing else; no input or output.
"""

from plancia_replay.audit import Audit, audit, corrected
from plancia_replay.clauses import RuleSetError
from plancia_replay.difference import difference
from plancia_replay.judgement import Judgement, judge
from plancia_replay.ruleset import RuleSet, load_ruleset
from plancia_replay.session import for_game, kernel_form, rules_under
from plancia_replay.snapshot import state_at
from plancia_replay.verdicts import Verdict
from plancia_replay.whatif import WhatIf, compare

__all__ = [
    "Audit",
    "Judgement",
    "RuleSet",
    "RuleSetError",
    "Verdict",
    "WhatIf",
    "audit",
    "compare",
    "corrected",
    "difference",
    "for_game",
    "judge",
    "kernel_form",
    "load_ruleset",
    "rules_under",
    "state_at",
]
