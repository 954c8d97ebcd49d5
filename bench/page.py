"""docs/quality/performance.md from the benches (result, questions, lists, jobs): no figure stands elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lists
from jobs_page import jobs_page
from questions_page import questions_page

ROOT = Path(__file__).resolve().parent.parent
WHY = ROOT / "bench" / "why.md"


def state(value: float, must: float, goal: float, lower: bool) -> str:
    """ "goal", "met", or by how much it was missed."""
    better = (lambda one, two: one <= two) if lower else (lambda one, two: one >= two)
    if better(value, goal):
        return "goal"
    if better(value, must):
        return "met"
    return f"missed by {100 * (value / must - 1 if lower else 1 - value / must):.0f} %"


def figure(value: float) -> str:
    """Three figures that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def page(result: dict[str, Any]) -> str:
    """The page."""
    lines = [
        "# Performance",
        "",
        "Made by `bench/run.py` from `bench/result.json`; no figure stands elsewhere. Ratios are medians of",
        f"interleaved rounds A B B A in fresh processes ({result['rounds']} rounds), with the least and the greatest;",
        f"CPU time, Python {result['python']}. The nanoseconds are a note on this machine, not a claim.",
        "",
        "| what | ratio | least-most | must | goal | ns a unit | |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in result["rows"]:
        told = state(row["ratio"], row["must"], row["goal"], row["lower"])
        sign = "<=" if row["lower"] else ">="
        lines.append(
            f"| {row['what']} | {figure(row['ratio'])}x | {figure(row['least'])}-{figure(row['most'])} | "
            f"{sign} {row['must']}x | {row['goal']}x | {row['slow_ns']:.0f} / {row['fast_ns']:.0f} | {told} |"
        )
    for row in result["weights"]:
        lines.append(f"| {row['what']} | {row['ratio']:.1f}x | | | | {row['slow_ns']:.0f} / {row['fast_ns']:.0f} | |")
    lines += ["", "| what | figure | must | goal | |", "| --- | --- | --- | --- | --- |"]
    for row in result["plain"]:
        told = f"| {row['what']} | {figure(row['value'])} {row['unit']} |"
        if row["must"]:
            met = state(row["value"], row["must"], row["goal"], row["lower"])
            told += f" {'<=' if row['lower'] else '>='} {row['must']} | {row['goal']} | {met} |"
        else:
            told += " | | |"
        lines.append(told)
    text = WHY.read_text().format(**result)
    return "\n".join([*lines, "", text.rstrip(), *questions_page(ROOT), *lists.table(), *jobs_page(ROOT)]) + "\n"


if __name__ == "__main__":
    made = page(json.loads((ROOT / "bench" / "result.json").read_text()))
    (ROOT / "docs" / "quality" / "performance.md").write_text(made)
