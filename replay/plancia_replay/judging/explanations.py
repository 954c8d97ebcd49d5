"""A finding explained beside its sentence: what the event met, what was due under the rule, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from plancia_data import explanations, text_in, wrap_number
from plancia_data.forms import ExplainingText
from plancia_replay.judging.verdicts import Verdict
from plancia_replay.kernel import facts as types
from plancia_replay.text.fact_values import FACT_TYPES, Facts
from plancia_replay.text.sentences import LOSSES, TemplateFacts, fact_words

SEAT_FACTS = ("declared", "computed")  # colours in the findings on the winner, numbers elsewhere


@dataclass(frozen=True)
class Explanation:
    """Sentences: the state that the event met, what was due (both empty where nothing is known beyond the finding's own
    sentence), the words of the clause, and what follows."""

    recorded: str
    due: str
    clause: str
    follows: str


def explain(verdict: Verdict, seats: Mapping[str, str]) -> Explanation:
    """Explains a finding in its language; `seats` has the words for the player of a colour, where there are any."""
    facts = with_counted_facts(verdict.facts)
    words = explained_facts(facts, seats, verdict.lang)
    recorded, due, follows = (told(part, verdict, facts, words) for part in ("recorded", "due", "follows"))
    clause = text_in(verdict.clause["says"], verdict.lang).strip()
    clause = clause[:1].upper() + clause[1:] + ("" if clause.endswith(".") else ".")
    return Explanation(recorded, due, clause, follows)


def with_counted_facts(facts: Mapping[str, Any]) -> Facts:
    """The known facts, with the losses due as numbers and the armies that they would have left; none needed is none."""
    known = {name: value for name, value in facts.items() if value not in (None, "", [])}
    if known.get("needed") in (0, "none"):
        del known["needed"]
    losses = LOSSES.fullmatch(str(known.get("computed", "")))
    if losses:
        known |= {"attacker_due": int(losses[1]), "defender_due": int(losses[2])}
    for place, due in (("source", "attacker_due"), ("target", "defender_due")):
        if due in known and f"{place}_armies" in known:
            known[f"{place}_left"] = max(known[f"{place}_armies"] - known[due], 0)
    return known


def explained_facts(facts: Mapping[str, Any], seats: Mapping[str, str], lang: str) -> TemplateFacts:
    """The facts as sentences show them, with players by name."""
    words = fact_words(dict(facts), lang)
    for name, value in facts.items():
        if isinstance(value, str) and value in seats and (FACT_TYPES.get(name) is types.Colour or name in SEAT_FACTS):
            words[name] = wrap_number(seats[value])
    return words


def told(part: str, verdict: Verdict, facts: Mapping[str, Any], words: TemplateFacts) -> str:
    """The text of the first entry of a part that fits a finding, empty where none does."""
    name = f"{verdict.worded['rule']}.{verdict.facts.get('wording', '')}."  # that of the sentence
    entry = next((one for one in entries_about(part, name) if fits(one, verdict, facts)), None)
    return text_in(entry["says"], verdict.lang).format_map(words) if entry else ""


@cache
def entries_about(part: str, name: str) -> list[ExplainingText]:
    """The entries of a part that name no rule, or this one ("RULE.WORDING.")."""
    return [
        entry for entry in explanations()[part]
        if "rules" not in entry or any(name.startswith(f"{one}.") for one in entry["rules"])
    ]  # fmt: skip


def fits(entry: ExplainingText, verdict: Verdict, facts: Mapping[str, Any]) -> bool:
    """True where an entry is about the verdict and the known facts of a finding."""
    return (
        verdict.verdict in entry.get("verdicts", [verdict.verdict])
        and ("kind" not in entry or entry["kind"] == verdict.kind)
        and facts.keys() >= set(entry.get("facts", ()))
    )
