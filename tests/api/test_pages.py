"""HTML pages: both languages, words for every column, errors as pages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive, Filters
from plancia_archive.statistics import REGISTERED, compute_statistic
from plancia_archive.statistics.charts import Line, chart, draw_lines
from plancia_archive.statistics.inference import wilson_interval
from plancia_archive.statistics.svg import FONT, NARROW, WIDE, Frame, axis_ticks
from plancia_data import messages
from plancia_events import read
from plancia_replay.synthetic import GameSpec, generate


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = Archive.open(tmp_path_factory.mktemp("p") / "a.db", create=True)
    for seed in range(3):
        archive.add_game(generate(GameSpec("monopoli@1", seed)))
    archive.add_game(read("\n".join([
        '[Notation "rgn 1"]', '[Game "m-1"]', '[Variant "monopoli@1"]', '[Red "A"]', '[Blue "B"]', '[Green "C"]',
        '[Black "D"]', '[Completeness "turns-only"]', '[Provenance "live"]', "",
        "ROLL * order R6 B4 G3 N1", "ORDER * R B G N",
    ]) + "\n").games[0])  # fmt: skip
    events = [
        {"kind": "opened", "title": "Prova <b>", "system": "monopoli"},
        *({"kind": "entered", "player": name} for name in ("Anna", "Bruno", "Gino", "Nadia")),
        {"kind": "table", "round": 1, "table": "A", "seats": ["Anna", "Bruno", "Gino", "Nadia"]},
        {"kind": "result", "round": 1, "table": "A",
         "points": {"Anna": "31", "Bruno": "24.5", "Gino": "24.5", "Nadia": "9"}},
        {"kind": "table", "round": 2, "table": "A", "seats": ["Anna", "Bruno", "Gino", "Nadia"]},
        {"kind": "adjusted", "player": "Nadia", "points": "-2.5", "why": "late <i>"},
    ]  # fmt: skip
    archive.tournaments.append("prova", events, 0)
    return archive


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_statistic_has_a_page_in_words(client: FlaskClient, archive: Archive, lang: str) -> None:
    names = messages("columns", lang)
    listed = client.get(f"/statistics?lang={lang}").get_data(as_text=True)
    for name, one in REGISTERED.items():
        assert f'href="/statistics/{name}"' in listed
        text = client.get(f"/statistics/{name}?lang={lang}&provenance=all").get_data(as_text=True)
        rows = compute_statistic(archive.db, name, Filters(provenance="all"))["rows"]
        assert (one.it if lang == "it" else one.en).split(",")[0].replace("'", "&#39;") in text
        assert ("<svg" in text) == (bool(rows) and REGISTERED[name].chart is not None)
        assert not rows or f'<th scope="col">{names[next(iter(rows[0]))]}</th>'.replace("'", "&#39;") in text


def test_every_column_and_reason_has_words(archive: Archive) -> None:
    from plancia_archive.statistics.registry import NEEDS_DICE, NEEDS_END, NEEDS_POSSIBLE_GAME

    for lang in ("it", "en"):
        names, said = messages("columns", lang), messages("api", lang)
        for name in REGISTERED:
            for row in compute_statistic(archive.db, name, Filters(provenance="all"))["rows"][:1]:
                assert set(row) <= set(names), name
        for needs in (NEEDS_POSSIBLE_GAME, NEEDS_DICE, NEEDS_END, *(one.needs for one in REGISTERED.values())):
            assert {f"reason_{reason}" for reason in needs} <= set(said)


def test_a_wrong_filter_does_not_undo_the_others(client: FlaskClient) -> None:
    alone = client.get("/statistics/throws?lang=en&provenance=all&completeness=turns-only").get_data(as_text=True)
    address = "/statistics/throws?lang=en&provenance=all&completeness=turns-only&since=x"
    beside = client.get(address).get_data(as_text=True)
    everything = client.get("/statistics/throws?lang=en&provenance=all").get_data(as_text=True)
    assert "<svg" in everything and "<svg" not in alone and "<svg" not in beside


def test_a_search_tells_what_it_does_not_understand(client: FlaskClient) -> None:
    every = client.get("/games?lang=en").get_data(as_text=True).count("<tr")
    for name, value in (("illegal", "yes"), ("since", "yesterday"), ("variant", "nix"), ("player", "Nobody")):
        text = client.get(f"/games?lang=en&{name}={value}").get_data(as_text=True)
        assert f'id="e-{name}" role="alert"' in text and text.count("<tr") == every, name
    assert client.get("/games?lang=en&illegal=true").get_data(as_text=True).count("<tr") < every


def test_a_page_reports_games_left_out_and_invalid_filters(client: FlaskClient) -> None:
    text = client.get("/statistics/throws?lang=en&provenance=all").get_data(as_text=True)
    assert "4 games of the filter, 3 counted; left out 1 (without dice)" in text
    text = client.get("/statistics/throws?lang=en&provenance=all&since=yesterday&nothing=1").get_data(as_text=True)
    assert text.count("Filter not understood") == 2 and 'value="yesterday"' in text
    assert client.get("/statistics/throws?variant=").status_code == 200
    assert client.get("/statistics/nothing").status_code == 404


def test_a_tournament_page_shows_the_standings_of_a_round(client: FlaskClient) -> None:
    assert "/tournaments/prova" in client.get("/tournaments").get_data(as_text=True)
    text = client.get("/tournaments/prova?lang=it").get_data(as_text=True)
    assert "Prova &lt;b&gt;" in text and "late &lt;i&gt;" in text and "-2,5" in text and "24,5" in text
    assert "manca" in text and "manca" not in client.get("/tournaments/prova?round=1&lang=it").get_data(as_text=True)
    for wild in ("0", "99999999999", "x", "-1"):
        assert client.get(f"/tournaments/prova?round={wild}").status_code == 200
    assert client.get("/tournaments/none").status_code == 404


def test_a_chart_says_its_data(archive: Archive) -> None:
    for name in (one.id for one in REGISTERED.values() if one.chart):
        drawn = chart(compute_statistic(archive.db, name, Filters(provenance="all")), "Titolo & <co>", "it")
        assert drawn is not None
        root = ElementTree.fromstring(drawn)
        desc = root.findtext("{*}desc") or ""
        assert root.findtext("{*}title", "").startswith("Titolo & <co>") and desc.startswith("n = ")
    throws = compute_statistic(archive.db, "throws", Filters(provenance="all"))
    drawn = chart(throws, "T", "it") or ""
    assert "95 %" in drawn
    lengths = chart(compute_statistic(archive.db, "lengths", Filters(provenance="all")), "T", "it") or ""
    assert "minimo - massimo" in lengths and "95 %" not in lengths
    for row in throws["rows"]:
        assert f"(esatto {row['exact']:.4g})".replace(".", ",") in drawn
    assert chart({**throws, "rows": []}, "T", "it") is not None


def test_lines_are_named_and_the_axis_is_round() -> None:
    lines = [Line("a", [(0, 1, 7), (1, 3, 4)]), Line("b", [(0, 1, 7), (1, 3, 4)])]
    drawn = draw_lines(Frame("T", "y", "x", "n = 1/1", "en"), lines, 5)
    assert "1: 3 (n = 4)" in drawn and ">n 7<" in drawn  # the number of games behind each point
    root = ElementTree.fromstring(drawn)
    assert len(root.findall("{*}polyline")) == 2 and "the first 2 of 5" in (root.findtext("{*}desc") or "")
    assert axis_ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0] or len(axis_ticks(0, 1)) == 6
    assert axis_ticks(0, 0) == [0] and 3 <= len(axis_ticks(-37, 480)) <= 7


@pytest.mark.parametrize("narrow", [False, True])
def test_no_label_of_a_chart_leaves_it(archive: Archive, narrow: bool) -> None:
    long = "Circolo ricreativo dei lavoratori del porto di Monopoli, sezione giochi da tavolo"
    rows = [{"club": f"{long} {number}", "games": 12_345} for number in range(3)]
    answers: list[dict[str, Any]] = [{"statistic": "results-by-club", "rows": rows, "games": 3, "qualified": 3}]
    answers += [
        compute_statistic(archive.db, one.id, Filters(provenance="all")) for one in REGISTERED.values() if one.chart
    ]
    for answer in answers:
        root = ElementTree.fromstring(chart(answer, f"{long} {long}", "it", narrow=narrow) or "")
        width, height = (float(root.attrib[key]) for key in ("width", "height"))
        assert width == (NARROW if narrow else WIDE)
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            said, x = "".join(text.itertext()), float(text.attrib["x"])
            size = float(text.attrib.get("font-size", FONT)) * 0.5 * len(said)
            anchor = text.attrib.get("text-anchor", "start")
            left = x - (size if anchor == "end" else size / 2 if anchor == "middle" else 0)
            assert left >= 0 and left + size <= width and float(text.attrib["y"]) <= height, said


def test_faces_of_dice_are_shares_with_their_intervals() -> None:
    row = {"player": "Anna", "dice": 60, **{f"n{face}": 10 for face in range(1, 7)}}
    drawn = chart({"statistic": "dice", "rows": [row], "games": 1, "qualified": 1}, "T", "en") or ""
    low, high = wilson_interval(10, 60)
    assert f"Anna · 3: 0.1667 ({low:.4g} - {high:.4g}) (exact 0.1667) (n = 60)" in drawn and "of 6 rows" not in drawn


def test_a_browser_gets_an_error_page_and_a_program_problem_json(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for address in ("/games/nope", "/statistics/nope", "/tournaments/nope", "/nope"):
        page = client.get(f"{address}?lang=en", headers=browser)
        assert page.status_code == 404 and page.mimetype == "text/html" and "not-found" in page.get_data(as_text=True)
        assert client.get(address).mimetype == "application/problem+json"
    assert client.get("/api/v1/games/nope", headers=browser).mimetype == "application/problem+json"


def test_the_cookie_of_pages_does_not_speak_for_programs(client: FlaskClient) -> None:
    client.get("/?lang=en")
    assert "Statistics" in client.get("/").get_data(as_text=True)
    said = client.get("/api/v1/games/nope", headers={"Accept-Language": "it"}).get_json(force=True)["detail"]
    assert said == client.get("/api/v1/games/nope?lang=it").get_json(force=True)["detail"]


def test_pages_speak_the_language_of_their_reader(archive: Archive, client: FlaskClient) -> None:
    start = client.get("/?lang=it").get_data(as_text=True)
    assert "sdadata" in start and ">end-roll<" not in start
    game = next(row["game"] for row in archive.games(None)[0] if row["completeness"] == "full")
    page = client.get(f"/games/{game}?lang=it").get_data(as_text=True)
    assert "completa" in page and "Rosso" in page and "· full ·" not in page
    tournament = client.get("/tournaments/prova?lang=it").get_data(as_text=True)
    assert "!= -" not in tournament


@pytest.mark.parametrize("lang", ["it", "en"])
def test_games_are_named_by_title_and_the_id_stands_beside(archive: Archive, lang: str) -> None:
    game = archive.resolve("m-1")
    for private in (False, True):
        client = create_app(archive, private=private).test_client()
        for path in ("/", f"/games/{game}"):
            text = client.get(f"{path}?lang={lang}").get_data(as_text=True)
            assert (f"<code>{game}</code>" in text) == (path != "/")  # the list has titles alone
            assert game not in re.sub(
                r"<code.*?</code>|(href|action|data-source|download|content)=\"[^\"]*\"", "", text
            )
            heading = re.findall(r"<h1>(.*?)</h1>", text, re.S)[0]
            assert game not in heading and "p_" not in heading
        assert ("A, B, C, D" if not private else messages("titles", lang)["untitled"]) in heading
