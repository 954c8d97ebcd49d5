"""/check: problems of a text while it is typed, read on the device as the server reads them; nothing is sent."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancia_api import create_app
from plancia_api.pages.text_check import READER
from plancia_archive import Archive
from plancia_data import messages
from plancia_events import read
from plancia_events.text.tidiness import find_untidy
from tests.browser.conftest import LANGUAGES, Opened, served
from tests.make_texts import bases, mutation

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [*sorted((ROOT / "tests" / "conformance").rglob("*.rgn")), *sorted((ROOT / "tests" / "games").rglob("*.rgn"))]
DAMAGED, SEED = 40, 11
MOST_BYTES = 80_000  # compressed, of all that the page loads
LEAST_EQUAL_WORDS = 0.97  # share of problems with the very words of the server; the others differ in a detail
GAME = (ROOT / "docs" / "rgn" / "example.md").read_text("utf-8").partition("```rgn\n")[2].partition("```")[0]
READ = """async (files) => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const {check, loadReader} = await import("/static/check/reading.js");
  const rgn = await loadReader(data.reader);
  return files.map(file => check(rgn, Uint8Array.from(atob(file), one => one.charCodeAt(0)), data));
}"""

OFFSETS = """() => {
  const area = document.getElementById("text"), style = getComputedStyle(area), box = area.getBoundingClientRect();
  const line = area.value.split("\\n").findIndex(one => one.includes("xxx"));
  const top = box.top + parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight) - area.scrollTop;
  const mark = document.querySelector("#marks mark").getBoundingClientRect();
  return [mark.top - top, mark.top - box.top, box.bottom - mark.bottom];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    archive = Archive.open(tmp_path_factory.mktemp("check") / "a.db", create=True)
    with served(create_app(archive, seconds_per_minute=100_000)) as address:
        yield address
    archive.close()


def ready(open_page: Opened, address: str, **options: Any) -> Any:
    """The page with its reader loaded."""
    page = open_page(address, **options)
    page.wait_for_selector("#check[data-ready]")
    return page


def texts() -> dict[str, bytes]:
    """The texts of the suite and of the games, and damaged ones, by name."""
    named = {str(path.relative_to(ROOT)): path.read_bytes() for path in TEXTS}
    damaged = [mutation(bases(), number, SEED) for number in range(DAMAGED)]
    return named | {name: data for name, data in damaged}


@LANGUAGES
def test_the_device_reads_every_text_as_the_server_does(open_page: Opened, site: str, lang: str) -> None:
    """Places, codes, counts and canonical lines are equal for the whole suite; so are the words, but for a few."""
    page = ready(open_page, f"{site}/check?lang={lang}")
    files = texts()
    answers = page.evaluate(READ, [base64.b64encode(data).decode() for data in files.values()])
    same, different = 0, []
    for (name, data), found in zip(files.items(), answers, strict=True):
        reading = read(data)
        places = [(one["line"], one["column"], one["code"]) for one in found["problems"]]
        assert places == [(one.line, one.column, one.code) for one in reading.problems], name
        assert found["games"] == len(reading.games), name
        assert found["events"] == sum(len(game.events) for game in reading.games), name
        form = [(one["line"], one["code"], one["found"], one["canonical"]) for one in found["form"]]
        assert form == [(one.line, one.code, one.found, one.canonical) for one in find_untidy(data, reading)], name
        for one, problem in zip(found["problems"], reading.problems, strict=True):
            is_same = one["detail"] == problem.message(lang)
            same += is_same
            different += [] if is_same else [(name, one["line"], one["detail"], problem.message(lang))]
    assert same > 200 and same / (same + len(different)) >= LEAST_EQUAL_WORDS, different


