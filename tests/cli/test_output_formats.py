"""Every command that prints rows prints them in every form, under the same names; no command is left out."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import plancia_data
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_cli.support.filter_options import FILTER_FIELDS
from plancia_cli.support.printing import Printer
from plancia_data import messages, samples
from tests.cli.conftest import publish_few_pages
from tests.command_server import client_command

Run = Callable[..., Result]
SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"
LONG = "Associazione Culturale Ludica del Comprensorio Padano Orientale e delle Valli di Comacchio e Argenta"

# What to ask of each command that prints rows, on the archive of `club`.
ASKED: dict[str, list[str]] = {
    "append": ["serata-1", "--file", "more.txt"], "backup": ["b.zip"], "board": [],
    "conformance": ["--with", f"{sys.executable} -m plancia_cli conformance-driver", "--texts", "."],
    "corrections": ["corrected.rgn"],
    "demo": ["-a", "made.db"], "dispute list": [], "fsck": [], "diff": ["monopoli", "torneo"],
    "dump": ["out"], "events": ["faulty.rgn"],
    "generate": ["-v", "eg@1", "--faults"], "glossary": [], "health": [],
    "import": ["faulty.rgn"], "merged list": [], "merged show": ["tournament:t2"], "judge": ["faulty.rgn"],
    "lint": ["untidy.rgn"],
    "list": [], "objectives": ["firenze"], "odds": ["5", "3"], "person list": [], "rules": ["--variant", "monopoli"],
    "clock": [], "publish": ["site"],
    "score": ["faulty.rgn", "--explain"], "search": ["--position", "CIN=x>=1"], "show": ["good.rgn"],
    "state": ["good.rgn", "--at", "20"], "stats": ["throws"], "token list": [], "token refusals": [],
    "tournament check": ["t"], "tournament crosstable": ["t"], "tournament draw": ["t", "--sizes", "2"],
    "tournament list": [], "tournament log": ["t"], "tournament national": ["t", "--class", "open"],
    "tournament show": ["t"], "tournament standings": ["t"],
    "tournament systems": [], "variants": [], "verdicts": [], "verify": [],
}  # fmt: skip
GROWING_OR_NESTED = ("append", "corrections", "judge", "score", "import", "publish", "tournament crosstable")
# Commands that print no rows: they write, or what they print has one form of its own.
OTHERS = {
    "", "anchor", "anchor list", "anchor rfc3161", "anchor verify", "approve", "checkpoint", "cite", "dispute",
    "dispute answer", "dispute appeal", "dispute close", "dispute decision", "dispute evidence", "dispute open",
    "dispute ruling", "dispute show", "head", "key", "key create", "key rotate", "key show", "merged",
    "prove", "token renew",
    "witness", "witness key", "witness log", "witness log add", "witness log list", "witness serve", "witness submit",
    "complete", "completion", "confirm", "conformance-driver", "convert", "datasette", "export", "fmt",
    "init", "openapi", "person", "person alias",
    "person erase", "person keep", "person merge", "person part", "person rename", "withdraw",
    "rebuild", "record", "restore",
    "open", "serve", "token", "token create", "token revoke", "tournament", "tournament adjust", "tournament close",
    "tournament create", "tournament enter", "tournament hide", "tournament leave", "tournament load", "tournament lot",
    "tournament remove", "tournament rename", "tournament schedule",
    "tournament reopen", "tournament report", "tournament result", "tournament seat",
    "tournament table", "tournament undraw", "tournament unhide",
}  # fmt: skip


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a game, a tournament and a token."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "good.rgn").write_text(SAMPLE, "utf-8")
    (folder / "faulty.rgn").write_text(FAULTY, "utf-8")
    (folder / "corrected.rgn").write_text(SAMPLE + "VOID A 17 {a}\nFIX A 17 ATT R CIN>SIA 654:66 -2-0 {b}\n", "utf-8")
    (folder / "untidy.rgn").write_text(SAMPLE + "note A {x}\n", "utf-8")
    (folder / "more.txt").write_text("NOTE A {ancora}\n", "utf-8")
    calls = [
        ["import", "good.rgn", "-a", "plancia.db"], ["token", "create", "tavolo1"],
        ["tournament", "create", "t", "--system", "monopoli", "--title", LONG],
        ["tournament", "enter", "t", "Anna", "Ugo"], ["tournament", "table", "t", "1", "A", "Anna", "Ugo"],
        ["tournament", "result", "t", "1", "A", "Anna=31.5", "Ugo=20"],
        ["dispute", "open", "serata-1", "B", "two dice", "--event", "20"],
    ]  # fmt: skip
    other = [
        ["init", "other.db"], ["-a", "other.db", "tournament", "create", "t2", "--system", "monopoli"],
        ["-a", "other.db", "backup", "other.zip"], ["import", "other.zip"],
    ]  # fmt: skip
    before = Path.cwd()
    os.chdir(folder)
    try:
        for call in (*calls, *other):
            assert CliRunner().invoke(plancia, call).exit_code == 0, call
        assert CliRunner().invoke(plancia, ["approve", "serata-1", "--as", "recorder"]).exit_code == 1, "a refusal"
    finally:
        os.chdir(before)
    return folder


@pytest.fixture
def run(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for file in club.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    publish_few_pages(monkeypatch)
    one = dict([next(iter(plancia_data.demonstration().items()))])  # tests/test_demonstration.py has all of them
    monkeypatch.setattr(plancia_data, "demonstration", lambda: one)
    return lambda *args, lang="en": CliRunner().invoke(plancia, ["--lang", lang, *args])


def leaves() -> list[str]:
    return [" ".join(path) for path, _ in walk_commands(plancia)]


def test_no_command_is_left_out() -> None:
    assert set(leaves()) == {*ASKED, *OTHERS}, (
        "say in ASKED how it is called, or name it in OTHERS if it prints no rows"
    )


def rows_of(text: str, form: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter="," if form == "csv" else "\t"))


SLOW = ("publish", "conformance")  # its rows are those of tests/cli/test_publish.py and test_conformance_command.py


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.soak] if n in SLOW else []) for n in ASKED])
def test_rows_are_the_same_in_every_form(run: Run, name: str) -> None:
    def ask(*more: str) -> str:
        done = run(*name.split(), *ASKED[name], *more)
        assert done.exit_code in (0, 3), done.output
        return done.stdout

    first = rows_of(ask("--format", "csv"), "csv")
    heads, cells = first[0], first[1:]
    assert name in ("clock", "fsck", "verify", "verdicts") or cells, name
    assert all(len(row) == len(heads) for row in cells)
    assert [len(row) for row in rows_of(ask("--format", "tsv"), "tsv")] == [len(heads)] * (len(cells) + 1)
    assert len(rows_of(ask("--format", "csv", "--no-headers"), "csv")) == len(cells)
    if name not in GROWING_OR_NESTED:
        lines = [json.loads(line) for line in ask("--format", "jsonl").splitlines()]
        assert len(lines) == len(cells)
        for line, row in zip(lines, cells, strict=True):
            asked = set(heads) - {"about"}  # in JSON only of lines about another event
            assert set(line) <= set(heads) or asked <= set(line), name
            for head, cell in zip(heads, row, strict=True):
                if isinstance(line.get(head), (str, int, float)) and not isinstance(line.get(head), bool):
                    assert str(line[head]) == cell.removeprefix("'") or " ".join(str(line[head]).split()) == cell
    if name not in ("append", "import", "demo"):
        json.loads(ask("--json"))
        assert ask("--json") == ask("--format", "json")
    table = ask("--format", "table").splitlines()
    assert name in ("fsck", "verify", "verdicts") or len(table) >= len(cells) + 2


@pytest.mark.parametrize("name", ASKED)
def test_a_table_has_headings_in_both_languages(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heads: set[str] = set()
    title = Printer.title

    def noted(form: Printer, head: str) -> str:
        heads.add(re.sub(r"_\d+$", "_n", head))
        return title(form, head)

    monkeypatch.setattr(Printer, "title", noted)
    run(*name.split(), *ASKED[name], "--format", "table")
    for lang in ("it", "en"):
        assert heads - set(messages("columns", lang)) == set(), f"add them to words/columns_{lang}.toml"


def test_a_table_is_never_cut_off(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert LONG in run("tournament", "list").stdout
    assert LONG in run("tournament", "list", "--no-headers").stdout
    assert "tournament" not in run("tournament", "list", "--no-headers").stdout.split()[0]


def test_csv_in_a_file_is_for_spreadsheets_and_never_runs(run: Run) -> None:
    assert run("person", "alias", "Anna", "x").exit_code == 0
    run("tournament", "create", "due", "--system", "monopoli", "--title", "=HYPERLINK(1)")
    assert "'=HYPERLINK(1)" in run("tournament", "list", "--format", "csv").stdout
    assert "\ufeff" not in run("tournament", "list", "--format", "csv").stdout
    assert run("tournament", "list", "--format", "csv", "-o", "t.csv").stdout == ""
    data = Path("t.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbftournament,") and b"'=HYPERLINK(1)" in data and data.count(b"\r\n") == 3
    assert run("tournament", "list", "--json", "-o", "no/such/t.json").exit_code == 1


def test_field_names_are_those_of_the_api(run: Run) -> None:
    from plancia_api import create_app
    from plancia_archive import Archive

    archive = Archive.open("plancia.db")
    keeper = archive.tokens.grant("k", "keeper", {"names": False})[1]  # the command line shows what an open game hides
    client = create_app(archive).test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {keeper}"
    pairs = [
        ("/api/v1/games", ["list"]), ("/api/v1/tournaments", ["tournament", "list"]),
        ("/api/v1/rankings", ["tournament", "systems"]), ("/api/v1/variants", ["variants"]),
        ("/api/v1/tournaments/t/standings", ["tournament", "standings", "t"]),
        ("/api/v1/statistics", ["stats"]),
        ("/api/v1/search?position=CIN%3Dx%3E%3D1", ["search", "--position", "CIN=x>=1"]),
    ]  # fmt: skip
    for address, command in pairs:
        theirs = client.get(address + ("&" if "?" in address else "?") + "lang=en").get_json()["items"]
        ours = json.loads(run(*command, "--json").stdout)
        assert [set(row) for row in ours] == [set(row) for row in theirs], command
    game = json.loads(run("list", "--json").stdout)[0]["game"]
    for part, asked in (("verdicts", "judge"), ("score", "score"), ("events", "events"), ("state/3", "state")):
        theirs = client.get(f"/api/v1/games/{game}/{part}?lang=en").get_json()
        ours = json.loads(run(asked, game, *(["--at", "3"] if asked == "state" else []), "--json").stdout)
        if asked == "events":
            assert ours == theirs["items"]
        elif asked == "judge":
            assert ours["verdicts"] == theirs["items"]
        else:
            assert ours == theirs
    kept = client.get(f"/api/v1/games/{game}?lang=en").get_json()["rules"]
    assert json.loads(run("rules", "--kept", kept, "--json").stdout) == client.get(f"/api/v1/rules/{kept}").get_json()
    rules = client.get("/api/v1/rules").get_json()["items"]
    assert json.loads(run("rules", "--engine", "--json").stdout) == rules
    assert json.loads(run("health").stdout) == client.get("/api/v1/health").get_json()
    one = client.get(f"/api/v1/games/{game}?lang=en").get_json()
    settled = ("status", "disputes", "confirmed")  # of the stored game, not of the judgement
    assert json.loads(run("judge", game, "--json").stdout) == {k: v for k, v in one.items() if k not in settled}
    for name in ("throws", "luck", "results-by-variant"):
        ours = json.loads(run("stats", name, "--json").stdout)
        assert ours["rows"] and ours == client.get(f"/api/v1/statistics/{name}?lang=en").get_json()
    filters = {
        "game", "player", "winner", "variant", "edition", "option", "event", "club", "tournament", "seat", "since",
        "until", "players",
        "completeness", "provenance", "illegal", "recorded_since", "recorded_until",
    }  # fmt: skip
    described = client.get("/api/openapi.json").get_json()["paths"]["/api/v1/games"]["get"]["parameters"]
    queried = {entry["name"] for entry in described if entry["in"] == "query"}
    assert queried - {"lang", "after", "limit", "sort", "as_of"} == filters == set(FILTER_FIELDS)
    whole = client.get("/api/v1/odds?attackers=5&defenders=3").get_json()
    assert json.loads(run("odds", "5", "3", "--json").stdout) == whole


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_of_every_shell(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert done.exit_code == 0 and "_PLANCIA_COMPLETE" in done.stdout
    given = {"bash": ("bash_complete", {"COMP_WORDS": "plancia tourn", "COMP_CWORD": "1"}),
             "zsh": ("zsh_complete", {"COMP_WORDS": "plancia tourn", "COMP_CWORD": "1"}),
             "fish": ("fish_complete", {"COMP_WORDS": "plancia tourn", "COMP_CWORD": "tourn"}),
             "powershell": ("powershell_complete", {"COMP_WORDS": "plancia tourn", "COMP_CWORD": "1"})}  # fmt: skip
    kind, env = given[shell]
    told = subprocess.run([sys.executable, "-m", "plancia_cli"], env={**os.environ, **env, "_PLANCIA_COMPLETE": kind},
                          capture_output=True, text=True)  # fmt: skip
    assert "tournament" in told.stdout


def piped(command: list[str], cwd: Path) -> tuple[int, str]:
    """Exit code and standard error of a command whose reader goes away before it begins."""
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "plancia_cli", "--lang", "en", *command]
    done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, cwd=cwd, text=True)
    os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", [["--help"], ["glossary"], ["glossary", "--json"], ["export", "--all"],
                                     ["judge", "faulty.rgn"], ["completion", "bash"], ["list", "--help"]])  # fmt: skip
def test_a_broken_pipe_is_quiet(run: Run, command: list[str]) -> None:
    assert piped(command, Path.cwd()) == (0, "")


EVERY = """
import json, os, sys
import plancia_archive.importers, plancia_archive.statistics, plancia_replay.rulesets.coverage, tabulate
from plancia_cli.main import main, plancia
from plancia_cli.support.command_tree import walk_commands
list(walk_commands(plancia))
plancia_replay.rulesets.coverage.clause_coverage()
for call in json.load(open("calls.json")):
    child = os.fork()
    if child == 0:
        reading, writing = os.pipe()
        os.close(reading)
        os.dup2(writing, 1)
        sys.argv = ["plancia", "--lang", "en", *call]
        try:
            main()
            code = 0
        except SystemExit as leave:
            code = leave.code or 0
        sys.stderr.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), *call, file=sys.stderr)
