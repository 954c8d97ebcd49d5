"""score and judge show no figure that hangs on what the record lacks, and say what it lacks."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture
def hidden(tmp_path: Path) -> str:
    """A game in which Red's objective is hidden."""
    text = (GAMES / "monopoli" / "end-roll.rgn").read_text("utf-8")
    made = tmp_path / "hidden.rgn"
    made.write_text(text.replace("OBJ R giraffa", "OBJ R ???"), "utf-8")
    return str(made)


def run(*args: str, lang: str = "en") -> Result:
    return CliRunner().invoke(plancia, ["--lang", lang, *args])


def test_score_says_which_points_are_not_decidable_and_why(hidden: str) -> None:
    shown = run("score", hidden)
    assert shown.exit_code == 0, "what cannot be decided does not differ"
    assert "  R not decidable (declared 20): the record hides the objective of Red\n" in shown.stdout
    ranking = "      ranking not decidable: hangs on points that cannot be decided (Red)\n"
    assert "  B 18 (declared 18)\n" + ranking in shown.stdout
    assert "  G 17 (declared 17)\n      ranking 17\n" in shown.stdout and "R 0" not in shown.stdout
    italian = run("score", hidden, "--explain", lang="it").stdout
    assert "  R non decidibile (dichiarati 20): il verbale nasconde l'obiettivo di Rosso\n" in italian
    assert "classifica non decidibile: dipende da punti non decidibili (Rosso)" in italian


def test_no_winner_is_shown_who_hangs_on_points_not_decidable(hidden: str) -> None:
    judged = run("judge", hidden, "-v", "torneo").stdout
    assert "winner: not decidable\n  R not decidable, declared 20: the record" in judged
    under = run("score", hidden, "--under", "torneo").stdout
    assert "end: end roll, not decidable | end roll, not decidable" in under and "decidable, B" not in under
    assert "  R not decidable | not decidable: the record hides the objective of Red\n" in under


def test_an_objective_that_other_rules_do_not_have_is_told() -> None:
    shown = run("score", str(GAMES / "firenze" / "arbiter-die.rgn"), "--under", "torneo", "--explain")
    why = "the record names an objective of Red (fir-2) that is not in the list in play"
    assert f"R 336 | not decidable: {why}\n" in shown.stdout
    end = "arbiter's die, B | arbiter's die (as recorded, not by the rules), not decidable"
    assert end in shown.stdout
    assert "FIR-2" in shown.stdout, "the account of the decided side is shown"


def test_json_and_rows_have_no_number_for_what_is_open_and_carry_the_mark(hidden: str) -> None:
    data = json.loads(run("score", hidden, "--json").stdout)
    assert data["scores"]["R"] == {"points": None, "account": [], "ranking": None, "ranking_account": []}
    assert data["scores"]["B"]["points"] == 18 and data["scores"]["B"]["ranking"] is None
    assert data["end"]["undecidable"] == ["R"]
    assert [(entry["player"], entry["of"]) for entry in data["undecidable"]] == [
        ("R", ["points", "ranking"]), ("B", ["ranking"]), ("V", ["ranking"]),
    ]  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(run("score", hidden, "--format", "csv").stdout)))
    assert {row["colour"]: row["undecidable"] for row in rows} == {
        "R": "points ranking", "B": "ranking", "G": "", "Y": "", "V": "ranking",
    }  # fmt: skip
    assert [row["points"] for row in rows if row["colour"] in "RB"] == ["", "18"]
    beside = list(csv.DictReader(io.StringIO(run("score", hidden, "--under", "torneo", "--format", "csv").stdout)))
    assert [row["undecidable"] for row in beside] == ["recorded under", "", "", "", ""]
    assert (beside[0]["recorded"], beside[0]["under"]) == ("", "")
    assert json.loads(run("score", str(GAMES / "monopoli" / "end-roll.rgn"), "--json").stdout)["undecidable"] == []


