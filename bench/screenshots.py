"""Pictures of the main pages at 1280 and 390 px: `.venv/bin/python bench/screenshots.py` writes docs/screens/.

They are of the archive of showcase.py. Pictures are WebP; a page longer than SCREENS screens is cut. Run it again after
a page has changed, with names for some pictures alone; `--list` prints what is taken without a browser.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from record_screens import ACTIONS, Recordings, add_recordings
from showcase import NAME, Showcase, make_showcase
from werkzeug.serving import make_server

from plancia_api import create_app

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = DOCS / "screens"
SIZES = {"1280": (1280, 900), "390": (390, 844)}
SCREENS = 2  # height of a picture in screens, at most
QUALITY = 55  # of WebP
MOST_BYTES = 2_000_000  # of all pictures
SETTLED = 500  # milliseconds from an act to its picture


def pages(made: Showcase, recordings: Recordings) -> dict[str, str]:
    """The address of each picture by name; `!` before it asks for a session. A whole address is not of the server."""
    game = made.games[2, "A"]
    return {
        "start": "/", "tournament": f"/tournaments/{NAME}", "results": f"!/tournaments/{NAME}/results",
        "sheets": f"/tournaments/{NAME}/sheets?round=5", "game": f"/games/{game}?at=101",
        "report": f"/games/{game}?print",
        "record": "!/record", "record-new": "!/record?variant=monopoli",
        **{name: f"!/record/{recorded}" for name, recorded in recordings.games.items()},
        "record-result": f"!/record/{game}/result", "verify": (DOCS / "verify" / "index.html").as_uri(),
        "statistics": "/statistics/throws?provenance=all", "dispute": f"/disputes/{made.dispute}",
    }  # fmt: skip


def take(
    browser: Any, address: str, token: str, path: str, size: str, act: Callable[[Any], None] | None
) -> bytes | None:
    """One picture as WebP, after an act on the page; None where the server has no such page.

    After an act it is of what the screen shows, since a panel at its lower edge has no place on a longer picture.
    """
    width, height = SIZES[size]
    phone = size == "390"
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone)
    if path.startswith("!"):
        context.request.post(f"{address}/sign-in", form={"token": token, "next": "/"})
    page = context.new_page()
    path = path.removeprefix("!")
    whole_address = path if "://" in path else f"{address}{path}{'&' if '?' in path else '?'}lang=it"
    answer = page.goto(whole_address, wait_until="networkidle")
    if answer is not None and answer.status not in (0, 200):
        context.close()
        return None
    if act is not None:
        record_here = page.get_by_role("button", name="Registra qui")
        if record_here.count():  # the page of the other size was the device that records
            record_here.click()
            page.wait_for_timeout(SETTLED)
        act(page)
        page.wait_for_timeout(SETTLED)
    whole = page.evaluate("document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": width, "height": height if act else min(whole, SCREENS * height), "scale": 1}
    session = context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {
        "format": "webp", "quality": QUALITY, **({} if act else {"clip": clip, "captureBeyondViewport": True}),
    })  # fmt: skip
    context.close()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Serves the archive, takes every picture in both sizes, and says how large they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if path is None and not options.list:
        sys.exit("no Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = make_showcase(Path(folder))
        recordings = add_recordings(made.archive)
        taken = {name: page for name, page in pages(made, recordings).items() if name in (options.names or [name])}
        if options.list:
            print("\n".join(f"{name}: {page}" for name, page in taken.items()))
            return
        server = make_server("127.0.0.1", 0, create_app(made.archive, seconds_per_minute=100_000), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        FOLDER.mkdir(exist_ok=True)
        for name, page in taken.items():
            act = partial(ACTIONS[name], made=recordings) if name in ACTIONS else None
            for size in SIZES:
                picture = take(browser, address, made.token, page, size, act)
                if picture is None:
                    print(f"{name}: no such page")
                    continue
                (FOLDER / f"{name}-{size}.webp").write_bytes(picture)
        browser.close()
        server.shutdown()
    total = sum(file.stat().st_size for file in FOLDER.glob("*.webp"))
    print(f"{total / 1000:.0f} kB")
    if total > MOST_BYTES:
        sys.exit(f"more than {MOST_BYTES} bytes: lower QUALITY or SCREENS")


if __name__ == "__main__":
    main()
