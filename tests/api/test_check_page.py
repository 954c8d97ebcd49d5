"""/check without scripts, and the modules of the reader that its script loads."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages.text_check import FOLDER, NAMES, READER, reader_address
from plancia_archive import Archive
from plancia_data import messages
from plancia_events import read
from plancia_events.kinds import KINDS
from plancia_events.text.expected_forms import expected_forms

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "rgn" / "example.md"  # no part of a wheel
GAME = EXAMPLE.read_text("utf-8").partition("```rgn\n")[2].partition("```")[0]
IMPORT = re.compile(r"^import .* from '\./(.*)';$", re.M)


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Archive.open(tmp_path / "a.db", create=True)).test_client()


def codes(page: str) -> list[str]:
    """The codes of the rows of a page."""
    return re.findall(r'<li data-code="(.*?)">', page)


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_text_comes_back_with_its_problems(client: FlaskClient, lang: str) -> None:
    text = GAME.replace("TURN R", "TURN Q", 1)
    page = client.post(f"/check?lang={lang}", data={"text": text.replace("\n", "\r\n")}).text
    (problem,) = read(text).problems
    assert codes(page) == ["actor"] and str(problem.column) in page
    assert problem.message(lang) in html.unescape(page)


def test_the_bytes_of_a_file_are_read(client: FlaskClient) -> None:
    """A mark, carriage returns and bytes that are no UTF-8 are told, though the page shows the text."""
    data = b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode() + b"NOTE * {\xe8}\r\n"
    page = client.post("/check?lang=en", data={"file": (io.BytesIO(data), "a.rgn"), "text": "ignored"}).text
    assert {"encoding", "byte-order-mark", "line-end"} <= set(codes(page)) and "ignored" not in page


def test_a_canonical_text_has_nothing_to_list(client: FlaskClient) -> None:
    page = client.post("/check?lang=en", data={"text": GAME}).text
    assert codes(page) == [] and "1 game" in page and "in the canonical form." in page


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_text_of_another_program_is_called_one(client: FlaskClient, lang: str) -> None:
    text = '{"ev":"roll","player":"ROSSO"}\n' * 50
    page = html.unescape(client.post(f"/check?lang={lang}", data={"text": text}).text)
    summary = page.partition('id="summary"')[2].partition("</p>")[0]
    assert messages("check", lang)["foreign"] in summary and len(codes(page)) == 3
    mixed = html.unescape(client.post(f"/check?lang={lang}", data={"text": GAME + text}).text)
    assert messages("check", lang)["foreign"] not in mixed.partition('id="summary"')[2].partition("</p>")[0]


def test_markup_in_a_text_stays_text(client: FlaskClient) -> None:
    text = "</textarea><script>alert(1)</script>\n" + GAME
    page = client.post("/check", data={"text": text}).text
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


def test_a_text_as_large_as_a_body_may_be_is_read(client: FlaskClient) -> None:
    """Also beyond what forms usually hold in memory; more is refused."""
    long = GAME + "; a line that readers drop\n" * 40_000
    assert codes(client.post("/check", data={"text": long}).text)[:1] == ["comment-line"]
    assert client.post("/check", data={"text": "x" * 5_000_000}).status_code == 413


def test_the_modules_are_those_of_the_reference_and_are_kept_by_browsers(client: FlaskClient) -> None:
    """Each is served as it stands, without a policy that pages lack; what it imports is served, too."""
    for name in (*READER, NAMES):
        file = FOLDER / name if name == NAMES else FOLDER / "reference" / name
        answer = client.get(f"{reader_address()}/{name}")
        assert answer.status_code == 200 and answer.data == file.read_bytes()
        assert answer.cache_control.immutable and (answer.cache_control.max_age or 0) > 10**7
        assert answer.mimetype == ("application/json" if name == NAMES else "text/javascript")
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert set(IMPORT.findall(answer.text)) <= set(READER)


def test_modules_of_another_version_are_not_kept_and_other_files_not_served(client: FlaskClient) -> None:
    assert client.get("/static/rgn/0123456789ab/reader.js").cache_control.no_cache
    for name in ("driver.js", "selftest.mjs", "README.md", "..%2fREADME.md", "package.json"):
        assert client.get(f"{reader_address()}/{name}").status_code == 404


def test_every_kind_has_its_expected_forms() -> None:
    """A part that expects something says so where its word is missing; all named arguments are there."""
    kinds = expected_forms()["kinds"]
    assert len(kinds) == len(KINDS)
    assert kinds["ATT"]["args"][1]["missing"] == "62:531" and "1-6" in kinds["ATT"]["args"][1].values()
    assert set(kinds["DEAL"]["keys"]) == {"armies", "how"} and "by=" in kinds["ATT"]["named"]
