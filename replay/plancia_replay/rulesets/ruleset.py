"""Rule-sets: a variant's clauses resolved into bound rules, hashed, and ready to judge."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plancia_data import alternative_list, board_ids, objective_lists
from plancia_data import board as board_data
from plancia_data import deck as deck_data
from plancia_data import objectives as objective_data
from plancia_events.ops import CLAIM, EROLL, KIND_NUMBERS
from plancia_replay.kernel.rule import Rule
from plancia_replay.kernel.table import BoardPlan, Table, zeros
from plancia_replay.rulesets.clauses import Clause, RuleSetError, collect
from plancia_replay.rulesets.conflicts import options_in, refuse_chosen, refuse_conflicts
from plancia_replay.rulesets.registry import option_problem, options_of, rule_classes

FORMAT = 1
COLOUR_LETTERS = "RBGYNV"


@dataclass
class RuleSet:
    """The rules of one game, resolved: every clause bound, the board and lists in it, nothing left to look up.

    `clauses[i]` is the citation of `rules[i]`; `cited` has that of a rule at a stage, where another line speaks of it;
    `first_clause` the first one that binds a rule, by its name.
    `hash` is the SHA-256 of the canonical JSON of `resolved()`.
    """

    content: dict[str, Any]
    rules: list[Rule] = field(default_factory=list)
    clauses: list[dict[str, Any]] = field(default_factory=list)
    checks: list[list[Rule]] = field(default_factory=list)
    observers: list[list[Rule]] = field(default_factory=list)
    memory: int = 0
    terms: dict[str, list[Rule]] = field(default_factory=dict)
    cited: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    first_clause: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def from_resolved(cls, content: dict[str, Any]) -> RuleSet:
        """Binds a resolved rule-set again, without reading any variant file.

        Raises RuleSetError where a rule or option is not known to this version.
        """
        made = cls(content)
        made.checks = [[] for _ in range(KIND_NUMBERS)]
        made.observers = [[] for _ in range(KIND_NUMBERS)]
        for clause in content["clauses"]:
            for name in sorted(clause["use"]):
                made._bind(name, clause)
            for name, stages in clause.get("cites", {}).items():
                made.cited.update({(name, stage): {**clause, "rule": name} for stage in stages})
        made._plan = BoardPlan(
            [(one, two) for one, two in content["board"]["borders"]],
            list(content["board"]["continent_of"]),
            list(content["board"]["incomes"]),
            list(content["deck"]["symbols"]),
        )
        return made

    def _bind(self, name: str, clause: dict[str, Any]) -> None:
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
        for op in rule.kinds():
            self.checks[op].append(rule)
        for op in rule.watches():
            self.observers[op].append(rule)
        if rule.topic():
            self.terms.setdefault(rule.topic(), []).append(rule)

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

    def resolved(self) -> dict[str, Any]:
        """The whole content as data: format, name, board, deck, objectives, clauses."""
        return self.content

    def table(self, players: list[int], virtual: str = "", teams: str = "") -> Table:
        """An empty table for these colours (0..5) under this rule-set, with the dummy's letter and "RG BN" teams."""
        made = Table(self._plan, players)
        made.rules = self.rules
        made.memory = zeros(self.memory)
        made.reported = zeros(len(self.rules))
        made.reported_actor = zeros(len(self.rules))
        made.virtual = COLOUR_LETTERS.find(virtual) if virtual else -1
        for number, team in enumerate(teams.split()):
            for letter in team:
                if letter in COLOUR_LETTERS:
                    made.team[COLOUR_LETTERS.index(letter)] = number
        for rule in self.rules:
            for reason in rule.stops():
                made.can_stop[reason] = 1
        made.territory_terms = self.terms.get("territories", [])
        made.continent_terms = self.terms.get("continents", [])
        made.set_terms = self.terms.get("set", [])
        made.bonus_terms = self.terms.get("set_bonus", [])
        made.score_terms = self.terms.get("score", [])
        made.threshold_terms = self.terms.get("threshold", [])
        made.claim_terms = self.terms.get("claim", [])
        made.claim_bars = self.terms.get("claim_bar", [])
        made.tie_terms = self.terms.get("tiebreak", [])
        made.throw_rules = self.checks[EROLL]
        made.claim_rules = self.checks[CLAIM]
        made.goals = self.content["goals"]
        for colour in players:
            for rule in self.terms.get("limit", []):
                made.cap[colour] = rule.amount(made, colour)
        for rule in self.terms.get("endowment", []):
            made.endowment = rule.amount(made, 0)
        for rule in self.terms.get("rounds_left", []):
            made.rounds_left = rule.amount(made, 0)
        made.bonus_throws = 1 if self.terms.get("bonus_throws") else 0
        for rule in self.terms.get("roll_conquests", []):
            made.roll_most = rule.amount(made, 0)
        return made

    @property
    def plan(self) -> Any:
        """The board as the kernel reads it."""
        return self._plan

    def otherwise(self) -> RuleSet | None:
        """The same rules with the objectives as the other source has them; None where nothing of the list is open."""
        goals = self.content.get("goals_other")
        if goals and self._other is None:
            content = {key: value for key, value in self.content.items() if key != "goals_other"}
            self._other = RuleSet.from_resolved({**content, "goals": {**content["goals"], **goals}})
        return self._other

    _plan: Any = None
    _other: RuleSet | None = None


