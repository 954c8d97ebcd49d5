"""Without an extra: reading and judging work all the same, everything else names the extra to install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import run

from plancia_data import EXTRAS, MissingExtra, missing_extra, name_missing_extras, samples

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SAMPLE = samples()["monopoli-serata.rgn"].decode()
FAULTY = SAMPLE + "TURN G\nREIN G 3+0+0=3\nPUT G VEN+3\nATT G VEN>PER 2:321 -1-0\nEND G\n"
ALL = frozenset(library for brought in EXTRAS.values() for library in brought)
BARE = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)
sys.meta_path.insert(0, Absent())
"""
COMMAND = "import sys; sys.argv[0] = 'plancia'; from plancia_cli.main import main; main()"


def bare(code: str, *words: str, cwd: Path, absent: frozenset[str] = ALL) -> subprocess.CompletedProcess[str]:
    """A process where some libraries are not installed."""
    command = [sys.executable, "-c", BARE.format(absent=set(absent | {"pysqlite3"})) + code, *words]
    env = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.run(command, cwd=cwd, text=True, capture_output=True, env=env, timeout=120)


def libraries(requirements: list[str]) -> set[str]:
    """The names of requirements as they are imported, those of other extras of ours left aside."""
    names = [re.split(r"[<>=;\[ ]", one)[0].replace("-", "_") for one in requirements]
    return set(names) - {"plancia"}


def test_the_table_of_extras_is_that_of_the_distribution() -> None:
    declared = PROJECT["optional-dependencies"]
    assert set(declared) == {*EXTRAS, "all", "dev"} and declared["all"] == [f"plancia[{','.join(sorted(EXTRAS))}]"]
    for extra, brought in EXTRAS.items():
        assert libraries(declared[extra]) - {"pysqlite3"} == set(brought), extra  # without pysqlite3 the standard one
    assert not libraries(PROJECT["dependencies"]) & ALL


def test_the_start_script_installs_what_the_commands_need() -> None:
    installed = libraries(run.libraries_of([*run.PARTS], PROJECT["optional-dependencies"]))
    assert {"flask", "openpyxl", "sqlite_utils", "waitress"} <= installed and not installed & {"pyarrow", "datasette"}
    tested = libraries(run.libraries_of([*run.PARTS, "dev"], PROJECT["optional-dependencies"]))
    assert tested >= ALL and {"pytest", "ruff"} <= tested


def test_games_are_read_and_judged_without_any_extra(tmp_path: Path) -> None:
    (tmp_path / "p.rgn").write_text(FAULTY, encoding="utf-8")
    code = "import plancia; print(plancia.judge(plancia.read('p.rgn')[0]).verdicts['rule_id'])"
    done = bare(code, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "['MON-15']\n"), done.stderr
    for form in ("text", "json", "table", "csv"):
        done = bare(COMMAND, "--lang", "en", "judge", "p.rgn", "--format", form, cwd=tmp_path)
        assert done.returncode == 3 and "MON-15" in done.stdout, done.stderr
    done = bare(COMMAND, "--lang", "en", "judge", "p.rgn", "--under", "torneo@1", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    done = bare(COMMAND, "score", "p.rgn", "--explain", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_pages_are_served_without_the_library_that_draws_pictures(tmp_path: Path) -> None:
    (tmp_path / "p.rgn").write_text(SAMPLE, encoding="utf-8")
    code = """
from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read
archive = Archive.open("a.db", create=True)
game = archive.add_game(read(open("p.rgn").read()).games[0]).game_id
client = create_app(archive).test_client()
pages = [client.get(path) for path in ("/", f"/games/{game}", f"/games/{game}/picture.png")]
print(*(page.status_code for page in pages), "og:title" in pages[1].text, "og:image" in pages[1].text)
"""
    done = bare(code, cwd=tmp_path, absent=frozenset({"resvg_py"}))
    assert done.stdout == "200 200 404 True False\n", done.stderr


def test_a_sheet_in_csv_is_read_without_any_extra(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("tavolo,giocatore,punti\nA,Anna,31\nA,Bruno,20\nA,Gino,11\n", encoding="utf-8")
    code = "import plancia; print(len(plancia.read('r.csv', headers={'Variant': 'monopoli@1'})))"
    assert bare(code, cwd=tmp_path).stdout == "1\n"


@pytest.mark.parametrize(("words", "extra"), [
    (["serve", "a.db"], "server"), (["open"], "server"), (["openapi"], "server"),
    (["list"], "archive"), (["stats"], "archive"),
    (["import", "p.rgn"], "archive"), (["judge", "serata-1"], "archive"), (["judge", "r.xlsx"], "sheets"),
])  # fmt: skip
def test_a_command_names_the_extra_that_it_lacks(words: list[str], extra: str, tmp_path: Path) -> None:
    (tmp_path / "p.rgn").write_text(SAMPLE, encoding="utf-8")
    workbook(tmp_path / "r.xlsx")
    lang, said = ("it", "manca la parte facoltativa") if extra == "archive" else ("en", "the optional part")
    done = bare(COMMAND, "--lang", lang, *words, cwd=tmp_path)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert said in done.stderr and f"run.py setup --with {extra}," in done.stderr and f'".[{extra}]"' in done.stderr


def test_without_openpyxl_alone_sheets_are_not_written(tmp_path: Path) -> None:
    without = frozenset({"openpyxl"})
    assert bare(COMMAND, "glossary", cwd=tmp_path, absent=without).returncode == 0
    done = bare(COMMAND, "--lang", "en", "glossary", "--format", "xlsx", "-o", "g.xlsx", cwd=tmp_path, absent=without)
    assert done.returncode == 1 and "plancia[sheets]" in done.stderr, done.stderr


@pytest.mark.parametrize(("call", "extra"), [
    ("open_archive('a.db')", "archive"), ("statistics()", "archive"), ("read('r.xlsx')", "sheets"),
])  # fmt: skip
def test_a_function_names_the_extra_that_it_lacks(call: str, extra: str, tmp_path: Path) -> None:
    workbook(tmp_path / "r.xlsx")
    code = f"import plancia\ntry: plancia.{call}\nexcept plancia.MissingExtra as error: print(error.extra, error)"
    done = bare(code, cwd=tmp_path)
    assert done.stdout.startswith(f"{extra} the optional part plancia[{extra}]"), done.stderr


def workbook(path: Path) -> None:
    """A file that is an XLSX file by its content, as far as anybody looks before opening it."""
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("[Content_Types].xml", "<Types/>")
        bundle.writestr("xl/workbook.xml", "<workbook/>")


def test_a_missing_library_of_no_extra_is_no_missing_extra() -> None:
    assert missing_extra(ModuleNotFoundError("x", name="nobody")) is None
    with pytest.raises(ModuleNotFoundError, match="nobody"), name_missing_extras():
        raise ModuleNotFoundError("nobody", name="nobody")
    with pytest.raises(MissingExtra) as caught, name_missing_extras():
        raise ModuleNotFoundError("no flask.x", name="flask.x")
    assert (caught.value.extra, caught.value.name) == ("server", "flask") and "run.py" in caught.value.text("it")
