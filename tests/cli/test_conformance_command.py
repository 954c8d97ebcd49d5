"""plancia conformance with programs that are deliberately wrong, and with one that is right."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plancia_cli import conformance
from plancia_cli.main import plancia
from plancia_cli.support.conformance_answers import answer
from tests.make_conformance import SUITE
from tests.make_texts import bases, mutation

NAMES = ("kinds/turn", "problems/land", "state/deal", "illegal/two-dice")
RIGHT = f"{sys.executable} -m plancia_cli conformance-driver"
WRONG = """
import json, sys, time
from plancia_cli.support.conformance_answers import answer
count = 0
for line in sys.stdin:
    request = json.loads(line)
    count += 1
    found = answer(request)
    {fault}
    print(json.dumps(found), flush=True)
"""


def copy_suite(folder: Path) -> None:
    """Writes a suite of four tests."""
    manifest = json.loads((SUITE / "manifest.json").read_text("utf-8"))
    tests = [test for test in manifest["tests"] if test["id"] in NAMES]
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        for suffix in (".rgn", ".json"):
            shutil.copy(SUITE / f"{name}{suffix}", folder / f"{name}{suffix}")
    (folder / "manifest.json").write_text(json.dumps({**manifest, "tests": tests, "requests": []}), "utf-8")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of four tests."""
    copy_suite(tmp_path / "suite")
    return tmp_path / "suite"


def run(command: str, *args: str, lang: str = "en") -> Result:
    return CliRunner().invoke(plancia, ["--lang", lang, "conformance", "--with", command, "--timeout", "20", *args])


def driver(tmp_path: Path, fault: str) -> str:
    """The command of a program that answers as Plancia does, but for a fault."""
    file = tmp_path / "driver.py"
    file.write_text(WRONG.format(fault=fault), "utf-8")
    return f"{sys.executable} {file}"


def told(result: Result) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """The rows by class, and the faults."""
    payload = json.loads(result.stdout)
    return {row["class"]: row for row in payload["classes"]}, payload["faults"]


def test_the_right_program_passes(suite: Path) -> None:
    result = run(RIGHT, "--suite", str(suite))
    assert result.exit_code == 0 and "4 tests, 0" in result.output
    rows, faults = told(run(RIGHT, "--suite", str(suite), "--class", "writer", "--json"))
    assert list(rows) == ["writer"] and rows["writer"]["passed"] == 4 and faults == []


@pytest.mark.parametrize(
    ("fault", "classes", "says"),
    [
        ('found.get("canonical") and found.update(canonical=found["canonical"] + "\\n")', {"writer"}, "canonical line"),
        ('for p in found.get("problems", []): p["column"] += 1', {"reader"}, "problems[0].column: expected 8, found 9"),
        ('for g in found.get("games", []): "headers" in g and g["events"].reverse()', {"reader"}, "games[0].events"),
        ('"hands" in found and found["hands"].pop("R")', {"replayer"}, "hands.R: missing"),
        ('"board" in found and found.update(board="?" * 42)', {"replayer"}, "board: expected"),
        ('for g in found.get("games", []): g.pop("verdicts", None)', {"judge"}, "verdicts: expected"),
        ('found.pop("games", None)', {"reader", "judge"}, "no member games"),
        ('if request["op"] == "state": found = {"id": request["id"], "error": "lost"}', {"replayer"}, "lost"),
    ],
)
def test_a_wrong_answer_fails_its_class_alone(
    suite: Path, tmp_path: Path, fault: str, classes: set[str], says: str
) -> None:
    result = run(driver(tmp_path, fault), "--suite", str(suite), "--json")
    rows, faults = told(result)
    assert result.exit_code == 3
    assert {name for name, row in rows.items() if row["failed"]} == classes
    assert any(says in row["fault"] for row in faults), faults


def test_what_a_program_does_not_support_is_no_failure(suite: Path, tmp_path: Path) -> None:
    only_reads = 'if request["op"] != "read": found = {"id": request["id"], "unsupported": True}'
    result = run(driver(tmp_path, only_reads), "--suite", str(suite), "--json")
    rows, faults = told(result)
    assert result.exit_code == 0 and faults == []
    assert (rows["reader"]["passed"], rows["replayer"]["unsupported"], rows["judge"]["unsupported"]) == (4, 1, 1)


