"""The benchmark's reference is a second opinion on the kernel, and its page tells a target met from one missed."""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, Filters
from plancia_events import read
from plancia_replay import kernel_form

BENCH = Path(__file__).resolve().parent.parent / "bench"
COUNTED_IN_PYTHON = pytest.mark.skipif(
    kernel_form() != "pure", reason="a hook sees no calls within the compiled kernel"
)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of the benchmark's folder."""
    monkeypatch.syspath_prepend(str(BENCH))
    yield importlib.import_module
    for name in [name for name, module in sys.modules.items() if str(BENCH) in str(getattr(module, "__file__", ""))]:
        del sys.modules[name]


def test_the_reference_finds_what_the_kernel_finds(bench: Any) -> None:
    agreement, corpus = bench("agreement"), bench("corpus")
    chance = random.Random(11)
    spoilt = 0
    for text in corpus.texts(1):
        sound = corpus.without_checkpoints(text).decode()
        agreement.compare(sound)
        for _ in range(6):
            other = agreement.spoil(sound, chance)
            agreement.compare(other)
            spoilt += other != sound
    assert spoilt == 18


def test_a_difference_is_told(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    agreement, corpus, checks = bench("agreement"), bench("corpus"), bench("reference_checks")
    monkeypatch.setattr(checks, "MOST_DICE", 2)
    with pytest.raises(AssertionError):
        agreement.compare(corpus.without_checkpoints(corpus.texts(1)[0]).decode())


@pytest.mark.parametrize(
    ("value", "must", "goal", "lower", "told"),
    [
        (120, 100, 200, False, "met"),
        (200, 100, 200, False, "goal"),
        (75, 100, 200, False, "missed by 25 %"),
        (6, 8, 4, True, "met"),
        (4, 8, 4, True, "goal"),
        (10, 8, 4, True, "missed by 25 %"),
    ],
)
def test_a_target_is_met_or_missed(bench: Any, value: float, must: float, goal: float, lower: bool, told: str) -> None:
    assert bench("page").state(value, must, goal, lower) == told


RULES = """
from plancia_events.ops import ATT
FIRST: Final = 10
class A(Rule):
    KINDS = (ATT,)
    def ops(self):
        return [ATT] if self.most > 3 else [16, 17]
    def notes(self):
        return [FIRST, ATT]
    def finding(self, t):
        if t.op == 12 or t.op in (13, 14):
            return 2
        if t.op == ATT and t.c == 3:
            return 0
        return 1 if t.a < 5 else ILLEGAL
    def amount(self, t):
        return 7
"""


def test_numbers_in_rules_are_counted_by_place(bench: Any, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.py").write_text(RULES)
    source = bench("house_source")
    assert source.kind_numbers(tmp_path) == 4  # the list of ops, the constant FIRST, and two comparisons
    assert source.verdict_numbers(tmp_path) == (2, 1)


def test_circles_rooms_and_arrows_of_a_small_package(bench: Any, tmp_path: Path) -> None:
    files = {
        "__init__.py": "from p.one import x", "one.py": "from p import two", "two.py": "def f():\n    import p.one",
        "wing/__init__.py": "", "wing/three.py": "from . import four\nfrom p.one import x",
        "wing/four.py": "from ..wing.deep import five", "wing/deep/__init__.py": "",
        "wing/deep/five.py": "import json\nfrom p import nothing_that_is_a_module",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    source = bench("house_source")
    arrows = source.graph(tmp_path, "p")
    assert arrows["p.wing.three"] == {"p.wing.four", "p.one"} and arrows["p.wing.four"] == {"p.wing.deep.five"}
    assert source.circles(arrows) == [["p.one", "p.two"]]
    assert source.rooms(arrows, "p") == (3, 3)  # one, two, wing; one and two import each other, wing imports one
    assert source.rooms(arrows, "p", "wing") == (5, 5)


def test_the_path_of_a_line_is_what_is_called_more_often_and_its_callers(bench: Any) -> None:
    calls = bench("house_calls")
    plain = calls.Counter({("", "main"): 1, ("main", "read"): 1, ("main", "rules"): 1, ("read", "line"): 3})
    given = plain + calls.Counter({("read", "line"): 1, ("line", "attack"): 1})
    assert calls.path_of(plain, given) == {"main", "read", "line", "attack"}


def test_the_hook_counts_only_the_event_in_hand_and_no_check_in_vain(bench: Any) -> None:
    calls = bench("house_calls")
    names: dict[str, Any] = {"__name__": "plancia_replay.small"}
    exec(
        "class Table:\n number = 0\n"
        "class Rule:\n"
        " def __init__(self, code): self.code = code\n"
        " def check(self, t): return helper(self.code)\n"
        " def facts(self, t): return {}\n"
        "def helper(code): return code\n"
        "def note(t): pass\n"
        "def replay(t):\n"
        " for t.number in (1, 2):\n"
        "  for rule in (Rule(0), Rule(1)):\n"
        "   if rule.check(t): note(t)\n",
        names,
    )
    every = calls.count_calls(lambda: names["replay"](names["Table"]()))
    one = calls.count_calls(lambda: names["replay"](names["Table"]()), 2)
    assert every.rows["kernel_runs"] == one.rows["kernel_runs"] == 1 and every.total == 15
    told = {callee.rpartition(":")[2]: count for (_, callee), count in one.edges.items()}
    assert (told["replay"], told["Rule.check"], told["helper"], told["note"]) == (1, 1, 1, 1)


def test_the_page_says_what_is_reached(bench: Any) -> None:
    page = bench("house_page")
    rows = {row.key: row for row in page.ROWS}
    told = [page.reached(rows["import_ratio"], {"import_ratio": value}) for value in (250, 100, 29.5, None)]
    assert told == ["no", "yes", "goal", "-"]
    assert page.reached(rows["import_ratio"], {"import_ratio": 20, "form": "pure"}) == "-"
    assert page.reached(rows["get_per_s"], {"get_per_s": 801}) == "yes"
    assert page.reached(rows["places_found"], {"places": 4, "places_found": 3}) == "no"
    assert page.cell(rows["long_subjects"], {"long_subjects": 1, "subjects": 9}) == "1 of 9"


def test_the_page_stands_as_the_figures_do(bench: Any) -> None:
    house, page = bench("house"), bench("house_page")
    stored = house.json.loads(house.RESULT.read_text("utf-8"))
    assert page.PAGE.read_text("utf-8") == page.page(stored)


def test_the_functions_that_are_counted_exist(bench: Any) -> None:
    calls, source = bench("house_calls"), bench("house_source")
    known = {name for one in calls.PACKAGES for name in source.functions(BENCH.parent / one, one)}
    assert calls.stale(known) == []
    assert calls.stale(known - {"events:pack", "replay:Table"}) == ["packings", "table"]


@COUNTED_IN_PYTHON
def test_an_append_is_recognised_by_its_functions(bench: Any) -> None:
    calls = bench("house_calls").append()
    assert calls.rows["judgements"] >= 1 and calls.rows["kernel_runs"] >= 1 and calls.rows["packings"] >= 5
    assert calls.rows["parses"] >= 5 and calls.rows["reads"] >= 1 and calls.total > 100


@COUNTED_IN_PYTHON
def test_an_attack_passes_through_the_program_in_known_forms(bench: Any) -> None:
    calls, games = bench("house_calls"), bench("house_games")
    judged = calls.judged(games.ATTACKED)
    assert any(calls.like(callee, "replay:AttackerDiceNotFewer.check") for _, callee in judged.edges)
    forms = calls.forms_of(judged.edges)
    assert {"line of text", "eight integers in the log", "finding: (event, rule, code)", "verdict (`Verdict`)"} <= {
        *forms
    }


def test_the_copies_of_the_stored_archive_are_audited(bench: Any, tmp_path: Path) -> None:
    stored = bench("stored")
    low, high, events = stored.make(tmp_path / "a.db", 6)
    assert len(stored.bodies(tmp_path / "a.db", low, high)) == 6
    assert stored.audited(tmp_path / "a.db", low, high) == events


def test_the_copies_for_questions_and_lists_are_counted(bench: Any, tmp_path: Path) -> None:
    questions, lists = bench("questions"), bench("lists")
    game = read(bench("corpus").texts(1)[0].decode()).games[0]
    tables = (*questions.TABLES_BY_GAME, *questions.BY_NUMBER)
    copies: list[tuple[str, Callable[[Archive], None], int]] = [
        ("a.db", lambda archive: questions.multiply(archive, 1, 2, tables), 3),
        ("b.db", lambda archive: lists.copied(archive, 20), 21),
    ]
    for name, copy, expected in copies:
        archive = Archive.open(tmp_path / name, create=True)
        archive.add_game(game)
        copy(archive)
        assert len(archive.games(Filters(), None, 50)[0]) == expected
        archive.close()


def test_the_games_of_the_large_run_differ(bench: Any) -> None:
    jobs = bench("jobs")
    texts = [jobs.generated({}, seed) for seed in range(2)]
    games = [read(text).games[0] for text in jobs.copies(texts, 9)]
    assert len({game.text() for game in games}) == len({game.header("Game") for game in games}) == 9
    assert all(game.version == read(texts[number % 2]).games[0].version for number, game in enumerate(games))
    assert len({tuple(game.players.values()) for game in games}) == 9 and all(game.header("Date") for game in games)
    assert len(set(jobs.names())) == jobs.PEOPLE


def test_the_section_about_processes(bench: Any, tmp_path: Path) -> None:
    page = bench("jobs_page")
    assert page.jobs_page(tmp_path) == []
    one = {"command": "import", "jobs": 2, "clock_ms": 4.0, "cpu_ms": 8.0, "clock_audits": 60.0, "cpu_audits": 120.0,
           "faster": 1.75, "more_cpu": 1.1}  # fmt: skip
    run = {"clock_s": 100.0, "cpu_s": 190.0, "peak_bytes": 3e8, "largest_bytes": 1e8}
    machine = {"python": "3.11", "cpu": "x", "cores": 2, "commit": "abc"}
    stored = {
        "ratios": {**machine, "games": 300, "form": "pure", "rounds": 2, "audit_us": 60.0, "rows": [one]},
        "large": {**machine, "cpu": "y", "games": 100000, "jobs": 2, "form": "pure", "distinct": 2000,
                  "variants": ["eg@1"], "people": 4, "lines": 250, "text_bytes": 4e8,
                  "disk_bytes": 1.2e9, "import": run, "verify": run},
    }  # fmt: skip
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "jobs.json").write_text(json.dumps(stored))
    text = "\n".join(page.jobs_page(tmp_path))
    assert text.index(", x, 2 cores, commit abc") < text.index("300 copies") < text.index(", y, 2 cores")
    assert "| `import` | 2 | 4.0 | 60x | 8.0 | 120x | 1.75x | 1.10x |" in text
    assert "| `verify` | 100 | 1,000 | 190 | 1.9 | 300 MB | 100 MB |" in text and "12,000 bytes a game" in text
