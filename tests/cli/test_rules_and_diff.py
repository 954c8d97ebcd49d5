"""rules, diff and --under as people and scripts use them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_cli.rules import COLUMN_WIDTHS
from plancia_data import messages, samples
from tests.case_files import newest

Run = Callable[..., Result]
SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"
GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.rgn").write_text(SAMPLE)
    (tmp_path / "faulty.rgn").write_text(FAULTY)
    (tmp_path / "bad.rgn").write_text(SAMPLE + "FOO\n")
    (tmp_path / "target.rgn").write_bytes((GAMES / "rcm" / "target.rgn").read_bytes())

    def call(*args: str, lang: str = "en") -> Result:
        return CliRunner().invoke(plancia, ["--lang", lang, *args])

    return call


def test_rules_names_rule_and_cases_of_every_clause(run: Run) -> None:
    rows = json.loads(run("rules", "--variant", "monopoli", "--json").stdout)
    keys = {"rule_id", "document", "line", "says", "rule", "variant", "cases", "status"}
    assert keys <= set(rows[0]) and {row["variant"] for row in rows} == {newest("monopoli")}
    dice = next(row for row in rows if "attack.dice_not_fewer" in row["rule"])
    assert (dice["rule_id"], dice["line"], dice["status"]) == ("MON-15", 12, "checked")
    assert "tests/cases/monopoli/MON-14_dice.toml" in dice["cases"]


def test_the_table_of_rules_shows_cases_and_variant_and_fits() -> None:
    for lang in ("it", "en"):
        told = CliRunner().invoke(plancia, ["--lang", lang, "rules"]).stdout.splitlines()
        assert told[0].split() == [messages("columns", lang)[name] for name in COLUMN_WIDTHS]
        assert max(map(len, told)) <= 190
        first = next(line for line in told if line.startswith("MON-15 "))
        assert first.split()[:5] == ["MON-15", newest("monopoli"), "004", "12", "checked"] and "MON-14_dice" in first
    plain = CliRunner().invoke(plancia, ["rules", "-v", "monopoli", "--no-headers"]).stdout.splitlines()
    assert plain[0].startswith("MON-") and max(map(len, plain)) <= 190


def test_rules_of_one_document_or_edition(run: Run) -> None:
    rows = json.loads(run("rules", "--document", "000", "--json").stdout)
    assert {row["variant"] for row in rows} == {newest("rcm")}
    assert run("rules", "--variant", newest("rcm"), "--format", "csv").stdout.startswith("rule_id,document,line,says")
    for wrong in (("--variant", "rcm@99"), ("--variant", "nope"), ("--document", "999")):
        result = run("rules", *wrong)
        assert result.exit_code == 1 and "no clause for" in result.stderr
    assert "nessuna clausola" in run("rules", "--variant", "nope", lang="it").stderr


def test_judge_under_tells_where_two_variants_part(run: Run) -> None:
    result = run("judge", "faulty.rgn", "--under", "eg@1")
    assert result.exit_code == 3
    assert "the first difference is at event 28: ATT G VEN>PER 2:321 -1-0" in result.stdout
    assert "MON-15 (004_2d02180a63ad5a95.txt:12)" in result.stdout
    assert "la prima differenza" in run("judge", "faulty.rgn", "--under", "eg@1", lang="it").stdout
    data = json.loads(run("judge", "faulty.rgn", "--under", "eg@1", "--json").stdout)
    assert (data["first"]["event"], [verdict["rule_id"] for verdict in data["lost"]]) == (28, ["MON-15"])


def test_judge_under_the_same_rules_is_clean(run: Run) -> None:
    result = run("judge", "faulty.rgn", "--under", "monopoli@1")
    assert result.exit_code == 0 and "no difference" in result.stdout
    other = run("judge", "faulty.rgn", "--variant", "eg@1", "--under", "eg@1")
    assert other.exit_code == 0 and "eg@1, and under eg@1" in other.stdout


def test_score_under_looks_at_the_figures_alone(run: Run) -> None:
    assert run("score", "good.rgn", "--under", "monopoli@1").exit_code == 0
    result = run("score", "target.rgn", "--under", "monopoli@1", "--explain")
    assert result.exit_code == 3 and "Y 151 | not decidable: the record" in result.stdout
    assert "ranking 151 | not decidable" in result.stdout  # rules with objectives, and a record without
    assert "RCM-46 (000_611a646c0929773c.txt:25)" in result.stdout
    assert "RCM-46" not in run("score", "target.rgn", "--under", "monopoli@1").stdout


@pytest.mark.parametrize("command", ["judge", "score"])
def test_under_does_not_hide_lines_that_are_not_understood(run: Run, command: str) -> None:
    result = run(command, "bad.rgn", "--under", "monopoli@1")
    assert result.exit_code == 1 and "bad.rgn:37:1" in result.stderr
    assert run(command, "bad.rgn").exit_code == 1
    wrong = run(command, "good.rgn", "--under", "nope@1")
    assert wrong.exit_code == 1 and "unknown variant" in wrong.stderr


def test_the_graver_code_wins_whatever_the_order(run: Run) -> None:
    assert run("judge", "bad.rgn", "faulty.rgn").exit_code == 1
    assert run("judge", "faulty.rgn", "bad.rgn").exit_code == 1
    assert run("judge", "faulty.rgn", "good.rgn").exit_code == 3


def test_diff_cites_both_sides(run: Run) -> None:
    result = run("diff", "rcm@1", "rcm@1 + cards-to-eliminator")
    assert result.exit_code == 0
    assert "< RCM-29 (000_611a646c0929773c.txt:20) [elimination.cards_to_deck]" in result.stdout
    assert "> RCM-29a (000_611a646c0929773c.txt:21) [cards.before_attack]" in result.stdout
    assert "except_elimination: no | yes" in result.stdout
    assert "borders: - | EGI-MEO" in run("diff", "rcm", "monopoli").stdout
    assert "confini: - | EGI-MEO" in run("diff", "rcm", "monopoli", lang="it").stdout
    data = json.loads(run("diff", "monopoli", "torneo", "--json").stdout)
    assert {"first", "second", "setting", "only_first", "only_second", "changed"} == set(data)


def test_diff_of_equal_unknown_or_impossible_variants(run: Run) -> None:
    assert "no difference" in run("diff", "eg", "eg@1").stdout
    wrong = run("diff", "eg", "nope")
    assert wrong.exit_code == 1 and "unknown variant 'nope'" in wrong.stderr
    assert run("diff", "eg", "rcm@1 + objective-double").exit_code == 1
    assert run("diff", "eg").exit_code == 2
