"""Rule-sets: a variant's clauses resolved into bound rules, hashed, and ready to judge."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plancia_data import alternative_list, board_ids, conflicts, objective_lists
from plancia_data import board as board_data
from plancia_data import deck as deck_data
from plancia_data import objectives as objective_data
from plancia_data.forms import RuleUse
from plancia_events.ops import CLAIM, EROLL, KIND_NUMBERS, TURN
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import BoardPlan, Table, zeros
from plancia_replay.rulesets.clauses import (
    Clause,
    ResolvedClause,
    RuleSetError,
    StoredBoard,
    StoredDeck,
    StoredRules,
    answering_clauses,
    collect_clauses,
)
from plancia_replay.rulesets.registry import option_problem, options_of, rule_classes, text_problem

FORMAT = 1
COLOUR_LETTERS = "RBGYNV"


@dataclass(eq=False)
class RuleSet:
    """The rules of one game, resolved: every clause bound, the board and lists in it, nothing left to look up.

    `content` is all of it as data: format, name, board, deck, objectives, clauses. `clauses[i]` is the citation of
    `rules[i]`; `cited` has that of a rule at a stage, where another line speaks of it; `first_clause` the first that
    binds a rule, by its name.
    `hash` is the SHA-256 of the canonical JSON of `content`.
    """

    content: StoredRules
    rules: list[Rule] = field(default_factory=list)
    clauses: list[ResolvedClause] = field(default_factory=list)
    checks: list[list[Rule]] = field(default_factory=list)
    observers: list[list[Rule]] = field(default_factory=list)
    memory: int = 0
    terms: dict[str, list[Rule]] = field(default_factory=dict)
    cited: dict[tuple[str, str], ResolvedClause] = field(default_factory=dict)
    first_clause: dict[str, ResolvedClause] = field(default_factory=dict)

    @classmethod
    def from_resolved(cls, content: StoredRules) -> RuleSet:
        """Binds a resolved rule-set again, without reading any variant file.

        Raises RuleSetError where a rule or option is not known to this version.
        """
        ruleset = cls(content)
        ruleset.checks = [[] for _ in range(KIND_NUMBERS)]
        ruleset.observers = [[] for _ in range(KIND_NUMBERS)]
        for clause in content["clauses"]:
            for name in sorted(clause["use"]):
                ruleset._bind(name, clause)
            for name, stages in clause.get("cites", {}).items():
                ruleset.cited.update({(name, stage): {**clause, "rule": name} for stage in stages})
        for clause in ruleset.clauses:
            for name, stage in rule_classes()[clause["rule"]].ANSWERS_FOR:
                ruleset.cited.setdefault((name, stage), {**clause, "rule": name})
        ruleset._cite_sets()
        ruleset._cite_answers()
        for rule, clause in zip(ruleset.rules, ruleset.clauses, strict=True):
            cited = {stage: cited["rule_id"] for (name, stage), cited in ruleset.cited.items() if name == rule.NAME}
            rule.numbers, rule.stages = [clause["rule_id"], *cited.values()], list(cited)
        ruleset._plan = BoardPlan(
            [(source, target) for source, target in content["board"]["borders"]],
            list(content["board"]["continent_of"]),
            list(content["board"]["incomes"]),
            list(content["deck"]["symbols"]),
        )
        return ruleset

    def _cite_sets(self) -> None:
        """Cites the clause that values the sets for findings that come from a set (`Rule.CITES_SETS`)."""
        valued = [clause for clause in self.clauses if rule_classes()[clause["rule"]].COUNTS_SETS]
        for rule in self.rules:
            for clause in valued if rule.CITES_SETS else []:
                cited_clause = self.cited.get((clause["rule"], "ladder"), clause)
                self.cited.setdefault((rule.NAME, rule.CITES_SETS), {**cited_clause, "rule": rule.NAME})

    def _cite_answers(self) -> None:
        """Cites the clauses that answer for a finding in the newest editions, also for a rule-set stored before.

        A clause of a choice answers where the header has it.
        """
        chosen = [clause["says"] for clause in self.content["clauses"]]
        for variant in sorted({str(clause["variant"]).partition("@")[0] for clause in self.content["clauses"]}):
            for clause in answering_clauses(variant):
                answers = clause.answers if not clause.alternative or clause.says in chosen else {}
                for name, stages in answers.items():
                    for stage in stages:
                        self.cited.setdefault((name, stage), {**clause.content(), "rule": name})

    def _bind(self, name: str, clause: ResolvedClause) -> None:
        """Makes the rule of a clause and lists it under the kinds it checks and the topic it is a term of."""
        if name not in rule_classes():
            raise RuleSetError("rule-unknown", clause["variant"], clause["rule_id"], name)
        problem = option_problem(name, clause["use"][name])
        if problem:
            candidates = [f"{name}.{option}" for option in options_of(name) if "? (" in problem]
            raise RuleSetError("option-unknown", clause["variant"], clause["rule_id"], problem, candidates=candidates)
        rule = rule_classes()[name](**clause["use"][name])
        rule.index = len(self.rules)
        self.rules.append(rule)
        self.clauses.append({**clause, "rule": name})
        self.first_clause.setdefault(name, self.clauses[-1])
        rule.base = self.memory
        self.memory += rule.memory_size()
        for op in rule.event_kinds():
            self.checks[op].append(rule)
        for op in rule.observed_kinds():
            self.observers[op].append(rule)
        if rule.sum_name():
            self.terms.setdefault(rule.sum_name(), []).append(rule)

    @cached_property
    def state_checks(self) -> list[list[Rule]]:
        """The checks that a replay without verdicts needs: those of rules that recall their findings."""
        return [[rule for rule in rules if rule.RECALLS_FINDINGS] for rules in self.checks]

    def binds(self, rule: str) -> bool:
        """True if a rule of this name is in play."""
        return rule in self.first_clause

    @property
    def id(self) -> str:
        """The variant with its edition and options, as a header names it."""
        return str(self.content["name"])

    @cached_property
    def hash(self) -> str:
        """SHA-256 in hex of the canonical JSON (sorted keys, no blanks, UTF-8); the content must stay as it is."""
        return hashlib.sha256(self.canonical()).hexdigest()

    def canonical(self) -> bytes:
        """The bytes that are hashed and stored."""
        return json.dumps(self.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    def table(self, players: list[int], virtual: str = "", teams: str = "") -> Table:
        """An empty table for these colours (0..5) under this rule-set, with the dummy's letter and "RG BN" teams."""
        table = Table(self._plan, players)
        table.rules = self.rules
        table.memory = zeros(self.memory)
        table.reported = zeros(len(self.rules))
        table.reported_actor = zeros(len(self.rules))
        table.virtual = COLOUR_LETTERS.find(virtual) if virtual else -1
        for number, team in enumerate(teams.split()):
            for letter in team:
                if letter in COLOUR_LETTERS:
                    table.team[COLOUR_LETTERS.index(letter)] = number
        for rule in self.rules:
            for reason in rule.end_reasons():
                table.can_stop[reason] = 1
        table.territory_terms = self.terms.get("territories", [])
        table.continent_terms = self.terms.get("continents", [])
        table.set_terms = self.terms.get("set", [])
        table.bonus_terms = self.terms.get("set_bonus", [])
        table.score_terms = self.terms.get("score", [])
        table.threshold_terms = self.terms.get("threshold", [])
        table.claim_terms = self.terms.get("claim", [])
        table.claim_bars = self.terms.get("claim_bar", [])
        table.tie_terms = self.terms.get("tiebreak", [])
        table.throw_rules = self.checks[EROLL]
        table.claim_rules, table.turn_rules = self.checks[CLAIM], self.checks[TURN]
        table.goals = self.content["goals"]
        for colour in players:
            for rule in self.terms.get("limit", []):
                table.cap[colour] = rule.amount(table, colour)
        for rule in self.terms.get("endowment", []):
            table.endowment = rule.amount(table, 0)
        for rule in self.terms.get("rounds_left", []):
            table.rounds_left = rule.amount(table, 0)
        table.bonus_throws = 1 if self.terms.get("bonus_throws") else 0
        for rule in self.terms.get("roll_conquests", []):
            table.roll_most = rule.amount(table, 0)
        return table

    @property
    def plan(self) -> Any:
        """The board as the kernel reads it."""
        return self._plan

    def with_other_objectives(self) -> RuleSet | None:
        """The same rules with the objectives as the other source has them; None where nothing of the list is open."""
        goals = self.content.get("goals_other")
        if goals and self._other is None:
            content = self.content.copy()
            del content["goals_other"]
            self._other = RuleSet.from_resolved({**content, "goals": {**content["goals"], **goals}})
        return self._other

    _plan: Any = None
    _other: RuleSet | None = None
    open_points: list[Any] | None = None  # these two are kept by `judging.assumptions`, once asked for
    other_readings: list[Any] | None = None


