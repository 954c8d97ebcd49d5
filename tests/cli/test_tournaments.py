"""The commands of a tournament that the season does not need, and what people mistype."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]
NAMES = ["Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", "Gaia", "Ugo"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.rgn").write_bytes(samples()["monopoli-serata.rgn"])

    def call(*args: str, lang: str = "en", stdin: str | None = None) -> Result:
        words = ["tournament", *args] if args[0] not in ("append", "import", "init", "verify", "judge") else list(args)
        return CliRunner().invoke(plancia, ["--lang", lang, *words], input=stdin)

    assert call("create", "t", "--system", "torneogufo", "--club", "Gufo").exit_code == 0
    for team, names in (("Rossi", NAMES[:2]), ("Verdi", NAMES[2:7])):
        assert call("enter", "t", *names, "--team", team).exit_code == 0
    assert call("enter", "t", "Ugo").exit_code == 0
    return call


def told(run: Run, *args: str, code: int = 1) -> str:
    """The sentence of a refusal, which is another one in Italian."""
    english, italian = run(*args), run(*args, lang="it")
    assert (english.exit_code, italian.exit_code) == (code, code), english.output
    assert english.output != italian.output and "p_" not in english.output + italian.output
    return english.output


def test_a_drawing_is_shown_and_then_kept(run: Run) -> None:
    shown = run("draw", "t", "--seed", "2")
    assert shown.exit_code == 0 and json.loads(run("show", "t").output)["rounds"] == 0
    assert run("draw", "t", "--seed", "2", "--keep").stdout == shown.stdout
    assert "round 1: 1..2" not in run("draw", "t", "--seed", "2").output
    assert "table 1/A is formed already" in told(run, "draw", "t", "--round", "1", "--keep")
    rows = json.loads(run("draw", "t", "--absent", "Ugo", "--sizes", "4+3", "--format", "json").output)
    assert [(row["table"], len(row["seats"])) for row in rows] == [("A", 4), ("B", 3)]
    assert "Ugo" not in {name for row in rows for name in row["seats"]}
    assert "5 / 8" in told(run, "draw", "t", "--sizes", "5")
    assert "Zoe" in told(run, "draw", "t", "--absent", "Zoe")


def play(run: Run) -> None:
    """One round: 12.4, 7.2, 5.1, 3 and 12.2, 12.2, 5.1, 1 with a negative last."""
    assert run("table", "t", "1", "A", *NAMES[:4]).exit_code == 0
    assert run("table", "t", "1", "B", *NAMES[4:]).exit_code == 0
    assert run("result", "t", "1", "A", "Anna=40", "Bruno=20", "Gino=10", "Nadia=0").exit_code == 0
    assert run("result", "t", "1", "B", "Ezio=20", "Fabia=20", "Gaia=10", "Ugo=-1").exit_code == 0


def test_teams_lots_and_the_national_ranking(run: Run) -> None:
    play(run)
    teams = json.loads(run("standings", "t", "--teams", "--format", "json").output)
    assert [(row["team"], row["total"], row["wins"], row["names"]) for row in teams] == [
        ("Verdi", "37.6", 2, NAMES[2:7]), ("Rossi", "19.6", 1, NAMES[:2]),
    ]  # fmt: skip
    assert "Verdi" in run("standings", "t", "--teams").output
    rows = json.loads(run("standings", "t", "--format", "json").output)
    assert [(row["pos"], row["name"], row["total"]) for row in rows[:3]] == [
        (1, "Anna", "12.4"), (2, "Ezio", "12.2"), (2, "Fabia", "12.2"),
    ]  # fmt: skip
    assert run("lot", "t", "Fabia", "Ezio", "--why", "die 6 against 1").exit_code == 0
    table = run("standings", "t").output
    assert table.index("Fabia") < table.index("Ezio") and "lot: 2 against 1" in table
    assert "sorteggio: 2 contro 1" in run("standings", "t", lang="it").output
    assert "twice" not in told(run, "lot", "t", "Ezio") and "Ezio" in told(run, "lot", "t", "Ezio")
    national = json.loads(run("national", "t", "--class", "master", "--tables", "10", "--format", "json").output)
    assert [row["points"] for row in national[:3]] == ["528.000", "398.128", "378.712"]
    assert "campionato" in told(run, "national", "t", "--class", "fiera")


def test_tables_are_taken_back_and_a_closed_tournament_reopened(run: Run) -> None:
    play(run)
    assert run("check", "t").exit_code == 0 and "no findings" in run("check", "t").output
    assert run("result", "t", "1", "B", "Ezio=1", "Fabia=2", "Gaia=3", "Ugo=4", "--replace").exit_code == 0
    kept = json.loads(run("log", "t", "--format", "json").output)
    results = [row["fields"] for row in kept if row["kind"] == "result" and "table: B" in row["fields"]]
    assert len(results) == 2 and "Ezio=20" in results[0] and re.search(r"Ezio=1\b", results[1])
    assert [row["event"] for row in kept] == list(range(1, len(kept) + 1)) and "none" in told(run, "log", "none")
    assert run("remove", "t", "1", "B", "formed by mistake").exit_code == 0
    assert "1/B" in told(run, "remove", "t", "1", "B", "again")
    assert run("table", "t", "1", "B", *NAMES[4:]).exit_code == 0
    assert run("close", "t").output.endswith("table 1/B: there is no result yet\n")
    assert "reopen" in told(run, "adjust", "t", "Anna", "1", "late")
    assert run("reopen", "t", "table B was not typed in").exit_code == 0
    found = run("check", "t", "--json")
    assert found.exit_code == 3 and json.loads(found.output) == [
        {"code": "missing", "where": "1/B", "text": "table 1/B: there is no result yet"}
    ]
    assert run("adjust", "t", "--round", "1", "--", "Anna", "-2.5", "late").exit_code == 0
    assert "--again" in told(run, "adjust", "t", "--", "Anna", "-2.5", "late")
    assert run("adjust", "t", "--again", "--", "Anna", "-2.5", "late").exit_code == 0
    rows = json.loads(run("standings", "t", "--format", "json").output)
    assert {row["name"]: row["total"] for row in rows}["Anna"] == "7.4"


def test_what_people_mistype(run: Run, tmp_path: Path) -> None:
    play(run)
    assert "Anna" in told(run, "result", "t", "1", "A", "Anna", code=2)
    assert "Anna=2" in told(run, "result", "t", "1", "A", "Anna=1", "Anna=2", code=2)
    assert "1/A" in told(run, "result", "t", "1", "A", "Anna=1", "Bruno=2", "Gino=3", "Nadia=4")
    assert run("result", "t", "1", "A", "Anna=1", "Bruno=2,5", "Gino=3", "Nadia=4", "--replace").exit_code == 0
    assert "nothing" in told(run, "enter", "nothing", "Anna") and "Anna" in told(run, "enter", "t", "Anna")
    assert "T!" in told(run, "create", "T!", "--system", "open")
    assert "none" in told(run, "create", "x", "--system", "none")
    assert "exists already" in told(run, "create", "t", "--system", "open")
    assert "9" in told(run, "standings", "t", "--round", "9") and "none" in told(run, "report", "none")
    assert "1..2" in told(run, "table", "t", "7", "A", *NAMES[:4])
    elsewhere = CliRunner().invoke(plancia, ["-a", "other.db", "tournament", "enter", "t", "Anna"])
    assert elsewhere.exit_code == 1 and not (tmp_path / "other.db").exists(), "a mistyped archive is not made"


def test_a_sheet_is_tried_loaded_once_and_replaced(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "r.csv"
    sheet.write_text("turno;tavolo;giocatore;punti\n1;A;anna;40\n1;A;Bruno;20,5\n1;A;Zoe;3\n", "utf-8")
    assert run("load", "t", "r.csv", "--dry-run").exit_code == 0
    assert json.loads(run("show", "t").output)["rounds"] == 0
    assert run("load", "t", "r.csv").output.startswith("tables 1, new entrants 1\n")
    assert "1/A" in told(run, "load", "t", "r.csv", "--dry-run") and "r.csv" in told(run, "load", "t", "r.csv")
    sheet.write_text(sheet.read_text("utf-8").replace("20,5", "21"), "utf-8")
    assert run("load", "t", "r.csv", "--replace").exit_code == 0
    rows = {row["name"]: row["total"] for row in json.loads(run("standings", "t", "--format", "json").output)}
    assert rows["Bruno"] == "7.1575", "21 x 3/4 hundredths at a table of three"
    sheet.write_text("turno;tavolo;giocatore;punti\n1;A;anna;x\n", "utf-8")
    assert "2" in told(run, "load", "t", "r.csv")


def test_lines_are_appended_to_a_game(run: Run, tmp_path: Path) -> None:
    assert run("import", "s.rgn").exit_code == 0
    version = Archive.open("plancia.db").version(Archive.open("plancia.db").game_ids()[0])
    (tmp_path / "more.rgn").write_text("TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nEND G\n", "utf-8")
    assert run("append", "serata-1", "--file", "more.rgn", "--expect", str(version)).exit_code == 0
    assert str(version + 4) in told(run, "append", "serata-1", "NOTE A {x}", "--expect", str(version))
    done = run("append", "serata-1", "--json", "TURN N", "REIN N 3+0+0=4")
    assert done.exit_code == 3 and json.loads(done.output)["version"] == version + 6, "an illegal line is kept and told"
    wrong = told(run, "append", "serata-1", "FOO", "PUT N XXX+1")
    assert "FOO" in wrong or "1:1" in wrong
    assert run("append", "serata-1", "-f", "-", stdin="PUT N ARG+3\n").exit_code == 3
    assert run("append", "serata-1").exit_code == 2 and run("append", "nothing", "END N").exit_code == 1
    assert run("verify").exit_code == 0


def test_seats_change_and_a_draw_is_taken_back(run: Run) -> None:
    def seats(table: str) -> list[str]:
        tables = {one["table"]: one["names"] for one in json.loads(run("show", "t").output)["tables"]}
        return list(tables[table])

    assert run("table", "t", "1", "A", *NAMES[:4]).exit_code == 0
    assert run("table", "t", "1", "B", *NAMES[4:7]).exit_code == 0
    assert run("seat", "t", "1", "--player", "Anna", "--instead", "Ezio").output.startswith("round 1: seats changed")
    assert (seats("A"), seats("B")) == (["Ezio", *NAMES[1:4]], ["Anna", *NAMES[5:7]])
    assert run("seat", "t", "1", "--table", "B", "--instead", "Zoe", "--enters").exit_code == 0
    assert run("seat", "t", "1", "--player", "Nadia", "--leaves").exit_code == 0
    assert (seats("A"), seats("B")) == (["Ezio", *NAMES[1:3]], ["Anna", *NAMES[5:7], "Zoe"])
    assert "Nadia sits at no table" in told(run, "seat", "t", "1", "--player", "Nadia", "--instead", "Ugo")
    assert "Nadia has left" in told(run, "seat", "t", "1", "--player", "Anna", "--instead", "Nadia")
    assert "--table" in told(run, "seat", "t", "1", code=2)
    assert "--player" in told(run, "seat", "t", "1", "--player", "Anna", "--table", "B", code=2)
    assert "round 1" in told(run, "seat", "t", "1", "--player", "Anna", "--seen", "9")
    assert "round 2" in told(run, "undraw", "t", "2", "--why", "x")
    assert run("undraw", "t", "1", "--why", "two came late").exit_code == 0
    assert json.loads(run("show", "t").output)["rounds"] == 0


def test_a_tournament_is_hidden_renamed_and_dated(run: Run) -> None:
    assert run("rename", "t", "Coppa").exit_code == 0 and run("schedule", "t", "1", "2026-12-03T21:00").exit_code == 0
    shown = json.loads(run("show", "t").output)
    assert (shown["title"], shown["schedule"]) == ("Coppa", [{"round": 1, "when": "2026-12-03T21:00"}])
    assert "2026-02-30" in told(run, "schedule", "t", "1", "2026-02-30")
    assert run("schedule", "t", "1").exit_code == 0 and json.loads(run("show", "t").output)["schedule"] == []
    assert run("hide", "t", "opened twice").exit_code == 0
    assert json.loads(run("list", "--json").output) == [] and "Coppa" in run("list", "--hidden").output
    assert "show it again" in told(run, "enter", "t", "Zoe") and json.loads(run("show", "t").output)["hidden"]
    assert run("unhide", "t").exit_code == 0 and "Coppa" in run("list").output
    assert "not hidden" in told(run, "unhide", "t")
