"""docs/rgn/editor: the grammar colours what the reader reads, and the extension for VS Code finds its files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_cli.main import plancia
from plancia_events import Problem, read
from plancia_events.kinds import KINDS
from plancia_events.text.event_text import MAX_NOTE_LENGTH
from tests.grammar.editor import PARTS, page
from tests.grammar.textmate import Token, tokens

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "rgn" / "editor"
GAMES = sorted((ROOT / "tests" / "games").rglob("*.rgn"))
SUITE = sorted((ROOT / "tests" / "conformance").rglob("*.rgn"))
TOLD_BY_COLOUR = ("tag", "actor", "header-unknown", "comment", "time")  # codes of what a grammar can see on a line


@cache
def grammar() -> dict[str, Any]:
    """The grammar of the folder."""
    return dict(json.loads((FOLDER / "rgn.tmLanguage.json").read_text("utf-8")))


def load(name: str) -> Any:
    """A JSON file of the folder."""
    return json.loads((FOLDER / name).read_text("utf-8"))


def problems(path: Path) -> tuple[list[str], dict[int, Problem]]:
    """The lines of a text, and the first problem of each line that has one."""
    data = path.read_bytes()
    found = {}
    for problem in reversed(read(data).problems):
        found[problem.line] = problem
    return data.decode("utf-8-sig", errors="replace").split("\n"), found


@cache
def coloured(line: str) -> list[Token]:
    """The tokens of a line."""
    return tokens(grammar(), line)


def wrong(line: str) -> list[Token]:
    """The tokens that the grammar calls invalid."""
    return [token for token in coloured(line) if token[2][-1].startswith("invalid.")]


def plain(line: str) -> list[str]:
    """The words of a line that no rule colours."""
    found = [line[start:end].strip() for start, end, scopes in coloured(line)
             if scopes[-1].startswith(("meta.", "source."))]  # fmt: skip
    return [word for word in found if word]


def test_grammar_is_made_from_the_declarations() -> None:
    """The file is what the reader's declarations give; every part of every kind has its rules."""
    assert (FOLDER / "rgn.tmLanguage.json").read_text("utf-8") == page(), "run `python3 run.py make`"
    assert {type(part) for kind in KINDS for part in kind.SYNTAX} <= set(PARTS), (
        "add the part to PARTS of tests/grammar/editor.py"
    )


def test_tokens_are_the_whole_line() -> None:
    """Tokens follow one another without a gap, with the scope of the language first."""
    for line in GAMES[0].read_text("utf-8").split("\n"):
        made = tokens(grammar(), line)
        assert "".join(line[start:end] for start, end, _ in made) == line
        assert all(scopes[0] == "source.rgn" for _, _, scopes in made)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(ROOT / "tests")))
def test_canonical_games_are_coloured_whole(path: Path) -> None:
    """In a canonical game every word of every line has a colour and nothing is called invalid."""
    reading = read(path.read_bytes())
    lines = "\n".join(game.text() for game in reading.games).split("\n")
    assert lines and not reading.problems
    assert {line: plain(line) for line in lines if plain(line)} == {}
    assert [line for line in lines if wrong(line)] == []


def test_valid_lines_of_the_suite_are_not_called_invalid() -> None:
    """What the tolerant reader reads without a problem is invalid in no place: names, small letters, blanks."""
    called = []
    for path in SUITE:
        lines, found = problems(path)
        called += [(path.name, line) for number, line in enumerate(lines, 1) if number not in found and wrong(line)]
    assert len(SUITE) > 200 and called == []


def test_what_a_grammar_can_see_is_called_invalid() -> None:
    """Unknown tags and headers, actors, comments and times are invalid where the reader has its problem."""
    seen = []
    for path in SUITE:
        lines, found = problems(path)
        for number, problem in found.items():
            if problem.code in TOLD_BY_COLOUR and len(problem.source) <= MAX_NOTE_LENGTH:
                places = [(start, end) for start, end, _ in wrong(lines[number - 1])]
                is_placed = problem.code != "comment"  # a brace too many may stand before the one that is told
                assert any(not is_placed or start <= problem.column - 1 < end for start, end in places), (
                    path.name,
                    problem,
                )
                seen.append(problem.code)
    assert set(seen) == set(TOLD_BY_COLOUR)


def test_an_argument_of_another_kind_has_no_colour() -> None:
    """Only the arguments of the kind are coloured."""
    assert plain("OVER * points winner=R") == [] and plain("TURN R winner=B") == ["winner=B"]
    assert plain("CLAIM R risiko") == [] and plain("CLAIM R frozen") == ["frozen"]
    assert plain("FIX A 12 OCC R CIN>SIA 3 @21:10 {seen}") == []


