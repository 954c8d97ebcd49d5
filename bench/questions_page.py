"""The section of docs/quality/performance.md about questions; bench/page.py writes the page anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "## Questions"


def questions_page(root: Path) -> list[str]:
    """The tables of `bench/questions.py`, where it was run."""
    path = root / "bench" / "questions.json"
    if not path.exists():
        return []
    found = json.loads(path.read_text())
    lines = ["", HEAD]
    if "scans" in found:
        lines += scans(found["scans"])
    if "events" in found:
        lines += against(found["events"])
    return lines


def scans(found: dict[str, Any]) -> list[str]:
    """The statistics against one scan of a small table."""
    page = found["paging"]
    lines = [
        "",
        f"Made by `bench/questions.py`: {found['games']} games (derived rows of synthetic games, copied under other",
        f"players), {found['throws']} throws; a scan of the table of throws takes {round(found['scan_ms'])} ms.",
        "*Half* is the same question over a filter that half of the games meet. CPU time.",
        f"The last page of {page['games']} games: {page['ratio']:.1f} times the first ({page['first_ms']:.2f} ms).",
        "",
        "| statistic | scans | ms | half, scans |",
        "| --- | --- | --- | --- |",
    ]
    return [*lines, *(f"| {row['statistic']} | {row['scans']:.1f} | {row['ms']:.0f} | {row['half']:.1f} |"
                      for row in found["rows"])]  # fmt: skip


def against(found: dict[str, Any]) -> list[str]:
    """The statistics against one row an event."""
    lines = [
        "",
        f"Against one row an event in the same SQLite ({found['events']} rows: {found['games']} copies of the",
        "recorded games of `tests/games/imported`), the same figures in plain SQL without tests and intervals.",
        "CPU time. Must: 80 times, goal: 200.",
        "",
        "| statistic | event rows, ms | facts, ms | ratio | |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in found["rows"]:
        state = "goal" if row["ratio"] >= 200 else "must" if row["ratio"] >= 80 else "missed"
        lines.append(f"| {row['statistic']} | {row['events_ms']:.0f} | {row['facts_ms']:.1f} | {row['ratio']:.0f}x | "
                     f"{state} |")  # fmt: skip
    return lines
