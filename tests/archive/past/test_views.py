"""The archive as of an earlier moment answers what it answered then."""

from __future__ import annotations

import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from plancia_archive import Archive, ArchiveError
from plancia_archive.log.connections import DRIVER
from plancia_archive.past.moments import end_milliseconds, resolve_moment
from plancia_archive.past.view_cache import PastViewCache
from plancia_archive.past.views import make_view, open_view
from plancia_archive.registers.person_merges import merge_people
from tests import SOAK
from tests.archive.past.histories import HISTORIES, answers, take

STEPS = [("import", 0), ("import", 1), ("append", 2), ("withdraw", 0), ("import", 4), ("merge", 0), ("restore", 0)]


@contextmanager
def past(archive: Archive, moment: str, folder: Path) -> Iterator[Archive]:
    """The archive as it was at a moment."""
    head = resolve_moment(archive, moment)
    with tempfile.TemporaryDirectory(dir=folder) as own:
        make_view(archive, head, Path(own) / "view.db")
        view = open_view(Path(own) / "view.db", head, archive.path)
        try:
            yield view
        finally:
            view.close()


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An archive with a short history."""
    made = Archive.open(tmp_path / "a.db", create=True)
    for step in STEPS:
        take(made, step)
    yield made
    made.close()


@settings(
    max_examples=12 if SOAK else 5, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(history=HISTORIES)
def test_the_answers_as_of_a_size_are_those_given_at_that_size(history: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder) / "a.db", create=True)
        given_then = {archive.last_index() + 1: answers(archive)}
        for step in [("import", 0), *history]:
            take(archive, step)
            given_then[archive.last_index() + 1] = answers(archive)
        for size, expected in given_then.items():
            with past(archive, str(size), Path(folder)) as view:
                found = answers(view)
                for question in expected:
                    assert found[question] == expected[question], (size, question)
        archive.close()


def test_a_view_at_the_whole_log_has_the_same_entries_and_cannot_be_written(archive: Archive, tmp_path: Path) -> None:
    every = "SELECT * FROM entry ORDER BY log_index"
    with past(archive, str(archive.last_index() + 1), tmp_path) as view:
        assert view.db.execute(every).fetchall() == archive.db.execute(every).fetchall()
        with pytest.raises(ArchiveError) as caught:
            take_back(view)
        assert caught.value.code == "as-of-write" and archive.checkpoints.head().head() in caught.value.what
        assert stat.S_IMODE(view.path.stat().st_mode) == 0o600
        assert view.db.execute("SELECT count(*) FROM token").fetchone()[0] == 0


def take_back(archive: Archive) -> None:
    archive.withdrawals.withdraw(archive.game_ids()[0], "late")


def test_moments_are_dates_times_sizes_and_heads(archive: Archive) -> None:
    head = archive.checkpoints.head(4)
    at = archive.db.execute("SELECT recorded_at FROM entry WHERE log_index = 3").fetchone()[0]
    size = archive.db.execute("SELECT max(log_index) + 1 FROM entry WHERE recorded_at <= ?", [at]).fetchone()[0]
    assert resolve_moment(archive, "4") == head == resolve_moment(archive, head.head())
    assert resolve_moment(archive, head.head().replace("+", " ")) == head == resolve_moment(archive, head.text())
    for root in ("++" + 41 * "A" + "=", 20 * "A" + "++" + 21 * "A" + "="):  # each + comes as a blank, two as two
        with pytest.raises(ArchiveError, match=r"other|altr") as forked:
            resolve_moment(archive, f"{head.origin} 4 {root.replace('+', ' ')}")
        assert forked.value.code == "as-of-forked"
    whole = archive.last_index() + 1
    assert resolve_moment(archive, "2999-01-01").size == whole
    assert resolve_moment(archive, "2999-01-01T00:00:00Z").size == whole
    assert end_milliseconds("1970-01-01") == 86_400_000 and end_milliseconds("1970-01-01T01:00:00+01:00") == 1
    assert end_milliseconds("1970-01-01T01:00:00 01:00") == 1 and end_milliseconds("1970-01-01t00:00:00.25z") == 251
    assert size >= 4


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ("", "as-of"), ("yesterday", "as-of"), ("2026-02-30", "as-of"), ("2026-11-20T25:00:00Z", "as-of"),
        ("2026-11-20T10:00:00", "as-of"), ("1970-01-01", "as-of-early"), ("0001-01-01T00:00:00+14:00", "as-of-early"),
        ("0", "head-size"), ("9999", "head-size"), ("-1", "as-of"), ("a 5 b", "as-of"),
        (f"plancia/other 5 {'A' * 43}=", "as-of-forked"),
    ],
)  # fmt: skip
def test_other_moments_are_refused(archive: Archive, moment: str, code: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        resolve_moment(archive, moment)
    assert caught.value.code == code and caught.value.text("it") != caught.value.text("en")


def test_a_head_of_this_origin_with_another_root_is_forked(archive: Archive) -> None:
    origin, _, root = archive.checkpoints.head(5).head().split(" ")
    with pytest.raises(ArchiveError) as caught:
        resolve_moment(archive, f"{origin} 6 {root}")
    assert caught.value.code == "as-of-forked"


def test_a_merged_person_is_two_again_under_the_name_of_today(archive: Archive, tmp_path: Path) -> None:
    size = archive.last_index() + 1
    gone = archive.people.find("Bruno")
    assert gone is not None
    with archive.writing():
        kept, _ = archive.people.find_or_make("Zeno")
    merge_people(archive, "Zeno", "Bruno")
    with past(archive, str(size), tmp_path) as view:
        assert view.people.name(gone) == archive.people.name(kept) == "Zeno"
        assert view.people.find("Zeno") is None and kept not in view.people.page(None, 100)
        assert gone in view.people.page(None, 100) and gone not in archive.people.page(None, 100)


def test_writing_goes_on_while_views_are_made(archive: Archive, tmp_path: Path) -> None:
    size, expected = archive.last_index() + 1, answers(archive)
    stop, failures = threading.Event(), []

    def write() -> None:
        other = Archive.open(archive.path)
        try:
            for number in range(40):
                if stop.is_set():
                    return
                other.append(other.game_ids()[1], [f"NOTE A {{{number}}}"], None)
        except Exception as error:
            failures.append(error)
        finally:
            other.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(4):
            with past(archive, str(size), tmp_path) as view:
                assert answers(view) == expected
    finally:
        stop.set()
        writer.join()
    assert not failures and archive.last_index() >= size


def test_the_cache_keeps_few_views_and_none_with_former_names(archive: Archive) -> None:
    views = PastViewCache(max_views=2)
    heads = [resolve_moment(archive, str(size)) for size in (3, 4, 5)]
    first = views.lease(archive, heads[0])
    assert views.lease(archive, heads[0]) is first and views.has(archive, heads[0])
    for head in heads[1:]:
        views.release(views.lease(archive, head))
    assert len(views.views) == 2 and not views.has(archive, heads[0])
    assert first.path.exists() and first.view.last_index() == 2, "a view in use is not deleted"
    views.release(first)
    views.release(first)
    assert not first.path.exists()
    folder = first.path.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700 and len(list(folder.glob("*.db"))) == 2
    with archive.writing():
        archive.people.rename("Anna", "Annalisa")
    views.sweep(archive)
    assert not views.views and not list(folder.glob("*.db"))
    del views
    assert not folder.exists()


def test_a_view_that_cannot_be_made_leaves_no_file(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DRIVER.OperationalError("database or disk is full")

    monkeypatch.setattr("plancia_archive.past.views.copy_rows", fail)
    views = PastViewCache()
    with pytest.raises(ArchiveError) as caught:
        views.lease(archive, resolve_moment(archive, "5"))
    assert caught.value.code == "no-room" and views.folder is not None and not list(views.folder.iterdir())
