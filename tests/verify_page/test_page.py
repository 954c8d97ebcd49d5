"""The page is one file made from the modules, asks nothing of anybody, and shows content as text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import make_verify_page as generator
from tests.verify_page.bundle_writer import GAME, HEADERS, Log, club, game_bundle, game_text, policy
from tests.verify_page.conftest import Ask, packed
from tests.verify_page.mutations import rows
from tests.verify_page.wrong_bundles import edit

TEXT = generator.PAGE.read_text("utf-8")


def test_the_page_is_made_from_the_modules() -> None:
    assert generator.page() == TEXT, "run `python -m tests.make_verify_page`"


def test_every_module_is_in_the_page() -> None:
    assert {file.stem for file in generator.SOURCE.glob("*.mjs")} == set(generator.MODULES)


def test_the_policy_allows_its_own_script_and_style_and_no_connection() -> None:
    (said,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', TEXT)
    (code,) = re.findall(r'<script type="module">(.*?)</script>', TEXT, re.S)
    (style,) = re.findall(r"<style>(.*?)</style>", TEXT, re.S)
    rules = dict(rule.split(" ", 1) for rule in said.split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'none'"
    assert (rules["script-src"], rules["style-src"]) == (generator.digest(code), generator.digest(style))


def test_the_page_has_no_address_and_no_way_to_write_markup() -> None:
    assert not re.findall(r"https?://|@import|url\(", TEXT)
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|fetch\(", TEXT)


def test_every_code_and_note_has_its_words() -> None:
    """Codes that the modules use have sentences, and sentences have codes; both have two languages."""
    source = "".join((generator.SOURCE / f"{name}.mjs").read_text("utf-8") for name in generator.MODULES)
    words = (generator.SOURCE / "words.mjs").read_text("utf-8")
    known = words.partition("export const NOTES")
    codes = set(re.findall(r'^  "?([a-z0-9-]+)"?: \[', known[0], re.M))
    notes = set(re.findall(r'^  "?([a-z0-9-]+)"?: \[', known[2].partition("\n};")[0], re.M))
    raised = set(re.findall(r'Refusal\("([a-z0-9-]+)"', source)) | {"index", "request", "proven", "file"}
    assert codes == raised
    assert notes == set(re.findall(r'\{ code: "([a-z0-9-]+)"', source))


class Verifier:
    """The page of the verifier in a browser; `requests` holds every address that it asked for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def answer(self, file: Path, **given: str) -> str:
        """What the page says of a bundle: the code of its verdict."""
        self.page.goto(generator.PAGE.as_uri())
        self.page.set_input_files("#bundle", file)
        for name, value in given.items():
            self.page.locator(f"#{name}").evaluate("(field, value) => { field.value = value }", value)
        self.page.click("#check")
        self.page.wait_for_selector("body[data-code]")
        return str(self.page.get_attribute("body", "data-code"))


@pytest.fixture(scope="module")
def verifier(browser: Any) -> Iterator[Verifier]:
    page = browser.new_page()
    yield Verifier(page)
    page.close()


def test_the_page_proves_and_refuses_without_a_request(verifier: Verifier, tmp_path: Path) -> None:
    log, file = club(), tmp_path / "bundle.json"
    file.write_text(json.dumps(game_bundle(log)), "utf-8")
    assert verifier.answer(file, key=policy(log), head=log.head(8), game=game_text(log)) == "proven"
    assert verifier.page.evaluate("document.querySelector('.verdict').classList.contains('green')")
    shown = verifier.page.evaluate(
        "[...document.querySelectorAll('tbody td:nth-child(2)')].map(one => one.textContent)"
    )
    assert "\n".join(shown) + "\n" == game_text(log)
    assert verifier.page.evaluate("document.activeElement.classList.contains('verdict')")
    assert verifier.answer(file) == "proven"
    assert verifier.page.evaluate("document.querySelector('.verdict').classList.contains('amber')")
    made = game_bundle(log)
    edit(made, 1, b"TNO>GRO", b"TNO>GRA")
    file.write_text(json.dumps(made), "utf-8")
    assert verifier.answer(file, key=log.key.vkey()) == "content"
    assert set(verifier.requests) == {generator.PAGE.as_uri()}
    assert verifier.errors == []


