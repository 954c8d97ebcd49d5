"""What the documentation says is true: examples run, tables are complete, links lead somewhere."""

from __future__ import annotations

import dataclasses
import html
import re
import textwrap
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_api.app import openapi_document
from plancia_api.problems import STATUS_BY_CODE, problem_title
from plancia_archive import Archive, ArchiveError
from plancia_archive.log.schema import VERSION
from plancia_archive.statistics import REGISTERED
from plancia_cli.main import plancia
from plancia_cli.support.command_tree import walk_commands
from plancia_events import read
from plancia_replay import judge
from plancia_replay.rulesets.clauses import Clause
from plancia_replay.rulesets.coverage import clause_coverage, documented_variants
from tests import make_manual
from tests.test_links import links
from tests.test_translations import headings, tables
from tests.test_translations import links as targets

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
VARIANTS = ROOT / "data" / "plancia_data" / "variants"
PLACE = re.compile(r"<(?:[^:>]*:)?([^>]*)>")
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
README = (ROOT / "README.md").read_text("utf-8")


def block(start: str) -> str:
    """The indented block of the README whose first line starts so."""
    lines = README.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("    " + start))
    last = next(i for i in range(first, len(lines)) if lines[i] and not lines[i].startswith("    "))
    return textwrap.dedent("\n".join(lines[first:last])).rstrip() + "\n"


def test_the_readme_game_is_clean_and_its_illegal_move_is_found() -> None:
    game = block("[Notation")
    clean = read(game)
    assert clean.ok and judge(clean.games[0]).verdicts == []
    faulty = read(game + block("TURN B"))
    assert faulty.ok
    verdicts = [v for v in judge(faulty.games[0], lang="en").verdicts if v.verdict == "illegal"]
    assert [(v.rule_id, v.cite) for v in verdicts] == [("MON-15", "004_2d02180a63ad5a95.txt:12")]


@cache
def reference() -> dict[str, str]:
    """The pages that tests.make_manual builds, by name."""
    return make_manual.made()


def test_the_pages_that_are_built_have_every_command_with_its_help_in_both_languages() -> None:
    known = {" ".join(path): command for path, command in walk_commands(plancia)}
    for page, usage, ends in (("cli.md", "Usage:", "Show this message"), ("cli.it.md", "Uso:", "Mostra questo")):
        found = dict(re.findall(r"^## plancia ?([^\n]*)\n\n```\n(.*?)\n```$", reference()[page], re.M | re.S))
        assert list(found) == list(known)
        for name, text in found.items():
            assert text.startswith(f"{usage} plancia {name}".rstrip()) and ends in text, name
            assert all(option in text for one in known[name].params for option in one.opts if option[0] == "-"), name


def test_the_pages_that_are_built_have_every_clause_of_the_documents() -> None:
    rows = {name: len(re.findall(r"^\| .* \|$", text, re.M)) - 2 for name, text in reference().items()}
    assert sum(rows[f"rules/{name}.md"] for name in documented_variants()) == len(clause_coverage()) > 250
    assert "Holes: none." in reference()["rules/README.md"]


def test_the_pages_are_built_where_one_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["make_manual", str(tmp_path)])
    built = reference()
    monkeypatch.setattr(make_manual, "made", lambda: built)
    make_manual.main()
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")} == set(built)


def described() -> dict[str, dict[str, Any]]:
    """Every operation of the API by method and path ("GET /api/v1/...")."""
    return {
        f"{method.upper()} {path}": operation
        for path, item in openapi_document()["paths"].items() for method, operation in item.items()
        if method != "parameters"
    }  # fmt: skip


def test_every_route_of_the_application_is_described_and_documented(tmp_path: Path) -> None:
    app = create_app(Archive.open(tmp_path / "a.db", create=True))
    served = {
        method + " " + PLACE.sub(r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/v1")
        for method in rule.methods or () if method in ("GET", "POST", "PUT", "PATCH", "DELETE")
    }  # fmt: skip
    known = described()
    assert served == {name for name in known if not re.search(r"\.[a-z]+$", name)}
    text, whole = (DOCS / "api.md").read_text("utf-8"), reference()["api-reference.md"]
    for name, operation in known.items():
        assert f"`{name}`" in whole and f"`{operation['operationId']}`" in whole, name
        assert name not in served or f"`{name}`" in text, name
        assert operation["summary"] and len(operation["summary"]) > 10, name


def test_every_operation_has_an_example_and_an_id_of_its_own() -> None:
    known = described()
    ids = [operation["operationId"] for operation in known.values()]
    assert len(set(ids)) == len(ids)
    for name, operation in known.items():
        good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        assert any("example" in content for content in good["content"].values()), name
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert "example" in content, name


def test_every_error_code_is_documented_and_has_its_page(tmp_path: Path) -> None:
    client = create_app(Archive.open(tmp_path / "a.db", create=True)).test_client()
    texts = [(DOCS / "api.md").read_text("utf-8"), reference()["api-reference.md"]]
    for code, status in STATUS_BY_CODE.items():
        assert all(f"`{code}`" in text for text in texts), code
        for lang in ("it", "en"):
            page = client.get(f"/errors/{code}?lang={lang}").get_data(as_text=True)
            assert str(status) in page and problem_title(code, lang) in html.unescape(page), (code, lang)


def test_every_code_of_every_refusal_in_the_source_is_documented() -> None:
    text = (ROOT / "docs" / "errors.md").read_text("utf-8")
    known = set(re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.M))
    raised = re.compile(r'(?:ArchiveError|Problem|RuleSetError|NotationError|refuse)\(\s*"([a-z0-9-]+)"')
    found = {(code, path.name) for room in ("api", "archive", "replay", "events")
             for path in (ROOT / room).rglob("*.py") for code in raised.findall(path.read_text("utf-8"))}  # fmt: skip
    assert len(found) > 40 and [where for where in sorted(found) if where[0] not in known] == []


