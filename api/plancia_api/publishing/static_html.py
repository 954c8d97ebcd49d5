"""Makes a served page one of a published site: relative links, classic scripts, nothing that needs the server.

The pages are our own, with escaped texts and attributes, so that regular expressions find their tags. Elements with
the attribute `data-served`, forms, and links to what is not published are left out.
"""

from __future__ import annotations

import re
from html import escape, unescape

from plancia_api.pages.board_assets import outlines_address
from plancia_api.publishing.routes import Page, PublishError
from plancia_api.publishing.site_map import STATIC_PREFIX, SiteMap
from plancia_replay.drawing import BOARD_STYLE

BOARD_STYLE_FILE = "static/board.css"
OUTLINES_FILE = "static/outlines.js"
CONTENT_SECURITY_POLICY = (  # `file:`, since 'self' is nothing for a page that is opened from a folder
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)
SERVED = re.compile(r"<(\w+)\b[^<>]*\sdata-served\b[^<>]*>")
FORM = re.compile(r"<form\b.*?</form>", re.S)
LINK = re.compile(r"<a\b([^>]*)>(.*?)</a>", re.S)
LOADED = re.compile(r"<(link|script|img)\b([^>]*\s(?:href|src)=\"[^\"]*\"[^>]*)>(</script>)?")
REFERENCE = re.compile(r"\s(href|src)=\"([^\"]*)\"")
ACTION_CLASS = re.compile(r"\sclass=\"[^\"]*\b(?:button|act)\b")
ONLY_SERVED = re.compile(
    r"/(?:api/|docs|sign-in|disputes/new|record|new-tournament|positions|tournaments/[^/]+/(?:results|entries|load))"
)


def static_html(html: str, page: Page, site: SiteMap) -> str:
    """Returns the HTML of a published page."""
    html = remove_served(html)
    html = FORM.sub("", html)
    html = LINK.sub(lambda match: static_link(match, page, site), html)
    html = LOADED.sub(lambda match: static_element(match, page, site), html)
    html, has_board = share_board(html, page)
    head = head_elements(page, site, has_board)
    return html.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}', 1)


def remove_served(html: str) -> str:
    """Returns the HTML without elements that have the attribute `data-served`."""
    while match := SERVED.search(html):
        end = element_end(html, match)
        html = html[: match.start()] + html[end:]
    return html


def element_end(html: str, start: re.Match[str]) -> int:
    """Returns the end of the element whose opening tag was found; that of the tag for one without content."""
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b[^>]*>", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return start.start() + tag.end()
    return start.end()


def static_link(match: re.Match[str], page: Page, site: SiteMap) -> str:
    """Returns a link as the published page has it: relative, or its content alone where its target is not published."""
    attributes, content = match[1], match[2]
    reference = REFERENCE.search(attributes)
    if reference is None:
        return match[0]
    target = unescape(reference[2])
    resolved = site.resolve(target, page)
    if resolved is not None:
        return f"<a{replace_reference(attributes, reference, resolved)}>{content}</a>"
    return "" if ONLY_SERVED.match(target) or ACTION_CLASS.search(attributes) else content


def replace_reference(attributes: str, reference: re.Match[str], resolved: str) -> str:
    """Returns attributes with another value of href or src."""
    return f'{attributes[: reference.start()]} {reference[1]}="{escape(resolved)}"{attributes[reference.end() :]}'


def static_element(match: re.Match[str], page: Page, site: SiteMap) -> str:
    """Returns a style sheet, script or image with its relative address; nothing where that is not published.

    A module is published as a classic script, since browsers load no modules from files. Raises PublishError for a
    file that is not in STATIC_FILES.
    """
    name, attributes, end = match[1], match[2], match[3] or ""
    reference = REFERENCE.search(attributes)
    assert reference is not None
    target = unescape(reference[2])
    resolved = target if target.startswith("data:") else site.resolve(target, page)
    if resolved is None and target.startswith(STATIC_PREFIX):
        raise PublishError("page", address=target, status=404)
    if resolved is None or resolved.startswith(("http:", "https:")):
        return ""
    attributes = replace_reference(attributes, reference, resolved).replace(' type="module"', " defer")
    return f"<{name}{attributes}>{end}"


def share_board(html: str, page: Page) -> tuple[str, bool]:
    """Puts the style and the outlines of drawn boards, which are in every page, into files of their own.

    Returns the HTML, and whether it has a board. A script puts the outlines into the page, since browsers take no
    shapes from another file that is not of a server.
    """
    has_board = f"{outlines_address()}#" in html
    if not has_board:
        return html, False
    html = html.replace(f"<style>{BOARD_STYLE}</style>", "").replace(f'href="{outlines_address()}#', 'href="#')
    script = f'<script src="{up(page)}{OUTLINES_FILE}"></script>'
    return re.sub(r"(<body[^>]*>)", lambda match: match[1] + script, html, count=1), True


def up(page: Page) -> str:
    """Returns the relative address of the root of the site, "" or as many `../` as the page's file is deep."""
    return "../" * page.file.count("/")


def head_elements(page: Page, site: SiteMap, has_board: bool) -> str:
    """Returns the policy, icon and style of the board, and the page's addresses on the web where they are known."""
    elements = [
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">',
        f'<link rel="icon" href="{up(page)}icon.svg">',
    ]
    if has_board:
        elements.append(f'<link rel="stylesheet" href="{up(page)}{BOARD_STYLE_FILE}">')
    if site.base_url:
        elements.append(f'<link rel="canonical" href="{escape(site.absolute(page.file))}">')
        elements += [
            f'<link rel="alternate" hreflang="{lang}" href="{escape(site.absolute(file))}">'
            for lang, file in site.translations(page).items()
        ]
    return "\n".join(elements)
