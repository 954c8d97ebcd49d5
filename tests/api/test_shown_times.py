"""Times on pages without scripts: in the zone of the server, which they name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from markupsafe import Markup

from plancia_api.pages.rendering import minute, moment

EVENING = 1_793_907_000_000  # 2026-11-05 19:30:00 UTC


@pytest.fixture
def restored_zone() -> Iterator[None]:
    """The zone of the process is as before after the test."""
    yield
    time.tzset()


@pytest.mark.parametrize(("zone", "hour", "named"), [
    ("UTC", "19", "UTC"), ("CET-1", "20", "UTC+01:00"), ("NST3:30", "16", "UTC-03:30"),
])  # fmt: skip
@pytest.mark.parametrize(("shown", "seconds"), [(minute, ""), (moment, ":00")])
def test_a_time_names_its_zone(
    restored_zone: None, monkeypatch: pytest.MonkeyPatch, zone: str, hour: str, named: str,
    shown: Callable[[int], Markup], seconds: str,
) -> None:  # fmt: skip
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        text = shown(EVENING)
    assert text.endswith(f"{seconds} {named}</time>") and f" {hour}:" in text
