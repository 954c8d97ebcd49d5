"""rules, diff and --under as people and scripts use them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]
SAMPLE = samples()["monopoli-serata.rgn"].decode()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.rgn").write_text(SAMPLE)

    def call(*args: str, lang: str = "en") -> Result:
        return CliRunner().invoke(plancia, ["--lang", lang, *args])

    return call


def test_rules_names_rule_and_cases_of_every_clause(run: Run) -> None:
    rows = json.loads(run("rules", "--variant", "monopoli", "--json").stdout)
    keys = {"rule_id", "document", "line", "says", "rule", "variant", "cases", "status"}
    assert keys <= set(rows[0]) and {row["variant"] for row in rows} == {"monopoli@1"}
    dice = next(row for row in rows if "attack.dice_not_fewer" in row["rule"])
    assert (dice["rule_id"], dice["line"], dice["status"]) == ("MON-15", 12, "checked")
    assert dice["cases"] == ["tests/cases/monopoli/MON-14_dice.toml"]


def test_rules_of_one_document_or_edition(run: Run) -> None:
    rows = json.loads(run("rules", "--document", "000", "--json").stdout)
    assert {row["variant"] for row in rows} == {"rcm@1"}
    assert run("rules", "--variant", "rcm@1", "--format", "csv").stdout.startswith("rule_id,document,line,says")
    for wrong in (("--variant", "rcm@7"), ("--variant", "nope"), ("--document", "999")):
        result = run("rules", *wrong)
        assert result.exit_code == 1 and "no clause for" in result.stderr
    assert "nessuna clausola" in run("rules", "--variant", "nope", lang="it").stderr
