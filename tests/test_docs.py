"""What the documentation says is true: examples run, tables are complete, links lead somewhere."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_api import create_app
from plancia_api.problems import CODES
from plancia_archive import Archive
from plancia_cli.main import plancia
from plancia_cli.walking import walked
from plancia_events import KINDS, parse_event, read
from plancia_replay import judge

ROOT = Path(__file__).resolve().parent.parent
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


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize(("lang", "page"), [("en", "cli.md"), ("it", "cli.it.md")])
def test_every_command_is_in_the_reference_as_it_is(lang: str, page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for path, _ in walked(plancia):
        asked = ["--lang", lang, *path, "--help"]
        output = CliRunner().invoke(plancia, asked, terminal_width=100, prog_name="plancia").output
        assert "\n".join(line.rstrip() for line in output.splitlines()) in text, path


def test_every_route_and_error_code_is_documented(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    app = create_app(Archive.open(tmp_path / "a.db", create=True))
    description = app.test_client().get("/api/openapi.json").get_json()
    for path, methods in description["paths"].items():
        for method in methods:
            if method != "parameters":
                assert f"{method.upper()} {path}" in text, f"{method} {path}"
    for code in CODES:
        assert f"`{code}`" in text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.TAG))
def test_every_kind_is_in_the_standard_with_all_its_fields(kind: type) -> None:
    text = (ROOT / "docs" / "notation.md").read_text("utf-8")
    name = kind.__struct_config__.tag  # type: ignore[attr-defined]
    row = next(line for line in text.splitlines() if line.startswith(f"| {kind.TAG} | {name} | "))  # type: ignore[attr-defined]
    fields = set(kind.__struct_fields__) - {"actor", "at", "note"}  # type: ignore[attr-defined]
    said = row.split(" | ", 3)[3]
    for field in fields:
        assert re.search(rf"\b{field}\b", said), f"{name}.{field}"
    example = row.split(" | ", 3)[2].split("`")[1].replace("BOARD", "R3" * 42).replace("HEX", "00112233")
    example = re.sub(r" (seats|colours|facing)=(?=[ `]|$)", "", example.replace(" [extra or chance]", " extra"))
    example = example.replace("[", "").replace("]", "")
    assert parse_event(example).TAG == kind.TAG  # type: ignore[attr-defined]
