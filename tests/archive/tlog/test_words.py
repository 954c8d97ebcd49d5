"""Every code of the transparency log has words in both languages, and the folder imports nothing of the archive."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import plancia_archive.tlog
from plancia_data import messages

FILES = sorted(Path(plancia_archive.tlog.__file__).parent.glob("*.py"))
SUBMISSION = Path(plancia_archive.tlog.__file__).parent.parent / "log" / "submission.py"  # uses its errors
ANCHORS = sorted((SUBMISSION.parent.parent / "anchors").glob("*.py"))


def test_every_code_has_words_and_every_word_a_code() -> None:
    raised = {
        code for path in FILES for code in re.findall(r'(?:[A-Z]\w+)?Error\("([a-z-]+)"', path.read_text("utf-8"))
    }
    for path in (SUBMISSION, *ANCHORS):
        raised.update(re.findall(r'(?:Service|Store)Error\("([a-z-]+)"', path.read_text("utf-8")))
    for lang in ("it", "en"):
        said = messages("tlog", lang)
        assert said.keys() == raised
        assert all(text.format(what="x") for text in said.values())
    assert all(messages("tlog", "it")[code] != messages("tlog", "en")[code] for code in raised)


def test_the_folder_stands_alone() -> None:
    allowed = {*sys.stdlib_module_names, "cryptography"} - {"sqlite3"}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                name = node.module or ""
                own = name.startswith("plancia_archive.tlog.") or (path.name, name) == ("errors.py", "plancia_data")
                assert own or name.partition(".")[0] in allowed, f"{path.name}: {name}"
            elif isinstance(node, ast.Import):
                assert {alias.name.partition(".")[0] for alias in node.names} <= allowed, path.name
