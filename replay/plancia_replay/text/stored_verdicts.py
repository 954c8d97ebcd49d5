"""A kept finding in words again, without a replay: its facts and the clause of its rule-set are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plancia_replay.judging.assumptions.open_points import cite, reading_of
from plancia_replay.text.sentences import key_of, said, vocabulary

if TYPE_CHECKING:
    from plancia_replay.rulesets.ruleset import RuleSet


def retold(rules: RuleSet, kept: dict[str, Any], lang: str) -> tuple[str, str]:
    """The sentence and the reading of a finding kept as rule, rule_id, verdict, facts and cite.

    A declared score is cited to a clause of scoring, so the clause is the one cited, which may bind another rule; at
    some stages a clause answers that binds none.
    """
    facts = kept["facts"]
    staged = rules.cited.get((kept["rule"], str(facts.get("stage"))))
    clauses = [staged] if staged and staged["rule_id"] == kept["rule_id"] else []
    clauses = clauses or [clause for clause in rules.clauses if clause["rule_id"] == kept["rule_id"]]
    clause = next((one for one in clauses if one["rule"] == kept["rule"]), None)
    clause = clause or next((one for one in clauses if cite(one) == kept["cite"]), clauses[0])
    rule = spoken_rule(kept)
    reading = "" if rule in OWN else reading_of({**clause, "rule": rule}, kept["verdict"], facts, lang)
    return said({**clause, "rule": rule}, facts, kept["verdict"], lang), reading


def spoken_rule(kept: dict[str, Any]) -> str:
    """The name under which the words of a kept finding stand: a winner's stand apart from those of the end."""
    if kept["rule"] == "record.end" and "computed" in kept["facts"]:
        return "record.draw" if kept["facts"].get("draw") else "record.winner"
    return str(kept["rule"])


def sentence_key(kept: dict[str, Any]) -> str:
    """The key of the sentence of a kept finding in the word files; empty where the clause itself is said."""
    return key_of(vocabulary("en"), spoken_rule(kept), kept["facts"], kept["verdict"])


OWN = ("record.score", "record.winner", "record.correction", "record.reveal")
