"""Shared links: the tags that messengers read, and the pictures that they show."""

from __future__ import annotations

import html
import itertools
import re
import struct
import zlib
from collections.abc import Iterator
from importlib.resources import as_file
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages import share_pictures
from plancia_archive import Archive
from plancia_data import demonstration
from plancia_events import read

SEASON = Path(__file__).resolve().parents[2] / "docs" / "season"
MOST_BYTES = 300_000


class Site:
    """An archive with a finished game, an open one, and a tournament of two tables."""

    def __init__(self, path: Path) -> None:
        self.archive = Archive.open(path, create=True)
        text = (SEASON / "serata-2a.rgn").read_text("utf-8")
        self.over = self.archive.add_game(read(text).games[0]).game_id
        begun = text[: text.index("OVER")].replace("[Result", "[X-Result").replace("serata-2a", "begun")
        self.begun = self.archive.add_game(read(begun).games[0]).game_id
        self.players = {row["name"]: row["player"] for row in self.archive.people.all()}
        everybody = list(self.players.values())
        self.archive.tournaments.append("autunno", [
            {"kind": "opened", "title": "Torneo <d'autunno>", "system": "open", "club": "Circolo Arci"},
            *({"kind": "entered", "player": one} for one in everybody),
            {"kind": "table", "round": 1, "table": "A", "seats": everybody},
            {"kind": "linked", "round": 1, "table": "A", "game": self.over},
        ])  # fmt: skip
        self.client = create_app(self.archive, names=["plancia.example"]).test_client()

    @property
    def pages(self) -> list[str]:
        return ["/", f"/games/{self.over}", f"/games/{self.begun}", "/tournaments/autunno",
                f"/players/{self.players['Dino']}"]  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "a.db")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are left as the SVG that they are made of."""
    monkeypatch.setattr(share_pictures, "renderer", lambda: lambda svg_string, **_: svg_string.encode())


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page.partition("</head>")[0])
    assert len({name for name, _ in found}) == len(found)
    return {name: html.unescape(text) for name, text in found}


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place = 8
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + size]
        assert zlib.crc32(kind + data) == struct.unpack(">I", png[place + 8 + size : place + 12 + size])[0]
        yield kind, data
        place += 12 + size


def rows_of(png: bytes) -> list[bytes]:
    """The lines of a picture of 1200 x 630 pixels as they are packed: each with its filter."""
    parts: dict[bytes, bytes] = {}
    for kind, data in chunks(png):
        parts[kind] = parts.get(kind, b"") + data
    width, height, depth, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (width, height, depth) == (1200, 630, 8) and colour in (2, 6)
    raw, line = zlib.decompress(parts[b"IDAT"]), 1 + width * (4 if colour == 6 else 3)
    assert len(raw) == height * line
    return [raw[start : start + line] for start in range(0, len(raw), line)]


def test_every_shared_page_names_its_picture_by_an_absolute_address(site: Site) -> None:
    pictures = []
    for path in site.pages:
        for lang, locale in (("it", "it_IT"), ("en", "en_GB")):
            found = tags(site.client.get(f"{path}?lang={lang}", base_url="https://plancia.example").text)
            assert found["og:locale"] == locale and found["og:url"] == f"https://plancia.example{path}"
            assert found["og:title"] and found["og:description"] == found["twitter:description"]
            assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
            assert found["twitter:card"] == "summary_large_image" and found["twitter:image"] == found["og:image"]
            address = f"https://plancia.example{path.rstrip('/')}/picture.png?lang={lang}"
            assert found["og:image"] == address
        answer = site.client.get(found["og:image"].removeprefix("https://plancia.example"))
        assert answer.mimetype == "image/png" and len(answer.data) <= MOST_BYTES
        pictures.append(rows_of(answer.data))
        assert len(set(pictures[-1])) > 100, "blank"
    assert all(one != other for one, other in itertools.pairwise(pictures))
    page = site.client.get(site.pages[1])
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self'; img-src 'self' data:;")
    assert "Dino 20, Bruno 18" in tags(page.text)["og:description"]


def test_the_picture_changes_with_the_points_and_is_cached_by_its_etag(site: Site) -> None:
    path = f"/games/{site.over}/picture.png"
    first = site.client.get(path)
    again = site.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    site.archive.append(site.over, ["FIX A 150 OCC N ONT>ALB 3 {counted again}"], None)
    asked = site.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert asked.status_code == 200 and rows_of(asked.data) != rows_of(first.data)
    table = "/tournaments/autunno/picture.png"
    before = site.client.get(table)
    site.archive.tournaments.append(
        "autunno", [{"kind": "adjusted", "player": site.players["Dino"], "points": "-2", "why": "late"}]
    )
    assert rows_of(site.client.get(table).data) != rows_of(before.data)


def test_a_game_in_progress_is_drawn_as_it_stands(site: Site, drawn: None) -> None:
    text = site.client.get(f"/games/{site.begun}/picture.png?lang=it").text
    board = site.archive.judgement(site.begun).final
    held = [owner for owner, _ in board.values()]
    figures = re.findall(r'text-anchor="end" font-size="46">([^<]*)<', text)
    assert "in corso" in text and sorted(map(int, figures)) == sorted(held.count(letter) for letter in set(held))
    armies = re.findall(r'text-anchor="middle" fill="#\w+">(\d+)<', text)
    assert sorted(map(int, armies)) == sorted(count for _, count in board.values())


def test_names_are_those_that_the_reader_is_shown(site: Site, drawn: None) -> None:
    paths = [f"{path.rstrip('/')}/picture.png" for path in site.pages]
    shown = "".join(site.client.get(path).text for path in paths)
    assert all(name in shown for name in site.players)
    closed = create_app(site.archive, private=True).test_client()
    hidden = "".join(closed.get(path).text for path in paths)
    assert not [name for name in site.players if name in hidden] and "Verde" in hidden
    moment = site.archive.checkpoints.head().head()
    site.archive.people.erase(site.players["Dino"])
    left = "".join(
        site.client.get(path).text + site.client.get(f"{path}?as_of={quote(moment, safe='')}").text for path in paths
    )
    assert "Dino" not in left and "Bruno" in left


def test_the_picture_of_an_earlier_moment_is_of_that_moment(site: Site, drawn: None) -> None:
    moment = site.archive.checkpoints.head().head()
    before = site.client.get(f"/games/{site.over}/picture.png").text
    site.archive.append(site.over, ["FIX A 150 OCC N ONT>ALB 3 {counted again}"], None)
    address = tags(site.client.get(f"/games/{site.over}?as_of={quote(moment, safe='')}").text)["og:image"]
    assert parse_qs(urlsplit(address).query)["as_of"] == [moment]
    assert site.client.get(address.removeprefix("http://localhost")).text == before
    assert site.client.get(f"/games/{site.over}/picture.png").text != before


def test_long_titles_and_names_stay_inside(tmp_path: Path, drawn: None) -> None:
    name = "Massimiliano Alessandro De Benedictis-Montecuccoli"
    text = (
        demonstration()["monopoli.rgn"].decode().replace('[Event "', f'[Event "{name} ').replace('"Anna"', f'"{name}"')
    )
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(text).games[0]).game_id
    svg = create_app(archive).test_client().get(f"/games/{game}/picture.png").text
    for x, size, told in re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="start" font-size="([\d.]+)">([^<]*)<', svg):
        width = len(html.unescape(told)) * float(size) * 0.57
        assert float(x) + width <= 1180, told
    assert "Massimiliano A" in svg and "…" in svg


def test_every_letter_of_european_names_is_in_the_font_of_the_package() -> None:
    draw = share_pictures.renderer()
    assert draw

    def picture(letter: str) -> bytes:
        text = f'<text y="30" font-size="30" font-family="Inter SemiBold">{letter}</text>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text}</svg>'
        with as_file(share_pictures.FONT) as font:
            return draw(svg_string=svg, font_files=[str(font)], skip_system_fonts=True)

    blank = picture(" ")
    known = [letter for letter in map(chr, range(0x21, 0x2213)) if letter.isprintable() and letter not in "<&"
             and share_pictures.LETTERS.fullmatch(letter) and not letter.isspace()]  # fmt: skip
    assert len(known) > 480 and not [letter for letter in known if picture(letter) == blank]
    assert not share_pictures.LETTERS.fullmatch("王") and picture("王") == blank


def test_what_is_not_there_has_no_picture(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    client: FlaskClient = site.client
    for path in ("/games/g_0", "/tournaments/none", "/players/p_00000000", "/players/Dino"):
        assert client.get(f"{path}/picture.png").status_code == 404, path
    nothing: Any = None
    monkeypatch.setattr(share_pictures, "renderer", lambda: nothing)
    for path in site.pages:
        found = tags(client.get(path).text)
        assert "og:image" not in found and found["twitter:card"] == "summary" and found["og:title"]
        assert client.get(f"{path.rstrip('/')}/picture.png").status_code == 404
