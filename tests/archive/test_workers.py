"""Several processes give what one gives, byte for byte; where one of them ends too early, nothing is left half done."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plancia_archive import Archive, ArchiveError, Filters, verify, workers
from plancia_archive import snapshots as shared_snapshot
from plancia_archive.errors import Conflict, Malformed
from plancia_archive.exports.dumps import dump
from plancia_archive.facts.projections import derived_rows
from plancia_archive.importers.base import ImportProblem
from plancia_archive.integrity import rebuild
from plancia_archive.log.entries import EntryLog
from plancia_archive.snapshots import copy_archive
from plancia_archive.statistics.what_if import what_if
from plancia_archive.workers import InProcessWorkers, State, WorkerError, Workers, chunks, cores, worker_count
from plancia_cli.main import plancia
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests import SOAK
from tests.archive.test_verify import unguarded
from tests.archive.worker_tasks import die, die_at_last, double, fail, last_entry, pid, slowly, starve

GAMES = 9
PROGRAM = "import plancia_archive.workers as w; w.MIN_GAMES = 1; from plancia_cli.main import main; main()"


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an archive of a few games under two variants."""
    place = tmp_path_factory.mktemp("intact") / "a.db"
    made = Archive.open(place, create=True)
    for seed in range(GAMES):
        made.add_game(generate(GameSpec(("monopoli@1", "torneo@1")[seed % 2], seed)))
    made.close()
    return place


@pytest.fixture
def archive(intact: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    """Its copy, of which every command makes several processes."""
    monkeypatch.setattr(workers, "MIN_GAMES", 1)
    shutil.copy(intact, tmp_path / "a.db")
    opened = Archive.open(tmp_path / "a.db")
    yield opened
    opened.close()


def running(number: int) -> bool:
    """Does a process exist that has not ended?"""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_end(pids: list[int]) -> bool:
    """Have all processes ended, within some seconds?"""
    end = time.monotonic() + 20
    while any(map(running, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(running, pids))


def test_results_come_in_the_order_of_the_tasks_and_few_tasks_are_begun() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(60):
            taken.append(number)
            yield number

    with Workers(2) as pool:
        for place, result in enumerate(pool.map(slowly, tasks())):
            assert result == place and len(taken) - place <= 2 * workers.MAX_PENDING
        pids = pool.broadcast(pid, None)
        assert len(set(pids)) == 2 and os.getpid() not in pids
    assert len(taken) == 60 and not any(map(running, pids)), "the processes end with the block"


def test_a_process_has_one_task_waiting_beside_the_one_it_does() -> None:
    tasks = iter(range(9))
    with Workers(1) as pool:
        assert next(pool.map(double, tasks)) == 0
    assert next(tasks) == 2


@pytest.mark.soak
def test_results_left_behind_do_not_reach_the_next_question() -> None:
    with Workers(2) as pool:
        assert next(iter(pool.map(slowly, range(10)))) == 0
        assert list(pool.map(double, range(5))) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("error", [
    ArchiveError("no-game", "g_1"), Conflict(7), Malformed(read("x\n").problems), KeyError("a"), OSError(2, "gone"),
    ImportProblem("a.csv", 3, "content", "x", read("x\n").problems),
], ids=lambda error: type(error).__name__)  # fmt: skip
def test_an_exception_comes_back_as_it_was(error: Exception) -> None:
    outcome = (False, workers.pickle_error(error))
    with pytest.raises(type(error)) as raised:
        workers.result_of(outcome)
    assert str(raised.value) == str(error) and vars(raised.value).keys() == vars(error).keys()
    if isinstance(error, ArchiveError):
        assert isinstance(raised.value, ArchiveError) and raised.value.text("it") == error.text("it")


def test_an_exception_that_cannot_be_sent_comes_in_words() -> None:
    error = ValueError("broken")
    error.file = open(os.devnull)  # type: ignore[attr-defined]  # noqa: SIM115
    with pytest.raises(WorkerError, match="ValueError: broken"):
        workers.result_of((False, workers.pickle_error(error)))
    error.file.close()  # type: ignore[attr-defined]


def test_an_exception_in_a_worker_stands_where_its_result_would() -> None:
    with Workers(2) as pool:
        results = pool.map(fail, [None, None, Conflict(4), None])
        assert (next(results), next(results)) == (None, None)
        with pytest.raises(Conflict) as raised:
            next(results)
        assert raised.value.current == 4


@pytest.mark.parametrize(("function", "how"), [(die, "signal 9"), (starve, "MemoryError")])
def test_a_worker_that_dies_is_a_refusal_in_words(function: Callable[[State, int], Any], how: str) -> None:
    with Workers(2) as pool, pytest.raises(WorkerError) as refused:
        list(pool.map(function, range(20)))
    assert how in refused.value.text("it") and "--jobs 1" in refused.value.text("it")
    assert how in refused.value.text("en") and "--jobs 1" in refused.value.text("en")


def test_workers_end_with_a_parent_that_was_killed() -> None:
    script = (
        "import sys; from plancia_archive.workers import Workers; from tests.archive.worker_tasks import pid\n"
        "pool = Workers(2).__enter__(); print(*pool.broadcast(pid, None), flush=True); sys.stdin.read()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pids = [int(word) for word in process.stdout.readline().split()]
    assert len(pids) == 2 and all(map(running, pids))
    process.kill()
    process.wait()
    assert all_end(pids)


def test_few_games_take_one_process() -> None:
    assert worker_count(8, workers.MIN_GAMES - 1) == 1 and worker_count(8, workers.MIN_GAMES) == 8
    assert isinstance(workers.worker_pool(1), InProcessWorkers) and 1 <= cores() <= (os.cpu_count() or 1)
    assert list(chunks([], 2)) == [] and [len(part) for part in chunks(range(1000), 2)][:2] == [workers.CHUNK_SIZE] * 2
    assert len(chunks(range(9), 50)) == 9


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.soak)])
def test_what_if_is_the_same(archive: Archive, jobs: int) -> None:
    every = Filters(provenance="all")
    steps: list[int] = []
    one, many = what_if(archive, every, "rcm@1"), what_if(archive, every, "rcm@1", None, None, steps.append, jobs)
    assert many == one and one["judged"] == sum(steps) == GAMES
    assert what_if(archive, every, "rcm@1", 4, jobs=jobs) == what_if(archive, every, "rcm@1", 4)