def test_the_page_answers_as_the_command_does(verifier: Verifier, ask: Ask, tmp_path: Path) -> None:
    """A dozen of the wrong bundles, spread over the table."""
    chosen = [row for row in rows() if "game" not in row[2]][::10]
    expected = [
        one["code"] for one in ask({"jobs": [{"bundle": packed(made), **given} for _, made, given, *_ in chosen]})
    ]
    found = []
    for _, made, given, *_ in chosen:
        file = tmp_path / "bundle.json"
        file.write_bytes(base64.b64decode(packed(made)))
        fields = {"key" if name == "policy" else name: value for name, value in given.items()}
        found.append(verifier.answer(file, **fields))
    assert found == expected and len(found) > 9


def test_content_is_shown_as_text_with_hidden_characters_visible(verifier: Verifier, tmp_path: Path) -> None:
    log, file = Log(), tmp_path / "bundle.json"
    line = "NOTE * {<img src=x onerror=alert(1)><b>b</b> \u202eabc}"
    log.add(GAME, HEADERS.replace("[Rules", "[X-Rules") + line + "\n", 2)
    file.write_text(json.dumps(log.bundle({"game": GAME}, [GAME])), "utf-8")
    assert verifier.answer(file) == "proven"
    assert verifier.page.evaluate("document.querySelectorAll('#result img, #result b').length") == 0
    assert verifier.page.evaluate(
        "document.querySelector('#result table').textContent.includes('<b>b</b> ⟨U+202E⟩abc')"
    )


def test_both_languages_and_both_widths_fit(verifier: Verifier, tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(game_bundle(club())), "utf-8")
    verifier.answer(file)
    for width in (1280, 390, 320):
        verifier.page.set_viewport_size({"width": width, "height": 900})
        verifier.page.emulate_media(color_scheme="dark" if width == 390 else "light")
        for _ in range(2):
            verifier.page.evaluate("document.getElementById('language').click()")
            assert verifier.page.evaluate("document.documentElement.scrollWidth") <= width
            assert verifier.page.evaluate("[...document.querySelectorAll('[data-say]')].every(one => one.textContent)")
    assert (
        verifier.page.evaluate("/undefined|NaN|\\{\\w+\\}/.test(document.body.innerText.replace(/^.*TURN G.*$/m, ''))")
        is False
    )


CONTRAST = """
(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const back = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return (parts(colour)[3] ?? 1) || !element.parentElement ? colour : back(element.parentElement);
  };
  const seen = [...document.querySelectorAll(".page *")].filter((one) => one.checkVisibility());
  const texts = seen.filter((one) => one.tagName !== "NOSCRIPT" &&
    [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  return texts.map((one) => [light(getComputedStyle(one).color), light(back(one))].sort((a, b) => b - a))
    .map(([high, low]) => (high + 0.05) / (low + 0.05)).reduce((a, b) => Math.min(a, b));
})()
"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("wrong", ["", "format", "origin"])
def test_texts_have_contrast_aa(verifier: Verifier, tmp_path: Path, dark: bool, wrong: str) -> None:
    """Contrast of 4.5 to 1 (WCAG 2.2, 1.4.3) for every text of the page."""
    log, file = club(), tmp_path / "bundle.json"
    file.write_text(json.dumps(game_bundle(log) | ({wrong: "x"} if wrong else {})), "utf-8")
    verifier.page.emulate_media(color_scheme="dark" if dark else "light")
    verifier.answer(file, key=log.key.vkey())
    assert verifier.page.evaluate(CONTRAST) >= 4.5


def test_a_file_of_another_kind_is_named(verifier: Verifier, tmp_path: Path) -> None:
    """A printed decision and a photo are told from a broken bundle, and the page says what to drop instead."""
    photo = b"\xff\xd8\xff\xe0" + bytes(60)
    shown = {}
    for name, content in (("decision.html", b"<!doctype html><html></html>"), ("sheet.jpg", photo), ("half", b'{"for')):
        file = tmp_path / name
        file.write_bytes(content)
        assert verifier.answer(file) in ("json", "utf8")
        shown[name] = verifier.page.evaluate("document.querySelector('.verdict').textContent")
        assert ".bundle.json" in shown[name] and ".receipt.json" in shown[name]
    assert "HTML" in shown["decision.html"] and "JSON" in shown["half"] and len(set(shown.values())) == 3
    assert hashlib.sha256(photo).hexdigest() in shown["sheet.jpg"] and "image/jpeg" in shown["sheet.jpg"]
    assert verifier.errors == []
