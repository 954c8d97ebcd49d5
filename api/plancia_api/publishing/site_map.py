"""From an address of the server to the file of the published site that stands for it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from plancia_api.pages.rule_links import rule_paths
from plancia_api.publishing.routes import STATIC_FILES, Page

STATIC_PREFIX = "/static/"
DEFAULTS = {("as", "corrected"), ("from", "0"), ("sort", "name")}  # parts of a query without effect


@cache
def rule_addresses() -> dict[str, str]:
    """Returns where the address of a rule number, `/rules/RCM-4`, leads to."""
    return {f"/rules/{number}": path for number, path in rule_paths().items()}


def canonical(path: str, query: Iterable[tuple[str, str]]) -> str:
    """Returns an address with its query sorted and without what has no effect, so that equal pages compare equal."""
    pairs = sorted(pair for pair in query if pair not in DEFAULTS)
    return unquote(path) + (f"?{urlencode(pairs)}" if pairs else "")


def split_query(query: str) -> list[tuple[str, str]]:
    """Returns the pairs of a query; `print`, which has no value, has an empty one."""
    return parse_qsl(query, keep_blank_values=True)


def canonical_address(address: str) -> str:
    """Returns an address in the form of `canonical`."""
    parts = urlsplit(address)
    return canonical(parts.path, split_query(parts.query))


@dataclass(frozen=True)
class SiteMap:
    """The files of a published site by language and canonical address; `langs[0]` is the language at the root."""

    langs: tuple[str, ...]
    files: dict[tuple[str, str], str]
    base_url: str

    @classmethod
    def of_pages(cls, pages: Iterable[Page], langs: tuple[str, ...], base_url: str) -> SiteMap:
        """Returns the map of the pages; a page that all languages share is found in each of them."""
        files: dict[tuple[str, str], str] = {}
        for page in pages:
            address = canonical_address(page.address)
            files[page.lang, address] = page.file
            for lang in langs:
                files.setdefault((lang, address), page.file)
        return cls(langs, files, base_url)

    def resolve(self, link: str, page: Page) -> str | None:
        """Returns a link of a page as a relative one; None if its target is not published.

        `?lang` leads to the same page in another language, `?at` of a game to the line of the event. Links to other
        sites and within the page stay as they are.
        """
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or not (parts.path or parts.query):
            return link
        own = urlsplit(page.address)
        query = dict(split_query(parts.query))
        lang = query.pop("lang", page.lang)
        fragment = parts.fragment
        if parts.path in rule_addresses():
            path, _, fragment = rule_addresses()[parts.path].partition("#")
            parts = parts._replace(path=path)
        if "at" in query:
            fragment = f"e{query.pop('at')}"
        path = posixpath.join(own.path, parts.path) if parts.path else own.path
        pairs = split_query(own.query) if not parts.path and not query else list(query.items())
        file = self.static_file(path) or self.files.get((lang, canonical(path, pairs)))
        if file is None:
            return None
        relative = posixpath.relpath(file, posixpath.dirname(page.file) or ".")
        return quote(relative, safe="/~-_.") + (f"#{fragment}" if fragment else "")

    def static_file(self, path: str) -> str | None:
        """Returns the file of a style sheet or script of all pages; None for another path."""
        name = path.removeprefix(STATIC_PREFIX)
        return f"static/{name}" if path.startswith(STATIC_PREFIX) and name in STATIC_FILES else None

    def absolute(self, file: str) -> str:
        """Returns the address of a file on the web; `index.html` is the address of its folder."""
        name = file.removesuffix("index.html") if posixpath.basename(file) == "index.html" else file
        return self.base_url + quote(name, safe="/~-_.")

    def translations(self, page: Page) -> dict[str, str]:
        """Returns the files of a page by language."""
        address = canonical_address(page.address)
        return {lang: self.files[lang, address] for lang in self.langs if (lang, address) in self.files}
