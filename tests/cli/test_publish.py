"""`plancia publish`: a site without a server, which shows no more than a reader without a token may see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from plancia_api import create_app
from plancia_api.publishing import publish, publisher
from plancia_api.publishing.routes import ROUTES
from plancia_archive import Archive
from plancia_archive.registers.person_erasure import erase_record
from plancia_archive.registers.written_copies import list_copies
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate
from tests.api.conftest import filled
from tests.cli.published_site import MANIFEST, contents, count_renderings, run, times

# Pages that need the server: forms, signing in, recording, receipts that name the newest head, the API's documentation.
SERVED_ALONE = {
    "sessions", "dispute_forms", "correction_forms", "action_forms", "embed_pages", "record_pages", "record_result",
    "record_start", "record_worker", "text_check", "keeper_forms",
    "position_pages", "results_forms", "entrants_forms", "sheet_forms", "manage_forms", "dispute_pages.receipt",
    "dispute_pages.receipt_file", "dispute_pages.evidence_file", "dispute_pages.evidence_picture",
    "dispute_pages.printable_decision", "dispute_pages.bundle", "documentation_pages.docs",
    "documentation_pages.docs_file", "documentation_pages.docs_start", "documentation_pages.error",
    "rules_pages.one_rule", "board_assets.outlines", "board_assets.board_drawing", "game_page.tag",
    "game_page.evidence_file", "tournament_pages.calendar", "share_pictures.player_picture",
}  # fmt: skip


class Links(HTMLParser):
    """The addresses, ids and forms of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert tag not in ("form", "iframe", "base") and "data-served" not in values, tag
        assert not (tag == "script" and values.get("type") == "module"), "browsers load no modules from files"
        self.ids |= {values["id"] or ""} if "id" in values else set()
        for name in ("href", "src", "action"):
            if values.get(name) is not None:
                self.found.append((tag, str(values[name])))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Archive, Path]]:
    """An archive with games, tournaments and a dispute, and its site."""
    folder = tmp_path_factory.mktemp("publish")
    archive = filled(folder / "a.db")
    publish(archive, folder / "site")
    yield archive, folder / "site"
    archive.close()


def test_every_link_leads_to_a_file_of_the_site(full: tuple[Archive, Path]) -> None:
    site = full[1]
    pages = {path: Links(path) for path in site.resolve().rglob("*.html") if path.name != "verify.html"}
    assert len(pages) > 100
    for path, links in pages.items():
        for tag, address in links.found:
            parts = urlsplit(address)
            if (tag == "a" and parts.scheme in ("http", "https")) or parts.scheme == "data":
                continue
            assert not parts.scheme and not parts.netloc and not parts.query, (path, address)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file() and target.is_relative_to(site.resolve()), (path, address)
            if tag == "a" and parts.fragment and target.suffix == ".html":
                assert parts.fragment == "e0" or parts.fragment in pages[target].ids, (path, address)


def test_both_languages_have_every_page_and_lead_to_each_other(full: tuple[Archive, Path]) -> None:
    archive, site = full
    italian = {path.relative_to(site).as_posix() for path in site.rglob("*.html") if "en" not in path.parts}
    english = {path.relative_to(site / "en").as_posix() for path in (site / "en").rglob("*.html")}
    assert italian - {"verify.html"} == {name for name in english if "/en/" not in name}
    name = f"games/{archive.resolve('serata-1')}.html"
    assert ("a", f"../en/{name}") in Links(site / name).found
    assert ("a", f"../../{name}") in Links(site / "en" / name).found
    assert '<html lang="it">' in (site / name).read_text("utf-8")
    assert '<html lang="en">' in (site / "en" / name).read_text("utf-8")


def test_every_page_of_the_server_is_published_or_named(tmp_path: Path) -> None:
    """A new page is a line of `publishing.routes.ROUTES`, or of SERVED_ALONE above."""
    empty = Archive.open(tmp_path / "a.db", create=True)
    app = create_app(empty)
    endpoints = set()
    for route in ROUTES:
        path = urlsplit(route.address).path.format(*(["x"] * 5))
        if not path.startswith(("/find", "/api/")):
            endpoints.add(app.url_map.bind("localhost").match(path)[0])
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not rule.rule.startswith(("/api/", "/static", "/.well-known"))}
    missing = {name for name in pages - endpoints if not {name, name.split(".")[0]} & SERVED_ALONE}
    assert missing - {"static", "embed_pages.oembed"} == set(), (
        "publish it (publishing/routes.py), or name it in SERVED_ALONE"
    )
    empty.close()


