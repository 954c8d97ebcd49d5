"""One timing of bench/house.py, once, in a process of its own: prints JSON with the value and the kernel's form.

CPU seconds a game of this process and of those it waited for; `import-one` and `import-two` are seconds by the clock.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from house_calls import command
from house_games import LONG_EVENTS, long_game

WARM = 3  # games that are kept first, so that imports and rule-sets are paid for


def spent() -> float:
    """CPU seconds until now."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def a_game(act: Callable[[], object], count: int, clock: Callable[[], float] = spent) -> float:
    """Seconds a game of something done to so many."""
    gc.collect()
    gc.freeze()
    start = clock()
    act()
    return (clock() - start) / count


def audited(folder: Path, count: int) -> float:
    """The kernel's own audit, from bytes: no file, no archive, no words."""
    from plancia_events import read
    from plancia_replay import audit, ruleset_for_game

    texts = [long_game(f"g{number}").encode() for number in range(count)]
    rules = ruleset_for_game(read(texts[0]).games[0])
    assert audit(texts[0], rules).events == LONG_EVENTS
    return a_game(lambda: [audit(text, rules) for text in texts], count)


def files(folder: Path, name: str, count: int) -> Path:
    """A folder of so many files, one a game, all alike but for the recorder's id."""
    made = folder / name
    made.mkdir()
    for number in range(count):
        (made / f"{name}{number}.rgn").write_text(long_game(f"{name}{number}"))
    return made


def kept(path: Path, given: Path, *options: str) -> None:
    """Imports a folder by the command. Raises AssertionError where a game was not kept."""
    with contextlib.redirect_stderr(io.StringIO()):
        command("--lang", "en", "--archive", str(path), "import", str(given), *options)


def filled(folder: Path, count: int, *options: str, clock: Callable[[], float] = spent) -> tuple[Path, float]:
    """An archive into which so many games were imported after the first few, and the seconds a game."""
    from plancia_archive import Archive

    path, first, rest = folder / "a.db", files(folder, "w", WARM), files(folder, "g", count)
    kept(path, first)
    taken = a_game(lambda: kept(path, rest, *options), count, clock)
    archive = Archive.open(path)
    assert len(archive.game_ids()) == WARM + count, "not every game was kept"
    archive.close()
    return path, taken


def alone(name: str) -> list[str]:
    """The option by which a command runs in one process, where it has one."""
    return ["--jobs", "1"] if "--jobs" in command("--lang", "en", name, "--help") else []


def imported(folder: Path, count: int) -> float:
    """`plancia import` of a folder."""
    return filled(folder, count, *alone("import"))[1]


def in_processes(processes: int) -> Callable[[Path, int], float]:
    """`plancia import --jobs N`, by the clock."""
    return lambda folder, count: filled(folder, count, "--jobs", str(processes), clock=time.perf_counter)[1]


def verified(folder: Path, count: int) -> float:
    """`plancia verify`; what the file as a whole costs is shared out among its games."""
    path, _ = filled(folder, count)
    printed: list[str] = []
    options = alone("verify")

    def prove() -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            printed.append(command("--lang", "en", "--archive", str(path), "verify", "--json", *options))

    prove()
    taken = a_game(prove, count + WARM)
    assert json.loads(printed[-1]) == json.loads(printed[0]) and len(printed) == 2, printed
    return taken


def fetched(folder: Path, count: int) -> float:
    """A whole game by GET, by Flask's test client; ten games in turn, each asked for before."""
    from plancia_api import create_app
    from plancia_archive import Archive

    path, _ = filled(folder, 7)
    archive = Archive.open(path)
    client = create_app(archive).test_client()
    ids = archive.game_ids()

    def fetch(times: int) -> None:
        for number in range(times):
            answer = client.get(f"/api/v1/games/{ids[number % len(ids)]}")
            assert answer.status_code == 200 and len(answer.data) > 1000

    fetch(len(ids))
    taken = a_game(lambda: fetch(count), count)
    archive.close()
    return taken


def jobs_known(folder: Path, count: int) -> float:
    """1 where `import` has the option --jobs."""
    return float(bool(alone("import")))


CONTESTANTS = {
    "audit": audited, "import": imported, "verify": verified, "get": fetched, "jobs": jobs_known,
    "import-one": in_processes(1), "import-two": in_processes(2),
}  # fmt: skip


if __name__ == "__main__":
    from plancia_replay import kernel_form

    with tempfile.TemporaryDirectory() as place:
        value = CONTESTANTS[sys.argv[1]](Path(place), int(sys.argv[2]))
    print(json.dumps({"seconds": value, "form": kernel_form()}))