def test_extension_names_its_files() -> None:
    """What package.json contributes is there, and the scope is that of the grammar."""
    contributes = load("package.json")["contributes"]
    (language,), (one,) = contributes["languages"], contributes["grammars"]
    assert language["extensions"] == [".rgn"] and one["language"] == language["id"]
    assert one["scopeName"] == grammar()["scopeName"]
    assert (FOLDER / one["path"]).is_file() and (FOLDER / language["configuration"]).is_file()
    assert load("language-configuration.json")["comments"] == {"lineComment": ";"}
    assert "dependencies" not in load("package.json") and "scripts" not in load("package.json")


def test_problem_matchers_read_what_lint_prints(tmp_path: Path) -> None:
    """Each problem and each departure of `plancia lint` is found with its place, its words and its code."""
    matchers = {one["name"]: one for one in load("package.json")["contributes"]["problemMatchers"]}
    text = GAMES[0].read_text("utf-8").replace("\nTURN ", "\nturn ", 1).replace("\nEND ", "\nENDE ", 1)
    file = tmp_path / "a game.rgn"
    file.write_text(text, "utf-8")
    for lang in ("it", "en"):
        printed = CliRunner().invoke(plancia, ["--lang", lang, "lint", str(file)]).output
        rows = json.loads(CliRunner().invoke(plancia, ["--lang", lang, "lint", "--json", str(file)]).output)
        assert {row["kind"] for row in rows} == {"problem", "form"}
        for kind, name in (("problem", "plancia-lint"), ("form", "plancia-lint-form")):
            pattern = matchers[name]["pattern"]
            found = [match for line in printed.splitlines() if (match := re.match(pattern["regexp"], line))]
            wanted = [(row["file"], str(row["line"]), row["code"]) for row in rows if row["kind"] == kind]
            assert [(m[pattern["file"]], m[pattern["line"]], m[pattern["code"]]) for m in found] == wanted
            if kind == "problem":
                assert [m[pattern["column"]] for m in found] == [
                    str(row["column"]) for row in rows if row["kind"] == kind
                ]


def test_the_readme_shows_what_lint_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed lines of README.md are those of the file above them."""
    shown = (FOLDER / "README.md").read_text("utf-8")
    text, printed = (shown.partition(f"```{mark}\n")[2].partition("```")[0] for mark in ("rgn", "text"))
    monkeypatch.chdir(tmp_path)
    Path("partita.rgn").write_text(text, "utf-8")
    assert CliRunner().invoke(plancia, ["--lang", "en", "lint", "partita.rgn"]).output == printed


def test_task_of_the_readme_uses_the_matchers() -> None:
    """tasks.json runs `plancia lint` with the matchers of package.json."""
    (task,) = load("tasks.json")["tasks"]
    names = {"$" + one["name"] for one in load("package.json")["contributes"]["problemMatchers"]}
    assert set(task["problemMatcher"]) == names and task["args"][-2:] == ["lint", "${file}"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_engine_of_vs_code_gives_the_same_tokens() -> None:
    """vscode-textmate, where it is installed, splits every line of games and suite as the test's own reading does."""
    lines = sorted(
        {
            line
            for path in (*GAMES, *SUITE)
            for line in problems(path)[0]
            if line.isprintable() and max(line, default="") < "\U00010000"
        }
    )
    asked = subprocess.run(
        ["node", str(ROOT / "tests/grammar/textmate.mjs"), str(FOLDER / "rgn.tmLanguage.json")],
        input=json.dumps(lines), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "Cannot find module 'vscode-" in asked.stderr:
        pytest.skip("needs vscode-textmate and vscode-oniguruma (npm install; NODE_PATH)")
    assert asked.returncode == 0, asked.stderr
    for line, given in zip(lines, json.loads(asked.stdout), strict=True):
        own = [(start, end, list(scopes)) for start, end, scopes in tokens(grammar(), line)]
        assert joined(own, line) == joined(given, line), line


def joined(made: list[Any], line: str) -> list[tuple[str, list[str]]]:
    """Text and scopes of tokens, neighbours with the same scopes as one."""
    texts: list[tuple[str, list[str]]] = []
    for start, end, scopes in made:
        if texts and texts[-1][1] == scopes:
            texts[-1] = (texts[-1][0] + line[start:end], scopes)
        else:
            texts.append((line[start:end], scopes))
    return texts
