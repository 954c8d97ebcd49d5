"""Every link leads somewhere: files and headings of the documentation, addresses and places of the served pages."""

from __future__ import annotations

import re
import string
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from plancia_api import create_app
from plancia_api.problems import STATUS_BY_CODE
from tests import SOAK
from tests.api.conftest import filled

ROOT = Path(__file__).resolve().parent.parent
VARIANTS = ROOT / "data" / "plancia_data" / "variants" / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), VARIANTS, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.M | re.S)


def anchors(page: Path) -> set[str]:
    """The places of a page: its headings as they are addressed, and its HTML ids."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    found: Counter[str] = Counter()
    names = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        kept = "".join(c for c in plain if c.isalnum() or c in "-_ ").replace(" ", "-")
        names.add(f"{kept}-{found[kept]}" if found[kept] else kept)
        found[kept] += 1
    return names


def links(page: Path) -> list[str]:
    """The targets of the links of a page; what stands in code is no link."""
    text = FENCE.sub("", page.read_text("utf-8"))
    return [*re.findall(r"\[[^\]]*\]\(<?([^)\s>]+)", text), *re.findall(r"^\[[^\]]+\]: (\S+)", text, re.M)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_the_documentation_lead_somewhere(page: Path) -> None:
    for target in links(page):
        address, _, place = target.partition("#")
        if urlsplit(target).scheme:
            assert urlsplit(target).scheme in ("https", "mailto"), target
            continue
        file = (page.parent / address).resolve() if address else page
        assert file.exists() and ROOT in (file, *file.parents), f"{page.name}: {target}"
        assert not place or file.suffix != ".md" or place in anchors(file), f"{page.name}: {target}"


def test_every_page_of_the_documentation_is_reached_from_the_readme() -> None:
    seen, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        seen.add(page)
        near = [(page.parent / target.partition("#")[0]).resolve() for target in links(page) if "://" not in target]
        todo += [file for file in near if file.suffix == ".md" and file not in seen and file.is_file()]
    left = {page.relative_to(ROOT).as_posix() for page in PAGES if page not in seen}
    assert left <= {"CHANGELOG.md"}


class Reader(HTMLParser):
    """The links and places of a served page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("href", "src", "action") if name in given]
        self.ids.add(given.get("id", ""))


def test_links_of_the_served_pages_lead_somewhere(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive, bulk_per_minute=10**6).test_client()
    todo = [("", "/"), *(("", f"/errors/{code}") for code in STATUS_BY_CODE)]
    known: dict[str, set[str] | None] = {}
    alike: Counter[str] = Counter()
    reached: set[str] = set()
    while todo:
        origin, address = todo.pop()
        address = address.removeprefix("http://localhost")  # oEmbed wants whole addresses
        parts = urlsplit(address)
        assert not parts.netloc, f"{origin} leads elsewhere: {address}"
        bare = parts._replace(fragment="").geturl()
        if bare not in known:
            reached.add(parts.path)
            shape = re.sub(r"\b[a-z]_\w+", "N", parts.path) + re.sub(r"\d+", "N", parts.query)
            alike[shape] += 1
            many = (3, 60) if SOAK else (1, 2)  # pages of different games are alike
            if alike[shape] > many[not parts.query]:
                continue
            answer = client.get(bare)
            assert answer.status_code == 200, f"{origin}: {address}"
            known[bare] = None
            if answer.mimetype == "text/html":
                reader = Reader()
                reader.feed(answer.get_data(as_text=True))
                known[bare] = reader.ids
                todo += [(bare, urljoin(bare, link)) for link in reader.links]
            if answer.mimetype == "application/json" and "Link" in answer.headers:
                todo.append((bare, answer.headers["Link"].split(">")[0].strip("<")))
        places = known[bare]
        assert not parts.fragment or places is None or parts.fragment in places, f"{origin}: {address}"
    assert {"/", "/docs", "/api/v1/games", *(f"/games/{game}" for game in archive.game_ids())} <= reached


def test_addresses_of_the_api_in_the_documentation_answer(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.db")
    client = create_app(archive).test_client()
    routes = [rule.rule for rule in client.application.url_map.iter_rules()]
    forms = [re.sub(r"<[^>]+>", r"[^/ ]+", re.escape(rule).replace(r"\<", "<").replace(r"\>", ">")) for rule in routes]
    shapes = re.compile("|".join(rf"{form}(\.[a-z]+)?/?" for form in forms))
    found: list[tuple[Path, str]] = []
    for page in PAGES:
        said = page.read_text("utf-8").replace("$BASE/", "/api/v1/")
        found += [(page, path) for path in re.findall(r"(?<![\w:/.])/api/[\w/{}$.-]*", said)]
    assert len(found) > 60
    for page, path in found:
        bare = path.rstrip(string.punctuation.replace("}", ""))
        assert bare in ("/api/v1", "/api/v2", "/api") or shapes.fullmatch(bare), f"{page.name}: {path}"
