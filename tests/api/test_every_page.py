"""What is easily forgotten of a new page or route: its registration, its words in both languages, a link to it."""

from __future__ import annotations

import ast
import re
from html import unescape
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from werkzeug.exceptions import HTTPException

from plancia_api import create_app
from plancia_api.app import PAGES, ROUTES
from plancia_archive import Archive
from tests.api.conftest import as_keeper

API = Path(__file__).resolve().parents[2] / "api" / "plancia_api"
SAME_IN_EVERY_LANGUAGE = re.compile(r"\b(Plancia|RFC \d+|SHA-256|JSON|CSV|API)\b|(^|\s)\.(rgn|csv|json|ndjson)\b")
WORDS = "put it into data/plancia_data/words/pages_it.toml and pages_en.toml"
FOR_BROWSERS = re.compile(r"^(width=device-width.*|viewport-fit=.*|website|image/png)$")  # and for messengers
READ = ("text/html", "image/svg+xml", "text/javascript")  # what may lead further
MOST_OF_ONE_PAGE = 4  # addresses tried of one page
REACHED_OTHERWISE = {  # pages to which no link of the archive of the tests leads
    "board_assets.board_drawing": "by pages with a board, whose scripts make the address",
    "club_pages.one_club": "from the clubs; the archive of the tests has none",
    "correction_forms.form_address": "after a form was refused",
    "dispute_pages.evidence_picture": "from a dispute with a photo; the one of the tests is text",
    "documentation_pages.error": "from problems of the API (`type`)",
    "documentation_pages.icon": "by browsers themselves",
    "embed_pages.game": "by other sites, in a frame", "embed_pages.oembed": "by other sites",
    "game_page.evidence_file": "from a correction with evidence",
    "game_page.tag": "by the script of a game in progress",
    "record_result.receipt_file": "after a result was entered", "record_result.result": "after a game was recorded",
    "record_worker.offline": "without network", "record_worker.worker": "by the script that records",
    "rules_pages.one_rule": "from findings of programs (`rule`)",
    **{f"share_pictures.{name}_picture": "by messengers, for a shared link"
       for name in ("game", "tournament", "player", "start")},
    "tournament_pages.calendar": "from a tournament whose rounds have dates; that of the tests has none",
}  # fmt: skip


@pytest.mark.parametrize(("folder", "registered"), [("routes", ROUTES), ("pages", PAGES)])
def test_a_module_with_a_blueprint_is_registered(folder: str, registered: tuple[object, ...]) -> None:
    files = (API / folder).glob("*.py")
    made = {path.stem for path in files if re.search(r"^blueprint\b", path.read_text("utf-8"), re.M)}
    left_out = [name for name in made if import_module(f"plancia_api.{folder}.{name}").blueprint not in registered]
    assert made and not left_out, "name the module in ROUTES or PAGES of plancia_api/app.py"


def shown_texts(template: str) -> list[str]:
    """What a template shows that is not filled in: text between tags, and values of attributes that are read."""
    text = re.sub(r"\{#.*?#\}|<!--.*?-->|<script.*?</script>|<style.*?</style>", "", template, flags=re.S)
    text = re.sub(r"\{%-? *block body_attributes.*?endblock *-?%\}", "", text, flags=re.S)
    text = re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "\N{BULLET}", text, flags=re.S), flags=re.S)
    values = re.findall(r'\b(?:title|alt|placeholder|aria-label|label|content)="([^"]*)"', text)
    return [" ".join(unescape(part).split()) for part in [*re.split(r"<[^>]*>", text), *values]]


def own_words(text: str) -> str:
    """The text without what is the same in every language and without what looks like an attribute or an address."""
    return re.sub(r'[\w-]+="[^"]*"|[\w-]+=\S*', "", SAME_IN_EVERY_LANGUAGE.sub("", FOR_BROWSERS.sub("", text)))


def test_no_template_has_words_of_one_language() -> None:
    assert re.search(r"[^\W\d_]{2,}", own_words(shown_texts('<p title="A word">{{ x }}</p>')[-1]))
    for path in sorted((API / "templates").glob("*.html")):
        found = [text for text in shown_texts(path.read_text("utf-8")) if re.search(r"[^\W\d_]{2,}", own_words(text))]
        assert not found, f"{path.name}: {found}: {WORDS}"


def test_no_page_in_python_has_a_sentence_of_one_language() -> None:
    for path in sorted((API / "pages").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                text = re.sub(r"<[^>]*>?|realm=.*", "", node.value)
                assert not re.search(r"[a-zà-ú]{2,} [a-zà-ú]{2,}", text), (
                    f"{path.name}:{node.lineno}: {text!r}: {WORDS}"
                )


def reached(archive: Archive, signed_in: bool) -> set[str]:
    """The pages that are reached from the start page by what pages link to."""
    app = create_app(archive)
    client = as_keeper(app.test_client(), archive) if signed_in else app.test_client()
    urls, waiting, tried, counts = app.url_map.bind("localhost"), ["/"], set(), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        try:
            page = str(urls.match(urlsplit(address).path)[0])
        except HTTPException:
            continue
        if address in tried or counts.get(page, 0) >= MOST_OF_ONE_PAGE or page.partition(".")[0] not in PAGE_NAMES:
            continue
        tried.add(address)
        counts[page] = counts.get(page, 0) + 1
        answer = client.get(address, headers={"Accept": "text/html"})
        text = answer.get_data(as_text=True) if answer.mimetype in READ else ""
        text += f'href="{answer.headers.get("Location", "")}"'
        waiting += map(unescape, re.findall(r'(?:href|src|action|data-[a-z-]+)="(/[^"#]*)', text))
    return set(counts)


PAGE_NAMES = {blueprint.name for blueprint in PAGES}


def test_a_link_leads_to_every_page(full: Archive) -> None:
    rules = list(create_app(full).url_map.iter_rules())
    pages = {rule.endpoint for rule in rules if rule.endpoint.partition(".")[0] in PAGE_NAMES}
    read = {rule.endpoint for rule in rules if rule.endpoint in pages and "GET" in (rule.methods or ())}
    found = reached(full, signed_in=False) | reached(full, signed_in=True)
    assert read - found == set(REACHED_OTHERWISE), "link to the page, or say in REACHED_OTHERWISE who leads there"
