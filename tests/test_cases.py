"""Runs the ruling cases: tests/cases/VARIANT/RULE-ID_*.toml, in a form that any engine could run.

docs/developers/cases.md explains the keys of a case.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from plancia_data import board
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.judging.explanations import explain
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.judging.verdicts import Verdict, stored_sentence
from plancia_replay.rulesets.ruleset import RuleSet
from tests import QUICK
from tests.case_files import CASES, OWN, SETTINGS, cases_of, check_each, problems, variant_of

NAMES = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "N": "Black", "V": "Violet"}


def collected() -> list[tuple[Path, int, dict[str, Any]]]:
    """Every case of every file, with its file and place; in the quick lane the first two of each."""
    return [
        (file, place, case)
        for file in sorted(CASES.glob("*/*.toml"))
        for place, case in enumerate(cases_of(file)[: 2 if QUICK else None], start=1)
    ]


def by_file(cases: Iterable[tuple[Path, int, dict[str, Any]]]) -> list[Any]:
    """The cases of each file, named by it, as one test: a test of its own takes as long as judging a case."""
    return [
        pytest.param(file, [(place, case) for _, place, case in found], id=f"{file.parent.name}/{file.stem}")
        for file, found in itertools.groupby(cases, key=lambda one: one[0])
    ]


def text_of(variant: str, case: dict[str, Any]) -> tuple[str, int]:
    """The case as a game, and the number of events before its own."""
    order = case.get("order", "RBGN")
    lines: list[str] = []
    left = set(board("eg").codes)
    if not case.get("bare"):
        lines.append("ORDER * " + " ".join(order))
        for row in case.get("board", []):
            colour, land, armies = row.split()
            left.discard(land)
            lines.append(f"DEAL {colour} {land} armies={armies}")
        rest = case.get("rest", order[-1])
        if left:
            counts = f" armies={case['rest_armies']}" if "rest_armies" in case else ""
            lines.append(f"DEAL {rest} " + " ".join(code for code in board("eg").codes if code in left) + counts)
        lines += case.get("before", [])
        lines += case.get("rounds", 0) * [f"{tag} {colour}" for colour in order for tag in ("TURN", "END")]
        if case.get("turn"):
            for colour in order[: order.index(case["turn"])]:
                lines += [f"TURN {colour}", f"END {colour}"]
            lines.append(f"TURN {case['turn']}")
    header = [
        '[Notation "rgn 1"]', f'[Variant "{case.get("variant", variant)}"]',
        *(f'[{NAMES[colour]} "p_{colour}"]' for colour in sorted(order, key="RBGYNV".index)),
        f'[Completeness "{case.get("completeness", "full")}"]', '[Provenance "synthetic"]', *case.get("headers", []),
    ]  # fmt: skip
    events = [re.sub(r"\$(\d+)", lambda found: str(len(lines) + int(found[1])), line) for line in case["events"]]
    return "\n".join([*header, "", *lines, *events]) + "\n", len(lines)


def first_leg_of(variant: str, case: dict[str, Any]) -> Game | None:
    """The first game of the match, of which nothing but the seats is recorded; None where the case names none."""
    if "first_leg" not in case:
        return None
    headers = [line.replace('[Leg "2"]', '[Leg "1"]') for line in case.get("headers", [])]
    first = {**case, "bare": True, "headers": headers, "events": [f"ORDER * {' '.join(case['first_leg'])}"]}
    return read(text_of(variant, first)[0], "first leg").games[0]


def rules_of(game: Game, case: dict[str, Any]) -> RuleSet:
    """The rule-set of the case's header, with the case's own objectives where it gives some."""
    rules = ruleset_for_game(game)
    if "goals" not in case:
        return rules
    goals = {name: [board("eg").index(code) for code in codes.split()] for name, codes in case["goals"].items()}
    return RuleSet.from_resolved({**rules.content, "goals": goals})


def differing(verdicts: list[Verdict], before: int, judged_under: str) -> str:
    """What a failing case prints: the edition, and each verdict of the case's own events, as `expect` counts them."""
    rows = [
        f"event {verdict.event - before}  {verdict.rule_id}  {verdict.verdict}  {verdict.says}"
        for verdict in verdicts
        if verdict.event > before
    ]
    hint = 'a case that holds another edition or alternative names it: variant = "ID@1" or "ID@1 + NAME"'
    return "\n".join([f"judged under {judged_under}; {hint}; its verdicts:", *(rows or ["none"])])


@pytest.mark.parametrize(("file", "cases"), by_file(collected()))
def test_cases(file: Path, cases: list[tuple[int, dict[str, Any]]]) -> None:
    check_each(file, cases, check)


