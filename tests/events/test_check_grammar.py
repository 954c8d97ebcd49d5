"""python -m tests.check_grammar holds grammar and schema against the reader, and tells where they differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import SOAK, check_grammar
from tests.events.test_grammar import HEAD, accepts, lines_of_files
from tests.make_texts import bases, mutation


def test_nothing_differs_on_damaged_texts(tmp_path: Path) -> None:
    texts = [text for text in bases() if text.count("\n") < 120]
    for number in range(24):
        name, data = mutation(texts, number, 3)
        (tmp_path / f"{name}.rgn").write_bytes(data)
    rows, differences = check_grammar.check(sorted(tmp_path.glob("*.rgn")), sample=12)
    counts = {name: (total, taken) for name, total, taken, _ in rows}
    assert differences == [] and sum(counts["texts"]) > 24 and counts["texts"][1] > 3
    assert counts["texts, ABNF library"][0] == 2 and counts["games in JSON"][0] > 20


def test_a_difference_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.rgn").write_text(HEAD + "TURN R\n", "utf-8")
    monkeypatch.setattr(check_grammar, "is_canonical", lambda data: False)
    rows, differences = check_grammar.check([tmp_path / "a.rgn"], sample=2)
    assert [row[:4] for row in rows if row[3]] == [("texts", 1, 0, 1)] and "a.rgn: texts" in differences[0]


def test_the_expression_of_a_rule_takes_what_the_grammar_does() -> None:
    lines = lines_of_files()[:: 1 if SOAK else 60]
    for line in [*lines, *(line + " x" for line in lines[::3]), *(line.lower() for line in lines[::3])]:
        assert accepts("event", line) == check_grammar.library_accepts("event", line), line