def load_ruleset(spec: str, options: dict[str, str] | None = None) -> RuleSet:
    """The rule-set that a header names: "monopoli@1", "rcm@1 + cards-to-eliminator", with further options.

    `options` may name `board`, `deck`, `objectives` and single options as `RULE.OPTION`.
    Raises RuleSetError, which names file, clause and what is wrong.
    """
    refuse_conflicting_options(spec, option_names(spec))
    name, head, clauses = collect_clauses(spec)
    further_options = dict(options or {})
    board_id = further_options.pop("board", None) or str(head.get("board", "eg"))
    deck_id = further_options.pop("deck", None) or str(head.get("deck", "eg"))
    goals_id = further_options.pop("objectives", None) or str(head.get("objectives", ""))
    for key, text in further_options.items():
        set_option(clauses, key, text)
    refuse_unknown_values(clauses)
    for clause in clauses:
        clause.open = [name for name in clause.open if not is_settled(name, further_options)]
    if options and "board" in options:
        close_point(clauses, "board")
    if options and "objectives" in options:
        close_point(clauses, "objective.listed")
        close_point(clauses, "objectives")
    content: StoredRules = {
        "format": FORMAT, "name": name, "title": {"it": head["title"]["it"], "en": head["title"]["en"]},
        "board": board_content(board_id, name), "deck": deck_content(deck_id, name), "goals_id": goals_id,
        "goals": goals_content(goals_id, name), "options": dict(sorted((options or {}).items())),
        "clauses": [clause.content() for clause in clauses if clause.use or clause.cites],
    }  # fmt: skip
    if any("objectives" in clause.open for clause in clauses if clause.use):
        content["goals_other"] = other_goals_content(goals_id)
    ruleset = RuleSet.from_resolved(content)
    refuse_conflicts(ruleset.id, ruleset.clauses)
    return ruleset


