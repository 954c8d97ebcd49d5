"""plancia stats: the filters, the answer in full, and the question what if."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.statistics import REGISTERED, columns_of
from plancia_cli.main import plancia
from plancia_data import editions, messages, variant_ids
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stats") / "a.db"
    archive = Archive.open(path, create=True)
    for seed in range(3):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    archive.add_game(generate(GameSpec("rcm@1 + no-strip", 0)))
    archive.close()
    return path


def run(file: Path, *words: str) -> Result:
    every = ["--all-provenances"] if words else []
    asked = ["--lang", "en", "-a", str(file), "stats", *words, *every]
    return CliRunner().invoke(plancia, asked, catch_exceptions=False)


@pytest.mark.parametrize("name", REGISTERED)
def test_every_statistic_prints(file: Path, name: str) -> None:
    result = run(file, name, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["games"] == 4 and answer["qualified"] + sum(answer["left_out"].values()) == 4
    assert run(file, name, "--format", "csv").exit_code == 0


@pytest.mark.parametrize(("words", "games"), [
    (("--option", "no-strip"), 1), (("--edition", "1"), 4), (("--club", "Milano"), 0), (("--tournament", "gara"), 0),
    (("--no-illegal",), 4), (("--illegal",), 0), (("--player", "synthetic-R", "--seat", "9"), None),
    (("--variant", "monopoli", "--until", "1999-12-31"), 0),
])  # fmt: skip
def test_filters(file: Path, words: tuple[str, ...], games: int | None) -> None:
    result = run(file, "lengths", "--json", *words)
    if games is None:
        assert result.exit_code == 2
    else:
        assert json.loads(result.stdout)["games"] == games


@pytest.mark.parametrize("form", ["csv", "tsv", "table"])
def test_without_rows_the_columns_are_told(file: Path, tmp_path: Path, form: str) -> None:
    def first(head: str) -> tuple[str, ...]:
        titles = [messages("columns", lang)[name] for name in (head, "player_name") for lang in ("it", "en")]
        return tuple(titles) if form == "table" else (head,)

    mark = {"csv": ",", "tsv": "\t", "table": None}[form]
    for name in REGISTERED:
        said = run(file, name, "--until", "1999-12-31", "--format", form).stdout.splitlines()
        some = run(file, name, "--format", form).stdout.splitlines()
        assert len(said) == (2 if form == "table" else 1) and said[0].startswith(first(columns_of(name)[0])), name
        assert not some[len(said) :] or said[0].split(mark) == some[0].split(mark), name
        assert run(file, name, "--until", "1999-12-31", "--format", form, "--no-headers").stdout == ""
    run(file, "lengths", "--illegal", "--format", form, "-o", str(tmp_path / "x"))
    assert (tmp_path / "x").read_text("utf-8-sig").startswith(first("what"))
    listed = CliRunner().invoke(plancia, ["-a", str(file), "list", "--until", "1999-12-31", "--format", form])
    assert listed.stdout.startswith(first("game"))
    client = create_app(file).test_client()
    for name in REGISTERED:
        empty, full = (client.get(f"/api/v1/statistics/{name}.csv{more}").text for more in ("?until=1999-12-31", ""))
        assert empty.count("\n") == 1 and full.startswith(empty), name
    assert client.get("/api/v1/games.csv?until=1999-12-31").get_data(as_text=True).startswith("\ufeffgame,")


def test_what_if(file: Path) -> None:
    result = run(file, "what-if", "--under", "torneo@1", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0 and answer["judged"] == 4
    rows = {row["what"]: row for row in answer["rows"]}
    assert rows["same"]["games"] < 4 and 0 <= rows["same"]["low"] <= rows["same"]["share"] <= rows["same"]["high"] <= 1
    lines = run(file, "what-if", "--under", "torneo@1", "--format", "csv").stdout.splitlines()
    assert lines[0] == "what,rule,findings,games,undecided,decided,share,low,high" and lines[1].startswith("same,,,")
    assert len(lines) == 1 + len(answer["rows"]) + len(answer["rules"])
    assert json.loads(run(file, "what-if", "--under", "torneo@1", "--limit", "2", "--json").stdout)["judged"] == 2


def test_what_if_refuses(file: Path) -> None:
    assert run(file, "what-if").exit_code == 2
    missing = run(file, "what-if", "--under", "nothing@1")
    assert missing.exit_code == 1 and "nothing" in missing.stderr
    assert "what-if" in run(file).stdout and "what-if" in run(file, "--format", "csv").stdout


def test_an_edition_that_no_variant_has_is_refused_with_those_there_are(file: Path) -> None:
    numbers = ", ".join(
        map(str, sorted({number for name in variant_ids() if name != "record" for number in editions(name)}))
    )
    monopoli = ", ".join(f"monopoli@{number}" for number in editions("monopoli"))
    for words, told in (
        (("--edition", "99"), f"edition=99 ({numbers})"),
        (("--variant", "monopoli@99"), f"variant=monopoli@99 ({monopoli})"),
        (("--variant", "monopoli@1 + no-strip"), "(monopoli@1, monopoli@1 + rcm:no-strip)"),
    ):  # fmt: skip
        for command in (("list",), ("stats", "lengths")):
            done = CliRunner().invoke(plancia, ["--lang", "en", "-a", str(file), *command, *words])
            assert done.exit_code == 2 and told in " ".join(done.stderr.split()), done.stderr
    assert "what-if" in CliRunner().invoke(plancia, ["-a", str(file), "stats", "nope"]).stderr


def test_what_a_statistic_says_is_in_the_language_asked_for(file: Path) -> None:
    client = create_app(file).test_client()
    for lang in ("it", "en"):
        words = ["-a", str(file), "--lang", lang, "stats"]
        told = json.loads(CliRunner().invoke(plancia, [*words, "--format", "json"]).stdout)
        served = client.get(f"/api/v1/statistics?lang={lang}&limit=100").get_json()["items"]
        assert len(told) == len(served) == len(REGISTERED) + 1
        for item in (*told, *served):
            assert item["says"] == item["meaning"][lang] and item["meaning"]["it"] != item["meaning"]["en"]
    tags = {client.get(f"/api/v1/statistics?lang={lang}").headers["ETag"] for lang in ("it", "en")}
    assert len(tags) == 2, "an answer kept in one language is not taken for the other"


@pytest.mark.parametrize("name", ["records", "lengths", "dice-by-source", "what-if", "dice"])
def test_coded_values_of_statistics_have_words(file: Path, name: str) -> None:
    under = ("--under", "torneo@1") if name == "what-if" else ()
    rows = json.loads(run(file, name, *under, "--json").stdout)["rows"]
    heads = ("record", "kind", "what", "source", "test")
    coded = {f"{head}={row[head]}" for row in rows for head in heads if row.get(head)}
    for lang in ("it", "en"):
        assert coded and coded <= messages("columns", lang).keys()
