"""Pages in a real Chromium, driven by Playwright; without either the tests of this folder are skipped."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.conftest import SLOWNESS

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
STILL = {"reduced_motion": "reduce"}  # what moves is painted 60 times a second, by the processor
Opened = Callable[..., Any]
SHOWN = "[document.querySelector('#act')?.innerText, window.planciaRecord?.recording.queue?.blocked]"
slow = pytest.mark.soak  # whole games
# Languages and sizes pair by pair; a soak has each language in each size. Tests of requests have both languages anyway.
LANGUAGES = pytest.mark.parametrize("lang", ["it", pytest.param("en", marks=pytest.mark.soak)])
PAIRS = pytest.mark.parametrize(("lang", "phone"), [
    pytest.param("it", True, id="it-390"), pytest.param("en", False, id="en-1280"),
    pytest.param("it", False, id="it-1280", marks=pytest.mark.soak),
    pytest.param("en", True, id="en-390", marks=pytest.mark.soak),
])  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the tests of this folder, the longest, first, and repeats one that fails, twice at most (D-169).

    The summary counts what was repeated. Short tests at the end keep every processor busy until the last one.
    """
    here = Path(__file__).parent
    items.sort(key=lambda item: not item.path.is_relative_to(here))
    if config.pluginmanager.hasplugin("rerunfailures") and not SLOWNESS:
        for item in items:
            if item.path.is_relative_to(here):
                item.add_marker(pytest.mark.flaky(reruns=2))


def late(application: Callable[..., Any]) -> Callable[..., Any]:
    """The application, each of whose answers comes up to PLANCIA_SLOW_BROWSER tenths of a second late."""

    def answer(*arguments: Any) -> Any:
        time.sleep(random.uniform(0, SLOWNESS / 10))
        return application(*arguments)

    return answer


class KeepAliveHandler(WSGIRequestHandler):
    """Keeps connections open as waitress does; a closed one may fail a request of Chromium that had just opened it."""

    protocol_version = "HTTP/1.1"


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address of the application on a free port of this machine."""
    answers = late(app) if SLOWNESS else app
    server = make_server("127.0.0.1", 0, answers, threaded=True, request_handler=KeepAliveHandler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


LOST_CONNECTIONS = ("SOCKET_NOT_CONNECTED", "CONNECTION_RESET", "CONNECTION_REFUSED", "CONNECTION_CLOSED")


def is_error(message: Any) -> bool:
    """True for an error of the page; a lost connection is none: Chromium tries again, or the server has ended."""
    lost = message.text.endswith(tuple(f"net::ERR_{name}" for name in LOST_CONNECTIONS))
    return bool(message.type == "error" and not lost)


ASKED = """async () => {
  const end = performance.now() + %d;
  while (!(await (%s))) {
    if (performance.now() > end) return false;
    await new Promise((next) => setTimeout(next, 20));
  }
  return true;
}"""


def wait(page: Any, expression: str, seconds: float = 30) -> None:
    """Waits for an expression, which the page asks itself: each question from here costs three processes.

    Playwright's own way evaluates texts, which the page's policy forbids. A page that is left is asked again.
    """
    from playwright.sync_api import Error

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(ASKED % (1000 * (end - time.monotonic()), expression)):
                return
        except Error as error:
            if "context was destroyed" not in str(error) and "navigation" not in str(error):
                raise
    raise AssertionError((expression, page.evaluate(SHOWN)))


def settle(page: Any) -> None:
    """Waits until the page that records has completed what was said."""
    page.evaluate("planciaRecord.stepping")  # a step back
    wait(page, "planciaRecord.recording.pending.length === 0")


def stored(page: Any, is_hastened: bool = True) -> None:
    """Waits until what is held has been sent: at once, as when the page is left, or after the seconds of a slip."""
    settle(page)
    if is_hastened:
        page.evaluate("planciaRecord.recording.leave()")
    wait(page, "planciaRecord.recording.isIdle")


@pytest.fixture
def open_page(browser: Any) -> Iterator[Opened]:
    """Opens an address in a page of its own; errors of scripts and refused requests fail the test."""
    contexts, problems = [], []

    def opened(address: str, phone: bool = False, **options: Any) -> Any:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP, has_touch=phone, is_mobile=phone, **STILL | options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if is_error(said) else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def new_device(browser: Any) -> Iterator[Callable[..., Any]]:
    """Returns a browser context with storage of its own, for pages that lose the network; errors of scripts fail."""
    contexts, problems = [], []

    def device(phone: bool = False, **options: Any) -> Any:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP, has_touch=phone, is_mobile=phone, **STILL | options
        )
        context.on("weberror", lambda found: problems.append(str(found.error)))
        contexts.append(context)
        return context

    yield device
    for context in contexts:
        context.close()
    assert problems == []
