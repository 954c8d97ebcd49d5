"""The page of a game: every event as a sentence, verdicts and corrections in the line, and the data of its script."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages import game_view
from plancia_api.pages.game_page import Course, round_marks
from plancia_api.pages.game_view import luck_by_event
from plancia_archive import Archive
from plancia_archive.log.authors import Author, acting_as
from plancia_data import Counted, demonstration, messages
from plancia_events import read
from plancia_replay import state_at
from plancia_replay.judging.forms import Board
from plancia_replay.text.narrator import HIDDEN, SEALED
from plancia_replay.text.spoken_sources import spoken_citation

GAMES = Path(__file__).resolve().parents[1] / "games"
FIXTURES = ["torneo/faults", "eg/faults", "rcm/extra-turns", "imported/pyrisk-1"]


class Site:
    def __init__(self, path: Path) -> None:
        self.archive = Archive.open(path, create=True)
        self.ids = {name: self.archive.add_game(read((GAMES / f"{name}.rgn").read_bytes()).games[0]).game_id
                    for name in FIXTURES}  # fmt: skip
        self.app = create_app(self.archive, seconds_per_minute=10_000, bulk_per_minute=10_000)

    def page(self, name: str, query: str = "lang=en") -> str:
        return self.app.test_client().get(f"/games/{self.ids[name]}?{query}").get_data(as_text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("game") / "a.db")


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


def line_of(page: str, number: int) -> str:
    found = re.search(rf'<li id="e{number}".*?</li>', page, re.S)
    assert found
    return html.unescape(found[0])


def boards(data: dict[str, Any]) -> list[Board]:
    """The position after every event, from the embedded changes."""
    codes, position, found = data["codes"].split(), Board(), list[Board]()
    for text in data["lands"].split(";"):
        for change in text.split(",") if text else []:
            land, owner, armies = re.fullmatch(r"(\d+)(.)(\d+)", change).groups()  # type: ignore[union-attr]
            position[codes[int(land)]] = (owner, int(armies))
        found.append({code: held for code, held in position.items() if held[0] != "?"})
    return found


@pytest.mark.parametrize("name", FIXTURES[:3])
def test_the_embedded_data_is_the_board_after_every_event(site: Site, name: str) -> None:
    data = data_of(site.page(name))
    game = site.archive.game(site.ids[name])
    rules = site.archive.rules_of(game)
    positions = boards(data)
    assert len(positions) == len(game.events) + 1 == data["last"] + 1
    for number, position in enumerate(positions):
        assert position == state_at(game, number, rules)["board"], number


@pytest.mark.parametrize("name", FIXTURES)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_event_is_a_sentence_in_the_html(site: Site, name: str, lang: str) -> None:
    page = site.page(name, f"lang={lang}")
    events = site.archive.game(site.ids[name]).events
    ids = [int(number) for number in re.findall(r'<li id="e(\d+)"', page)]
    assert ids == list(range(1, len(events) + 1))
    empty = [number for number in ids if not re.search(r'<span class="s">[^<]*(<[bi] |\w)', line_of(page, number))]
    assert empty == [] and "{" not in "".join(line_of(page, number) for number in ids)


def test_a_finding_stands_in_its_line_with_rule_and_source(site: Site) -> None:
    page, name = site.page("torneo/faults"), "torneo/faults"
    verdicts = site.app.test_client().get(f"/api/v1/games/{site.ids[name]}/verdicts?lang=en").get_json()["items"]
    assert verdicts
    for verdict in verdicts:
        line = line_of(page, verdict["event"])
        assert verdict["says"] in line and verdict["rule_id"] in line and verdict["cite"] not in line
        assert spoken_citation(verdict["cite"], "en") in line
        assert f'<a href="#e{verdict["event"]}">' in page.split('id="findings"')[1]
    assert data_of(page)["findings"] == sorted({verdict["event"] for verdict in verdicts})


def test_the_server_shows_the_event_of_the_query_without_scripts(site: Site) -> None:
    name = "rcm/extra-turns"
    page = site.page(name, "lang=en&at=60")
    game = site.archive.game(site.ids[name])
    board = state_at(game, 60, site.archive.rules_of(game))["board"]
    shown = dict(re.findall(r'<tr data-land="(\w+)">.*?<td class="number">(\d+)</td>', page))
    assert {code: int(armies) for code, armies in shown.items()} == {code: held[1] for code, held in board.items()}
    drawn = dict(re.findall(r'class="pb-land" data-code="(\w+)" data-owner="(.)"', page))
    assert drawn == {code: held[0] for code, held in board.items()}
    assert "at=59#board" in page and "at=61#board" in page


def test_corrections_are_in_the_line_and_can_be_left_out(tmp_path: Path) -> None:
    site = Site(tmp_path / "a.db")
    game = site.ids["eg/faults"]
    events = site.archive.game(game).events
    put = next(number for number, event in enumerate(events, 1) if event.TAG == "PUT")
    attack = next(number for number, event in enumerate(events, 1) if event.TAG == "ATT")
    with acting_as(Author("local", "arbiter")):
        site.archive.append(
            game, [f"VOID A {put} {{counted <twice>}}", f"FIX A {attack} NOTE A {{nothing}} {{photo}}"][:1], None
        )
    corrected, recorded = site.page("eg/faults"), site.page("eg/faults", "lang=en&as=recorded")
    raw = re.search(rf'<li id="e{put}".*?</li>', corrected, re.S)
    assert raw and "<s>" in raw[0] and "counted &lt;twice&gt;" in raw[0] and f'href="#e{len(events) + 1}"' in raw[0]
    assert "<s>" not in line_of(recorded, put)
    stored = site.archive.game(game)
    for page, as_corrected in ((corrected, True), (recorded, False)):
        assert boards(data_of(page))[-1] == state_at(stored, len(stored.events), None, as_corrected)["board"]


def test_other_rules_judge_the_whole_page(site: Site) -> None:
    own, other = site.page("rcm/extra-turns"), site.page("rcm/extra-turns", "lang=en&under=torneo")
    game = site.ids["rcm/extra-turns"]
    client = site.app.test_client()
    items = client.get(f"/api/v1/games/{game}/verdicts?under=torneo").get_json()["items"]
    assert data_of(other)["findings"] == sorted({verdict["event"] for verdict in items})
    assert data_of(own)["findings"] != data_of(other)["findings"]
    assert client.get(f"/games/{game}?under=nothing").status_code == 422


def test_judging_shows_its_result_also_by_the_games_own_rules(site: Site) -> None:
    own, other, plain = (
        site.page("rcm/extra-turns", query) for query in ("lang=en&under=", "lang=en&under=torneo", "")
    )
    assert 'class="card judged"' not in plain
    judged = own.partition('class="card judged"')[2].partition("</section>")[0]
    assert "RisiKo! Club Milano" in judged and judged.count('<th scope="col">') == 1
    beside = other.partition('class="card judged"')[2].partition("</section>")[0]
    assert beside.count('<th scope="col">') == 2 and "/variants/rcm@" in beside and "<strong>" in beside
    choices = re.findall(r'<option value="(\w[\w-]*)"[^>]*>([^<]+)</option>', other)
    assert ("torneo", "torneo") not in choices and all(name != words for name, words in choices)


def test_declared_points_are_compared_in_the_decimal_sign_of_the_page(tmp_path: Path) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(demonstration()["firenze.rgn"]).games[0]).game_id
    page = create_app(archive).test_client().get(f"/games/{game}?lang=it").text
    assert '<small class="illegal">dichiarato 303,5</small>' in page and "dichiarato 252.5" not in page
    assert page.count('<small class="illegal">dichiarato') == 1
    assert "293,5" in page.partition('id="findings"')[2] and "293.5" not in page
    for lang, mark in (("it", ","), ("en", ".")):
        verdict = next(one for one in archive.judgement(game, lang).verdicts if one.verdict == "illegal")
        assert f"303{mark}5" in verdict.says and f"293{mark}5" in verdict.says
        assert (verdict.facts["declared"], verdict.facts["computed"]) == (303.5, 293.5)


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(("text", "moves", "on_record", "on_headers"), [
    (demonstration()["firenze.rgn"], 0, 0, 1),  # a declared score of the headers
    ((GAMES / "firenze" / "faults.rgn").read_text("utf-8"), 4, 1, 1),
    ((GAMES / "torneo" / "faults.rgn").read_text("utf-8"), 3, 1, 0),
])  # fmt: skip
def test_moves_record_and_headers_are_counted_apart(
    tmp_path: Path, lang: str, text: str, moves: int, on_record: int, on_headers: int
) -> None:
    archive = Archive.open(tmp_path / "a.db", create=True)
    game = archive.add_game(read(text).games[0]).game_id
    client, say = create_app(archive).test_client(), messages("game", lang)
    for address in ("/games", f"/games/{game}", f"/games/{game}?print", f"/games/{game}?under="):
        page = html.unescape(client.get(address, headers={"Accept-Language": lang}).text)
        for name, count in (("moves", moves), ("record", on_record), ("headers", on_headers)):
            words = str(say[f"irregular-{name}"])
            assert (words.format(count=Counted(count)) in page) == (count > 0), (address, name)
            assert words.format(count=Counted(count + 1)) not in page, (address, name)


def test_luck_is_that_of_the_statistic(site: Site) -> None:
    name = "rcm/extra-turns"
    sums: dict[str, float] = {}
    for _, attacker, defender, luck in data_of(site.page(name))["luck"]:
        sums[attacker] = sums.get(attacker, 0) + luck
        sums[defender] = sums.get(defender, 0) - luck
    number = site.archive.db.execute("SELECT number FROM game WHERE game = ?", [site.ids[name]]).fetchone()[0]
    rows = site.archive.db.execute(
        "SELECT colour, (gain * 46656.0 - due) / 46656 FROM player_game WHERE number = ?", [number]
    ).fetchall()
    assert rows
    for colour, luck in rows:
        assert sums.get(colour, 0) == pytest.approx(100 * luck, abs=60)  # each throw is rounded to a hundredth


def test_names_are_not_shown_where_the_archive_is_private(site: Site) -> None:
    closed = create_app(site.archive, private=True).test_client()
    people = {person["name"] for person in site.archive.people.all()}
    page = closed.get(f"/games/{site.ids['torneo/faults']}?lang=en").get_data(as_text=True)
    assert people and not [name for name in people if name in page]
    assert '<b class="pR">Red</b>' in page and "p_" not in re.sub(r'"tag": "[^"]*"', "", page).partition("<main")[2]


def test_script_and_style_are_its_own(site: Site) -> None:
    client: FlaskClient = site.app.test_client()
    page = site.page("eg/faults")
    sources = re.findall(r'<script[^>]*src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"', page)
    assert sources and all((script or style).startswith("/static/") for script, style in sources)
    for script, style in sources:
        assert client.get(script or style).status_code == 200
    folder = Path(__file__).resolve().parents[2] / "api" / "plancia_api" / "static" / "game"
    assert sum(file.stat().st_size for file in folder.glob("*.js")) < 80_000
    outlines = re.search(r'href="(/board/[^"#]+)#pb-s-CIN"', page)
    assert outlines and b'id="pb-s-CIN"' in client.get(outlines[1]).get_data()
    assert "onclick" not in page and client.get("/board/old.svg").headers.get("Cache-Control") != "immutable"


@pytest.mark.parametrize("name", FIXTURES)
def test_the_report_has_result_findings_and_room_for_signatures(site: Site, name: str) -> None:
    page = html.unescape(site.page(name, "lang=en&print"))
    game = site.archive.game(site.ids[name])
    for player in game.players.values():
        assert page.count(site.archive.people.name(player)) >= 2
    assert "Signatures" in page and "Arbiter" in page
    assert re.findall(r'<script[^>]*src="([^"]*)"', page) == ["/static/local_time.js"], "nothing to step through"
    assert page.count("<script") == 1
    items = site.app.test_client().get(f"/api/v1/games/{site.ids[name]}/verdicts?lang=en").get_json()["items"]
    assert all(item["says"] in page for item in items[:25])


def test_oembed_describes_the_frame_of_a_game_of_this_server(site: Site) -> None:
    client, game = site.app.test_client(), site.ids["torneo/faults"]
    page = site.page("torneo/faults")
    found = re.search(r'type="application/json\+oembed" href="([^"]+)"', page)
    assert found and "localhost" in found[1]
    answer = client.get(html.unescape(found[1]) + "%23e28&maxwidth=400").get_json()
    assert (answer["type"], answer["version"], answer["width"]) == ("rich", "1.0", 400)
    frame = re.search(r'src="([^"]+)"', answer["html"])
    assert frame and frame[1].startswith(f"http://localhost/embed/games/{game}") and frame[1].endswith("#e28")
    assert client.get(html.unescape(frame[1]).split("#")[0]).status_code == 200
    for wrong in ("http://elsewhere.example/games/" + game, "http://localhost/games/nope", "http://localhost/", ""):
        assert client.get("/oembed", query_string={"url": wrong}).status_code == 404
    address = {"url": f"http://localhost/games/{game}"}
    assert client.get("/oembed", query_string={**address, "format": "xml"}).status_code == 404
    assert client.get("/oembed", query_string={**address, "maxwidth": "wide"}).status_code == 422


def test_the_digest_of_a_live_page_changes_with_the_game(tmp_path: Path) -> None:
    site = Site(tmp_path / "a.db")
    game = site.archive.add_game(read(
        '[Notation "rgn 1"]\n[Variant "eg@1"]\n[Red "A"]\n[Blue "B"]\n[Green "C"]\n[Completeness "full"]\n'
        '[Provenance "live"]\n\nROLL * order R6 B4 G3\n').games[0]).game_id  # fmt: skip
    client = site.app.test_client()

    def tag() -> str:
        return str(client.get(f"/games/{game}/tag").get_json()["tag"])

    first = tag()
    assert f'data-tag="{first}"' in client.get(f"/games/{game}").get_data(as_text=True) and tag() == first
    site.archive.append(game, ["ORDER * R B G"], None)
    second = tag()
    site.archive.disputes.open("no order", "B", game=game, event=1)
    assert len({first, second, tag()}) == 3
    site.archive.append(game, ["OVER * agreement"], None)
    assert 'id="live"' not in client.get(f"/games/{game}").get_data(as_text=True)


def test_at_most_ten_rounds_are_marked_at_their_last_events() -> None:
    for rounds, numbers in ((3, [1, 2, 3]), (10, list(range(1, 11))), (21, [3, 6, 9, 12, 15, 18, 21])):
        rows: Any = [(10 * number, SimpleNamespace(round=number), ()) for number in range(1, rounds + 1)]
        marks = round_marks(Course("RB", 10 * rounds, rows))
        assert marks == [(number, 10 * number) for number in numbers]


def test_luck_is_the_gain_less_its_mean_in_hundredths_of_an_army() -> None:
    throw = SimpleNamespace(
        TAG="ATT", actor="R", target="SIA", attack_dice=(6,), defence_dice=(1,), attack_losses=0, defence_losses=1
    )
    steps: Any = SimpleNamespace(played=[throw], stopped=0, steps=[SimpleNamespace(lands=[])])
    assert luck_by_event(steps)[0][3] == 117  # 1 + 6 / 36: of 36 throws 15 are won, 21 lost


def test_an_objective_is_hidden_only_where_the_record_hides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_view, "language", lambda: "en")
    view: Any = SimpleNamespace(narrator=SimpleNamespace(objective_name=str.upper))
    hidden = messages("game", "en")["hidden"]
    for word, shown in (("letto", "LETTO"), (HIDDEN, hidden), (SEALED + "x", hidden)):
        assert game_view.GameView.objective_shown(view, word) == shown
