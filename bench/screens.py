"""Costs of the game page in Chromium; `.venv/bin/python bench/screens.py --write` writes docs/quality/screens.md.

A game of about 1,300 events is generated and served on this machine. A fresh browser opens its page over HTTP with
gzip, steps and jumps; Chromium's own counters give the processor time of the page's thread for each step. The same is
done on a phone's screen with a processor slowed down four times.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import Game, read
from plancia_replay.judging.replay import cached_ruleset
from plancia_replay.synthetic.game import start_game
from plancia_replay.synthetic.turns import play_turn

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "quality" / "screens.md"
BEGIN, END = "<!-- measured: bench/screens.py --write -->", "<!-- end of measured -->"
EVENTS = 1300
SEEDS = range(200)  # the first whose game lasts so long
SLOW = 4  # how much slower the phone's processor is
STEP = """async event => {
  planciaGame.go(event);
  await new Promise(requestAnimationFrame);
  await new Promise(done => setTimeout(done));
}"""


def long_game() -> Game:
    """A legal game that is played on until it has EVENTS events, and ended by agreement."""
    for seed in SEEDS:
        scribe = start_game(cached_ruleset("monopoli@1", ()), random.Random(seed))
        table = scribe.table
        while len(scribe.lines) < EVENTS and table.stopped < 0 and table.next_player() >= 0:
            if not play_turn(scribe, scribe.letter(int(table.next_player()))):
                break
        if len(scribe.lines) >= EVENTS:
            return game_of(scribe)
    raise SystemExit(f"no seed below {len(SEEDS)} gives a game of {EVENTS} events")


def game_of(scribe: Any) -> Game:
    """The game that a scribe wrote, with headers."""
    colours = {"R": "Red", "B": "Blue", "G": "Green", "Y": "Yellow", "N": "Black", "V": "Violet"}
    names = dict(zip("RBGYNV", ("Anna", "Bruno", "Gino", "Zita", "Nadia", "Vera"), strict=True))
    head = ['[Notation "rgn 1"]', '[Variant "monopoli@1"]', '[Date "2026-11-21"]']
    head += [f'[{colours[letter]} "{names[letter]}"]' for letter in "RBGYNV" if letter in scribe.letters]
    head += ['[Completeness "full"]', '[Provenance "synthetic"]']
    return read("\n".join([*head, "", *scribe.lines, "OVER * agreement"]) + "\n").games[0]


class Served:
    """The application over an archive with the one game, on a free port."""

    def __init__(self, folder: Path) -> None:
        archive = Archive.open(folder / "a.db", create=True)
        self.game = archive.add_game(long_game()).game_id
        self.events = len(archive.game(self.game).events)
        app = create_app(archive, seconds_per_minute=100_000)
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/games/{self.game}?lang=it"


def measure(browser: Any, served: Served, phone: bool) -> dict[str, Any]:
    """Bytes and requests of opening the page, and milliseconds of script of its steps."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 900}
    context = browser.new_context(viewport=size, is_mobile=phone, has_touch=phone)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW if phone else 1})
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(served.address, wait_until="networkidle")
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    result = {
        "page": next(size for key, size in sizes.items() if "?lang=it" in urls[key]),
        "others": {urls[key].split("/", 3)[3].partition("?")[0]: size for key, size in sizes.items()
                   if "?lang=it" not in urls[key]},
        "ready": timing, "steps": costs(page, session, range(0, served.events, 4)),
        "jumps": costs(page, session, [7919 * jump % served.events for jump in range(40)]),
    }  # fmt: skip
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("Home", "ArrowRight", "ArrowDown", "End"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    result["asked"] = len(asked)
    context.close()
    return result


def costs(page: Any, session: Any, events: Iterable[int]) -> dict[str, list[float]]:
    """Milliseconds of the page's thread for showing each event: script alone, and with style and layout."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    found: dict[str, list[float]] = {"script": [], "all": []}
    before = metrics(session)
    for event in events:
        page.evaluate(STEP, event)
        after = metrics(session)
        spent = {name: 1000 * (after[name] - before[name]) for name in after}
        found["script"].append(spent["ScriptDuration"])
        found["all"].append(spent["ScriptDuration"] + spent["LayoutDuration"] + spent["RecalcStyleDuration"])
        before = after
    return found


def metrics(session: Any) -> dict[str, float]:
    """The seconds that the page's thread has spent so far, by what for."""
    return {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}


def quantiles(times: list[float]) -> str:
    """Median, 99th percentile and greatest value."""
    ranked = sorted(times)
    return f"{statistics.median(ranked):.1f} / {ranked[int(len(ranked) * 0.99)]:.1f} / {ranked[-1]:.1f}"


def table(served: Served, desk: dict[str, Any], phone: dict[str, Any]) -> str:
    """The measured rows as Markdown."""
    scripts = sorted((ROOT / "api" / "plancia_api" / "static" / "game").glob("*.js"))
    kept = f"{sum(desk['others'].values()) / 1000:.1f} kB, {len(desk['others'])} requests"
    rows = [
        ("events of the game", f"{served.events:,}", "about 1,300"),
        ("the page with all data, compressed", f"{desk['page'] / 1000:.1f} kB", "60 kB, one request"),
        (
            "style, scripts and outlines, which browsers keep",
            kept,
            "",
        ),
        ("own scripts, as written", f"{sum(path.stat().st_size for path in scripts) / 1000:.1f} kB", "80 kB"),
        ("requests of a step", str(desk["asked"] + phone["asked"]), "0"),
        ("page ready", f"{desk['ready']:.0f} ms; phone {phone['ready']:.0f} ms", ""),
        ("script of a step: median, 99 %, greatest", f"{quantiles(desk['steps']['script'])} ms", "below 8 ms"),
        ("the same with style and layout", f"{quantiles(desk['steps']['all'])} ms", ""),
        (f"script at 390 px, processor {SLOW} times slower", f"{quantiles(phone['steps']['script'])} ms", ""),
        ("script of a jump anywhere", f"{quantiles(desk['jumps']['script'])} ms", ""),
    ]
    lines = ["| what | measured | aim |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def main() -> None:
    """Measures, prints and, with --write, puts the table into docs/quality/screens.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("no Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        text = table(served, measure(browser, served, False), measure(browser, served, True))
        browser.close()
        served.server.shutdown()
    print(text)
    if options.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
