"""The law: replays a recorded game under its rule-set, judges every event, recomputes every number.

May import `plancia_events` and `plancia_data`, nothing else; no input or output.
"""

from plancia_replay.batch.audit import Audit, audit, is_left_to_judge
from plancia_replay.batch.compare_judgements import WhatIf, compare
from plancia_replay.batch.diff_rulesets import compare_rulesets
from plancia_replay.judging.judgement import JudgedGame, Judgement, judge, judge_game
from plancia_replay.judging.replay import kernel_form, other_ruleset_for_game, ruleset_for_game
from plancia_replay.judging.table_json import state_at
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.ruleset import RuleSet, load_ruleset

__all__ = [
    "Audit",
    "JudgedGame",
    "Judgement",
    "RuleSet",
    "RuleSetError",
    "Verdict",
    "WhatIf",
    "audit",
    "compare",
    "compare_rulesets",
    "is_left_to_judge",
    "judge",
    "judge_game",
    "kernel_form",
    "load_ruleset",
    "other_ruleset_for_game",
    "ruleset_for_game",
    "state_at",
]
