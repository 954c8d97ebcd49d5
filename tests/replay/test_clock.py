"""When the clock says nothing at all: the hour that it ran out is right, or other rules do not fix it to the minute."""

from __future__ import annotations

import pytest

from plancia_events import read
from plancia_replay import judge

HEAD = """[Notation "rgn 1"]
[Variant "{variant}"]
[Red "p_R"]
[Blue "p_B"]
[Green "p_G"]
[Completeness "full"]
[Provenance "synthetic"]

ORDER * R B G
TURN R
CLOCK * started @{start}
"""


def told(variant: str, start: str, *events: str) -> list[tuple[str, str]]:
    """What the clock's own rule says about the lines."""
    reading = read(HEAD.format(variant=variant, start=start) + "\n".join(events) + "\n")
    assert reading.ok, [problem.text("en") for problem in reading.problems]
    found = judge(reading.games[0], lang="en").verdicts
    return [(verdict.rule_id, verdict.verdict) for verdict in found if verdict.rule == "clock.minutes"]


@pytest.mark.parametrize("end", ["18:00", "18:00:59"])
def test_two_hours_to_the_minute(end: str) -> None:
    assert told("firenze@1", "16:00", f"CLOCK * expired @{end}") == []


def test_a_pause_makes_it_later_without_a_word() -> None:
    events = ("CLOCK * paused @17:00", "CLOCK * resumed @17:20", "CLOCK * expired @18:20")
    assert told("firenze@1", "16:00", *events) == []
    assert told("firenze@1", "16:00", *events[:2], "CLOCK * expired @18:21") == [("FIR-18", "warning")]


def test_two_pauses_one_over_midnight() -> None:
    events = ("CLOCK * paused @22:30", "CLOCK * resumed @22:40", "CLOCK * paused @23:55", "CLOCK * resumed @00:10")
    assert told("firenze@1", "22:00", *events, "CLOCK * expired @00:25") == []
    assert told("firenze@1", "22:00", *events, "CLOCK * expired @00:24") == [("FIR-18", "illegal")]


@pytest.mark.parametrize(("variant", "number"), [("torneo@1", "TOR-08"), ("uno-contro-uno@1", "ONE-16")])
def test_where_only_the_least_is_fixed_later_is_right(variant: str, number: str) -> None:
    assert told(variant, "16:00", "CLOCK * expired @18:30") == []
    assert told(variant, "16:00", "CLOCK * expired @16:40") == [(number, "illegal")]


OPENING = HEAD.partition("ORDER")[0]
BEFORE, AFTER = ("CLOCK * started @21:00", "CLOCK * paused @21:05"), "CLOCK * resumed @21:25"


@pytest.mark.parametrize(("events", "right", "wrong"), [
    ((*BEFORE, "CLOCK * resumed @21:15", "TURN R @21:20"), "23:20", "23:19"),  # over before the time counts
    ((BEFORE[0], "CLOCK * paused", "CLOCK * resumed", "TURN R @21:20"), "23:20", "23:19"),
    ((*BEFORE, "TURN R @21:20", AFTER), "23:25", "23:24"),  # five minutes of it count
])  # fmt: skip
def test_a_pause_before_the_first_turn_takes_nothing_off(events: tuple[str, ...], right: str, wrong: str) -> None:
    def verdicts(end: str) -> list[str]:
        lines = "\n".join(("ORDER * R B G", *events, f"CLOCK * expired @{end}"))
        reading = read(OPENING.format(variant="firenze@1") + lines + "\n")
        assert reading.ok
        return [one.verdict for one in judge(reading.games[0]).verdicts if one.rule == "clock.minutes"]

    assert verdicts(right) == [] and verdicts(wrong) == ["illegal"]
