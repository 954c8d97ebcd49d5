"""The command line as people and scripts use it: output, exit codes, languages, bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import COMMANDS, plancia
from plancia_data import samples
from tests.command_server import client_command

SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.rgn").write_text(SAMPLE)
    (tmp_path / "faulty.rgn").write_text(FAULTY)

    def call(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(plancia, ["--lang", "en", *args], input=stdin)

    return call


def process(*args: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*client_command(), *args],
        cwd=cwd, text=True, capture_output=True, env={**os.environ, **env},
    )  # fmt: skip


def test_every_command_has_help_with_an_example(run) -> None:  # type: ignore[no-untyped-def]
    for name in COMMANDS:
        result = run(name, "--help")
        assert result.exit_code == 0 and "Example" in result.output, name


def test_judge_names_the_illegal_move_with_its_rule(run) -> None:  # type: ignore[no-untyped-def]
    assert run("judge", "good.rgn").exit_code == 0
    result = run("judge", "faulty.rgn")
    assert result.exit_code == 3
    assert "attacks Peru from Venezuela with 1 die: fewer than the 3 that the defence may throw" in result.output
    assert "MON-15 (004_2d02180a63ad5a95.txt:12)" in result.output
    assert "faulty.rgn:40: event 28" in result.output


def test_judge_json_has_the_public_form(run) -> None:  # type: ignore[no-untyped-def]
    result = run("judge", "faulty.rgn", "--json")
    data = json.loads(result.stdout)
    assert {"game", "variant", "completeness", "events", "verdicts", "end", "final"} <= set(data)
    assert {"hands", "scores", "declared", "kernel"} <= set(data)
    verdict = data["verdicts"][0]
    assert set(verdict) == {"event", "line", "rule", "rule_id", "verdict", "kind", "says", "facts", "cite"}
    assert verdict["rule_id"] == "MON-15" and verdict["facts"]["needed"] == 3
    assert data["final"]["CIN"] == ["R", 3] and data["hands"]["R"] == ["BRA"]
    assert data["kernel"] in ("pure", "compiled")


def test_malformed_files_are_reported_in_full(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bad.rgn").write_text(SAMPLE + "FOO\nTURN G\nPUT G XXX+1\n")
    result = run("judge", "bad.rgn")
    assert result.exit_code == 1
    assert "bad.rgn:37:1" in result.output and "bad.rgn:39:7" in result.output
    assert run("import", "bad.rgn").exit_code == 1
    assert json.loads(run("list", "--json").stdout) == []


def test_unknown_variants_and_options_are_one_sentence(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "v.rgn").write_text(SAMPLE.replace("monopoli@1", "monopolli@1"))
    result = run("judge", "v.rgn")
    assert result.exit_code == 1 and "unknown variant 'monopolli'" in result.output
    (tmp_path / "o.rgn").write_text(SAMPLE.replace("[Event", '[Option "limit.armiess.most=3"]\n[Event'))
    result = run("judge", "o.rgn")
    assert result.exit_code == 1 and "option not valid" in result.output
    assert run("judge", "good.rgn", "--variant", "rcm@9").exit_code == 1
    assert run("judge", "nothing.rgn").exit_code == 1
    assert run("judge").exit_code == 2


def test_keep_list_show_export_verify(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("import", "good.rgn", "faulty.rgn").exit_code == 0
    rows = json.loads(run("list", "--json").stdout)
    assert [row["illegal"] for row in rows] == [0, 1]
    assert [(row["clean"], row["winners"], row["declared"]) for row in rows] == [(True, [], {}), (False, [], {})]
    assert [row["game"] for row in json.loads(run("list", "--illegal", "--json").stdout)] == [rows[1]["game"]]
    assert len(json.loads(run("list", "--player", "anna", "--json").stdout)) == 2
    assert run("judge", rows[1]["game"]).exit_code == 3
    assert run("show", "serata-1").exit_code == 1 and "several games" in run("show", "serata-1").output
    assert "China" in run("show", rows[0]["game"], "--at", "20").output
    assert run("show", rows[0]["game"], "--at", "9999").exit_code == 1
    drawn = run("show", rows[0]["game"], "--event", "20", "--svg")
    assert drawn.exit_code == 0 and drawn.stdout.startswith("<svg") and 'id="b-CIN"' in drawn.stdout
    state = json.loads(run("state", "good.rgn", "--at", "0", "--json").stdout)
    assert state["board"] == {} and state["event"] == 0
    exported = run("export", "--all", "-o", "out.rgn")
    assert exported.exit_code == 0
    text = (tmp_path / "out.rgn").read_text()
    assert "Anna" not in text and "Anna" in run("export", rows[0]["game"], "--names").output
    assert run("--archive", "second.db", "import", "out.rgn").exit_code == 0
    assert run("--archive", "second.db", "export", "--all", "-o", "again.rgn").exit_code == 0
    assert (tmp_path / "again.rgn").read_text() == text
    assert run("verify").exit_code == 0
    assert run("rebuild").exit_code == 0


def test_stdin_broken_pipe_and_languages(tmp_path: Path) -> None:
    (tmp_path / "f.rgn").write_text(FAULTY)
    done = subprocess.run(
        [sys.executable, "-m", "plancia_cli", "--lang", "it", "judge", "-"],
        input=FAULTY, cwd=tmp_path, text=True, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 3 and "attacca Perù da Venezuela con 1 dado" in done.stdout
    pipe = f"{sys.executable} -m plancia_cli board --json | head -1"
    assert subprocess.run(pipe, shell=True, cwd=tmp_path, capture_output=True, text=True).stderr == ""
    assert process("--version", cwd=tmp_path).stdout.startswith("plancia 0.")
    assert process("verify", cwd=tmp_path).returncode == 1


def test_board_and_variants(run) -> None:  # type: ignore[no-untyped-def]
    board = json.loads(run("board", "--json").stdout)
    assert len(board) == 42 and sum(len(land["borders"]) for land in board) == 164
    assert "board no-meo-egi: the document does not name it, and it is assumed" in run("variants", "firenze").output
    assert "firenze, firk, rcm, uno-contro-uno" in run("board", "--board", "no-meo-egi").output.splitlines()[-1]
    shown = run("variants", "monopoli")
    assert shown.exit_code == 0 and all(f"MON-{n:02}" in shown.output for n in range(1, 29))
    assert run("variants", "nope").exit_code == 1


HEADS = (
    '[Notation "rgn 1"]\n{rules}\n[Red "r"]\n[Blue "b"]\n[Completeness "full"]\n[Provenance "sheet"]\n\nORDER * R B\n'
)


def test_a_variant_is_read_in_capitals_too(tmp_path: Path) -> None:
    file = tmp_path / "game.rgn"
    file.write_text(HEADS.format(rules='[Variant "RCM@1 + Final-Garrison"]'))
    result = CliRunner().invoke(plancia, ["--lang", "en", "judge", str(file)])
    assert "rcm@1 + final-garrison, 2 events" in result.stdout and result.stderr == ""


@pytest.mark.parametrize(
    ("rules", "column", "says"),
    [
        ('[Variant "rcm_1"]', 11, "value \"rcm_1\" not valid: monopoli@1 + ..."),
        ('[Variant "eg@1"]\n[Option "limit.armies.most=1"]\n[Option "limit.armies.most=2"]', 2,
         "option given twice with another value: 'limit.armies.most=2' after 'limit.armies.most=1'"),
    ],
)  # fmt: skip
def test_a_game_whose_rules_are_not_understood_is_not_judged(
    tmp_path: Path, rules: str, column: int, says: str
) -> None:
    file = tmp_path / "game.rgn"
    file.write_text(HEADS.format(rules=rules))
    line = 1 + len(rules.splitlines())
    for call in (["judge"], ["score"], ["judge", "--under", "monopoli@1"]):
        result = CliRunner().invoke(plancia, ["--lang", "en", *call, str(file)])
        assert result.exit_code == 1 and result.stdout == ""
        assert f"game.rgn:{line}:{column}: {says}" in result.stderr and "game.rgn: not judged:" in result.stderr
    told = CliRunner().invoke(plancia, ["--lang", "it", "judge", str(file)]).stderr
    assert "non giudicata: non si sa con quali regole" in told
    with_variant = CliRunner().invoke(plancia, ["judge", "--variant", "monopoli@1", str(file)])
    assert "monopoli@1" in with_variant.stdout


def test_a_game_whose_options_exclude_each_other_is_an_error_of_its_file_alone(tmp_path: Path) -> None:
    clash = "options capitals, objective-cards of rcm@3 replace the same clause and cannot be chosen together"
    for name, variant in (("a", "rcm@3"), ("b", "rcm@3 + capitals + objective-cards"), ("c", "rcm@3")):
        (tmp_path / f"{name}.rgn").write_text(HEADS.format(rules=f'[Variant "{variant}"]'))
    files = ("a.rgn", "b.rgn", "c.rgn")
    told = process("--lang", "en", "judge", *files, cwd=tmp_path)
    assert told.returncode == 1 and f"b.rgn: {clash}\nb.rgn: not judged:" in told.stderr
    assert "a.rgn: rcm@3, " in told.stdout and "c.rgn: rcm@3, " in told.stdout and "b.rgn" not in told.stdout
    for command in ("judge", "score"):
        done = process("--lang", "en", command, "--json", *files, cwd=tmp_path)
        first, second, third = (json.loads(line) for line in done.stdout.splitlines())
        assert done.returncode == 1 and (first["game"], third["game"]) == ("a.rgn", "c.rgn")
        (problem,) = second["problems"]
        assert second["file"] == problem["file"] == "b.rgn"
        assert (problem["code"], problem["detail"]) == ("alternatives-clash", clash)
    compared = process("--lang", "en", "judge", "--under", "rcm@2", *files, cwd=tmp_path)
    assert compared.returncode == 1 and clash in compared.stderr and "c.rgn: rcm@3" in compared.stdout
    assert process("judge", "--variant", "rcm@3", *files, cwd=tmp_path).stdout.count(".rgn: rcm@3") == 3


def test_an_option_told_twice_alike_is_one(tmp_path: Path) -> None:
    file = tmp_path / "game.rgn"
    file.write_text(HEADS.format(rules='[Variant "monopoli@1"]\n' + 2 * '[Option "clock.minutes.minutes=90"]\n'))
    assert "option given twice" not in CliRunner().invoke(plancia, ["--lang", "en", "judge", str(file)]).stderr