def digests(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_dump_has_the_same_bytes(archive: Archive, tmp_path: Path) -> None:
    first = dump(archive, tmp_path / "1", Filters(), True, jobs=1)
    for jobs in (2, GAMES + 3) if SOAK else (2,):
        assert dump(archive, tmp_path / str(jobs), Filters(), True, jobs=jobs) == first and first["games"] == GAMES
        assert digests(tmp_path / str(jobs)) == digests(tmp_path / "1")


@pytest.mark.soak
def test_a_dump_that_fails_leaves_the_folder_as_it_was(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump(archive, tmp_path / "d", Filters())
    before = digests(tmp_path / "d")
    archive.add_game(generate(GameSpec("monopoli@1", 77)))
    monkeypatch.setattr("plancia_archive.exports.dumps.format_games", die_at_last)
    with pytest.raises(WorkerError):
        dump(archive, tmp_path / "d", Filters(), jobs=2)
    assert digests(tmp_path / "d") == before


DAMAGES = {
    "nothing": (),
    "texts": (
        "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'PUT', 'PAT') AS BLOB) WHERE log_index % 3 = 1",
    ),
    "rows": (
        "UPDATE verdict SET cite = 'x'",
        "UPDATE game_facts SET margin = 99",
        "DELETE FROM seat WHERE colour = 'R'",
    ),
    "lines": (
        "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'PUT R', 'PUTT R') AS BLOB) WHERE game > 'r'",
        "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'PUT R', 'PUTT R') AS BLOB) WHERE game < 'h'",
    ),
    "people": ("DELETE FROM person WHERE rowid % 2",),
}


@pytest.mark.parametrize(
    "damage", ["texts", "rows", *(pytest.param(n, marks=pytest.mark.soak) for n in ("nothing", "lines", "people"))]
)
def test_verify_finds_the_same_in_the_same_order(archive: Archive, damage: str) -> None:
    unguarded(archive, *DAMAGES[damage])
    steps: list[None] = []
    one = verify(archive)
    many = verify(archive, step=lambda: steps.append(None), jobs=2)
    assert many == one and bool(one) == (damage != "nothing")
    if damage == "nothing":
        assert len(steps) == 2 * GAMES


@pytest.mark.parametrize("damage", [pytest.param("nothing", marks=pytest.mark.soak), "rows", "lines"])
def test_rebuild_makes_the_same_rows_and_findings(archive: Archive, tmp_path: Path, damage: str) -> None:
    unguarded(archive, *DAMAGES[damage], "DELETE FROM verdict WHERE event = 3", "UPDATE game SET number = number + 900")
    with archive.writing():
        archive.withdrawals.withdraw_in_transaction(archive.game_ids()[2], "twice")
    made = []
    for jobs in (1, 2):
        place = tmp_path / f"{jobs}.db"
        copy_archive(archive, place)
        steps: list[None] = []
        other = Archive.open(place)
        found = other.rebuild(partial(steps.append, None), jobs=jobs)
        made.append((found, derived_rows(other.db), len(steps)))
        assert {one.code for one in verify(other)} == ({"hash", "canonical"} if damage == "lines" else set())
        other.close()
    assert made[0] == made[1] and made[0][2] == GAMES


def test_what_a_worker_judged_before_the_log_grew_is_judged_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, games = Archive.open(archive.path), archive.game_ids()
    again = rebuild.rebuild_game

    def after_an_append(log: EntryLog, game_id: str, number: int, rows: Any = None) -> list[Any]:
        appended.append(rows is None)
        return again(log, game_id, number, rows)

    def append() -> None:
        if len(appended) == 1:
            other.append(games[-1], ["NOTE A {più tardi}"], None)

    appended: list[bool] = []
    monkeypatch.setattr(rebuild, "rebuild_game", after_an_append)
    monkeypatch.setattr(rebuild, "MAX_LOCK_SECONDS", 0.0)
    monkeypatch.setattr(rebuild, "pause", append)
    assert archive.rebuild(jobs=2) == [] and verify(archive) == []
    assert appended[0] is False and True in appended
    other.close()


def test_every_process_sees_the_same_moment(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes between two openings: all open again."""
    other, calls = Archive.open(archive.path), list[object]()
    opened = Workers.broadcast

    def and_a_game(self: Workers, function: Callable[[State, Any], Any], task: Any) -> list[Any]:
        if not calls:
            other.add_game(generate(GameSpec("monopoli@1", 70)))
        calls.append(function)
        return opened(self, function, task)

    monkeypatch.setattr(Workers, "broadcast", and_a_game)
    with shared_snapshot.shared_snapshot(archive, 2) as (view, pool):
        assert len(calls) == 2
        other.add_game(generate(GameSpec("monopoli@1", 71)))
        assert pool.broadcast(last_entry, None) == [view.last_index()] * 2
        assert archive.last_index() == view.last_index() + 1
    other.close()


def test_where_others_never_pause_one_process_works(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(100))
    monkeypatch.setattr(shared_snapshot, "data_version", lambda probe: next(numbers))
    with shared_snapshot.shared_snapshot(archive, 2) as (view, pool):
        assert isinstance(pool, InProcessWorkers) and list(pool.map(last_entry, [None])) == [view.last_index()]


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("command", [["verify"], ["rebuild"], ["dump", "x"], ["stats", "what-if", "--under", "rcm@1"]])
def test_jobs_that_are_no_number_of_processes_are_refused(lang: str, command: list[str]) -> None:
    for value, said in (("0", {"it": "intervallo", "en": "range"}), ("x", {"it": "numero intero", "en": "integer"})):
        result = CliRunner().invoke(plancia, ["--lang", lang, *command, "--jobs", value])
        assert result.exit_code == 2 and "--jobs" in result.output and said[lang] in result.output


def test_an_interruption_ends_all_processes_without_a_word(archive: Archive) -> None:
    """Ctrl-C goes to every process of the terminal: the command ends with 130, and so do its workers."""
    for seed in range(20, 60):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    command = [sys.executable, "-c", PROGRAM, "-a", str(archive.path), "verify", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    pids: list[int] = []
    while len(pids) < 3 and process.poll() is None:  # two workers, and the tracker of Python's own
        pids = [int(word) for word in children.read_text().split()]
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, b"") and b"Traceback" not in errors, errors
    assert all_end(pids)
