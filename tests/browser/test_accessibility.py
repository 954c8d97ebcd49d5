"""Every page in Chromium: axe-core (WCAG 2.2 AA), targets of 44 px, nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_events import read
from tests import SOAK
from tests.api.conftest import filled
from tests.browser.conftest import DESKTOP, PHONE, served

SEASON = Path(__file__).resolve().parents[2] / "docs" / "season"
SEATS = {"1a": "Anna Bruno Carla Dino Elena", "2a": "Bruno Dino Elena Fabio Marta"}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]  # the only rules that a theme can change
FOREIGN = ["#docs"]  # Swagger UI's own part of /docs
AXE = """async ([only, without, foreign]) => {
  const rules = Object.fromEntries(without.map(one => [one, {enabled: false}]));
  const exclude = foreign.filter(one => document.querySelector(one)).map(one => [one]);
  const found = await axe.run({exclude}, {runOnly: only, rules, resultTypes: ["violations"]});
  return found.violations.flatMap(one =>
    one.nodes.map(node => [one.id, node.target.join(" "), node.failureSummary].join(" | ")));
}"""
# targets that a thumb may miss; links within the words of a sentence or a name have the height of its line
SMALL = r"""(foreign) => {
  const inText = one => {
    if (getComputedStyle(one).display !== "inline") return false;
    let block = one.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (words.nextNode())
      if (/\p{L}/u.test(words.currentNode.data)
          && !words.currentNode.parentElement.closest("a, button, select, script")) return true;
    return false;
  };
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  return [...document.querySelectorAll(targets)].filter(one => {
    if (!one.checkVisibility() || one.closest(["svg", ...foreign].join()) || inText(one)) return false;
    const choice = ["radio", "checkbox"].includes(one.type) && one.closest("label");
    const box = (choice || one).getBoundingClientRect();
    return box.height < 43.5 || box.width < 43.5;
  }).map(one => {
    const box = one.getBoundingClientRect();
    return `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 120)}`;
  });
}"""


PARTS = 4  # of the pages: one long test at the end would leave the other processor idle


@dataclass
class Site:
    """A served archive, the addresses of its pages by what they need, and a token of a keeper."""

    address: str = ""
    token: str = ""
    pages: list[str] = field(default_factory=list)
    signed_in: list[str] = field(default_factory=list)


def season(archive: Archive) -> None:
    """Two evenings of a tournament with their games, and a ruling of its direction."""
    games = {name: archive.add_game(read((SEASON / f"serata-{name}.rgn").read_bytes()).games[0]).game_id
             for name in SEATS}  # fmt: skip
    players = {row["name"]: row["player"] for row in archive.people.all()}
    seats = {name: [players[one] for one in names.split()] for name, names in SEATS.items()}
    everybody = sorted({one for names in seats.values() for one in names})
    archive.tournaments.append(
        "stagione",
        [{"kind": "opened", "title": "Torneo d'autunno", "system": "open", "club": "Circolo Arci"},
         *({"kind": "entered", "player": one} for one in everybody)],
    )  # fmt: skip
    for number, (name, game) in enumerate(games.items(), 1):
        table = {"round": number, "table": "A"}
        archive.tournaments.append(
            "stagione",
            [{"kind": "table", **table, "seats": seats[name]}, {"kind": "linked", **table, "game": game}],
        )
    archive.tournaments.append(
        "stagione", [{"kind": "adjusted", "player": everybody[0], "points": "-2", "why": "late"}]
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    archive = filled(tmp_path_factory.mktemp("site") / "a.db")
    season(archive)
    disputed, game = archive.resolve("serata-2"), archive.resolve("serata-1a")
    ruled = archive.disputes.open("the card", "B", game=game, event=30)
    archive.disputes.rule(ruled.id, "rejected", "the card is right", arbiter="The arbiter")
    opened = next(row.dispute for row in archive.disputes.listed() if row.dispute != ruled.id)
    games_of = archive.people.find("Bruno")
    made = Site(token=archive.tokens.grant("keeper", "keeper")[1])
    made.pages = [
        "/", "/tournaments", "/tournaments/stagione",
        "/new-tournament", "/tournaments/stagione/entries",
        "/tournaments/stagione/results", "/tournaments/stagione/wall", "/tournaments/stagione/sheets?round=1",
        "/statistics", "/statistics/lengths",
        "/games", f"/games/{disputed}", f"/games/{disputed}?print", f"/embed/games/{disputed}",
        "/disputes", f"/disputes/{ruled.id}", f"/disputes/{opened}/receipt/1",
        f"/disputes/{ruled.id}/decision", "/disputes/new", f"/disputes/new?game={disputed}&event=28", "/sign-in",
        "/errors/not-found", "/games/nothing", "/docs",
        "/players?provenance=all", f"/players/{games_of}?provenance=all", "/clubs",
        "/clubs/Circolo Arci?provenance=all", "/rules", "/variants", "/variants/stucchi@1 + one-on-one",
        "/variants/monopoli?with=torneo", "/positions?position=SIA%3Dx%3E%3D2+CIN%3Dx", "/check",
    ]  # fmt: skip
    if SOAK:  # the same templates with a few elements more
        made.pages += ["/?q=anna&illegal=true", f"/games/{disputed}?object", "/positions", "/positions?SIA.n=many",
                       "/tournaments/autunno", "/statistics/throws?provenance=all&edition=1"]  # fmt: skip
    made.signed_in = [
        "/record", "/record?variant=rcm", "/record?variant=stucchi", f"/record/{game}/result",
        f"/disputes/{opened}", "/tournaments/stagione", "/tournaments/stagione/results?round=3",
        "/tournaments/stagione/load", "/tournaments/stagione/manage", "/tournaments/autunno/manage",
        f"/games/{game}", "/keeper",
    ]  # fmt: skip
    with served(create_app(archive, seconds_per_minute=100_000, bulk_per_minute=100_000)) as address:
        made.address = address
        yield made


def failures(page: Any, address: str, phone: bool) -> list[str]:
    """What axe-core finds on a page (without an address the one shown), and on a phone what is too small or wide."""
    page.emulate_media(color_scheme="light")
    if address:
        page.goto(address)
    found = [f"light: {one}" for one in page.evaluate(AXE, [WCAG, [], FOREIGN])]
    if phone:
        found += [f"small: {one}" for one in page.evaluate(SMALL, FOREIGN)]
        if (width := page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            found.append(f"wide: {width}")
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in page.evaluate(AXE, [COLOURS, [], FOREIGN])]
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("lang", "phone"), [  # by the other pair only the size of the screen differs
    ("it", True), pytest.param("en", False, marks=pytest.mark.soak)], ids=["it-390", "en-1280"])  # fmt: skip
def test_every_page_can_be_read_and_touched(browser: Any, site: Site, lang: str, phone: bool, part: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="no axe-core: pip install axe-playwright-python")
    found: list[str] = []
    size = PHONE if phone else DESKTOP
    context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce")
    context.add_init_script(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    if not SOAK:  # Swagger's part, which axe leaves out, takes as long as ten pages
        context.route("**/swagger-ui-bundle.js", lambda route: route.abort())
    page = context.new_page()

    def check(pages: list[str], who: str) -> None:
        for path in pages[part::PARTS]:
            address = f"{site.address}{path}{'&' if '?' in path else '?'}lang={lang}"
            found.extend(f"{who}{path}: {one}" for one in failures(page, address, phone))

    check(site.pages, "")
    context.request.post(f"{site.address}/sign-in", form={"token": site.token, "next": "/"})
    check(site.signed_in, "signed in: ")
    if part == 0:
        page.goto(f"{site.address}/tournaments/stagione/entries?lang={lang}")
        page.fill("#players", "Anna\n1. UGO PO 👍\nUgo Pò\nRossi, Mario\nBrunno")
        with page.expect_navigation():
            page.click("main form button")
        found += [f"names: {one}" for one in failures(page, "", phone)]
    context.close()
    assert not found, "\n".join(found)
