"""The section of docs/quality/performance.md about several processes; bench/page.py writes the page anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def jobs_page(root: Path) -> list[str]:
    """The tables of `bench/jobs.py`, where it was run."""
    path = root / "bench" / "jobs.json"
    if not path.exists():
        return []
    stored: dict[str, Any] = json.loads(path.read_text("utf-8"))
    lines = ["", "## Several processes", "", "Made by `bench/jobs.py`."]
    if "ratios" in stored:
        lines += ratios(stored["ratios"])
    if "large" in stored:
        lines += large(stored["large"])
    return lines


def ratios(found: dict[str, Any]) -> list[str]:
    """One process against two, and both against the kernel's own audit."""
    lines = [
        "",
        machine(found),
        f"{found['games']} copies of one game of 254 events, {found['form']} kernel, medians of {2 * found['rounds']}",
        "fresh processes of each kind, interleaved. The kernel's own audit of the game takes",
        f"{found['audit_us']:,.0f} microseconds of CPU; *audits* is the time of the command a game in such audits.",
        "*Faster* is by the clock against one process, on a machine as busy as this one was. CPU time includes the",
        "start of the processes.",
        "",
        "| command | processes | ms a game, clock | audits | ms a game, CPU | audits, CPU | faster | CPU against one |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in found["rows"]:
        lines.append(
            f"| `{row['command']}` | {row['jobs']} | {row['clock_ms']:.1f} | {row['clock_audits']:.0f}x | "
            f"{row['cpu_ms']:.1f} | {row['cpu_audits']:.0f}x | {row['faster']:.2f}x | {row['more_cpu']:.2f}x |"
        )
    return lines


def large(found: dict[str, Any]) -> list[str]:
    """Many games, once."""
    variants = ", ".join(f"`{name}`" for name in found["variants"])
    lines = [
        "",
        machine(found),
        f"{found['games']:,} games at once, `--jobs {found['jobs']}`, {found['form']} kernel: {found['distinct']:,}",
        f"synthetic games ({variants}), and copies of them with the same moves under other ids,",
        f"players ({found['people']}), dates and events; {found['lines']:.0f} lines a game on average. Text",
        f"{megabytes(found['text_bytes'])}, archive {megabytes(found['disk_bytes'])}"
        f" ({found['disk_bytes'] / found['games']:,.0f} bytes a game). Memory is",
        "the sum of what all processes hold, sampled; pages that they share count in each. Where CPU time is far",
        "below the clock times the cores, other work shared the machine, and the clock says little.",
        "",
        "| command | seconds, clock | games a second | seconds, CPU | ms a game, CPU | memory, all | largest process |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in ("import", "verify"):
        row = found[name]
        lines.append(
            f"| `{name}` | {row['clock_s']:,.0f} | {found['games'] / row['clock_s']:,.0f} | {row['cpu_s']:,.0f} | "
            f"{row['cpu_s'] / found['games'] * 1e3:.1f} | {megabytes(row['peak_bytes'])} | "
            f"{megabytes(row['largest_bytes'])} |"
        )
    return lines


def machine(found: dict[str, Any]) -> str:
    """Where a part was measured; the parts are run apart."""
    return f"Python {found['python']}, {found['cpu']}, {found['cores']} cores, commit {found['commit']}."


def megabytes(size: float) -> str:
    """Bytes in millions."""
    return f"{size / 1e6:,.0f} MB"
