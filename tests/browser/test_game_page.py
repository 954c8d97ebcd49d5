"""Stepping through a game in Chromium: every position, every way to step, a phone, a live game, no scripts at all."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import demonstration
from plancia_events import read
from plancia_replay import state_at
from plancia_replay.judging.forms import Board
from tests.browser.conftest import PHONE, Opened, served, wait

GAMES = Path(__file__).resolve().parents[1] / "games"
NAMES = ("torneo/faults", "rcm/extra-turns")
TARGETS = "main button, main select, main input, main summary, .story li > a, .sections a"
AT = "planciaGame.state.at"
# what the drawn board, its table and the list show, as one object
SHOWN = """() => ({
  drawn: Object.fromEntries([...document.querySelectorAll(".pb-disc[data-code]")].map(d =>
    [d.dataset.code, [d.dataset.owner, d.querySelector(".pb-armies").textContent]])),
  table: Object.fromEntries([...document.querySelectorAll("tr[data-land]")].map(r =>
    [r.dataset.land, r.children[2].textContent])),
  current: document.querySelector(".story [aria-current]")?.id ?? "",
})"""


class Site:
    def __init__(self, folder: Path) -> None:
        self.archive = Archive.open(folder / "a.db", create=True)
        self.ids = {name: self.archive.add_game(read((GAMES / f"{name}.rgn").read_bytes()).games[0]).game_id
                    for name in NAMES}  # fmt: skip
        self.app = create_app(self.archive, seconds_per_minute=100_000, bulk_per_minute=100_000)
        self.address = ""

    def board(self, name: str, number: int) -> Board:
        game = self.archive.game(self.ids[name])
        return state_at(game, number, self.archive.rules_of(game))["board"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site"))
    with served(made.app) as address:
        made.address = address
        yield made


def check_shown(page: Any, site: Site, name: str, number: int, addressed: bool = True) -> None:
    if addressed:  # the address follows after a pause
        wait(page, f"location.hash === '#{f'e{number}' if number else 'start'}'")
    shown, board = page.evaluate(SHOWN), site.board(name, number)
    drawn = {code: (owner, int(armies)) for code, (owner, armies) in shown["drawn"].items() if owner != "?"}
    assert drawn == board, number
    assert {code: int(armies) for code, armies in shown["table"].items() if code in board} == {
        code: held[1] for code, held in board.items()
    }
    assert shown["current"] == (f"e{number}" if number else "")


def test_the_arrow_key_goes_through_every_position(site: Site, open_page: Opened) -> None:
    name = "torneo/faults"
    page = open_page(f"{site.address}/games/{site.ids[name]}?lang=en#start")
    last = page.evaluate("planciaGame.state.last")
    for number in range(last + 1):
        check_shown(page, site, name, number, addressed=False)
        page.keyboard.press("ArrowRight")
    assert page.evaluate(AT) == last
    for number in range(last, last - 30, -1):
        check_shown(page, site, name, number, addressed=False)
        page.keyboard.press("ArrowLeft")


def test_keys_buttons_slider_and_links_lead_to_their_events(site: Site, open_page: Opened) -> None:
    name = "rcm/extra-turns"
    page = open_page(f"{site.address}/games/{site.ids[name]}?lang=en")
    last = page.evaluate("planciaGame.state.last")
    starts, findings = page.evaluate("[planciaGame.data.starts, planciaGame.data.findings]")
    assert page.evaluate(AT) == last and page.url.endswith("lang=en")  # as it was addressed
    page.keyboard.press("Home")
    check_shown(page, site, name, 0)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(AT) == starts[0]
    page.keyboard.press("ArrowDown")
    check_shown(page, site, name, starts[1])
    page.keyboard.press("ArrowUp")
    assert page.evaluate(AT) == starts[0]
    page.keyboard.press("End")
    assert page.evaluate(AT) == last
    page.get_by_role("button", name="Previous event").click()
    check_shown(page, site, name, last - 1)
    page.locator("#slider").fill("70")
    check_shown(page, site, name, 70)
    page.locator('.story a[href="#e40"]').click()
    check_shown(page, site, name, 40)
    page.locator("#e42 .s").click()
    check_shown(page, site, name, 42)
    if findings:
        page.get_by_role("button", name="Next finding").click()
        assert page.evaluate(AT) in findings
    page.evaluate("document.activeElement.blur(); planciaGame.go(1)")
    page.keyboard.press("r")
    assert page.evaluate(AT) == 1  # letters count with the focus in the game alone (WCAG 2.2, 2.1.4)
    page.locator("#story").focus()
    page.keyboard.press("r")
    assert page.evaluate(AT) == next((event for event in findings if event > 1), 1)
    page.evaluate("location.hash = '#e55'")
    wait(page, f"{AT} === 55")
    check_shown(page, site, name, 55)


@pytest.mark.parametrize("phone", [True, False])
def test_a_finding_on_the_headers_marks_them_and_leaves_the_board(
    tmp_path: Path, open_page: Opened, phone: bool
) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(demonstration()["firenze.rgn"]).games[0]).game_id
    marked = "document.querySelector('.story [aria-current]')?.id === 'e0' && location.hash === '#e0'"
    in_view = """() => { const box = document.getElementById("e0").getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight }"""
    with served(create_app(archive, seconds_per_minute=100_000)) as address:
        page = open_page(f"{address}/games/{game}?lang=en", phone)
        last = page.evaluate("planciaGame.state.last")
        page.locator('.finds a[href="#e0"]').click()
        wait(page, marked)
        wait(page, f"({in_view})()")
        assert page.evaluate(AT) == last and page.locator("#e0 .finding").count() == 1
        page.locator('[data-go="back"]').click()
        wait(page, f"location.hash === '#e{last - 1}'")
        assert page.locator(".story [aria-current]").get_attribute("id") == f"e{last - 1}"
        page.locator('[data-go="next-finding"]').click()
        wait(page, marked)
        linked = open_page(f"{address}/games/{game}?lang=en#e0", phone)
        wait(linked, marked)
        wait(linked, f"({in_view})()")
        assert linked.evaluate(AT) == last
        page.close()
        linked.close()


def test_it_plays_by_itself_until_it_is_stopped(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/games/{site.ids['torneo/faults']}?lang=en#e50")
    page.locator("#speed").select_option("300")
    page.get_by_role("button", name="Play").click()
    wait(page, f"{AT} >= 53")
    page.get_by_role("button", name="Pause").click()
    stopped = page.evaluate(AT)
    page.wait_for_timeout(500)
    assert page.evaluate(AT) == stopped


def test_the_address_opens_the_position_and_the_board_is_in_view(site: Site, open_page: Opened) -> None:
    name = "torneo/faults"
    for phone in (False, True):
        page = open_page(f"{site.address}/games/{site.ids[name]}?lang=en#e101", phone)
        page.wait_for_timeout(300)
        check_shown(page, site, name, 101)
        box = page.locator("svg.pb").bounding_box()
        assert -1 <= box["y"] < 100
        assert "declares" in page.locator("#now").inner_text()


def test_without_scripts_every_sentence_and_every_position_can_be_read(site: Site, open_page: Opened) -> None:
    name = "torneo/faults"
    page = open_page(f"{site.address}/games/{site.ids[name]}?lang=en&at=60", java_script_enabled=False)
    count = len(site.archive.game(site.ids[name]).events)
    assert page.locator(".story li").count() == count
    assert page.locator("#e60 .s").text_content() and not page.locator("#controls").is_visible()
    page.locator('a[rel="next"]').click()
    assert "at=61" in page.url
    finding = page.locator("details.finding").first
    assert not finding.locator("dl").is_visible()
    finding.locator("summary").click()
    assert finding.locator("dl").is_visible()


def test_a_phone_scrolls_nothing_sideways_and_targets_are_large(site: Site, open_page: Opened) -> None:
    for lang in ("it", "en"):
        page = open_page(f"{site.address}/games/{site.ids['torneo/faults']}?lang={lang}", phone=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        small = page.evaluate(
            """(targets) => [...document.querySelectorAll(targets)]
          .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
          .map(one => one.outerHTML.slice(0, 90))""",
            TARGETS,
        )
        assert small == []
        tiny = page.evaluate("""() => [...document.querySelectorAll("main *")].filter(one => !one.closest("svg")
          && one.checkVisibility() && one.firstChild?.nodeType === 3 && one.firstChild.data.trim()
          && parseFloat(getComputedStyle(one).fontSize) < 12).map(one => one.outerHTML.slice(0, 90))""")
        assert tiny == []
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_swipe_steps(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/games/{site.ids['torneo/faults']}?lang=en#e30", phone=True)
    swipe = """([from, to]) => {
      const map = document.querySelector(".map");
      const send = (kind, x) => {
        const touch = new Touch({identifier: 1, target: map, clientX: x, clientY: 90});
        map.dispatchEvent(new TouchEvent(kind, {bubbles: true, touches: [touch], changedTouches: [touch]}));
      };
      send("touchstart", from);
      send("touchend", to);
    }"""
    page.evaluate(swipe, [250, 120])
    assert page.evaluate(AT) == 31
    page.evaluate(swipe, [120, 250])
    assert page.evaluate(AT) == 30


@pytest.mark.parametrize(("phone", "said"), [(True, "Copy the link"), (False, "Link copied")])
def test_a_link_is_told_as_copied_only_where_it_was(site: Site, open_page: Opened, phone: bool, said: str) -> None:
    """A phone hands it to its own way of sharing."""
    page = open_page(f"{site.address}/games/{site.ids[NAMES[0]]}?lang=en", phone)
    page.evaluate("""() => {
      window.given = [];
      navigator.share = async ({ url }) => void given.push(url);
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (url) => void given.push(url) } });
    }""")
    page.locator('[data-go="share"]').click()
    wait(page, "given.length === 1")
    assert page.locator('[data-go="share"]').inner_text() == said


@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_within_the_first_screen(site: Site, open_page: Opened, name: str, phone: bool) -> None:
    page = open_page(f"{site.address}/games/{site.ids[name]}?lang=it", phone)
    box = page.locator("#outcome").bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= (PHONE if phone else {"height": 800})["height"]
    assert page.locator("#outcome .scores tbody tr").count() == len(site.archive.game(site.ids[name]).players)
    page.locator("#outcome .turned a").last.click()
    wait(page, f"`#e${{{AT}}}` === document.querySelector('#outcome .turned p:last-child a').getAttribute('href')")


@pytest.mark.parametrize("phone", [True, False])
def test_one_tap_shares_the_page_or_copies_its_address_without_https(
    site: Site, open_page: Opened, phone: bool
) -> None:
    page = open_page(f"{site.address}/games/{site.ids[NAMES[0]]}?lang=en#e12", phone)
    page.evaluate(
        """(phone) => {
      window.given = [];
      if (phone) navigator.share = async ({ url }) => void given.push(url);
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => Boolean(given.push(document.activeElement.value));
    }""",
        phone,
    )
    page.locator("[data-share]").click()
    wait(page, "given.length === 1")
    assert page.evaluate("given") == [f"{site.address}/games/{site.ids[NAMES[0]]}"]
    wait(page, f"document.querySelector('[data-share]').innerText === '{'Share' if phone else 'Link copied'}'")


def test_a_step_asks_the_server_nothing(site: Site, open_page: Opened) -> None:
    page = open_page(f"{site.address}/games/{site.ids['torneo/faults']}?lang=en#start")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("ArrowRight", "ArrowDown", "End", "Home"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert asked == []


def test_a_live_game_grows_and_keeps_its_reader_in_place(tmp_path: Path, open_page: Opened) -> None:
    whole = (GAMES / "torneo" / "faults.rgn").read_text("utf-8")
    head, lines = re.sub(r"\[Result .*\n", "", whole).split("\n\n", 1)  # a game with a result is over
    played = lines.splitlines()
    archive = Archive.open(tmp_path / "live.db", create=True)
    game = archive.add_game(read(head + "\n\n" + "\n".join(played[:60]) + "\n").games[0]).game_id
    with served(create_app(archive, seconds_per_minute=100_000)) as address:
        end, middle = (open_page(f"{address}/games/{game}?lang=en{part}") for part in ("", "#e40"))
        archive.append(game, played[60:70], None)
        wait(end, "planciaGame.state.last === 70")
        wait(middle, "planciaGame.state.last === 70")
        assert (end.evaluate(AT), middle.evaluate(AT)) == (70, 40)
        assert middle.locator("#fresh").is_visible() and end.locator("#e70 .s").text_content()
        middle.keyboard.press("ArrowRight")
        assert middle.evaluate(AT) == 41
        end.close()
        middle.close()


def test_another_site_can_frame_it_and_no_other_page(site: Site, open_page: Opened) -> None:
    game = site.ids["torneo/faults"]
    page = open_page(f"{site.address}/embed/games/{game}?lang=en#e28")
    assert page.evaluate(AT) == 28 and page.locator("form").count() == 0
    client = site.app.test_client()
    policies = [
        client.get(path).headers["Content-Security-Policy"] for path in (f"/embed/games/{game}", f"/games/{game}")
    ]
    assert "frame-ancestors *" in policies[0] and "frame-ancestors 'none'" in policies[1]
    assert "X-Frame-Options" not in client.get(f"/embed/games/{game}").headers


@pytest.mark.parametrize("phone", [True, False])
def test_links_to_sections_stand_apart_on_the_page(open_page: Opened, site: Site, phone: bool) -> None:
    page = open_page(f"{site.address}/games/{site.ids[NAMES[0]]}", phone)
    boxes = page.evaluate("""() => [...document.querySelectorAll(".sections a")].map(link => {
      const box = link.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] })""")
    width = page.evaluate("document.documentElement.clientWidth")
    assert len(boxes) > 4 and all(left >= 0 and right <= width for left, _, right, _ in boxes)
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


def test_the_button_objects_to_the_move_that_is_shown_and_names_it(site: Site, open_page: Any) -> None:
    page = open_page(f"{site.address}/games/{site.ids['torneo/faults']}?lang=en")
    button = page.locator("#object")
    assert "event=" not in button.get_attribute("href")
    page.locator("#e12 > a").click()
    assert "event=12" in button.get_attribute("href") and "12" in button.inner_text()
    page.keyboard.press("ArrowRight")
    assert "event=13" in button.get_attribute("href") and "13" in button.inner_text()
    assert page.locator(".turn .o:visible").count() == 1
    assert "event=13" in page.locator("#e13 .o").get_attribute("href")
    page.goto(f"{site.address}/games/{site.ids['torneo/faults']}?object&lang=en")
    assert page.locator("#e1 .o").is_visible() and page.locator("#e2 .o").is_visible()


def test_the_menu_of_a_phone_is_one_row_and_opens_without_scripts(site: Site, open_page: Any) -> None:
    page = open_page(f"{site.address}/rules?lang=en", phone=True, java_script_enabled=False)
    head, link = page.locator("body > header"), page.locator('#menu a[href="/games"]')
    assert head.bounding_box()["height"] <= 70 and not link.is_visible()
    page.locator("button.menu").focus()
    page.keyboard.press("Enter")
    assert link.is_visible()
    page.keyboard.press("Escape")
    assert not link.is_visible()
