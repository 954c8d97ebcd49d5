"""`plancia complete`, and --complete of judge and import, on a text typed in haste."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from plancia_cli.main import plancia

HASTY = """[Notation "rgn 1"] [Game "fretta"] [Variant "eg@1"]
[Red "Anna"] [Blue "Bruno"] [Completeness "full"] [Provenance "sheet"]
ORDER * R B
DEAL R CIN armies=9
DEAL B SIA IND armies=1
TURN R
ATT CIN>SIA 654:1
OCC 3
TURN B
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("appunti.txt").write_text(HASTY)
    return Path("appunti.txt")


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(plancia, ["--lang", "en", *args])
    return done.exit_code, done.output


def test_the_completed_text_is_canonical_and_says_what_was_filled_in(file: Path) -> None:
    code, said = run("complete", str(file), "-o", "partita.rgn")
    assert code == 0 and "losses: 1" in said and "END: 1" in said
    text = Path("partita.rgn").read_text()
    assert "ATT R CIN>SIA 654:1 -0-1 {filled: actor, losses}\n" in text and "END R {filled: end}\n" in text
    assert run("judge", "partita.rgn")[0] == run("judge", str(file), "--complete")[0] == 3


def test_without_it_the_lines_are_problems(file: Path) -> None:
    assert run("judge", str(file))[0] == 1
    assert run("import", str(file), "-a", "a.db")[0] == 1
    assert run("import", str(file), "-a", "a.db", "--complete")[0] == 0


def test_what_is_not_understood_stays_and_is_reported(file: Path) -> None:
    file.write_text(HASTY + "PUT CINA E SIAM TRE\n")
    code, said = run("complete", str(file), "-o", "partita.rgn")
    assert code == 1 and "appunti.txt:11" in said
    assert Path("partita.rgn").read_text().endswith("PUT CINA E SIAM TRE\n")
