"""Files as people hand them over: however they are spelt, with lines that nobody can read, with names half right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive import ArchiveError
from plancia_cli.main import plancia
from plancia_data import objectives
from plancia_events import read
from plancia_replay import RuleSetError, load_ruleset, ruleset_for_game

FOLDER = Path(__file__).parent.parent / "conformance"
TOLERANT = FOLDER / "valid" / "tolerant.rgn"
HEAD = '[notation "rgn 1"]\n[variant "eg"]\n[Red "a"]\n[Blue "b"]\n[Completeness "turns-only"]\n[Provenance "live"]\n\n'


def run(*args: str, lang: str = "en") -> Any:
    return CliRunner().invoke(plancia, ["--lang", lang, *args])


def test_p1_a_tolerant_file_is_read_by_every_command(tmp_path: Path) -> None:
    wanted = read(TOLERANT.read_bytes()).games[0].text()
    assert run("convert", str(TOLERANT)).stdout == wanted
    for command in (["judge"], ["score"], ["events"], ["state", "--at", "1"], ["show", "--at", "1"]):
        result = run(command[0], str(TOLERANT), *command[1:])
        assert result.stdout and "cannot tell" not in result.stderr, command
    file = tmp_path / "t.rgn"
    file.write_text(HEAD + "turn rosso\nfine rosso\n", "utf-8")
    result = run("import", str(file), "--archive", str(tmp_path / "a.db"))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_p3_what_convert_writes_every_command_reads(tmp_path: Path, form: str) -> None:
    made = tmp_path / f"g.{form}"
    assert run("convert", str(TOLERANT), "--to", form, "-o", str(made)).exit_code == 0
    for command in (["judge", "--json"], ["events", "--json"], ["state", "--at", "2"]):
        one, other = (json.loads(run(command[0], str(file), *command[1:]).stdout) for file in (TOLERANT, made))
        for found in (one, other):
            if isinstance(found, dict):
                found.pop("game")
                for verdict in [*found.get("verdicts", ()), found.get("impossible") or {}]:
                    verdict.pop("line", None)
        assert one == other, command
    assert run("convert", str(made)).stdout == run("convert", str(TOLERANT)).stdout


def test_p4_problems_show_their_codes() -> None:
    wanted = json.loads((FOLDER / "malformed" / "names.json").read_text("utf-8"))["read"]["problems"]
    told = run("convert", str(FOLDER / "malformed" / "names.rgn")).stderr.splitlines()
    places = [line for line in told if "names.rgn:" in line]
    assert len(places) == len(wanted)
    for line, problem in zip(places, wanted, strict=True):
        assert f":{problem['line']}:{problem['column']}: " in line and line.endswith(f"[{problem['code']}]")


def test_p6_state_takes_the_kind_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("; Round 1\nTURN R\n", "utf-8")
    assert run("state", str(file), "--at", "1").exit_code == 1
    for command in (["state", "--at", "0"], ["show"], ["events"], ["score"], ["judge"], ["convert"]):
        result = run(command[0], str(file), "--from", "rgn", *command[1:])
        assert "is missing" in result.output and "cannot tell" not in result.output, command


def test_p2_territories_dealt_to_the_table_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.rgn"
    file.write_text(HEAD + "DEAL * SIA armies=2\nTURN R\n", "utf-8")
    result = run("state", str(file), "--at", "1")
    assert result.exit_code == 1 and "[dealt]" in result.stderr and json.loads(result.stdout)["board"] == {}


def test_judge_does_not_say_that_nothing_is_wrong_under_lines_it_could_not_read(tmp_path: Path) -> None:
    file = tmp_path / "x.rgn"
    clean = HEAD.replace("turns-only", "result-only")
    file.write_text(clean + "OVER * agreement\n", "utf-8")
    assert "  no findings\n" in run("judge", str(file)).stdout
    file.write_text(clean + "FOO R\nOVER * agreement\n", "utf-8")
    result = run("judge", str(file))
    assert result.exit_code == 1 and "  no findings\n" not in result.stdout and "not understood" in result.stdout
    found = json.loads(run("judge", str(file), "--json").stdout)
    assert [problem["code"] for problem in found["problems"]] == ["tag"]
    assert "nessun rilievo\n" not in run("judge", str(file), lang="it").stdout


def test_commands_that_show_a_game_tell_what_they_could_not_read() -> None:
    file = str(FOLDER / "malformed" / "numbers-kept.rgn")
    for command in (["events"], ["state", "--at", "1"], ["show"], ["score"]):
        result = run(command[0], file, *command[1:])
        assert result.exit_code == 1 and "[land]" in result.stderr, command
    rows = json.loads(run("events", file, "--json").stdout)
    assert [row["event"] for row in rows if row["kind"] == "infraction"] == [5]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_letters_of_colours_are_explained_under_what_shows_them(lang: str) -> None:
    file = str(FOLDER / "valid" / "italian.rgn")
    green = {"it": "G verde", "en": "G green"}[lang]
    for command in (["judge"], ["score"], ["show", "--at", "3"], ["judge", "--under", "torneo"],
                    ["events"], ["score", "--format", "table"]):  # fmt: skip
        told = run(command[0], file, *command[1:], lang=lang).stdout.splitlines()
        assert green in told[-1] and sum(green in line for line in told) == 1, command
    for command in (["events", "--no-headers"], ["events", "--format", "csv"], ["events", "--json"],
                    ["odds", "3", "2"]):  # fmt: skip
        named = [file] if command[0] == "events" else []
        assert green not in run(command[0], *named, *command[1:], lang=lang).stdout


def test_objectives_of_a_variant() -> None:
    rows = json.loads(run("objectives", "torneo", "--json").stdout)
    assert [row["number"] for row in rows] == list(range(1, 17)) and {row["points"] for row in rows} == {86}
    assert (rows[6]["objective"], rows[12]["name"]) == ("befana", "Cold war")
    assert json.loads(run("objectives", "--json").stdout) == json.loads(run("objectives", "torneo16", "--json").stdout)
    fir = json.loads(run("objectives", "firenze@1", "--json", lang="it").stdout)
    assert [row["objective"] for row in fir] == [goal["id"] for goal in objectives("firenze8")]
    assert fir[1]["name"] == "Da Perù a India" and len(fir[1]["territories"]) == fir[1]["count"] == 15
    assert "Aragosta e pesciolino" in run("objectives", "monopoli", lang="it").stdout
    assert run("objectives", "pyrisk").exit_code == 1 and "monopoli" in run("objectives", "monopoly").stderr


@pytest.mark.parametrize(
    ("args", "meant"),
    [(["jugde", "x"], "'judge'"), (["covert", "x"], "'convert'"), (["judge", "x.rgn", "--varint", "eg"], "'--variant'"),
     (["variants", "monopoly"], "monopoli"), (["variants", "rcm@1 + no-strp"], "no-strip")],
)  # fmt: skip
def test_near_misses_of_commands_variants_and_options(args: list[str], meant: str) -> None:
    assert f"Did you mean {meant}" in run(*args).output
    assert f"Forse {meant}" in run(*args, lang="it").output


def test_near_misses_of_statistics_and_systems() -> None:
    for code, name, known, meant in (("no-statistic", "whatif", "throws, what-if", "what-if"),
                                     ("system", "monpoli", "monopoli, rcm", "monopoli")):  # fmt: skip
        error = ArchiveError(code, f"{name} ({known})")
        assert error.text("it").endswith(f"Forse {meant}?") and error.text("en").endswith(f"Did you mean {meant}?")


def test_near_misses_of_options_of_rules() -> None:
    game = read(HEAD.replace('"eg"', '"monopoli@1"').replace("[Red", '[Option "limit.armies.mos=2"]\n[Red')).games[0]
    known = {f"{name}.{key}" for clause in load_ruleset("monopoli@1").clauses for name in clause["use"]
             for key in clause["use"][name]}  # fmt: skip
    assert known
    with pytest.raises(RuleSetError) as caught:
        ruleset_for_game(game)
    assert caught.value.code == "option-unknown"
    for wrong, code in (("eg@1", "objectives-unknown"), ("eg@1", "board-unknown")):
        with pytest.raises(RuleSetError) as caught:
            load_ruleset(wrong, {"objectives": "torneo61"} if code[0] == "o" else {"board": "egg"})
        assert caught.value.code == code and caught.value.near


def test_headers_of_the_command_line_are_read_as_those_of_a_file(tmp_path: Path) -> None:
    sheet = tmp_path / "r.csv"
    sheet.write_text("giocatore,punti,tavolo\nAnna,31,1\nUgo,20,1\n", "utf-8")
    asked = ["--header", "variante=Monopoli@1", "--header", "Data=27/11/2026"]
    made = read(run("convert", str(sheet), *asked).stdout).games[0]
    assert (made.header("Variant"), made.header("Date")) == ("monopoli@1", "2026-11-27")
    assert run("convert", str(sheet), "--header", "Varant=x").exit_code == 1
    assert run("convert", str(sheet), *asked[:2], "--header", "Team=xy").exit_code == 1