def test_publishing_again_renders_and_writes_nothing(
    club: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publish(club, tmp_path / "site")
    assert first.written == first.files and first.removed == 0
    assert first.size == sum(map(len, contents(tmp_path / "site").values()))
    before = times(tmp_path / "site")
    rendered = count_renderings(monkeypatch)
    second = publish(club, tmp_path / "site")
    assert (second.files, second.written, second.unchanged) == (first.files, 0, first.files)
    assert {urlsplit(address).path.split("/")[1] for address in rendered} <= {
        "",
        "disputes",
    }  # which depend on the time
    after = times(tmp_path / "site")
    assert {path for path in before if before[path] != after[path]} == {str(tmp_path / "site" / MANIFEST)}


def test_an_appended_game_alone_is_rendered_again(club: Archive, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, other = club.game_ids()[:2]
    club.append(game_id, ["NOTE A {riletta}"], None)
    rendered = count_renderings(monkeypatch)
    publish(club, site)
    assert any(game_id in address for address in rendered)
    assert not any(other in address for address in rendered)
    assert "riletta" in (site / "games" / f"{game_id}.html").read_text("utf-8")


def test_a_notice_of_a_result_typed_in_place_of_a_game_goes_with_the_table(club: Archive, site: Path) -> None:
    """The title of the page stays the same."""
    text = generate(GameSpec("monopoli@1", 3)).text()
    begun = "\n".join(line for line in text.split("\n")[:60] if not line.startswith(("[Result", "[Event"))) + "\n"
    game = club.add_game(read(begun).games[0]).game_id
    players = list(club.game(game).players.values())
    table = {"round": 1, "table": "A"}
    club.tournaments.append("notte", [
        {"kind": "opened", "title": "Notte", "system": "open"},
        *({"kind": "entered", "player": player} for player in players),
        {"kind": "table", **table, "seats": players}, {"kind": "linked", **table, "game": game},
        {"kind": "result", **table, "points": dict.fromkeys(players, "5"), "instead": True},
    ])  # fmt: skip
    page = site / "games" / f"{game}.html"
    for is_told in (True, False):
        publish(club, site)
        assert ('id="left-off"' in page.read_text("utf-8")) == is_told
        club.tournaments.append("notte", [{"kind": "removed", **table, "why": "formed by mistake"}] if is_told else [])


@pytest.mark.soak  # the tests above and below say for each kind of change which pages are written again
def test_publishing_again_gives_what_publishing_anew_gives(club: Archive, tmp_path: Path) -> None:
    """Whatever is written in between: no page depends on something that its version leaves out."""
    first, second = club.game_ids()[:2]
    players = [player for player in club.game(first).players.values() if player.startswith("p_")]
    site = tmp_path / "site"
    over = club.add_game(generate(GameSpec("monopoli@1", 0))).game_id

    linked = [
        {"kind": "opened", "title": "Inverno", "system": "open"},
        *({"kind": "entered", "player": player} for player in players),
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": first},
    ]

    def confirm() -> None:
        club.confirmations.confirm(over, "R")

    def ruling() -> None:
        dispute = club.disputes.open("two dice", "B", game=second, event=10)
        publish(club, site)
        club.disputes.rule(dispute.id, "rejected", "as played")

    writes: list[Callable[[], Any]] = [
        lambda: club.append(first, ["VOID A 20 {recorded twice}"], None),
        lambda: club.people.rename(players[0], "Zefirino Quaglia"),
        confirm,
        lambda: club.approvals.approve(over),
        ruling,
        lambda: club.tournaments.append("inverno", linked),
        lambda: erase_record(club, players[1], "asked"),
        lambda: club.withdrawals.withdraw(first, "a trial"),
    ]
    publish(club, site)
    for number, write in enumerate(writes):
        try:
            write()
        except (AttributeError, TypeError) as error:
            raise AssertionError(number) from error
        publish(club, site)
        publish(club, tmp_path / f"anew-{number}")
        assert contents(site) == contents(tmp_path / f"anew-{number}"), number


def test_an_erased_name_vanishes_from_every_file(club: Archive, tmp_path: Path) -> None:
    site = tmp_path / "site"
    reference = next(player for player in club.game(club.game_ids()[0]).players.values() if player.startswith("p_"))
    club.people.rename(reference, "Zefirino Quaglia")
    publish(club, site)
    assert any(b"Zefirino" in data for data in contents(site).values())
    assert [copy["kind"] for copy in list_copies(club, reference)] == ["site"]
    erase_record(club, reference, "asked")
    publish(club, site)
    assert [name for name, data in contents(site).items() if b"Zefirino" in data] == []
    assert b"Zefirino" not in (site / MANIFEST).read_bytes()


def test_private_publishes_no_name(full: tuple[Archive, Path], tmp_path: Path) -> None:
    archive, site = full
    names = [row["name"].encode() for row in archive.people.all() if len(row["name"]) > 3]
    assert names and all(any(name in data for data in contents(site).values()) for name in names)
    publish(archive, tmp_path / "site", ("it",), private=True)
    found = {(name, file) for name in names for file, data in contents(tmp_path / "site").items() if name in data}
    assert found == set()


def test_hidden_values_of_an_open_game_are_not_published(club: Archive, tmp_path: Path) -> None:
    whole = generate(GameSpec("torneo@1", 3)).text()
    head, _, body = whole.partition("\n\n")
    lines = body.splitlines()
    part = "\n".join([re.sub(r"\[Result .*\n?", "", head), "", *lines[: len(lines) // 2], ""])
    game = read(part).games[0]
    objectives = {line.split()[2] for line in lines if line.startswith("OBJ ")}
    game_id = club.add_game(game).game_id
    assert len(objectives) > 2 and club.text(game_id).count("OBJ ") > 2
    publish(club, tmp_path / "site")
    for path in (tmp_path / "site").rglob(f"{game_id}*"):
        text = path.read_text("utf-8")
        assert not [word for word in objectives if word in text], path
    page = (tmp_path / "site" / "games" / f"{game_id}.html").read_text("utf-8")
    assert 'id="live"' not in page and 'class="live"' in page


def test_several_processes_write_the_same_site(
    club: Archive, club_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "MIN_GAMES_PER_PROCESS", 1)
    publish(club, tmp_path / "again", jobs=2)
    assert contents(tmp_path / "again") == contents(club_site)


def test_one_language_and_an_address_on_the_web(club: Archive, tmp_path: Path) -> None:
    site = tmp_path / "site"
    done = run("-a", str(club.path), "publish", str(site), "--site-lang", "en", "--base-url", "https://a.example/r")
    assert done.exit_code == 0
    assert not (site / "it").exists() and '<html lang="en">' in (site / "index.html").read_text("utf-8")
    assert 'hreflang="it"' not in (site / "index.html").read_text("utf-8")
    game = f"games/{club.game_ids()[0]}"
    page = (site / f"{game}.html").read_text("utf-8")
    assert f'<link rel="canonical" href="https://a.example/r/{game}.html">' in page
    assert f"<loc>https://a.example/r/{game}.html</loc>" in (site / "sitemap.xml").read_text("utf-8")
    assert 'class="code"' in (site / f"{game}-report.html").read_text("utf-8")
    assert f'<meta property="og:image" content="https://a.example/r/{game}.png">' in page
    pictures = {path.name: path.read_bytes()[:4] for path in site.rglob("*.png")}
    assert {f"{club.game_ids()[0]}.png", "picture.png"} <= pictures.keys() and set(pictures.values()) == {b"\x89PNG"}
    publish(club, site, langs=("en",))
    assert not list(site.rglob("*.png")) and "og:image" not in (site / f"{game}.html").read_text("utf-8")
    assert not (site / "sitemap.xml").exists() and 'class="code"' not in (site / f"{game}-report.html").read_text()
    for wrong in ("ftp://a.example", "a.example", "https://a.example/?x=1"):
        assert run("-a", str(club.path), "publish", str(site), "--base-url", wrong).exit_code == 2


def test_the_index_of_the_search_has_every_game_and_tournament(full: tuple[Archive, Path]) -> None:
    archive, site = full
    for folder in (site, site / "en"):
        text = (folder / "find-index.js").read_text("utf-8")
        rows = json.loads(text.removeprefix("window.planciaIndex = ").removesuffix(";\n"))
        assert all((folder / file).is_file() and title for file, title, _ in rows)
        assert len(rows) == len(archive.game_ids()) + len(archive.tournaments.ids())