"""


TOLD = re.compile("games 1, counted|^not counted here: ")  # what statistics count


@pytest.mark.soak  # commands end in one place, which the test above tries with each way of printing
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_broken_pipe_is_quiet_for_every_command(run: Run) -> None:
    written = ("verify", "dump", "demo", "backup", "import", "append")
    calls = [[*name.split(), *asked, "--format", "csv"] for name, asked in ASKED.items() if name not in written]
    calls += [[*name.split(), "--help"] for name in leaves()]
    Path("calls.json").write_text(json.dumps(calls), "utf-8")
    done = subprocess.run([sys.executable, "-c", EVERY], capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if not line.startswith("0 ") and not TOLD.search(line)]
    assert told == [] and done.stderr.count("\n0 ") >= len(calls) - 1


def test_colour_goes_where_it_is_wanted(run: Run) -> None:
    def told(**env: str) -> str:
        kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        program = [*client_command(), "judge", "faulty.rgn"]
        return subprocess.run(program, env={**kept, **env}, capture_output=True, text=True).stdout

    assert "\x1b[" not in told() and "\x1b[" in told(FORCE_COLOR="1")
    assert "\x1b[" not in told(NO_COLOR="1", FORCE_COLOR="1")


def read_all(terminal: int) -> str:
    """What was written to a terminal whose other end is closed."""
    seen = b""
    with contextlib.suppress(OSError):  # the end, on Linux
        while part := os.read(terminal, 100000):
            seen += part
    os.close(terminal)
    return seen.decode()


def test_progress_is_seen_on_a_terminal_only(run: Run) -> None:
    pty = pytest.importorskip("pty")
    for command in (["verify"], ["rebuild"], ["import", "good.rgn"], ["dump", "d"], ["generate", "-v", "eg@1"]):
        assert "%" not in run(*command).stderr
        ours, theirs = pty.openpty()
        subprocess.run([*client_command(), *command], stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        assert "100%" in read_all(ours), command


def test_a_bar_of_progress_keeps_clear_of_words(run: Run) -> None:
    pty = pytest.importorskip("pty")
    Path("bad.rgn").write_text(SAMPLE + "FOO\n", "utf-8")
    program = [*client_command(), "--lang", "en", "import", "bad.rgn", "good.rgn"]
    ours, theirs = pty.openpty()
    subprocess.run(program, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = read_all(ours)
    assert "\r\x1b[Kbad.rgn: 1 line not understood" in seen and "100%" in seen
    ours, theirs = pty.openpty()
    subprocess.run(program, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = read_all(ours)
    assert "100%" not in seen and "good.rgn: already there" in seen


def test_a_spreadsheet_holds_numbers_and_runs_no_formula(run: Run) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    run("tournament", "adjust", "t", "--", "Anna", "-2.5", "=1+1")
    assert run("tournament", "standings", "t", "-o", "t.xlsx").exit_code == 0
    rows = list(openpyxl.load_workbook("t.xlsx").active.iter_rows(values_only=True))
    asked = rows_of(run("tournament", "standings", "t", "--format", "csv").stdout, "csv")
    assert list(rows[0]) == asked[0] and len(rows) == len(asked)
    assert {34, 29, 36.5} <= {cell for row in rows for cell in row if isinstance(cell, (int, float))}
    run("tournament", "create", "u", "--system", "monopoli", "--title", "=HYPERLINK(1)")
    run("tournament", "list", "-o", "u.xlsx")
    cells = [cell for row in openpyxl.load_workbook("u.xlsx").active.iter_rows() for cell in row]
    assert [cell.data_type for cell in cells if str(cell.value).startswith("=")] == ["s"]
    assert run("tournament", "list", "--format", "xlsx").exit_code == 2


def test_the_decimal_comma_comes_with_semicolons(run: Run) -> None:
    plain = rows_of(run("odds", "5", "3", "--format", "csv").stdout, "csv")
    text = run("odds", "5", "3", "--format", "csv", "--decimal-comma").stdout
    assert [[cell.replace(",", ".") for cell in row] for row in csv.reader(io.StringIO(text), delimiter=";")] == plain
    assert re.search(r"\d,\d", text) and not re.search(r"\d\.\d", text)