@pytest.mark.parametrize(("game", "assumed", "headers"), [
    ("stucchi/extra-turns.rgn",
     "the Middle East and Egypt border each other (STU-01) and that a strip begins at any territory beside the area of "
     "the objective (STU-38)", '[Board "eg"] [Option "score.area.anchor=area"]'),
    ("firenze/objective.rgn",
     "the Middle East and Egypt do not border each other (FIR-06) and that a territory has one class, the highest "
     "(FIR-26)", '[Board "no-meo-egi"] [Option "score.classes.stack=none"]'),
    ("uno-contro-uno/end-roll.rgn",
     "the Middle East and Egypt do not border each other (ONE-01)", '[Board "no-meo-egi"]'),
    ("monopoli/end-roll.rgn", "", ""),
])  # fmt: skip
def test_points_say_what_they_are_counted_on(game: str, assumed: str, headers: str) -> None:
    """In words, and on a line of its own by which header it is settled."""
    listed = json.loads(run("score", str(GAMES / game), "--json").stdout)["assumptions"]
    assert [entry["rule_id"] for entry in listed] == re.findall(r"\(([A-Z]+-\d+)\)", assumed)
    for command in ("score", "judge"):
        lines = run(command, str(GAMES / game)).stdout.splitlines()
        told = [lines[place : place + 2] for place, line in enumerate(lines) if "points counted" in line]
        assert told == ([[f"  points counted supposing that {assumed}: no document says it, and the header changes it",
                          f"      settled by the header: {headers}"]] if assumed else [])  # fmt: skip


@pytest.mark.parametrize(("lang", "scored", "judged", "other"), [
    ("it", "  N 216,5 (dichiarati 216)", "  N 216,5 dichiarati 216", r"\d\.\d"),
    ("en", "  N 216.5 (declared 216)", "  N 216.5 declared 216", r"\d,\d"),
])  # fmt: skip
def test_points_have_the_decimal_mark_of_the_language(lang: str, scored: str, judged: str, other: str) -> None:
    """In the lines of points, of accounts and of odds, as in sentences."""
    game = str(GAMES / "firenze" / "faults.rgn")
    lines = run("score", game, "--explain", lang=lang).stdout.splitlines()
    assert scored in lines and judged in run("judge", game, lang=lang).stdout.splitlines()
    lines += run("odds", "5", "3", lang=lang).stdout.splitlines()
    assert [line for line in lines if re.search(other, line)] == []


def test_a_header_settles_what_the_points_are_counted_on(tmp_path: Path) -> None:
    text = (GAMES / "stucchi" / "extra-turns.rgn").read_text("utf-8")
    settled = tmp_path / "settled.rgn"
    settled.write_text(text.replace("[Comp", '[Board "eg"]\n[Option "score.area.anchor=area"]\n[Comp'), "utf-8")
    assert "assum" not in run("score", str(settled)).stdout


def test_a_tie_at_the_top_names_who_is_level_and_who_decides(tmp_path: Path) -> None:
    """No document of Monopoli divides them, and the five points of the winner wait for it (004 line 28)."""
    board = "N3B3G3R3G3B3G3R3B3G3G3R3R3N3N3R3G3R3N3B3R3G3N3N3R3R3R3N3G3G3B3R3G3R3R3R3R3B3N3G3G3B3"
    head = '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "a"]\n[Blue "b"]\n[Green "c"]\n[Black "d"]\n'
    objectives = "OBJ R elvis\nOBJ B letto\nOBJ G befana\nOBJ N guerra-fredda\n"
    game = tmp_path / "tie.rgn"
    game.write_text(f'{head}[Completeness "final-board"]\n[Provenance "sheet"]\n\nORDER * R B G N\n{objectives}'
                    f"CHECK * {board}\nOVER * agreement\n", "utf-8")  # fmt: skip
    tie = "agreement; level at the top Red, Green: the rules do not say who wins, the organisers decide; winner: -"
    assert tie in run("score", str(game)).stdout
    judged = run("judge", str(game))
    assert tie in judged.stdout and judged.exit_code == 0
    assert "pari in testa Rosso, Verde: le regole non dicono chi vince" in run("score", str(game), lang="it").stdout


def test_a_ranking_that_is_only_the_table_points_is_not_told() -> None:
    """Where nobody withdrew 000 has no ranking points (line 22); 004 has a bonus for the winner."""
    assert "ranking" not in run("score", str(GAMES / "rcm" / "end-roll-end-roll.rgn"), "--explain").stdout
    assert "ranking" in run("score", str(GAMES / "monopoli" / "end-roll.rgn"), "--explain").stdout