def check(file: Path, case: dict[str, Any]) -> None:
    """Fails unless the judgement of a case is what the case expects."""
    text, before = text_of(variant_of(file), case)
    reading = read(text, file.name)
    assert [problem.text("en") for problem in reading.problems] == []
    rules = rules_of(reading.games[0], case)
    judgement = judge(reading.games[0], rules, "en", first_leg_of(variant_of(file), case))
    wanted = {(row["event"], row["rule_id"], row.get("verdict", "illegal")) for row in case.get("expect", [])}
    got = {
        (verdict.event - before, verdict.rule_id, verdict.verdict)
        for verdict in judgement.verdicts
        if verdict.event > before
    }
    got = {found for found in got if found[2] == "illegal" or found in wanted}
    assert got == wanted, differing(judgement.verdicts, before, rules.id)
    for row in case.get("expect", []):
        stated = [
            v.facts for v in judgement.verdicts if (v.event - before, v.rule_id) == (row["event"], row["rule_id"])
        ]
        assert any(row.get("facts", {}).items() <= facts.items() for facts in stated), stated
    for verdict in judgement.verdicts:  # as the archive tells it again, from what it kept
        assert stored_sentence(rules, verdict.to_json(), "en") == (verdict.says, verdict.reading)
    for verdict in judgement.verdicts:
        told = explain(verdict, {})
        assert told.follows and told.clause and "?" not in told.recorded + told.due + told.follows, (verdict, told)
    stop = judgement.impossible["event"] - before if judgement.impossible else 0
    assert stop == case.get("impossible", 0)
    for colour, points in case.get("scores", {}).items():
        assert judgement.scores[colour]["points"] == points
    for colour, points in case.get("ranking", {}).items():
        assert judgement.scores[colour]["ranking"] == points
    if "ranking_line" in case:
        cited = {line["rule_id"] for entry in judgement.scores.values() for line in entry["ranking_account"]}
        assert cited == {case["ranking_line"]}
    for key, value in case.get("end", {}).items():
        assert dict(judgement.end)[key] == value
    for land, place in case.get("final", {}).items():
        assert list(judgement.final[land]) == place


def test_a_failing_case_lists_the_verdicts_of_its_own_events() -> None:
    case = {
        "turn": "R",
        "board": ["R ALA 4"],
        "before": ["PUT G ALA:1"],
        "events": ["PUT R ALA:1", "ATT R ALA>BRA 3v1 -0-1"],
    }
    text, before = text_of("monopoli@1", case)
    game = read(text).games[0]
    verdicts = judge(game, ruleset_for_game(game), "en").verdicts
    assert any(verdict.event <= before for verdict in verdicts)
    heading, *rows = differing(verdicts, before, "monopoli@1").splitlines()
    assert heading.startswith("judged under monopoli@1; ") and 'variant = "ID@1"' in heading
    own = [verdict for verdict in verdicts if verdict.event > before]
    assert own and len(rows) == len(own)
    for row, verdict in zip(rows, own, strict=True):
        assert row.split()[:4] == ["event", str(verdict.event - before), verdict.rule_id, verdict.verdict]
    assert differing([], before, "monopoli@1").endswith("none")


def test_every_key_of_a_case_is_known() -> None:
    """A misspelt key would be ignored."""
    found = [problem for file in sorted(CASES.glob("*/*.toml")) for problem in problems(file)]
    assert found == [], "\n".join(found)


def test_a_wrong_key_is_named_with_its_file_and_case(tmp_path: Path) -> None:
    file = tmp_path / "MON-14_dice.toml"
    case = '[[case]]\nsays = "fewer dice"\nevents = []\n'
    file.write_text(f'ordr = "RB"\n{case}{case}rst = "N"\nrest_armies = "3"\n[[case]]\nbare = true\nturn = "R"\n'
                    'expect = [{ event = 1, rule = "MON-14" }]\n', "utf-8")  # fmt: skip
    assert problems(file) == [
        'MON-14_dice.toml: unknown key "ordr"; is it "order"?',
        'MON-14_dice.toml, case 2: unknown key "rst"; is it "rest"?',
        'MON-14_dice.toml, case 2: "rest_armies" is str, not int',
        'MON-14_dice.toml, case 3: "says" is missing',
        'MON-14_dice.toml, case 3: "events" is missing',
        'MON-14_dice.toml, case 3: "turn" has no effect in a bare case',
        'MON-14_dice.toml, case 3: expect: unknown key "rule"; is it "rule_id"?',
        'MON-14_dice.toml, case 3: expect: "rule_id" is missing',
    ]


def test_a_case_has_the_settings_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('order = "RB"\nrest = "N"\n[[case]]\nevents = []\n[[case]]\nevents = []\nrest = "B"\n', "utf-8")
    assert cases_of(file) == [{"order": "RB", "rest": "N", "events": []}, {"order": "RB", "rest": "B", "events": []}]


def test_the_page_explains_every_key_of_a_case() -> None:
    page = (Path(__file__).parent.parent / "docs" / "developers" / "cases.md").read_text("utf-8")
    explained = {key for cell in re.findall(r"^\| (`[^|]+) \|", page, re.M) for key in re.findall(r"`([a-z_]+)`", cell)}
    assert explained == {*SETTINGS, *OWN}
