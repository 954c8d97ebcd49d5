"""Every importer of the registry has records in tests/importers/KIND, each beside the game that it becomes."""

from __future__ import annotations

import ast
import random
from contextlib import suppress
from pathlib import Path

import pytest

from plancia_archive import importers as package
from plancia_archive.importers import REGISTRY, Importer, ImportProblem, convert, detect
from plancia_archive.importers.base import OMISSIONS
from plancia_data import messages
from plancia_events import read
from plancia_replay import RuleSetError, judge

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "tests" / "importers"
FILES = [file for file in sorted(RECORDS.glob("*/*")) if file.suffix != ".rgn"]
MODULES = sorted(Path(package.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("row", REGISTRY, ids=lambda row: str(row.kind))
def test_every_importer_has_records_and_is_documented(row: Importer) -> None:
    assert any(file.parent.name == row.kind for file in FILES), f"put a record into tests/importers/{row.kind}"
    page = "quality/oracles.md" if row.engine else "exchange.md"
    assert f"`{row.kind}`" in (ROOT / "docs" / page).read_text("utf-8"), f"add it to docs/{page}"
    assert row.what["it"] and row.what["en"] and row.what["it"] != row.what["en"]


def test_every_folder_of_records_is_an_importer() -> None:
    assert {file.parent.name for file in FILES} - {row.kind for row in REGISTRY} == set(), "see importers.toml"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_record_is_recognised_by_one_importer_and_becomes_its_game(file: Path) -> None:
    data = file.read_bytes()
    assert detect(data, file.name) == file.parent.name
    games = [imported.game.text() for imported in convert(None, data, file.name)]
    due = file.with_suffix(".rgn").read_text("utf-8")
    assert "\n".join(games) == due, f"{file.with_suffix('.rgn').name} is what this record becomes"
    for game in read(due).games:
        assert judge(game).impossible is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_damaged_record_is_refused_or_read_and_raises_nothing_else(file: Path) -> None:
    chance = random.Random(11)
    for _ in range(60):
        data = bytearray(file.read_bytes())
        place = chance.randrange(len(data))
        if chance.random() < 0.3:
            data[place] = chance.randrange(256)
        else:
            del data[place : place + chance.choice((1, 9, len(data)))]
        try:
            made = convert(file.parent.name, bytes(data), file.name)
        except ImportProblem as problem:
            assert problem.text("it") != problem.text("en") and problem.file == file.name
            continue
        for imported in made:
            if not imported.problems:
                with suppress(RuleSetError):  # of a header that names no rules any more
                    judge(imported.game)


def calls(name: str) -> list[ast.Call]:
    """The calls of a name in the modules of importers."""
    nodes = (node for file in MODULES for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name]


def test_every_refusal_has_its_words() -> None:
    codes = {str(call.args[2].value) for call in calls("ImportProblem") if isinstance(call.args[2], ast.Constant)}
    assert len(codes) > 10
    for lang in ("it", "en"):
        missing = {code for code in codes - {"extra"} if f"refused.{code}" not in messages("conversion", lang)}
        assert missing == set(), "add them to words/conversion_it.toml and conversion_en.toml"


def test_what_records_leave_out_is_said_in_italian() -> None:
    left_out = {what for file in FILES for one in convert(None, file.read_bytes(), file.name) for what in one.left_out}
    missing = {what for what in left_out - set(OMISSIONS) if not what.startswith("column ")}
    assert missing == set(), "add them to OMISSIONS in importers/base.py"
