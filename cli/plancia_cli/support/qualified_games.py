"""How many games a statistic counts, and which it leaves out: printed by stats and stats what-if."""

from __future__ import annotations

from typing import Any

from plancia_cli.support.context import CliContext
from plancia_data import messages


def report_qualified(context: CliContext, answer: dict[str, Any]) -> None:
    """Prints how many games qualified, which were left out and why, and how to count generated games."""
    words = messages("api", context.lang)
    left_out = ", ".join(
        f"{words.get(f'reason_{reason}', reason)} {count}" for reason, count in answer["left_out"].items()
    )
    context.tell("qualified", games=answer["games"], qualified=answer["qualified"], left=left_out or "-")
    if {"synthetic", "engines"} & answer["left_out"].keys():
        context.tell("programs-left-out")
