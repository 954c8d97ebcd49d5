"""An option that a sentence names as supposed settles the finding once the header sets it, to whatever value (V3)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from plancia_data import variant_ids, variant_source
from plancia_events import read
from plancia_replay import audit, judge
from plancia_replay.judging.assumptions.open_points import open_names
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.rulesets.clauses import RuleSetError
from plancia_replay.rulesets.registry import options_of, rule_classes
from plancia_replay.text.sentences import assumed_options
from tests.case_files import CASES, cases_of, newest, variant_of
from tests.test_cases import rules_of, text_of

HEADERS = {"Board": ("eg", "no-meo-egi"), "Objectives": ("torneo16", "torneo16-congo", "firenze8", "stucchi6")}
OTHER = {  # of options that are lists; of words another one is taken
    "tiebreak.keys.keys": "outside", "setup.endowment.by_players": "3:9 4:9 5:9 6:9",
    "players.count.allowed": "2 3 4 5 6", "cards.by_hand_size.values": "1:1 2:1 3:1 4:1 5:1",
}  # fmt: skip


@cache
def provoked(variant: str) -> dict[tuple[str, str], Any]:
    """The first case of a variant that expects an assumed finding, for each rule and set of suppositions."""
    found: dict[tuple[str, str], Any] = {}
    for file in sorted((CASES / variant).glob("*.toml")):
        for case in cases_of(file):
            if not any(row.get("verdict") == "assumed" for row in case.get("expect", [])):
                continue  # judging every case takes half of what collecting takes
            text, _ = text_of(variant_of(file), case)
            game = read(text).games[0]
            for verdict in judge(game, rules_of(game, case), lang="en").verdicts:
                named = ", ".join(assumed_options(dict(verdict.facts.get("assumes") or {})))
                if verdict.verdict == "assumed" and named:
                    found.setdefault((verdict.rule, named), (text, case, verdict.event))
    return found


def split(named: str) -> list[tuple[str, str]]:
    """The names of a supposition with their values."""
    return [(part.partition("=")[0], part.partition("=")[2]) for part in named.split(", ")]


def values(name: str, supposed: str) -> list[str]:
    """The value supposed and another one."""
    if name in HEADERS:
        return [supposed, *(other for other in HEADERS[name] if other != supposed)][:2]
    if supposed in ("true", "false"):
        return [supposed, "false" if supposed == "true" else "true"]
    rule, _, option = name.rpartition(".")
    words = rule_classes()[rule].VALUES.get(option)
    if isinstance(words, tuple):
        return [supposed, next(word for word in words if word != supposed)]
    return [supposed, OTHER[name] if name in OTHER else str(int(supposed) + 1)]


def said_in_header(text: str, chosen: dict[str, str]) -> str:
    """The game with the options in its header."""
    lines = [f'[{name} "{value}"]' for name, value in chosen.items() if name in HEADERS]
    lines += [f'[Option "{name}={value}"]' for name, value in chosen.items() if name not in HEADERS]
    for name in chosen:
        text = re.sub(rf'^\[{re.escape(name)} ".*\n', "", text, flags=re.MULTILINE)
    return text.replace('[Completeness "', "\n".join([*lines, '[Completeness "']), 1)


@pytest.mark.parametrize("variant", sorted(folder.name for folder in CASES.iterdir() if folder.is_dir()))
@pytest.mark.parametrize("place", [0, 1], ids=["supposed", "other"])
def test_v3_a_named_option_settles(variant: str, place: int) -> None:
    for (rule, named), (text, case, event) in provoked(variant).items():
        check_settled(text, case, event, rule, named, place)


def check_settled(text: str, case: dict[str, Any], event: int, rule: str, named: str, place: int) -> None:
    """A value of what is supposed, written in the header, leaves nothing to suppose of it."""
    chosen = {name: values(name, value)[place] for name, value in split(named)}
    reading = read(said_in_header(text, chosen))
    assert [problem.text("en") for problem in reading.problems] == [], (rule, named)
    game = reading.games[0]
    try:
        rules = rules_of(game, case)
    except RuleSetError as refused:  # the other value excludes another choice of the case
        assert place == 1 and refused.code == "inconsistent", (rule, named)
        return
    found = [v for v in judge(game, rules, lang="en").verdicts if v.event == event and v.rule == rule]
    for verdict in found:
        left = ", ".join(assumed_options(dict(verdict.facts.get("assumes") or {})))
        names = {name for name, _ in split(left)} if left else set()
        assert not names & set(chosen), verdict.says
    if place == 0 and not any(verdict.verdict == "assumed" for verdict in found):  # on another reading still
        assert any(verdict.verdict in ("illegal", "warning") for verdict in found), (rule, named)
    if "goals" not in case and event > 0:  # the fast path tells the same
        index = [place for place, clause in enumerate(rules.clauses) if clause["rule"] == rule]
        fast = {code for number, found_by, code in audit(game.text().encode(), ruleset_for_game(game)).findings
                if number == event and found_by in index}  # fmt: skip
        slow = {{"illegal": 1, "undecidable": 2, "assumed": 3, "warning": 4}[v.verdict] for v in found}
        assert not fast or fast == slow, (rule, named)


def test_the_cases_provoke_what_the_variants_leave_open() -> None:
    assert sum(len(provoked(folder.name)) for folder in CASES.iterdir() if folder.is_dir()) > 100


@pytest.mark.parametrize("variant", sorted(variant_ids()))
def test_v3_every_open_point_can_be_settled(variant: str) -> None:
    """Every name under `open` and `opens` is one that a header can set; none stays open then."""
    for clause in variant_source(variant).get("clause", []):
        spec = newest(variant) + (f" + {clause['alternative']}" if clause.get("alternative") else "")
        if clause.get("needs") and not clause.get("alternative"):
            spec += " + objective-cards"  # what it needs, the main lines have not
        left = [f"{rule}.{option}" for rule, options in clause.get("left_open", {}).items() for option in options]
        for name in [*clause.get("open", []), *clause.get("opens", []), *left]:
            if name in ("board", "objectives", "objective.listed"):
                continue
            rule, _, option = name.rpartition(".")
            assert name in rule_classes() or option in options_of(rule), name
            header = f'[Notation "rgn 1"]\n[Variant "{spec}"]\n[Red "a"]\n[Blue "b"]\n[Option "{name}=%s"]\n' \
                '[Completeness "full"]\n[Provenance "synthetic"]\n\n'  # fmt: skip
            default = "true" if name in rule_classes() else as_text(options_of(rule)[option]) or "CIN"
            reading = read(header % default + "TURN R\n")
            assert reading.ok, [problem.text("en") for problem in reading.problems]
            game = reading.games[0]
            try:
                rules = ruleset_for_game(game)
            except RuleSetError as refused:
                assert refused.code in ("inconsistent", "option-unknown"), name
                assert not (refused.code == "option-unknown" and clause.get("open")), refused.text("en")
                continue
            assert all(name not in open_names(rules, clause) for clause in rules.clauses), name


def as_text(value: object) -> str:
    """A default as a header writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
