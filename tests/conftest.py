"""What all tests share: an empty archive, a browser, and the folder of outside material, skipped where absent."""

from __future__ import annotations

import functools
import gc
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from plancia_archive import Archive
from tests import chromium, copied, examples

SLOWNESS = float(os.environ.get("PLANCIA_SLOW_BROWSER", "0"))  # shows waits that a test forgot
SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
LONG = (  # files whose tests run commands for half a minute and more: the last of them would run alone
    "test_season.py", "test_manual.py", "test_exit_codes.py", "test_every_receipt.py", "test_insider.py",
    "test_kills.py", "test_links.py", "test_arbiter_page.py", "test_tutorial.py", "test_private_names.py",
)  # fmt: skip
settings.register_profile("plancia", deadline=None, max_examples=examples(100))  # a busy machine is no failure
settings.load_profile("plancia")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: the processes of tests hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # started by nohup: the same
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leaves what is collected, hundreds of megabytes of cases, out of garbage collections, and makes those rarer."""
    gc.disable()
    found = yield
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    return found


def pytest_sessionstart(session: pytest.Session) -> None:
    """Has a process of the tests tell of a test that passed once, not five times: a quarter of what a short one takes.

    The other process would only count its beginning, set-up, clearing away and end; --durations wants their times.
    """
    for plugin in session.config.pluginmanager.get_plugins():
        if hasattr(plugin, "sendevent") and session.config.option.durations is None:
            plugin.sendevent = functools.partial(send_outcome, plugin.sendevent)


def send_outcome(send: Callable[..., None], name: str, **told: Any) -> None:
    """Sends what a process of the tests tells, except what nobody needs."""
    report = told["data"] if name == "testreport" else {}
    is_passing_step = report.get("outcome") == "passed" and report["when"] != "call"
    if name not in ("logstart", "logfinish") and not is_passing_step:
        send(name, **told)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins the last share with the longest tests: `worksteal` gives each process one of equal, contiguous shares."""
    long = [item for item in items if item.path.name in LONG]
    rest = [item for item in items if item.path.name not in LONG]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    start = len(items) * (processes - 1) // processes
    items[:] = [*rest[:start], *long, *rest[start:]]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of outside material beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: outside witnesses cannot be asked")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def disk_of_one_size() -> Iterator[None]:
    """Free room that stays the same: `health` tells it, and other programs write between two answers of a test."""
    room = shutil.disk_usage(".")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda folder: room)
        yield


@pytest.fixture(scope="session")
def new_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty archive, made once: making one takes ten times as long as copying it."""
    path = tmp_path_factory.mktemp("new") / "a.db"
    Archive.open(path, create=True).close()
    return path


@pytest.fixture
def archive(new_archive: Path, tmp_path: Path) -> Archive:
    """An empty archive in a file."""
    return Archive.open(copied(new_archive, tmp_path / "a.db"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests; where there is none, or no Playwright, they are skipped."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    with api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--in-process-gpu"]
        )
        yield throttled(launched) if SLOWNESS else launched
        launched.close()


def throttled(launched: Any) -> Any:
    """The browser with pages whose scripts run PLANCIA_SLOW_BROWSER times slower."""
    new_context = launched.new_context

    def throttle(page: Any) -> Any:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": max(1.0, SLOWNESS)})
        return page

    def context_of_slow_pages(**options: Any) -> Any:
        context = new_context(**options)
        new_page = context.new_page
        context.new_page = lambda: throttle(new_page())
        return context

    launched.new_context = context_of_slow_pages
    return launched
