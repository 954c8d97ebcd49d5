"""The sentence of a stored finding, without a replay: its facts and the clause of its rule-set are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_replay.judging.assumptions.open_points import cite, clause_reading
from plancia_replay.judging.verdicts import RULES_WITHOUT_READING
from plancia_replay.text.sentences import template_key, verdict_sentence, vocabulary

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet


def stored_sentence(rules: RuleSet, stored: dict[str, Any], lang: str) -> tuple[str, str]:
    """The sentence and the reading of a finding stored as rule, rule_id, verdict, facts and cite.

    A declared score is cited to a clause of scoring, so the clause is the one cited, which may bind another rule; at
    some stages a clause answers that binds none.
    """
    facts = stored["facts"]
    stage_clause = rules.cited.get((stored["rule"], str(facts.get("stage"))))
    clauses = [stage_clause] if stage_clause and stage_clause["rule_id"] == stored["rule_id"] else []
    clauses = clauses or [clause for clause in rules.clauses if clause["rule_id"] == stored["rule_id"]]
    clause = next((candidate for candidate in clauses if candidate["rule"] == stored["rule"]), None)
    clause = clause or next((candidate for candidate in clauses if cite(candidate) == stored["cite"]), clauses[0])
    rule = sentence_rule(stored)
    reading = (
        ""
        if rule in RULES_WITHOUT_READING
        else clause_reading({**clause, "rule": rule}, stored["verdict"], facts, lang)
    )
    return verdict_sentence({**clause, "rule": rule}, facts, stored["verdict"], lang), reading


def sentence_rule(stored: dict[str, Any]) -> str:
    """The rule name under which the word files have a stored finding; a wrong winner has a name of its own."""
    if stored["rule"] == "record.end" and "computed" in stored["facts"]:
        return "record.draw" if stored["facts"].get("draw") else "record.winner"
    return str(stored["rule"])


def sentence_key(stored: dict[str, Any]) -> str:
    """The key of the sentence of a stored finding in the word files; empty where the clause itself is said."""
    return template_key(vocabulary("en"), sentence_rule(stored), stored["facts"], stored["verdict"])
