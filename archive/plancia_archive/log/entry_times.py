"""Times of entries: which are too early, how much of the log was there at a moment, and how a wrong clock is stated.

One rule holds for `verify`, `restore`, `--as-of` and every write. Times may fall by less than a day, since clocks are
set back. An entry dated a day or more before an earlier one is back-dated, unless the keeper stated in the stream
`archive:` (lines `clock`) that a clock was ahead, and that from this entry on the times are right. Nothing is appended
by a clock that is a day or more behind the last entry. At a moment the log was its longest beginning whose times are
all at that moment or before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import sqlite_utils

from plancia_archive.dates import format_time
from plancia_archive.errors import ArchiveError

STREAM = "archive:"  # of the lines `clock`; its entries are appended whatever the clock says
TOLERANCE_MS = 24 * 3600 * 1000
MAX_TIME = 2**62


@dataclass(frozen=True)
class TimeFall:
    """Consecutive entries dated a day or more before an earlier one; `why` is the keeper's reason, None if not stated.

    `at` is the earliest of their times, `latest` that of the earlier entry, `latest_index`, both in milliseconds UTC.
    """

    first: int
    last: int
    stream: str
    at: int
    latest: int
    latest_index: int
    why: str | None

    def where(self) -> str:
        """Returns the place: an entry with its stream, or several entries."""
        return (
            f"entry {self.first} ({self.stream})" if self.first == self.last else f"entries {self.first}..{self.last}"
        )

    def times(self) -> str:
        """Returns both times in UTC, with the entry that has the later one."""
        return f"{format_time(self.at)} < {format_time(self.latest)} (entry {self.latest_index})"


def read_stated(db: sqlite_utils.Database) -> dict[int, str]:
    """Returns the entries from which on the keeper stated that times are right, with the reasons.

    A line about an entry after its own states nothing.
    """
    stated: dict[int, str] = {}
    rows = db.execute("SELECT log_index, body FROM entry WHERE game = ? ORDER BY first", [STREAM]).fetchall()
    for index, body in rows:
        for line in bytes(body).decode("utf-8", errors="replace").splitlines():
            with suppress(ValueError, KeyError, TypeError):  # `find_stream_problem` reports it
                event = json.loads(line)
                if event["kind"] == "clock" and event["entry"] <= index:
                    stated[int(event["entry"])] = str(event["why"])
    return stated


def find_falls(db: sqlite_utils.Database, stated: dict[int, str]) -> Iterator[TimeFall]:
    """Yields the falls of the times of a log in order, those that are stated too, with their reasons."""
    latest, fall = (0, 0), None
    for index, stream, at in db.execute("SELECT log_index, game, recorded_at FROM entry ORDER BY log_index"):
        is_early = at <= latest[0] - TOLERANCE_MS
        if fall and not (is_early and fall.why is None and index not in stated):
            yield fall
            fall = None
        if is_early and fall:
            fall = replace(fall, last=index, at=min(fall.at, at))
        elif is_early:
            fall = TimeFall(index, index, str(stream), at, *latest, stated.get(index))
        if index in stated or at > latest[0]:
            latest = (at, index)
    if fall:
        yield fall


def find_backdated(db: sqlite_utils.Database) -> list[TimeFall]:
    """Returns the falls that the keeper has not stated to be right."""
    return [fall for fall in find_falls(db, read_stated(db)) if fall.why is None]


def size_at(db: sqlite_utils.Database, end: int) -> int:
    """Returns the size of the longest beginning of the log whose times are all before `end` (milliseconds UTC)."""
    row = db.execute("SELECT min(log_index) FROM entry WHERE recorded_at >= ?", [end]).fetchone()
    if row[0] is not None:
        return int(row[0])
    return int(db.execute("SELECT coalesce(max(log_index), -1) + 1 FROM entry").fetchone()[0])


def clock_behind(db: sqlite_utils.Database, now: int) -> str:
    """Returns the time `now` and that of the last entry if it is a day or more behind that, else ""."""
    row = db.execute("SELECT recorded_at, log_index FROM entry ORDER BY log_index DESC LIMIT 1").fetchone()
    if row is None or now > int(row[0]) - TOLERANCE_MS:
        return ""
    return f"{format_time(now)} < {format_time(int(row[0]))} (entry {row[1]})"


def refuse_clock_behind(db: sqlite_utils.Database, now: int, stream: str) -> None:
    """Raises ArchiveError `clock-behind` before an entry that the clock would back-date."""
    if stream != STREAM and (times := clock_behind(db, now)):
        raise ArchiveError("clock-behind", times)


def unstated_entries(db: sqlite_utils.Database, now: int) -> list[int]:
    """Returns the entries from which on times are right once a clock was ahead: those of the falls that are not stated.

    The next entry is one of them where the clock is behind the last one.
    """
    stated = read_stated(db)
    known = set(stated)
    while fall := next((fall for fall in find_falls(db, stated) if fall.why is None), None):
        stated[fall.first] = "-"
    if clock_behind(db, now):
        stated[size_at(db, MAX_TIME)] = "-"
    return sorted(set(stated) - known)