def board_content(board_id: str, name: str) -> StoredBoard:
    """The board's borders, continents and incomes as data."""
    try:
        layout = board_data(board_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("board-unknown", name, "", board_id, candidates=board_ids()) from error
    continent_of = [0] * len(layout.codes)
    for place, continent in enumerate(layout.continents):
        for land in continent[4]:
            continent_of[land] = place
    return {
        "id": board_id,
        "borders": [[source, target] for source, target in layout.borders],
        "continent_of": continent_of,
        "continents": [continent[0] for continent in layout.continents],
        "incomes": [continent[3] for continent in layout.continents],
    }


def deck_content(deck_id: str, name: str) -> StoredDeck:
    """The symbol on each territory's card: 0 infantry, 1 cavalry, 2 cannon."""
    try:
        deck = deck_data(deck_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("deck-unknown", name, "", deck_id) from error
    return {"id": deck_id, "symbols": list(deck["symbols"]), "jolly": deck["jolly"]}


def goals_content(goals_id: str, name: str) -> dict[str, list[int]]:
    """The objectives in play: id -> territories."""
    if not goals_id or goals_id == "-":
        return {}
    try:
        entries = objective_data(goals_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("objectives-unknown", name, "", goals_id, candidates=objective_lists()) from error
    return {goal["id"]: list(goal["territories"]) for goal in entries}


def other_goals_content(goals_id: str) -> dict[str, list[int]]:
    """The objectives that the other source defines differently: id -> territories."""
    other_list_id = alternative_list(goals_id)
    if not other_list_id:
        return {}
    own_goals = {goal["id"]: goal["territories"] for goal in objective_data(goals_id)}
    other_goals = {goal["id"]: list(goal["territories"]) for goal in objective_data(other_list_id)}
    return {name: territories for name, territories in other_goals.items() if territories != own_goals[name]}


def set_option(clauses: list[Clause], key: str, text: str) -> None:
    """Sets one option of one rule from a header's text, or says of a rule that is open as a whole whether it holds.

    Once an option is set, the values that it might have had (`OPTION_among`) are dropped.
    """
    if settle_rule(clauses, key, text):
        return
    rule, _, option = key.rpartition(".")
    for clause in clauses:
        if rule in clause.use:
            value: str | int | bool = text
            if isinstance(options_of(rule).get(option), str):
                pass  # one number may be a list of numbers
            elif text.lstrip("-").isdigit():
                value = int(text)
            elif text in ("true", "false"):
                value = text == "true"
            remaining_options = {
                name: setting for name, setting in clause.use[rule].items() if name != f"{option}_among"
            }
            clause.use = {**clause.use, rule: {**remaining_options, option: value}}
            close_point(clauses, key)
            close_point(clauses, rule)  # open as a whole: setting one of its options settles the rule
            return
    bound_rules = {name for clause in clauses for name in clause.use if name in rule_classes()}
    candidates = [f"{name}.{option}" for name in sorted(bound_rules) for option in options_of(name)]
    raise RuleSetError("option-unknown", clauses[-1].variant if clauses else "", "", key, candidates=candidates)


def refuse_unknown_values(clauses: list[Clause]) -> None:
    """Raises RuleSetError where an option that is a text is none of its words, or has not its form.

    Only a rule-set that is resolved is looked at: one that is stored with a game stays as it was judged.
    """
    for clause in clauses:
        for rule, options in clause.use.items():
            for option, text in options.items() if rule in rule_classes() else ():
                words = text_problem(rule, option, text)
                if words is not None:
                    what = f"{rule}.{option}={text}"
                    raise RuleSetError("option-value-unknown", clause.variant, clause.rule_id, what, ", ".join(words))


def settle_rule(clauses: list[Clause], rule: str, text: str) -> bool:
    """Settles a rule that the document leaves open: "true" keeps it, "false" removes it. False if it is not open."""
    if text not in ("true", "false") or not any(rule in clause.open and rule in clause.use for clause in clauses):
        return False
    if text == "false":
        for clause in clauses:
            clause.use = {name: options for name, options in clause.use.items() if name != rule}
    close_point(clauses, rule)
    return True


def is_settled(name: str, further_options: dict[str, str]) -> bool:
    """True if a header sets every option of a rule that is open as a whole."""
    options = options_of(name) if name in rule_classes() else {}
    return bool(options) and all(f"{name}.{option}" in further_options for option in options)


def close_point(clauses: list[Clause], parameter: str) -> None:
    """Removes a parameter from the open points, as a header has set it."""
    for clause in clauses:
        clause.open = [name for name in clause.open if name != parameter]


def refuse_conflicts(variant: str, clauses: list[ResolvedClause]) -> None:
    """Raises RuleSetError ("inconsistent") for the first combination of choices that `conflicts.toml` excludes.

    `clauses` are those of a rule-set of this variant text, one for each rule bound (`RuleSet.clauses`).
    """
    options_by_rule = {
        clause["rule"]: {**options_of(clause["rule"]), **clause["use"][clause["rule"]]} for clause in clauses
    }
    names = option_names(variant)
    for entry in conflicts():
        if all(condition[1:] in names if condition.startswith("+") else condition_holds(options_by_rule, condition)
               for condition in entry["all"]):  # fmt: skip
            raise RuleSetError("inconsistent", variant, entry["id"], entry["id"], entry["says"])


def option_names(spec: str) -> list[str]:
    """The options that a variant text names, without their owners."""
    return [part.strip().rpartition(":")[2] for part in spec.split("+")[1:]]


def refuse_conflicting_options(variant: str, names: list[str]) -> None:
    """Raises RuleSetError for options of one header that exclude each other by name."""
    for entry in conflicts():
        if all(condition.startswith("+") and condition[1:] in names for condition in entry["all"]):
            raise RuleSetError("inconsistent", variant, entry["id"], entry["id"], entry["says"])


def condition_holds(options_by_rule: RuleUse, condition: str) -> bool:
    """One condition on the rules bound: "rule", "!rule", "rule.option=value" or "rule.option>value"."""
    if condition.startswith("!"):
        return not condition_holds(options_by_rule, condition[1:])
    for sign in ("=", ">"):
        if sign in condition:
            name, _, operand = condition.partition(sign)
            rule, _, option = name.rpartition(".")
            if rule not in options_by_rule:
                return False
            value = options_by_rule[rule].get(option)
            if sign == ">":
                return isinstance(value, int) and value > int(operand)
            return str(value).lower() == operand.lower()
    return condition in options_by_rule
