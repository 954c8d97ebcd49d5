"""Games by the time at which they were recorded, beside the day on which they were played."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from plancia_archive import Archive, Filters
from plancia_archive.dates import format_time, local_time, parse_time, recorded_range
from plancia_archive.past.moments import consistent_read
from plancia_archive.statistics import compute_statistic
from tests.archive.contest import OVER, keep
from tests.fixed_clock import archive_at

DAYS = ("2026-03-01T10:00:00Z", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00Z", "2026-04-01T12:00:00Z")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Four games played on one day and recorded at different times."""
    made = archive_at(tmp_path / "a.db", recorded_range(DAYS[0])[0])
    for number, day in enumerate(DAYS):
        made.log.clock = lambda day=day: recorded_range(day)[0]  # type: ignore[misc]
        keep(made, OVER.replace("serata-1", f"g{number}"))
    return made


@pytest.mark.parametrize(
    ("since", "until", "numbers"),
    [
        (None, None, [0, 1, 2, 3]), ("2026-03-02", None, [2, 3]), (None, "2026-03-01", [0, 1]),
        ("2026-03-01", "2026-03-01", [0, 1]), ("2026-03-01T10:00:00.001Z", "2026-03-02", [1, 2]),
        ("2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00Z", [0]), ("2026-03-01T12:00:00 02:00", "2026-03-01", [0, 1]),
        ("2026-05-01", None, []),
    ],
)  # fmt: skip
def test_both_ends_are_included(archive: Archive, since: str | None, until: str | None, numbers: list[int]) -> None:
    filters = Filters(recorded_since=since, recorded_until=until)
    games = [archive.game(row["game"]).header("Game") for row in archive.games(filters)[0]]
    assert games == [f"g{number}" for number in numbers]
    newest = [row["game"] for row in archive.games(filters, newest=True)[0]]
    assert newest == [row["game"] for row in archive.games(filters)[0]][::-1]
    assert compute_statistic(archive.db, "results-by-variant", filters)["games"] == len(numbers)


def test_it_goes_with_the_other_filters(archive: Archive) -> None:
    anna = archive.people.find("Anna")
    filters = Filters(player=anna, since="2026-01-01", recorded_since="2026-03-02", variant="monopoli")
    assert len(archive.games(filters)[0]) == 2
    assert archive.games(Filters(player="p_00000000", recorded_since="2026-03-02"))[0] == []


def test_a_page_goes_on_where_it_ended(archive: Archive) -> None:
    filters = Filters(recorded_until="2026-03-31")
    first, cursor = archive.games(filters, limit=2)
    rest, end = archive.games(filters, cursor, limit=2)
    assert [row["game"] for row in (*first, *rest)] == archive.game_ids()[:3] and end is None


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", "2026-03-01T25:00:00Z", "2026-03-01T10:00:00", "9"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        recorded_range(text)


@pytest.mark.parametrize("text", ["2026-03-01", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01"])
def test_a_time_that_is_kept_can_be_shown(text: str) -> None:
    with pytest.raises(ValueError):
        parse_time(text)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_the_ends_of_the_calendar_are_shown_in_every_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    last = recorded_range("9999-12-31T23:59:59.999Z")[0]
    assert format_time(last, "milliseconds") == "9999-12-31T23:59:59.999Z" and local_time(last).year == 9999
    assert local_time(-(2**62)).year in (1969, 1970) and format_time(-(2**62)) == str(-(2**62))
    monkeypatch.undo()
    time.tzset()


def test_a_statistic_is_of_one_state_of_the_log(archive: Archive) -> None:
    other = Archive.open(archive.path)
    with consistent_read(archive) as state:
        keep(other, OVER.replace("serata-1", "later"))
        assert compute_statistic(archive.db, "results-by-variant", Filters())["games"] == 4
    assert archive.checkpoints.head(state["size"]).head() == state["head"]
    with consistent_read(archive) as later:
        assert later["size"] > state["size"]
