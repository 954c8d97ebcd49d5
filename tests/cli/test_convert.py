"""`plancia convert` and `plancia export` to forms that are not the notation."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_data import samples

Run = Callable[..., Result]
GAMES = Path(__file__).resolve().parents[1] / "games"
SAMPLE = samples()["monopoli-serata.rgn"]
OPEN = "".join(line for line in SAMPLE.decode().splitlines(keepends=True)
               if not line.startswith(("OVER", "SCORE", "CERT", "[Result")))  # fmt: skip


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("good.rgn").write_bytes(SAMPLE)
    Path("open.rgn").write_text(OPEN, "utf-8")

    def invoke(*words: str, lang: str = "en") -> Result:
        return CliRunner().invoke(plancia, ["--archive", "plancia.db", "--lang", lang, *words])

    return invoke


def test_movetext_is_written_in_both_languages_and_is_not_read_back(run: Run) -> None:
    game = str(GAMES / "torneo" / "end-roll.rgn")
    for lang, words in (("en", "Setup"), ("it", "Preparazione")):
        assert run("convert", game, "--to", "movetext", "-o", f"{lang}.txt", lang=lang).exit_code == 0
        assert words in Path(f"{lang}.txt").read_text("utf-8")
    for command in (("import", "en.txt"), ("convert", "en.txt"), ("judge", "it.txt")):
        refused = run(*command)
        assert refused.exit_code == 1 and "movetext" in refused.stderr, refused.output


def test_an_open_game_keeps_its_hidden_values_in_movetext_alone(run: Run) -> None:
    told = run("convert", "open.rgn", "--to", "movetext")
    assert told.exit_code == 0 and "open.rgn: the game is not over" in told.stderr
    assert (
        "Objectives:" in told.stdout and told.stdout.count("a hidden objective") >= 2 and "Elephant" not in told.stdout
    )
    assert told.stdout.endswith("*\n") and "hidden card" in told.stdout
    whole = run("convert", "open.rgn")
    assert "elefante" in whole.stdout and "not over" not in whole.stderr


def test_exported_movetext_has_references_or_names(run: Run) -> None:
    assert run("import", "good.rgn").exit_code == 0
    plain = run("export", "--all", "--form", "movetext").stdout
    assert '[Red "p_' in plain and "Anna" not in plain and "Red (" not in plain
    named = run("export", "serata-1", "--form", "movetext", "--names").stdout
    assert '[Red "Anna"]' in named and "Red (Anna)" in named and "p_" not in named
    stored = run("convert", "serata-1", "--to", "movetext").stdout
    assert stored == plain


def test_engines_are_written_and_read_back_from_the_command_line(run: Run) -> None:
    for name, kind in (("dom-ic-02", "domination"), ("pyrisk-1", "pyrisk"), ("rrl-official-x1", "risiko-rl")):
        game = GAMES / "imported" / f"{name}.rgn"
        assert run("convert", str(game), "--to", kind, "-o", f"{name}.log").exit_code == 0
        assert run("convert", f"{name}.log").stdout == game.read_text("utf-8")


def test_what_a_format_cannot_carry_is_listed_and_dropped_on_request_alone(run: Run) -> None:
    game = str(GAMES / "torneo" / "end-roll.rgn")
    for lang, words in (("en", "with --lossy"), ("it", "con --lossy")):
        refused = run("convert", game, "--to", "risiko-rl", "-o", "x.jsonl", lang=lang)
        assert refused.exit_code == 1 and words in refused.stderr and not Path("x.jsonl").exists()
        assert re.search(r"ROLL \(\w+:\w+ 1:11 2:12\)\n", refused.stderr)
    listed = run("convert", game, "--to", "risiko-rl", "--lossy", "-o", "x.jsonl")
    assert listed.exit_code == 0 and "not carried over" in listed.stderr and Path("x.jsonl").exists()
    rows = [json.loads(line) for line in run("convert", game, "--to", "risiko-rl", "--json").stderr.splitlines()[:-1]]
    assert {"file", "event", "line", "code", "blocking", "says"} == set(rows[0]) and rows[0]["event"] == 0
    blocked = run("convert", str(GAMES / "monopoli" / "world.rgn"), "--to", "pyrisk", "--lossy")
    assert blocked.exit_code == 1 and blocked.stdout == "" and "the rest would be false" in blocked.stderr


def test_an_engine_format_holds_one_game_and_no_hidden_value(run: Run) -> None:
    Path("two.rgn").write_text(SAMPLE.decode() + "\n" + OPEN, "utf-8")
    two = run("convert", "two.rgn", "--to", "domination")
    assert two.exit_code == 1 and "one game" in two.stderr
    hidden = run("convert", "open.rgn", "--to", "risiko-rl", "--lossy")
    assert (
        hidden.exit_code == 1 and "hidden until the game is over" in hidden.stderr and "elefante" not in hidden.output
    )


def test_a_folder_with_an_unreadable_file_gives_the_rest_and_exit_code_1(run: Run) -> None:
    Path("f").mkdir()
    Path("f/a.rgn").write_bytes(SAMPLE)
    assert run("convert", "f", "-o", "out.rgn").exit_code == 0
    Path("f/cut.jsonl").write_text('{"n":0,"ev":"header","order":["ROS', "utf-8")
    for command in (("convert", "f", "-o", "out.rgn"), ("judge", "f"), ("score", "f")):
        result = run(*command)
        assert result.exit_code == 1 and "f/cut.jsonl:1" in result.stderr.replace("\\", "/"), command
    assert Path("out.rgn").read_bytes() == SAMPLE


def test_a_file_that_is_too_large_once_unpacked_is_refused_in_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("large.rgn.gz").write_bytes(gzip.compress(SAMPLE))
    monkeypatch.setattr("plancia_archive.importers.MAX_BYTES", 10)
    for command in ("convert", "judge"):
        refused = run(command, "large.rgn.gz")
        assert refused.exit_code == 1 and isinstance(refused.exception, SystemExit)
        assert "large.rgn.gz: more than 10 bytes" in refused.stderr


def test_a_link_is_written_through(run: Run) -> None:
    Path("there").mkdir()
    Path("link.rgn").symlink_to(Path("there") / "kept.rgn")
    assert run("convert", "good.rgn", "-o", "link.rgn").exit_code == 0
    assert Path("link.rgn").is_symlink() and Path("there/kept.rgn").read_bytes() == SAMPLE


def test_a_text_that_is_no_notation_is_not_told_line_by_line(run: Run) -> None:
    Path("log.txt").write_text("abc def\n" * 50, "utf-8")
    for lang in ("it", "en"):
        refused = run("convert", "log.txt", lang=lang)
        assert refused.exit_code == 1 and refused.stderr.count("log.txt:") <= 4 and "(?)" not in refused.stderr
    Path("partly.txt").write_text("TURN R\n" + "abc def\n" * 5, "utf-8")
    assert run("convert", "partly.txt").stderr.count("partly.txt:") >= 5