def load_ruleset(spec: str, options: dict[str, str] | None = None) -> RuleSet:
    """The rule-set that a header names: "monopoli@1", "rcm@1 + cards-to-eliminator", with further options.

    `options` may name `board`, `deck`, `objectives` and single options as `RULE.OPTION`.
    Raises RuleSetError, which names file, clause and what is wrong.
    """
    refuse_chosen(spec, options_in(spec))
    name, head, clauses = collect(spec)
    given = dict(options or {})
    board_id = given.pop("board", None) or str(head.get("board", "eg"))
    deck_id = given.pop("deck", None) or str(head.get("deck", "eg"))
    goals_id = given.pop("objectives", None) or str(head.get("objectives", ""))
    for key, text in given.items():
        set_option(clauses, key, text)
    for clause in clauses:
        clause.open = [name for name in clause.open if not settled(name, given)]
    if options and "board" in options:
        close(clauses, "board")
    if options and "objectives" in options:
        close(clauses, "objective.listed")
        close(clauses, "objectives")
    content = {
        "format": FORMAT,
        "name": name,
        "title": {"it": head["title"]["it"], "en": head["title"]["en"]},
        "board": board_content(board_id, name),
        "deck": deck_content(deck_id, name),
        "goals_id": goals_id,
        "goals": goals_content(goals_id, name),
        "options": dict(sorted((options or {}).items())),
        "clauses": [clause.content() for clause in clauses if clause.use or clause.cites],
    }
    if any("objectives" in clause.open for clause in clauses if clause.use):
        content["goals_other"] = goals_otherwise(goals_id)
    made = RuleSet.from_resolved(content)
    refuse_conflicts(made.id, made.clauses)
    return made


def board_content(board_id: str, name: str) -> dict[str, Any]:
    """The board's borders, continents and incomes as data."""
    try:
        found = board_data(board_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("board-unknown", name, "", board_id, candidates=board_ids()) from error
    continent_of = [0] * len(found.codes)
    for place, continent in enumerate(found.continents):
        for land in continent[4]:
            continent_of[land] = place
    return {
        "id": board_id,
        "borders": [[one, two] for one, two in found.borders],
        "continent_of": continent_of,
        "continents": [continent[0] for continent in found.continents],
        "incomes": [continent[3] for continent in found.continents],
    }


def deck_content(deck_id: str, name: str) -> dict[str, Any]:
    """The symbol on each territory's card: 0 infantry, 1 cavalry, 2 cannon."""
    try:
        found = deck_data(deck_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("deck-unknown", name, "", deck_id) from error
    return {"id": deck_id, "symbols": list(found["symbols"]), "jolly": found["jolly"]}


def goals_content(goals_id: str, name: str) -> dict[str, list[int]]:
    """The objectives in play: id -> territories."""
    if not goals_id or goals_id == "-":
        return {}
    try:
        found = objective_data(goals_id)
    except (KeyError, ValueError, FileNotFoundError) as error:
        raise RuleSetError("objectives-unknown", name, "", goals_id, candidates=objective_lists()) from error
    return {goal["id"]: list(goal["territories"]) for goal in found}


def goals_otherwise(goals_id: str) -> dict[str, list[int]]:
    """The objectives that another source gives otherwise, as it does: id -> territories."""
    other = alternative_list(goals_id)
    if not other:
        return {}
    mine = {goal["id"]: goal["territories"] for goal in objective_data(goals_id)}
    theirs = {goal["id"]: list(goal["territories"]) for goal in objective_data(other)}
    return {name: lands for name, lands in theirs.items() if lands != mine[name]}


def set_option(clauses: list[Clause], key: str, text: str) -> None:
    """Sets one option of one rule from a header's text, or says of a rule that is open as a whole whether it holds.

    Once an option is set, the values that it might have had (`OPTION_among`) are dropped.
    """
    if hold(clauses, key, text):
        return
    rule, _, option = key.rpartition(".")
    for clause in clauses:
        if rule in clause.use:
            value: object = text
            if text.lstrip("-").isdigit():
                value = int(text)
            elif text in ("true", "false"):
                value = text == "true"
            others = {name: setting for name, setting in clause.use[rule].items() if name != f"{option}_among"}
            clause.use = {**clause.use, rule: {**others, option: value}}
            close(clauses, key)
            close(clauses, rule)  # open as a whole: setting one of its options settles the rule
            return
    bound = {name for clause in clauses for name in clause.use if name in rule_classes()}
    candidates = [f"{name}.{option}" for name in sorted(bound) for option in options_of(name)]
    raise RuleSetError("option-unknown", clauses[-1].variant if clauses else "", "", key, candidates=candidates)


def hold(clauses: list[Clause], rule: str, text: str) -> bool:
    """Settles a rule that the document leaves open as a whole: "true" keeps it, "false" takes it away."""
    if text not in ("true", "false") or not any(rule in clause.open and rule in clause.use for clause in clauses):
        return False
    if text == "false":
        for clause in clauses:
            clause.use = {name: options for name, options in clause.use.items() if name != rule}
    close(clauses, rule)
    return True


def settled(name: str, given: dict[str, str]) -> bool:
    """True if a header sets every option of a rule that is open as a whole."""
    options = options_of(name) if name in rule_classes() else {}
    return bool(options) and all(f"{name}.{option}" in given for option in options)


def close(clauses: list[Clause], parameter: str) -> None:
    """A header has set what the document leaves open: nothing is supposed there any more."""
    for clause in clauses:
        clause.open = [name for name in clause.open if name != parameter]
