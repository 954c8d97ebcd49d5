"""Two variants side by side: rules that differ by topic, with the options that differ, and what both share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plancia_api.pages.rule_choices import TOPICS, topic_of
from plancia_data import text_in
from plancia_replay import RuleSet, compare_rulesets
from plancia_replay.text.sentences import place_names

Side = tuple[str, str]  # number of a clause and its sentence


@dataclass
class Pair:
    """A clause of each variant on the same matter, None where one has none; `options` are rule options that differ."""

    first: Side | None
    second: Side | None
    options: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Comparison:
    """What differs between two variants, in words: settings, pairs by topic; `shared` are clauses equal in both."""

    settings: list[tuple[str, str, str]]
    pairs: list[tuple[str, list[Pair]]]
    shared: list[tuple[str, list[Side]]]


def compare_variants(first: RuleSet, second: RuleSet, words: Mapping[str, str], lang: str) -> Comparison:
    """Compares two rule-sets for a page; `words` are those of the pages of rules."""
    changes = compare_rulesets(first, second)
    pairs: dict[str, dict[tuple[Side | None, Side | None], Pair]] = {topic: {} for topic in TOPICS}
    entries = [
        *((entry["rule"], entry["first"], entry["second"], entry["options"]) for entry in changes["changed"]),
        *((entry["rule"], entry, None, {}) for entry in changes["only_first"]),
        *((entry["rule"], None, entry, {}) for entry in changes["only_second"]),
    ]
    for rule, one, two, options in entries:
        sides = side_of(one, lang), side_of(two, lang)
        pair = pairs[rule_topic(rule)].setdefault(sides, Pair(*sides))
        pair.options += [
            (f"{rule}.{name}", spoken(values[0], words), spoken(values[1], words)) for name, values in options.items()
        ]
    differing = {rule for rule, *_ in entries}
    shared: dict[str, dict[Side, None]] = {topic: {} for topic in TOPICS}
    for clause in first.clauses:
        if clause["rule"] not in differing and not clause["rule"].startswith("record."):
            shared[rule_topic(clause["rule"])].setdefault((clause["rule_id"], str(text_in(clause["says"], lang))))
    return Comparison(
        settings=[
            (words[f"setting.{key}"], setting_text(key, values[0], lang), setting_text(key, values[1], lang))
            for key, values in changes["setting"].items()
            if f"setting.{key}" in words
        ],
        pairs=[(topic, list(found.values())) for topic, found in pairs.items() if found],
        shared=[(topic, list(found)) for topic, found in shared.items() if found],
    )


def setting_text(key: str, value: str, lang: str) -> str:
    """One side of a setting; borders by the names of their territories."""
    words = value.split()
    if key == "borders":
        places = place_names(lang)
        words = ["–".join(places[code] for code in word.split("-")) for word in words]
    return ", ".join(words) or "–"


def side_of(entry: Mapping[str, Any] | None, lang: str) -> Side | None:
    """The number and the sentence of one side of a difference."""
    return None if entry is None else (str(entry["rule_id"]), str(text_in(entry["says"], lang)))


def rule_topic(rule: str) -> str:
    """The topic of a rule of the judge."""
    return topic_of({"use": {rule: {}}}) or "other"


def spoken(value: Any, words: Mapping[str, str]) -> str:
    """The value of an option in words."""
    if isinstance(value, bool):
        return words["yes"] if value else words["no"]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value) or "–"