def test_a_refusal_says_the_archives_own_reason(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    headers = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"]), "If-Match": '"0"'}
    body = {"events": [{"kind": "opened", "title": "x", "system": "none"}]}
    answer = create_app(archive).test_client().post("/api/v1/tournaments/x/events", json=body, headers=headers)
    assert (answer.status_code, answer.get_json(force=True)["reason"]) == (422, "system")


def test_every_command_beside_a_route_exists() -> None:
    rows = [line.split(" | ")[-1] for line in (ROOT / "docs" / "api.md").read_text("utf-8").splitlines()
            if line.startswith("| `")]  # fmt: skip
    named = [command for row in rows for command in re.findall(r"`plancia ([a-z ]+)`", row)]
    assert len(rows) > 20 and len(named) >= len(rows) - 1
    for command in named:
        shown = CliRunner().invoke(plancia, [*command.split(), "--help"], prog_name="plancia")
        assert shown.exit_code == 0, command


def test_every_statistic_is_documented() -> None:
    text = (ROOT / "docs" / "statistics.md").read_text("utf-8")
    assert [name for name in REGISTERED if f"| `{name}` |" not in text] == [], "run `python3 run.py make`"


def test_the_page_of_the_archive_names_the_schema_version() -> None:
    text = (ROOT / "docs" / "archive.md").read_text("utf-8")
    assert re.findall(r"`user_version`, now (\d+)", text) == [str(VERSION)], "docs/archive.md: `user_version`"


def test_what_is_said_to_be_installed_can_be_from_a_checkout() -> None:
    """Nothing tells to install Plancia, or a part of it, from an index of packages where it does not stand."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for lang in ("it", "en"):
        assert "python3 run.py setup --with parquet" in ArchiveError("extra", "parquet").text(lang)
    words = (ROOT / "data" / "plancia_data" / "words").rglob("*.toml")
    for page in (ROOT / "README.md", *DOCS.rglob("*.md"), *words):
        text = " ".join(page.read_text("utf-8").split())
        assert "pip install 'plancia" not in text and "pip install plancia" not in text, page
        named = re.findall(r"pip install '\.\[([a-z]+)\]'|setup\s+--with ([a-z]+)", text)
        assert {one or other for one, other in named} <= {*extras}, page


def rows(text: str) -> set[str]:
    """The keys explained in the tables of a page: every code in a first cell."""
    return {key for cell in re.findall(r"^\| (`[^|]+) \|", text, re.M) for key in re.findall(r"`([a-z_]+)`", cell)}


def test_every_key_of_a_variant_file_is_explained() -> None:
    text = (VARIANTS / "README.md").read_text("utf-8")
    head, _, clause = text.partition("## One clause")
    sources = [tomllib.loads(file.read_text("utf-8")) for file in sorted(VARIANTS.glob("*.toml"))]
    accepted = {field.name for field in dataclasses.fields(Clause)} - {"variant"} | {"silent", "unjudged"}
    assert {key for source in sources for one in source["clause"] for key in one} <= accepted
    assert rows(clause) == accepted
    assert rows(head) == {key for source in sources for key in source["variant"]}


def test_the_annotated_clause_stands_in_a_variant_file() -> None:
    examples = re.findall(r"^```toml\n(.*?)^```", (VARIANTS / "README.md").read_text("utf-8"), re.M | re.S)
    files = [file.read_text("utf-8") for file in VARIANTS.glob("*.toml")]
    assert len(examples) == 2 and all(any(example in file for file in files) for example in examples)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_page_is_in_the_index(lang: str) -> None:
    """Pages directly under docs stand in the index, those in folders are reached from there."""
    start = DOCS / ("index.md" if lang == "en" else "index.it.md")
    direct, seen, todo = pages_linked(start), {start}, [start]
    while todo:
        near = pages_linked(todo.pop()) - seen
        seen |= near
        todo += near
    own = {page for page in DOCS.rglob("*.md") if page.name.endswith(".it.md") == (lang == "it")} - {start}
    left = sorted(page.relative_to(DOCS).as_posix() for page in own - (seen if lang == "en" else seen | direct))
    assert left == [], f"no way from docs/{start.name}"
    missing = sorted(page.name for page in own - direct if page.parent == DOCS)
    assert missing == [], f"add to docs/{start.name}"


@pytest.mark.parametrize("folder", ["developers", "quality"])
def test_every_page_of_a_folder_is_in_its_list(folder: str) -> None:
    start = DOCS / folder / "README.md"
    left = {*start.parent.glob("*.md")} - pages_linked(start) - {start}
    assert left == set(), f"add to docs/{folder}/README.md"


def pages_linked(page: Path) -> set[Path]:
    """The Markdown pages that a page links to, anywhere in the project."""
    near = ((page.parent / target.partition("#")[0]).resolve() for target in links(page) if "://" not in target)
    return {file for file in near if file.suffix == ".md" and file.is_file()}


def test_the_indexes_have_one_structure() -> None:
    english, italian = ((DOCS / name).read_text("utf-8") for name in ("index.md", "index.it.md"))
    for what in (headings, tables, targets):
        assert what(english) == what(italian), what.__name__


PATHS = re.compile(r"(?<![\w./:>{-])(?:api|archive|bench|cli|data|docs|events|replay|tests)/[\w./*@-]*\w")

PLACEHOLDER = re.compile(r"(?<![A-Z])(?:ID|KIND|FILE|TOPIC|LANG|VARIANT|NUMBER_topic)(?![A-Z])")  # any name


def test_files_that_pages_name_exist() -> None:
    """A page that names a file of the project names one that exists, or some of that form."""
    pages = [*ROOT.glob("README*.md"), CONTRIBUTING, VARIANTS / "README.md", *DOCS.rglob("*.md")]
    named = [(page, path) for page in pages if page.parent.name != "sources"
             for path in PATHS.findall(page.read_text("utf-8"))]  # fmt: skip
    assert len(named) > 40
    gone = [(page.name, path) for page, path in named if not any(ROOT.glob(PLACEHOLDER.sub("*", path)))]
    assert gone == []


def test_modules_that_pages_run_exist() -> None:
    pages = [*ROOT.glob("README*.md"), CONTRIBUTING, VARIANTS / "README.md", *DOCS.rglob("*.md")]
    named = {name for page in pages for name in re.findall(r"python -m (tests\.\w+)", page.read_text("utf-8"))}
    assert len(named) > 3 and [name for name in named if not (ROOT / (name.replace(".", "/") + ".py")).is_file()] == []


def test_commands_of_contributing_exist() -> None:
    text = CONTRIBUTING.read_text("utf-8")
    start, project = (ROOT / "run.py").read_text("utf-8"), tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    steps = set(re.findall(r"python3 run\.py ([a-z]+)", text))
    assert steps >= {"test", "make"} and [step for step in sorted(steps) if f'"{step}"' not in start] == []
    assert [flag for flag in re.findall(r"run\.py test (--[a-z]+)", text) if f'"{flag}"' not in start] == []
    tools = {re.split(r"[=>]", one)[0] for one in project["project"]["optional-dependencies"]["dev"]}
    assert set(re.findall(r"\.venv/bin/([a-z]+)", text)) <= tools
    for words in re.findall(r"`plancia ([a-z]+)", text):
        assert CliRunner().invoke(plancia, [words, "--help"]).exit_code == 0, words


def test_names_of_contributing_exist() -> None:
    """A constant or function that a recipe names is one of the source or of the tests."""
    named = set(re.findall(r"`(?:\*\*)?([A-Z][A-Z_0-9]+|[A-Za-z]+_\w+)(?:\([^`]*)?`", CONTRIBUTING.read_text("utf-8")))
    rooms = ("data", "events", "replay", "archive", "api", "cli", "tests", "docs/verify/src")
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".mjs", ".toml")]
    known = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    assert len(named) > 50 and sorted(named - known) == []


def test_what_contributing_says_of_a_failing_test_stands_in_that_test() -> None:
    """Twelve letters of the words that a recipe prints are enough: the rest may be a name."""
    rows = re.findall(r"^\| [^|]+ \| `(tests/[^`]+)`[^|]* \| (.+) \|$", CONTRIBUTING.read_text("utf-8"), re.M)
    assert len(rows) > 20
    for path, says in rows:
        source = (ROOT / path).read_text("utf-8")
        pieces = [says[start : start + 12] for start in range(max(1, len(says) - 11))]
        assert any(piece in source for piece in pieces), f"{path} does not say: {says}"
