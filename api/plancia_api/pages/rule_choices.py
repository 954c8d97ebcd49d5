"""The rules that the form of an objection offers: those of the game's variant, by topic, in plain words."""

from __future__ import annotations

from typing import Any

from plancia_data import text_in
from plancia_replay import RuleSet
from plancia_replay.rulesets.registry import rule_classes

TOPICS = ("setup", "turn", "combat", "cards", "garrisons", "objectives", "endings", "scoring", "record", "other")


def rule_choices(rules: RuleSet, lang: str, cited: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Topics with the numbers and sentences of their rules, in the order of the document.

    Rules that the variant takes over from another one, and those of the notation, are left out, except the one `cited`.
    """
    by_topic: dict[str, dict[str, str]] = {topic: {} for topic in TOPICS}
    variant, topic = str(rules.content["name"]).partition(" + ")[0], "other"
    for clause in rules.content["clauses"]:
        topic = topic_of(clause) or topic  # a clause that no rule judges explains the one before
        rule_id = clause["rule_id"]
        is_listed = any(rule_id in choices for choices in by_topic.values())
        if (clause["variant"] == variant or rule_id == cited) and not is_listed:
            by_topic[topic][rule_id] = str(text_in(clause["says"], lang))
    return [(topic, list(choices.items())) for topic, choices in by_topic.items() if choices]


def topic_of(clause: dict[str, Any]) -> str:
    """The topic of the first rule that judges a clause: the folder of its module; empty without one."""
    classes = rule_classes()
    modules = (classes[name].__module__.split(".") for name in clause.get("use", {}) if name in classes)
    return next((parts[2] for parts in modules if len(parts) > 3 and parts[2] in TOPICS), "")