@LANGUAGES
def test_problems_appear_while_one_types(open_page: Opened, site: str, lang: str) -> None:
    """Each problem has its place and words, is marked in the text, and its button leads there; nothing is sent."""
    page = ready(open_page, f"{site}/check?lang={lang}")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    text = GAME.replace("CIN>SIA", "CIN>SIAMO", 1).replace("\nEND B", "\nfine b", 1)
    page.fill("#text", text)
    (problem,) = read(text).problems
    button = page.locator("#problems li button")
    button.wait_for()
    assert page.locator("#problems li").get_attribute("data-code") == "land"
    assert page.locator("#problems li > span").inner_text() == problem.message(lang)
    assert str(problem.line) in button.inner_text() and str(problem.column) in button.inner_text()
    assert page.locator("#marks mark").all_text_contents() == ["SIAMO"]
    assert page.locator("#numbers b.bad").all_text_contents() == [str(problem.line)]
    assert page.locator("#form ins").all_text_contents() == ["END B"]
    button.click()
    chosen = page.evaluate("() => { const t = document.getElementById('text'); return [t.value.slice(t.selectionStart, "
                           "t.selectionEnd), document.activeElement === t, t.scrollTop > 0]; }")  # fmt: skip
    assert chosen == ["SIAMO", True, True]
    page.keyboard.type("SIA")
    page.wait_for_selector("#problems", state="hidden")
    assert messages("check", lang)["no-problem"] in page.locator("#summary").inner_text()
    assert requests == []


def test_a_file_is_read_on_the_device(open_page: Opened, site: str) -> None:
    """Its bytes are read, so that a wrong encoding is a problem; a change of the text ends it."""
    page = ready(open_page, f"{site}/check?lang=en")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    data = GAME.replace("]", ']\n[Place "Forl\u00ec"]', 1).encode("latin-1")
    page.set_input_files("#file", {"name": "a.rgn", "mimeType": "text/plain", "buffer": data})
    page.wait_for_selector("#problems li[data-code=encoding]")
    assert page.locator("#problems li > span").inner_text() == read(data).problems[0].message("en")
    page.fill("#text", GAME)
    page.wait_for_selector("#problems", state="hidden")
    assert messages("check", "en")["tidy"] in page.locator("#summary").inner_text() and requests == []


@LANGUAGES
def test_a_text_of_another_program_is_called_one(open_page: Opened, site: str, lang: str) -> None:
    page = ready(open_page, f"{site}/check?lang={lang}")
    text = '{"ev":"roll","player":"ROSSO"}\n' * 50
    page.fill("#text", text)
    page.wait_for_selector("#problems li")
    assert page.locator("#summary").inner_text() == messages("check", lang)["foreign"]
    assert page.locator("#problems li").count() == 3 and page.locator("#form").is_hidden()
    page.fill("#text", GAME + text)
    page.wait_for_function("() => document.querySelectorAll('#problems li').length === 50")
    assert messages("check", lang)["foreign"] not in page.locator("#summary").inner_text()


def test_marks_stay_with_the_text_when_it_scrolls(open_page: Opened, site: str) -> None:
    """The mark of a problem far down and far right stands on its word."""
    page = ready(open_page, f"{site}/check?lang=en", phone=True)
    page.fill("#text", GAME + "NOTE * " + "x" * 100 + " {far}\n")
    page.wait_for_selector("#marks mark")
    page.locator("#problems li button").click()
    offsets = page.evaluate(OFFSETS)
    assert abs(offsets[0]) < 4 and offsets[1] > 0 and offsets[2] > 0


def test_without_scripts_the_server_answers(open_page: Opened, site: str) -> None:
    """The form sends the text; the page comes back with the text, the problems and the changes."""
    page = open_page(f"{site}/check?lang=en", java_script_enabled=False)
    text = GAME.replace("CIN>SIA", "CIN>SIAMO", 1).replace("\nEND B", "\nfine b", 1)
    page.fill("#text", text)
    page.click("#send button")
    assert page.input_value("#text") == text
    assert page.locator("#problems li > span:last-child").all_inner_texts() == [read(text).problems[0].message("en")]
    assert page.locator("#form ins").all_text_contents() == ["END B"]
    assert "1 problem; 1 change" in page.locator("#summary").inner_text()


def test_what_the_page_loads_is_small(open_page: Opened, site: str) -> None:
    """All that the page asks for stays below the budget when compressed, and comes from here."""
    loaded: dict[str, bytes] = {}
    page = open_page("about:blank")
    page.on("response", lambda answer: loaded.update({answer.url: answer.body()}))
    page.goto(f"{site}/check?lang=en")
    page.wait_for_selector("#check[data-ready]")
    assert all(url.startswith(site) for url in loaded) and len(loaded) > len(READER)
    assert sum(len(gzip.compress(body)) for body in loaded.values()) < MOST_BYTES