def test_a_program_that_crashes_is_started_again(suite: Path, tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    crash = (
        f'if count == 3 and not __import__("os").path.exists({str(mark)!r}): open({str(mark)!r}, "w"); sys.exit("oh")'
    )
    rows, faults = told(run(driver(tmp_path, crash), "--suite", str(suite), "--json"))
    assert len({row["request"] for row in faults}) == 1 and "exit code 1: oh" in faults[0]["fault"]
    assert (
        sum(row["failed"] for row in rows.values()) <= 2 and rows["replayer"]["passed"] + rows["judge"]["passed"] >= 1
    )


def test_a_program_that_always_crashes_is_given_up(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancia_cli.support import driver_process

    monkeypatch.setattr(driver_process, "MAX_STARTS", 2)
    result = run(driver(tmp_path, "sys.exit(7)"), "--suite", str(suite))
    assert (
        result.exit_code == 3
        and "exit code 7" in result.output
        and "not asked: the program was started 2 times" in result.output
    )


def test_a_program_that_hangs_is_stopped(suite: Path, tmp_path: Path) -> None:
    hang = 'if request["op"] == "judge": time.sleep(600)'
    result = CliRunner().invoke(
        plancia,
        ["--lang", "en", "conformance", "--with", driver(tmp_path, hang), "--timeout", "4", "--suite", str(suite)],
    )
    assert result.exit_code == 3 and "illegal/two-dice (judge): no answer within 4 seconds" in result.output
    assert result.output.count("no answer") == 1


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("fault", ["print('hello', flush=True)", "print([1], flush=True)"])
def test_garbage_is_quoted(suite: Path, tmp_path: Path, fault: str, lang: str) -> None:
    result = run(driver(tmp_path, fault), "--suite", str(suite), lang=lang)
    says = {"it": "oggetto JSON: ", "en": "JSON object: "}[lang] + ("hello" if "hello" in fault else "[1]")
    assert result.exit_code == 3 and says in result.output


def test_answers_out_of_order_are_named(suite: Path, tmp_path: Path) -> None:
    result = run(driver(tmp_path, 'found["id"] = count + 1'), "--suite", str(suite))
    assert result.exit_code == 3 and "answered another request than the next one" in result.output


@pytest.mark.parametrize("line", ["hello", "[1]", '{"id": 999}'])
def test_a_wrong_line_is_charged_to_its_own_request_alone(
    tmp_path: Path, suite: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancia_cli.support import driver_process

    file = tmp_path / "fake.py"
    file.write_text(f"import sys\nfor l in sys.stdin: print({line!r}, flush=True)\n", "utf-8")
    monkeypatch.setattr(driver_process, "MAX_STARTS", 3)
    replies = list(driver_process.ask(f"{sys.executable} {file}", [{"op": "read"}] * 6, 20))
    kind = "order" if "id" in line else "garbage"
    assert [reply.fault for reply in replies] == [kind] * 3 + ["given-up"] * 3
    shown = run(f"{sys.executable} {file}", "--suite", str(suite), lang="it").output
    assert "terminato prima di rispondere" not in shown and "avviato 3 volte" in shown


def test_an_answer_to_another_request_leaves_the_next_one_alone(suite: Path, tmp_path: Path) -> None:
    wrong = 'if request["op"] == "judge": found["id"] = 999'
    rows, faults = told(run(driver(tmp_path, wrong), "--suite", str(suite), "--json"))
    assert {row["request"] for row in faults} == {"judge"} and rows["replayer"]["failed"] == 0


def test_messages_before_the_right_answer_restart_nothing(tmp_path: Path) -> None:
    from plancia_cli.support.driver_process import ask

    starts = tmp_path / "starts"
    note = f"print('loading'); open({str(starts)!r}, 'a').write('x' * (count == 1))"
    replies = list(ask(driver(tmp_path, note), [{"op": "read", "text": ""}] * 3, 20))
    assert [reply.fault for reply in replies] == ["garbage"] * 3 and starts.read_text("utf-8") == "x"


def test_without_a_terminal_progress_is_told_in_lines(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancia_cli import conformance

    monkeypatch.setattr(conformance, "SECONDS_BETWEEN_LINES", 0)
    assert "requests asked: 1/" in run(driver(tmp_path, "pass"), "--suite", str(suite)).stderr


def test_a_program_that_answers_at_the_end_of_input_passes(suite: Path, tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "import json, sys\nfrom plancia_cli.support.conformance_answers import answer\n"
        "for line in sys.stdin.readlines():\n    print(json.dumps(answer(json.loads(line))))\n", "utf-8",
    )  # fmt: skip
    assert run(f"{sys.executable} {file}", "--suite", str(suite)).exit_code == 0


def test_bad_options_say_what_to_do(tmp_path: Path) -> None:
    for args, code, says in (
        (["--with", "no-such-program-here"], 1, "no-such-program-here"),
        (["--with", '"x'], 2, "quotes"),
        (["--with", ""], 2, "quotes"),
        (["--with", RIGHT, "--suite", str(tmp_path)], 1, "manifest.json"),
        (["--with", RIGHT, "--texts", str(tmp_path)], 1, "no game files"),
        (["--with", RIGHT, "--texts", str(tmp_path / "none")], 1, "none"),
    ):
        result = CliRunner().invoke(plancia, ["--lang", "en", "conformance", *args])
        assert result.exit_code == code and says in result.output, (args, result.output)


@pytest.mark.parametrize(("manifest", "test"), [
    ("[]", "{}"), ('{"version": "1", "tests": [{}]}', "{}"), ('{"version": "1", "tests": 5}', "{}"),
    ('{"version": "1", "rulings": [{}]}', "{}"), ('{"version": "1", "rulings": [{"file": "a.json"}]}', "[1]"),
    *(('{"version": "1", "tests": [{"id": "a"}]}', test) for test in (
        "[1]", '{"make": 5}', '{"make": [{}]}', '{"make": "x", "read": 5}', '{"make": "x", "read": {"no": 1}}',
        '{"make": "x", "states": [{}]}', '{"make": "x", "judge": 5}',
    )),
])  # fmt: skip
def test_a_suite_of_another_form_is_refused_with_its_place(manifest: str, test: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(manifest, "utf-8")
    (tmp_path / "a.json").write_text(test, "utf-8")
    result = CliRunner().invoke(plancia, ["conformance", "--with", RIGHT, "--suite", str(tmp_path)])
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit) and str(tmp_path) in result.output


@pytest.mark.parametrize("request_", [
    {"op": "read", "bytes": "é"}, {"op": "read", "bytes": "a"}, {"op": "read"}, {"op": []},
    {"op": "judge", "text": '[Notation "rgn 1"]\n[Variant "eg@1"]\n', "goals": "x"},
])  # fmt: skip
def test_the_driver_answers_what_it_cannot_carry_out_with_the_reason(request_: dict[str, Any]) -> None:
    found = answer({"id": 7, **request_})
    assert found["id"] == 7 and found["error"]


def test_texts_of_a_folder_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(12):
        name, data = mutation(bases(), number, 7)
        (texts / f"{name}.rgn").write_bytes(data)
    right = run(RIGHT, "--texts", str(texts), "--json")
    figures = {row["figure"]: row for row in json.loads(right.stdout)["figures"]}
    assert right.exit_code == 0 and figures["files"] == {"figure": "files", "agree": 12, "differ": 0, "unsupported": 0}
    assert figures["canonical"]["agree"] == 12 and figures["board"]["agree"] >= 12
    boardless = driver(tmp_path, '"board" in found and found.update(board="?" * 42)')
    wrong = run(boardless, "--texts", str(texts), "--json")
    figures = {row["figure"]: row for row in json.loads(wrong.stdout)["figures"]}
    assert wrong.exit_code == 3 and figures["board"]["differ"] > 0 and figures["canonical"]["differ"] == 0
    assert figures["files"]["differ"] > 0
    monkeypatch.setattr(conformance, "MAX_DIFFERENCES", 2)
    lines = run(boardless, "--texts", str(texts)).stdout.splitlines()
    further = len(json.loads(wrong.stdout)["differences"]) - 2
    assert sum(".rgn" in line for line in lines) == 2 and further > 0 and f" {further} " in lines[-1]


def test_the_same_seed_makes_the_same_mutations() -> None:
    texts = bases()
    made = [mutation(texts, number, 3) for number in range(40)]
    assert made == [mutation(texts, number, 3) for number in range(40)]
    assert {name.split("-")[1] for name, _ in made} == {"event", "header", "bytes"}
    assert len({data for _, data in made}) == 40 and made != [mutation(texts, number, 4) for number in range(40)]
