"""docs/quality/house.md from bench/house.json: one row a measure, and how each is taken. No figure stands elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "quality" / "house.md"
COMPILED = {"import_ratio"}  # aims for the compiled kernel: the audit in plain Python takes ten times as long
ABOUT = 1.1  # an aim of "about" so many is reached within a tenth


class Row(NamedTuple):
    """A measure: the key of its figure, what it is, the figure of 1d244e4, its aim, and the numbers to reach."""

    key: str
    what: str
    then: str
    aim: str
    must: float | None = None
    goal: float | None = None
    higher: bool = False
    unit: str = ""


ROWS = [
    Row("hops", "one attack from file to printed verdict: functions on its path", "76 (by hand)", "at most 45", 45),
    Row("forms", "the same: forms it takes", "15", "10", 10),
    Row("reads", "five lines appended over HTTP: readings of a text", "3", "1", 1),
    Row("parses", "the same: lines parsed", "56", "5 (the new lines)", 5),
    Row("formattings", "the same: events formatted", "162", "5", 5),
    Row("packings", "the same: events packed", "108", "27 (each once)", 27),
    Row("judgements", "the same: judgements", "3", "1", 1),
    Row("kernel_runs", "the same: kernel runs", "14", "at most 3", 3),
    Row("calls", "the same: calls of project functions", "11,826", "below 3,000", 2999),
    Row("import_ratio", "import of a game of 254 events, CPU, against the kernel's own audit of it", "800x",
        "must 100x, goal 30x", 100, 30, unit="x"),
    Row("import_jobs", "the same in two processes: games by the clock, against one process", "none", "none"),
    Row("verify_ms", "`verify` a game, CPU", "20 ms", "must 2 ms, goal 0.5 ms", 2, 0.5, unit=" ms"),
    Row("verify_ratio", "the same against the kernel's own audit", "670x", "none", unit="x"),
    Row("get_per_s", "whole game by GET, a second", "77", "at least 800", 800, higher=True),
    Row("kind_numbers", "kinds written as numbers in rules", "346 places", "0", 0),
    Row("verdict_numbers", "codes of verdicts written as numbers in rules (0 aside)", "about 200", "0", 0),
    Row("places", "places to touch for a new kind of event", "9", "at most 4", 4),
    Row("places_found", "of which a failing test names", "2", "all"),
    Row("circles", "circles among files inside a package", "7", "0", 0),
    Row("archive_rooms", "archive: rooms", "31", "about 11", 11 * ABOUT),
    Row("archive_arrows", "archive: arrows", "90", "about 41", 41 * ABOUT),
    Row("replay_rooms", "replay: rooms (of `rules/` each file)", "69", "about 48", 48 * ABOUT),
    Row("replay_arrows", "replay: arrows", "196", "about 112", 112 * ABOUT),
    Row("long_subjects", "commit subjects over 72 characters", "219 of 239", "0 from now on", 0),
    Row("lane_s", "fast lane of the tests: `python3 run.py test --quick`", "none", "below 60 s", 60, unit=" s"),
]  # fmt: skip

NEXT_ROWS = [  # *then* is commit dbe23b63
    Row("walk_attack", "an attack typed on the phone after 233 events: calls of project functions", "34,582",
        "below 3,000", 2999),
    Row("walk_game", "the page of a game asked for again: calls", "25,351", "below 2,000", 1999),
    Row("walk_dispute", "the page of a dispute: calls", "67,404", "below 8,000", 7999),
    Row("walk_dispute_again", "the same asked for again: calls", "-", "none"),
    Row("arrows_up", "pairs of rooms of a package of which the lower imports from the higher", "16 in archive", "0", 0),
    Row("one_user_modules", "modules whose one user lies in the same folder", "74", "none"),
    Row("untyped_dicts", "`dict[str, Any]` in the source", "1,073", "below 200", 199),
    Row("lines", "lines of product Python", "82,494", "at most 70,000, goal 65,000", 70000, 65000),
    Row("import_share", "share of them that are imports", "8.7 %", "none", unit=" %"),
    Row("modules", "modules", "706", "none"),
]  # fmt: skip


WHY = {
    "walk_dispute": "It tells what each other reading changes, and the game without the event: three replays of 253 "
    "events, without verdicts but on the event (8,600 calls), two rule-sets bound (1,600), two boards drawn (1,600). "
    "The game as played is the judgement that is kept.",
    "lines": "Streams and writes are declared once; what a write does, says and asks for is not less than before.",
    # why an aim is missed, printed while it is
    "hops": "The hook counts every function, the 76 by hand left helpers out; some twenty of them parse words, ten "
    "print. The second replay and the formatting of other events are gone.",
    "forms": "Facts are still integers in the kernel, then typed values, then words.",
    "import_ratio": "What is left: writes of SQLite, JSON of verdicts, counters taken from the steps.",
    "verify_ms": "A game is parsed twice, once for its text and once for its rows; hash chain and references are "
    "read in Python.",
    "get_per_s": "The first reading of a game costs its judgement.",
    "circles": "`Rule` and `Table` name each other's types, which the compiled kernel needs for native "
    "calls; one file of both would be too long.",
    "archive_rooms": "The plan had neither `tlog` nor `evidence`, for proofs, nor `workers`, for several cores.",
    "archive_arrows": "`integrity` and `workers` came to the folders of the plan, and both read most others.",
    "replay_arrows": "`kernel.trace` and typed facts came to the files of the plan.",
    "calls": "Most are the judgement.",
    "lane_s": "Two processors share the compiler's check and the ruling cases.",
}


def figure(value: float | None, unit: str = "") -> str:
    """A figure with three digits that count, or a dash where there is none."""
    if value is None:
        return "-"
    if float(value).is_integer():
        return f"{value:,.0f}{unit}"
    return (f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}") + unit


def reached(row: Row, found: dict[str, Any]) -> str:
    """Is the aim reached: "yes", "goal", "no"; a dash where there is no aim or no figure."""
    value = found.get(row.key)
    if row.key == "places_found" and value is not None:
        return "yes" if value == found.get("places") else "no"
    if value is None or row.must is None or (row.key in COMPILED and found.get("form") == "pure"):
        return "-"
    better: Callable[[float, float], bool] = (lambda a, b: a >= b) if row.higher else (lambda a, b: a <= b)
    if row.goal is not None and better(value, row.goal):
        return "goal"
    return "yes" if better(value, row.must) else "no"


def cell(row: Row, found: dict[str, Any]) -> str:
    """The figure of a row as it stands in the table."""
    value = figure(found.get(row.key), row.unit)
    if row.key == "long_subjects" and found.get("subjects") is not None:
        value += f" of {found['subjects']}"
    return value


def page(stored: dict[str, Any]) -> str:
    """The page."""
    before, now = stored.get("before", {}), stored.get("now", {})
    lines = [
        "# The house: how a game passes through it",
        "",
        "Generated by `bench/house.py --write` from `bench/house.json`; edit those, not this page. *Then* is commit",
        f"1d244e4, as the plan of the work gives it; *before* is commit {before.get('commit', '-')}, measured by this",
        f"script; *now* is the code of commit {now.get('commit', '-')}; its times are of {now.get('timed', '-')}.",
        "",
        "| measure | then | before | now | aim | reached? |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {row.what} | {row.then} | {cell(row, before)} | {cell(row, now)} | {row.aim} | {reached(row, now)} |"
        for row in ROWS
    ]
    lines += [
        "",
        "## The next house",
        "",
        "Counted on the same code by `bench/walks.py` and `tests/test_architecture.py`; *then* is commit dbe23b63.",
        "",
        "| measure | then | now | aim | reached? |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [f"| {row.what} | {row.then} | {cell(row, now)} | {row.aim} | {reached(row, now)} |" for row in NEXT_ROWS]
    loops = "; ".join(", ".join(name.removeprefix("plancia_") for name in loop) for loop in now.get("loops", []))
    values = {
        "python": now.get("python", "-"), "cpu": now.get("cpu", "-"), "cores": now.get("cores", "-"),
        "form": now.get("form", "-"), "rounds": now.get("rounds", "-"), "before_form": before.get("form", "-"),
        "audit": figure(now.get("audit_us"), " microseconds"), "import_ms": figure(now.get("import_ms"), " ms"),
        "before_audit": figure(before.get("audit_us"), " microseconds"),
        "before_import": figure(before.get("import_ms"), " ms"), "how": now.get("how", "-"),
        "noughts": figure(now.get("noughts")), "loops": loops or "none",
    }  # fmt: skip
    missed = [(row.what, WHY[row.key]) for row in [*ROWS, *NEXT_ROWS] if reached(row, now) == "no" and row.key in WHY]
    if missed:
        lines += ["", "Missed, and why:", "", *(f"- **{what}**: {why}" for what, why in missed)]
    return "\n".join(lines) + "\n\n" + HOW.format(**values)


HOW = (ROOT / "bench" / "house_how.md").read_text("utf-8")
