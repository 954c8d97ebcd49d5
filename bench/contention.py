"""Many writers at once, and connections that waste a server's time.

    python bench/contention.py                 # 16 writers, 200 connections, into bench/reliability.json
    python bench/contention.py --writers 4     # fewer, printed only

Writers are processes on one file, or clients of one server, on one game or on one game each. Every acknowledged line
must stand once, at the version that was answered; versions have no gaps; a reader that polls meanwhile sees each text
begin with the one it saw before. Then 200 half requests, senders of a byte a second and bodies of 1 GB: an honest
request is answered meanwhile.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kill_operations import COMMAND, address_of, named, post
from reliability_store import store

from plancia_archive import Archive, verify
from plancia_events import read

WRITER = Path(__file__).with_name("contention_writer.py")
Answer = tuple[int, str]  # version, line
GIGABYTE = 1_000_000_000


def archive_of(folder: Path, games: int) -> tuple[Path, list[str]]:
    """A new archive with so many games."""
    archive = Archive.open(folder / "a.db", create=True)
    ids = [archive.add_game(read(named(f"c{number}").encode()).games[0]).game_id for number in range(games)]
    archive.close()
    return folder / "a.db", ids


@contextlib.contextmanager
def watched(read_text: Callable[[], str]) -> Iterator[list[str]]:
    """Polls a text meanwhile; yields the list of faults: a text that does not begin with the one seen before."""
    over, found, seen = threading.Event(), [], [""]

    def poll() -> None:
        while not over.is_set():
            text = read_text()
            if not text.startswith(seen[0]):
                found.append(f"a reader saw {len(text)} characters after {len(seen[0])}")
            seen[0] = text

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


def wrong_versions(archive: Archive, games: list[str], before: int, answers: dict[str, list[Answer]]) -> list[str]:
    """Acknowledged lines that do not stand once at their version, versions with gaps, findings of `verify`."""
    found = [str(finding) for finding in verify(archive)]
    for game in games:
        text, told = archive.text(game), answers[game]
        found += [f"{line}: not once" for _, line in told if text.count(f"{{{line}}}") != 1]
        if sorted(version for version, _ in told) != list(range(before + 1, before + len(told) + 1)):
            found.append(f"{game}: versions with gaps")
        if archive.version(game) != before + len(told):
            found.append(f"{game}: lines that nobody sent")
    return found


def by_processes(folder: Path, writers: int, lines: int, one_game: bool) -> list[str]:
    """Writers that are processes on one file; what is wrong."""
    place, ids = archive_of(folder, 1 if one_game else writers)
    reader = Archive.open(place)
    before = reader.version(ids[0])
    jobs = [
        subprocess.Popen(
            [sys.executable, str(WRITER), str(place), ids[number % len(ids)], f"w{number}", str(lines)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(writers)
    ]  # fmt: skip
    for job in jobs:
        assert job.stdout is not None
        job.stdout.readline()
    answers: dict[str, list[Answer]] = {game: [] for game in ids}
    with watched(lambda: reader.text(ids[0])) as found, ThreadPoolExecutor(writers) as pool:
        printed = list(pool.map(lambda job: job.communicate("\n")[0], jobs))
    for number, text in enumerate(printed):
        rows = [row.split() for row in text.splitlines()]
        answers[ids[number % len(ids)]] += [(int(version), line) for version, line in rows]
    total = sum(map(len, answers.values()))
    if total != writers * lines or any(job.returncode for job in jobs):
        found.append(f"{total} of {writers * lines} lines answered")
    found += wrong_versions(reader, ids, before, answers)
    reader.close()
    return found


@contextlib.contextmanager
def served(place: Path) -> Iterator[str]:
    """The address of a server process."""
    job = subprocess.Popen([*COMMAND, "serve", str(place), "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        yield address_of(job)
    finally:
        job.terminate()
        job.wait(30)


def by_clients(folder: Path, writers: int, lines: int, one_game: bool) -> list[str]:
    """Writers that are clients of one server, each with a token of its own; what is wrong."""
    place, ids = archive_of(folder, 1 if one_game else writers)
    archive = Archive.open(place)
    before = archive.version(ids[0])
    with archive.writing():
        tokens = [archive.tokens.make(f"w{number}", ["write"]) for number in range(writers)]
    archive.close()

    with served(place) as address:

        def write(number: int) -> list[Answer]:
            told = []
            for line in (f"w{number}-{step}" for step in range(lines)):
                url = f"{address}/api/v1/games/{ids[number % len(ids)]}/events"
                answer = post(url, tokens[number], f"NOTE A {{{line}}}", If_Match="*", Idempotency_Key=line)
                told.append((int(answer["version"]), line))
            return told

        def text() -> str:
            time.sleep(0.05)
            with urllib.request.urlopen(f"{address}/api/v1/games/{ids[0]}.rgn", timeout=60) as answer:
                return str(answer.read().decode())

        answers: dict[str, list[Answer]] = {game: [] for game in ids}
        with watched(text) as found, ThreadPoolExecutor(writers) as pool:
            for number, told in enumerate(pool.map(write, range(writers))):
                answers[ids[number % len(ids)]] += told
    archive = Archive.open(place)
    found += wrong_versions(archive, ids, before, answers)
    archive.close()
    return found


def connection(address: str, source: str, head: bytes) -> socket.socket:
    """A connection from a loopback address that has sent this much."""
    host, _, port = address.removeprefix("http://").partition(":")
    opened = socket.create_connection((host, int(port)), timeout=5, source_address=(source, 0))
    opened.sendall(head)
    return opened


def half_open(address: str, count: int, sources: list[str], over: threading.Event) -> None:
    """Half requests that stay open."""
    head = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
    held = []
    for number in range(count):
        with contextlib.suppress(OSError):
            held.append(connection(address, sources[number % len(sources)], head))
    over.wait()
    for one in held:
        one.close()


def slow(address: str, over: threading.Event) -> None:
    """A byte of a body each second."""
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n"
    with contextlib.suppress(OSError), connection(address, "127.0.0.1", head) as sent:
        while not over.wait(1):
            sent.sendall(b"x")


def large(address: str, chunked: bool, over: threading.Event) -> None:
    """A body of 1 GB, sent until the server closes the connection."""
    length = b"Transfer-Encoding: chunked" if chunked else f"Content-Length: {GIGABYTE}".encode()
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n" if chunked else b"x" * 0x10000
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + length + b"\r\n\r\n"
    sent = 0
    with contextlib.suppress(OSError), connection(address, "127.0.0.1", head) as opened:
        while sent < GIGABYTE and not over.is_set():
            opened.sendall(piece)
            sent += len(piece)


OTHERS = [f"127.0.0.{number}" for number in range(2, 7)] if sys.platform == "linux" else ["127.0.0.1"]
Attack = Callable[[str, int, threading.Event], None]
ATTACKS: dict[str, Attack] = {
    "half requests from one address": lambda address, count, over: half_open(address, count, ["127.0.0.1"], over),
    "half requests from five addresses": lambda address, count, over: half_open(address, count, OTHERS, over),
    "senders of a byte a second": lambda address, count, over: many(count, lambda: slow(address, over)),
    "bodies of 1 GB, Content-Length": lambda address, count, over: many(4, lambda: large(address, False, over)),
    "bodies of 1 GB, chunked": lambda address, count, over: many(4, lambda: large(address, True, over)),
}


def many(count: int, work: Callable[[], None]) -> None:
    """The same work in several threads."""
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def attacked(folder: Path, name: str, count: int, honest: int) -> dict[str, Any]:
    """Honest reads and appends while an attack goes on: how many were answered, and the longest wait in seconds."""
    place, ids = archive_of(folder, 1)
    archive = Archive.open(place)
    with archive.writing():
        token = archive.tokens.make("honest", ["write"])
    archive.close()
    over, waits = threading.Event(), []
    with served(place) as address:
        thread = threading.Thread(target=ATTACKS[name], args=(address, count, over), daemon=True)
        thread.start()
        time.sleep(1)  # the attack is under way
        for number in range(honest):
            began = time.monotonic()
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"{address}/api/v1/health", timeout=30):
                    pass
                post(f"{address}/api/v1/games/{ids[0]}/events", token, f"NOTE A {{{number}}}", If_Match="*")
                waits.append(time.monotonic() - began)
        over.set()
        thread.join(10)
    return {"attack": name, "connections": count, "honest": honest, "answered": len(waits),
            "longest_s": round(max(waits, default=0.0), 2)}  # fmt: skip


def run(writers: int, lines: int, count: int, honest: int, attacks: list[str]) -> dict[str, Any]:
    """The figures of writers and of attacks."""
    rows, others = [], []
    with tempfile.TemporaryDirectory(prefix="contention-") as name:
        for number, (way, one_game) in enumerate([(by_processes, True), (by_processes, False), (by_clients, True),
                                                  (by_clients, False)]):  # fmt: skip
            folder = Path(name) / str(number)
            folder.mkdir()
            found = way(folder, writers, lines, one_game)
            rows.append({"way": "processes" if way is by_processes else "HTTP", "one_game": one_game,
                         "writers": writers, "lines": writers * lines, "faults": found})  # fmt: skip
            print(rows[-1], flush=True)
        for number, attack in enumerate(attacks):
            folder = Path(name) / f"attack-{number}"
            folder.mkdir()
            others.append(attacked(folder, attack, count, honest))
            print(others[-1], flush=True)
    return {"writers": rows, "attacks": others}


def main() -> None:
    """Runs and stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writers", type=int)
    given = parser.parse_args()
    found = run(given.writers or 16, 10, 200, 10, list(ATTACKS))
    if given.writers is None:
        store("contention", found)


if __name__ == "__main__":
    main()
