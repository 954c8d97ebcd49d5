"""`plancia lint` and `plancia fmt`: problems and untidy lines of texts, and texts rewritten in the canonical form."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_data import messages, samples
from plancia_events import read
from plancia_events.text.tidiness import FORM_CODES, canonical_text, find_untidy

SAMPLE = samples()["monopoli-serata.rgn"]
HEAD = (
    b'[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "Anna"]\n[Blue "Bruno"]\n[Completeness "full"]\n'
    b'[Provenance "sheet"]\n\n'
)
UNTIDY = {
    "byte-order-mark": (b"\xef\xbb\xbf" + HEAD, 1),
    "line-end": (HEAD + b"TURN R\r\nEND R\n", 8),
    "comment-line": (HEAD + b"TURN R\n  ; of Anna\nEND R\n", 9),
    "untidy": (HEAD + b"TURN R\natt rosso cina > siam 26:1 -0-1\n", 9),
    "header-order": (HEAD.replace(b'[Red "Anna"]\n[Blue "Bruno"]', b'[Blue "Bruno"]\n[Red "Anna"]'), 3),
    "blank-lines": (HEAD + b"TURN R\n\nEND R\n", 9),
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, lang: str = "en", data: bytes | None = None) -> Result:
    return CliRunner().invoke(plancia, ["--lang", lang, *args], input=data)


def test_a_canonical_file_is_clean_and_stays_as_it_is() -> None:
    Path("a.rgn").write_bytes(SAMPLE)
    before = os.stat("a.rgn").st_mtime_ns
    assert run("lint", "a.rgn").exit_code == 0 and json.loads(run("lint", "a.rgn", "--json").stdout) == []
    for options in ((), ("--check",), ("--diff",)):
        done = run("fmt", "a.rgn", *options)
        assert done.exit_code == 0 and done.stdout == ""
    assert os.stat("a.rgn").st_mtime_ns == before and Path("a.rgn").read_bytes() == SAMPLE


def test_a_header_in_decomposed_letters_is_untidy_in_its_place() -> None:
    data = HEAD.replace(b'"Anna"', '"Zoe\u0308"'.encode())
    Path("a.rgn").write_bytes(data)
    (row,) = json.loads(run("lint", "a.rgn", "--json").stdout)
    assert (row["code"], row["line"], row["expected"]) == ("untidy", 3, '[Red "Zo\u00eb"]')


@pytest.mark.parametrize("code", UNTIDY)
def test_every_untidiness_is_told_and_mended(code: str) -> None:
    assert set(UNTIDY) == set(FORM_CODES)
    data, line = UNTIDY[code]
    Path("a.rgn").write_bytes(data)
    (row,) = json.loads(run("lint", "a.rgn", "--json").stdout)
    assert (row["kind"], row["code"], row["line"]) == ("form", code, line)
    for lang in ("it", "en"):
        done = run("lint", "a.rgn", lang=lang)
        assert done.exit_code == 3 and f"a.rgn:{line}: " in done.stdout and f"[{code}]" in done.stdout
        assert messages("cli", lang)[f"lint.{code}"] in done.stdout
    options = ["--drop-comments"] if code == "comment-line" else []
    assert run("fmt", "a.rgn", "--check", *options).exit_code == 3
    shown = run("fmt", "a.rgn", "--diff", *options)
    assert shown.exit_code == 3 and shown.stdout.startswith("--- a.rgn") and Path("a.rgn").read_bytes() == data
    assert run("fmt", "a.rgn", *options).exit_code == 0
    assert Path("a.rgn").read_bytes() == canonical_text(read(data)).encode()
    assert run("lint", "a.rgn").exit_code == 0 and run("fmt", "a.rgn", "--check").exit_code == 0


def test_an_untidy_line_is_shown_as_it_would_be_written() -> None:
    Path("a.rgn").write_bytes(UNTIDY["untidy"][0])
    shown = run("lint", "a.rgn").stdout
    assert "    - att rosso cina > siam 26:1 -0-1\n    + ATT R CIN>SIA 62:1 -0-1\n" in shown
    Path("b.rgn").write_bytes(HEAD.replace(b'"]\n[Red', b'"] [Red'))
    (row,) = json.loads(run("lint", "b.rgn", "--json").stdout)
    assert row["expected"] == '[Variant "monopoli@1"]\n[Red "Anna"]'


def test_problems_are_told_beside_untidy_lines_and_nothing_is_written() -> None:
    data = HEAD + b"turn R\nFOO R\nEND R\n"
    Path("a.rgn").write_bytes(data)
    rows = json.loads(run("lint", "a.rgn", "--json").stdout)
    assert [(row["kind"], row["code"], row["line"], row["column"]) for row in rows] == [
        ("problem", "tag", 9, 1), ("form", "untidy", 8, 1)
    ]  # fmt: skip
    shown = run("lint", "a.rgn")
    assert shown.exit_code == 1 and "a.rgn:9:1: " in shown.stdout and "[tag]" in shown.stdout
    for options in ((), ("--check",), ("--diff",)):
        done = run("fmt", "a.rgn", *options)
        assert done.exit_code == 1 and "[tag]" in done.stderr and Path("a.rgn").read_bytes() == data


def test_comment_lines_are_never_dropped_silently() -> None:
    data = UNTIDY["comment-line"][0]
    Path("a.rgn").write_bytes(data)
    for lang in ("it", "en"):
        done = run("fmt", "a.rgn", lang=lang)
        assert done.exit_code == 1 and "a.rgn:9" in done.stderr and "--drop-comments" in done.stderr
    assert Path("a.rgn").read_bytes() == data


def test_folders_standard_input_modes_and_links() -> None:
    Path("s").mkdir()
    for name in ("s/a.rgn", "s/b.rgn", "s/c.txt"):
        Path(name).write_bytes(UNTIDY["untidy"][0])
    os.chmod("s/a.rgn", 0o644)
    os.symlink("a.rgn", "s/l.rgn")
    assert [row["file"] for row in json.loads(run("lint", "s", "--json").stdout)] == ["s/a.rgn", "s/b.rgn", "s/l.rgn"]
    assert run("fmt", "s/l.rgn").exit_code == 0
    assert Path("s/l.rgn").is_symlink() and os.stat("s/a.rgn").st_mode & 0o777 == 0o644
    assert not [finding for finding in find_untidy(Path("s/a.rgn").read_bytes(), read(Path("s/a.rgn").read_bytes()))]
    assert run("fmt", "s").exit_code == 0 and sorted(path.name for path in Path("s").iterdir()) == [
        "a.rgn", "b.rgn", "c.txt", "l.rgn"
    ]  # fmt: skip
    done = run("fmt", "-", data=UNTIDY["untidy"][0])
    assert done.exit_code == 0 and done.stdout.encode() == Path("s/b.rgn").read_bytes()
    assert run("lint", "-", data=SAMPLE).exit_code == 0
    Path("e").mkdir()
    assert run("lint", "e").exit_code == 1 and run("lint", "no.rgn").exit_code == 1


def test_json_is_not_taken_for_a_text() -> None:
    Path("a.rgn").write_bytes(SAMPLE)
    assert run("convert", "a.rgn", "--to", "json", "-o", "a.json").exit_code == 0
    before = Path("a.json").read_bytes()
    done = run("fmt", "a.json")
    assert done.exit_code == 1 and "plancia convert a.json" in done.stderr and Path("a.json").read_bytes() == before
    assert run("lint", "a.json").exit_code == 0


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_json_goes_round_and_is_read_by_the_commands(form: str) -> None:
    Path("a.rgn").write_bytes(SAMPLE)
    assert run("convert", "a.rgn", "--to", form, "-o", f"a.{form}").exit_code == 0
    assert run("convert", f"a.{form}").stdout.encode() == SAMPLE
    first, second = (json.loads(run("judge", name, "--json").stdout) for name in ("a.rgn", f"a.{form}"))
    for judged in (first, second):
        judged["verdicts"] = [{**verdict, "line": None} for verdict in judged["verdicts"]]
    assert first == second
    done = run("import", f"a.{form}", "-a", "c.db")
    assert done.exit_code == 0 and run("-a", "c.db", "export", "--all").exit_code == 0


def test_a_compressed_text_is_linted_and_never_rewritten(folder: Path) -> None:
    (folder / "a.rgn.gz").write_bytes(packed := gzip.compress(UNTIDY["untidy"][0]))
    rows = json.loads(run("lint", "a.rgn.gz", "--json").stdout)
    assert [(row["code"], row["line"]) for row in rows] == [("untidy", 9)]
    (folder / "cut.rgn.gz").write_bytes(packed[:-9])
    cut = run("lint", "cut.rgn.gz")
    assert cut.exit_code == 1 and "cut.rgn.gz" in cut.output and "gzip" in cut.output
    for lang, says in (("it", "non riscrive i file compressi"), ("en", "does not rewrite compressed files")):
        for option in ([], ["--check"], ["--diff"]):
            refused = run("fmt", "a.rgn.gz", *option, lang=lang)
            assert refused.exit_code == 1 and says in refused.output and "a.rgn.gz" in refused.output
    assert (folder / "a.rgn.gz").read_bytes() == packed
