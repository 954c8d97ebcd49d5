"""Every problem of a text reaches whoever asks for JSON, with its code, whichever command reads the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_cli.main import plancia
from plancia_events import read
from plancia_events.errors import PROBLEM_CODES
from plancia_events.text import canonical_reader, reader

HEADERS = [
    '[Notation "rgn 1"]', '[Game "a"]', '[Variant "monopoli@1"]', '[Red "Anna"]', '[Blue "Bruno"]',
    '[Completeness "full"]', '[Provenance "sheet"]',
]  # fmt: skip
LINES: dict[str, str] = {  # by code: an event line with the problem
    "control": "TURN R\u200b", "too-long": "NOTE A {" + "x" * 4100 + "}", "tag": "FOO R", "actor": "TURN *",
    "missing": "OCC R CIN>SIA", "surplus": "END R CIN", "land": "PICK R XYZ", "land-ambiguous": "PICK R austr",
    "colour": "ELIM R Q", "number": "OCC R CIN>SIA x", "dice": "EROLL R 72", "card": "DRAW R #12", "word": "CLOCK * x",
    "form": "OCC R CIN 3", "losses": "ATT R CIN>SIA 6:5 1", "comment": "END R {a", "time": "END R @25:00",
    "reason-missing": "VOID A 1", "correction": "FIX A 1 VOID A 1 {x}", "board": "CHECK * R3",
    "salt": "SHOW R 1 CIN salt=1", "dealt": "DEAL * CIN",
}  # fmt: skip
BLOCKS: dict[str, list[str]] = {  # by code: headers with the problem
    "header-form": [*HEADERS, "[Place Milano]"], "header-unknown": [*HEADERS, '[Plaza "x"]'],
    "header-value": [*HEADERS, '[Result "x"]'], "header-twice": [*HEADERS, '[Red "Carla"]'],
    "option-twice": [*HEADERS, '[Option "a.b=1"]', '[Option "a.b=2"]'], "header-missing": HEADERS[:-1],
    "notation-version": ['[Notation "rgn 2"]', *HEADERS[1:]], "players": [*HEADERS[:3], *HEADERS[4:]],
}  # fmt: skip
SHEETS = {
    "twice": "Torneo,Tavolo,Turno,Giocatore,Punti\nT,1,1,Anna,5\nT,1,1,Anna,6\n",
    "seats": "Torneo,Tavolo,Turno,Giocatore,Punti\nT,1,1,Anna,5\n",
}
COMMANDS = ("lint", "import", "convert", "judge", "state")
MANY = 40  # events, and games, of the texts with too many; tests/conformance/limits has the limits as they are


def text_of(headers: list[str], lines: list[str]) -> bytes:
    return ("\n".join(headers) + "\n\n" + "".join(line + "\n" for line in lines)).encode()


def examples() -> dict[str, bytes]:
    """A file for each code of a text."""
    found = {code: text_of(HEADERS, ["TURN R", line]) for code, line in LINES.items()}
    found |= {code: text_of(headers, ["TURN R"]) for code, headers in BLOCKS.items()}
    found["encoding"] = text_of(HEADERS, ["NOTE A {x}"]).replace(b"{x}", b"{\xe8}")
    found["header-late"] = text_of(HEADERS, ["TURN R", '[Place "Milano"]'])
    found["no-game"] = b"; nothing\n"
    found["too-many-events"] = text_of(HEADERS, ["PASS R"] * (MANY + 1))
    found["too-many-games"] = b"\n".join([text_of(HEADERS, [])] * (MANY + 1))
    return found


def run(command: str, name: str) -> Result:
    options = {"state": ["--at", "0"], "import": ["-a", "club.db", "--dry-run"]}.get(command, [])
    return CliRunner().invoke(plancia, ["--lang", "en", command, name, *options, "--json"])


def codes_in(value: Any) -> set[str]:
    """The codes of problems in a value of JSON."""
    if isinstance(value, dict):
        own = {value["code"]} if {"code", "line", "column"} <= set(value) else set()
        return own.union(*map(codes_in, value.values()))
    return set().union(*map(codes_in, value)) if isinstance(value, list) else set()


def printed_codes(done: Result, command: str) -> set[str]:
    """The codes in what a command has printed as JSON."""
    if command == "convert":
        values = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    elif done.stdout.startswith(("[\n", "{\n")):
        values = [json.loads(done.stdout)]
    else:
        values = [json.loads(line) for line in done.stdout.splitlines()]
    return codes_in(values)


def test_every_code_has_an_example() -> None:
    assert {*examples(), *SHEETS} == set(PROBLEM_CODES), "add an example of the code"


@pytest.mark.parametrize("code", [code for code in examples()])
def test_every_code_is_printed_by_every_command(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for module in (reader, canonical_reader):
        monkeypatch.setattr(module, "MAX_EVENTS", MANY)
    monkeypatch.setattr(reader, "MAX_GAMES", MANY)
    data = examples()[code]
    Path("a.rgn").write_bytes(data)
    told = {problem.code for problem in read(data).problems}
    assert code in told
    for command in COMMANDS[: 4 if code == "too-many-games" else 5]:  # `state` is of the first game
        done = run(command, "a.rgn")
        assert done.exit_code == 1 and not isinstance(done.exception, Exception | type(None)), (command, done.output)
        assert printed_codes(done, command) >= told, (command, done.output[:2000])


@pytest.mark.parametrize("code", SHEETS)
def test_the_codes_of_sheets_are_printed_too(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(SHEETS[code], "utf-8")
    for command in ("import", "convert", "judge"):
        done = run(command, "a.csv")
        assert done.exit_code == 1 and code in printed_codes(done, command), (command, done.output)


VALID = sorted((Path(__file__).parents[1] / "conformance" / "valid").glob("*.rgn"))


@pytest.mark.parametrize("file", VALID, ids=lambda file: file.stem)
@pytest.mark.parametrize(
    "command",
    [
        ("lint",), ("fmt", "--check", "--drop-comments"), ("convert",), ("convert", "--to", "json"), ("complete",),
        ("events",), ("judge",), ("score",), ("state", "--at", "0"), ("show",), ("corrections",),
        ("import", "-a", "club.db"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_takes_what_is_valid(
    file: Path, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(plancia, ["--lang", "en", command[0], str(file), *command[1:]])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    refusals = [f"[{code}]" for code in PROBLEM_CODES] + ["cannot tell", "not kept", "Traceback"]
    assert not [text for text in refusals if text in done.output], done.output
    refused_by_rules = "option not valid" in done.output or "IMPOSSIBLE" in done.output  # not by the text
    assert done.exit_code in (0, 3) or refused_by_rules, done.output
