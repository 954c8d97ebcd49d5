"""Pictures of the main pages at 1280 and 390 px: `.venv/bin/python bench/screenshots.py` writes docs/screens/.

They are of the archive of showcase.py. Pictures are WebP; a page longer than SCREENS screens is cut. Run it again after
a page has changed; `--list` prints what is taken without a browser.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from showcase import NAME, Showcase, make_showcase
from werkzeug.serving import make_server

from plancia_api import create_app

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screens"
SIZES = {"1280": (1280, 900), "390": (390, 844)}
SCREENS = 2  # height of a picture in screens, at most
QUALITY = 55  # of WebP
MOST_BYTES = 2_000_000  # of all pictures


def pages(made: Showcase) -> dict[str, str]:
    """The address of each picture by name; `!` before it asks for a session."""
    game = made.games[2, "A"]
    return {
        "start": "/", "tournament": f"/tournaments/{NAME}", "results": f"!/tournaments/{NAME}/results",
        "sheets": f"/tournaments/{NAME}/sheets?round=5", "game": f"/games/{game}?at=101",
        "report": f"/games/{game}?print",
        "record": "!/record", "statistics": "/statistics/throws?provenance=all", "dispute": f"/disputes/{made.dispute}",
    }  # fmt: skip


def take(browser: Any, address: str, token: str, path: str, size: str) -> bytes | None:
    """One picture as WebP; None where the server has no such page."""
    width, height = SIZES[size]
    phone = size == "390"
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone)
    if path.startswith("!"):
        context.request.post(f"{address}/sign-in", form={"token": token, "next": "/"})
    page = context.new_page()
    path = path.removeprefix("!")
    answer = page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang=it", wait_until="networkidle")
    if answer is None or answer.status != 200:
        context.close()
        return None
    whole = page.evaluate("document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": width, "height": min(whole, SCREENS * height), "scale": 1}
    session = context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {
        "format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True,
    })  # fmt: skip
    context.close()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Serves the archive, takes every picture in both sizes, and says how large they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if path is None and not options.list:
        sys.exit("no Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = make_showcase(Path(folder))
        if options.list:
            print("\n".join(f"{name}: {page}" for name, page in pages(made).items()))
            return
        server = make_server("127.0.0.1", 0, create_app(made.archive, seconds_per_minute=100_000), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        FOLDER.mkdir(exist_ok=True)
        total = 0
        for name, page in pages(made).items():
            for size in SIZES:
                picture = take(browser, address, made.token, page, size)
                if picture is None:
                    print(f"{name}: no such page")
                    continue
                (FOLDER / f"{name}-{size}.webp").write_bytes(picture)
                total += len(picture)
        browser.close()
        server.shutdown()
    print(f"{total / 1000:.0f} kB")
    if total > MOST_BYTES:
        sys.exit(f"more than {MOST_BYTES} bytes: lower QUALITY or SCREENS")


if __name__ == "__main__":
    main()
