"""The forms by which organisers enter an evening, driven by what a browser sends."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_archive import Archive
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_data import messages
from plancia_events import Game, read
from plancia_replay.synthetic import GameSpec, generate

COLOURS = ("Red", "Blue", "Green", "Yellow", "Black", "Violet")
PLAYERS = ["Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gaia", "Ivo"]


class Site:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.app = create_app(archive, writes_per_minute=10**6, bulk_per_minute=10**6)
        self.client: FlaskClient = self.app.test_client()

    def sign_in(self, role: str, limits: dict[str, Any] | None = None) -> None:
        secret = self.archive.tokens.grant("x", role, limits)[1]
        assert self.client.post("/sign-in", data={"token": secret, "next": "/"}).status_code == 303

    def page(self, path: str, lang: str = "it") -> str:
        answer = self.client.get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def send(self, path: str, **values: Any) -> Any:
        hidden = dict(re.findall(r'name="(csrf|request)" value="(\w*)"', self.page(path)))
        target = path.partition("?")[0]
        return self.client.post(
            target, data={**hidden, **{key.replace("__", "-"): value for key, value in values.items()}}
        )

    def points(self, number: int, table: str) -> dict[str, str]:
        typed = self.archive.tournaments.get("prova").tables[number, table].typed
        return (
            {self.archive.people.name(player): str(points) for player, points in typed["points"].items()}
            if typed
            else {}
        )


@pytest.fixture
def site(tmp_path: Any) -> Site:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.tournaments.append("prova", [
        {"kind": "opened", "title": "Prova", "system": "open"},
        *({"kind": "entered", "player": one} for one in PLAYERS),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS[:4]},
        {"kind": "table", "round": 1, "table": "B", "seats": PLAYERS[4:]},
    ])  # fmt: skip
    return Site(archive)


FOUR = {"points-A-0": "31", "points-A-1": "24,5", "points-A-2": "24,5", "points-A-3": "9"}


def test_an_evening_is_entered_from_the_page_of_the_tournament(site: Site) -> None:
    site.sign_in("arbiter")
    assert 'href="/tournaments/prova/results"' in site.page("/tournaments/prova")
    answer = site.send("/tournaments/prova/results", round="1", **FOUR)
    assert answer.status_code == 303 and answer.location == "/tournaments/prova?round=1&results=1#recorded"
    assert re.search(r'id="recorded" role="status">✓ [^<]*\b1\b', site.page("/tournaments/prova?round=1&results=1"))
    assert 'id="recorded"' not in site.page("/tournaments/prova?round=1&results=x")
    assert re.search(r'<th scope="row"><a href="/players/p_', site.page("/tournaments/prova"))
    assert site.points(1, "A") == {"Anna": "31", "Bruno": "24.5", "Carla": "24.5", "Dino": "9"}
    assert not site.points(1, "B")  # left for later
    page = site.page("/tournaments/prova/results")
    assert "points-B-0" in page and "points-A-0" not in page
    assert "24,5" in site.page("/tournaments/prova")


def test_a_recorder_enters_results_and_no_tables(site: Site) -> None:
    site.sign_in("recorder", {"tables": ["1/A"]})
    page = site.page("/tournaments/prova/results")
    assert "new-points-0" not in page and "points-A-0" in page
    assert site.send("/tournaments/prova/results", round="1", **FOUR).status_code == 303
    refused = site.send("/tournaments/prova/results", round="1", **{f"points-B-{seat}": "10" for seat in range(4)})
    assert refused.status_code == 403 and 'role="alert"' in refused.get_data(as_text=True) and not site.points(1, "B")
    data = {"form": "table", "round": "2", "table": "A", "player__0": "Anna", "player__1": "Bruno"}
    assert site.send("/tournaments/prova/results", **data).status_code == 403
    assert site.archive.tournaments.get("prova").rounds == 1


def test_without_a_session_the_form_takes_a_token(site: Site) -> None:
    page = site.page("/tournaments/prova/results")
    assert 'id="results-token"' in page
    nobody = site.send("/tournaments/prova/results", round="1", **FOUR)
    assert nobody.status_code == 401 and 'value="24,5"' in nobody.get_data(as_text=True)
    wrong = site.send("/tournaments/prova/results", round="1", token="plk_none", **FOUR)
    assert wrong.status_code == 401
    secret = site.archive.tokens.grant("x", "arbiter")[1]
    assert site.send("/tournaments/prova/results", round="1", token=secret, **FOUR).status_code == 303
    assert site.points(1, "A")["Anna"] == "31"


@pytest.mark.parametrize(("change", "field"), [
    ({"points-A-1": ""}, "points-A-1"), ({"points-A-3": "nine"}, "points-A-3"), ({"points-A-0": "1e3"}, "points-A-0"),
])  # fmt: skip
@pytest.mark.parametrize("lang", ["it", "en"])
def test_what_is_wrong_is_told_beside_its_field_and_nothing_is_stored(
    site: Site, change: dict[str, str], field: str, lang: str
) -> None:
    site.sign_in("arbiter")
    site.client.get(f"/?lang={lang}")
    others = {f"points-B-{seat}": "10" for seat in range(4)}
    answer = site.send("/tournaments/prova/results", round="1", **{**FOUR, **others, **change})
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422 and f'id="error-{field}"' in text and text.count('class="error" id=') == 1
    assert f'value="{change[field]}"' in text and not site.points(1, "A") and not site.points(1, "B")


def test_an_empty_form_is_refused(site: Site) -> None:
    site.sign_in("arbiter")
    assert site.send("/tournaments/prova/results", round="1").status_code == 422


def test_a_result_is_corrected_and_the_first_stays_in_the_log(site: Site) -> None:
    site.sign_in("arbiter")
    site.send("/tournaments/prova/results", round="1", **FOUR)
    page = site.client.get("/tournaments/prova/results?round=1&fix=A").get_data(as_text=True)
    assert 'value="31"' in page and "points-B-0" not in page
    again = site.send("/tournaments/prova/results", round="1", **FOUR)
    assert again.location.endswith("?round=1&same=1#recorded")  # the same again is nothing new
    answer = site.send("/tournaments/prova/results", round="1", fix="A", **{**FOUR, "points-A-0": "32"})
    assert answer.status_code == 303 and site.points(1, "A")["Anna"] == "32"
    results = [event["points"] for event in site.archive.tournaments.events("prova") if event["kind"] == "result"]
    assert [points[str(site.archive.people.find("Anna"))] for points in results] == ["31", "32"]


def test_a_level_lead_is_decided_by_the_winner_that_is_chosen(site: Site) -> None:
    site.sign_in("arbiter")
    level = {**FOUR, "points-A-1": "31", "winner-A": "1"}
    assert site.send("/tournaments/prova/results", round="1", **level).status_code == 303
    assert site.archive.tournaments.get("prova").tables[1, "A"].typed["winner"] == site.archive.people.find("Bruno")  # type: ignore[index]


def test_a_form_that_is_sent_twice_counts_once(site: Site) -> None:
    site.sign_in("arbiter")
    hidden = dict(re.findall(r'name="(csrf|request)" value="(\w*)"', site.page("/tournaments/prova/results")))
    for _ in range(2):
        assert site.client.post("/tournaments/prova/results", data={**hidden, "round": "1", **FOUR}).status_code in (
            303,
            422,
        )
    results = [event for event in site.archive.tournaments.events("prova") if event["kind"] == "result"]
    assert len(results) == 1


def test_a_table_is_added_with_a_new_player_and_its_points(site: Site) -> None:
    site.sign_in("arbiter")
    rows = {"player__0": "anna", "new__points__0": "20", "player__1": "Nuovo  Arrivato", "new__points__1": "10,5",
            "player__2": "Bruno", "new__points__2": "5"}  # fmt: skip
    site.send("/tournaments/prova/results?round=2", form="table", round="2", table="A", **rows)
    assert site.points(2, "A") == {"Anna": "20", "Nuovo Arrivato": "10.5", "Bruno": "5"}
    assert len(site.archive.tournaments.get("prova").players) == 9


TIE = {"player__0": "Anna", "new__points__0": "20", "player__2": "Bruno", "new__points__2": "20"}


def test_a_table_that_is_added_names_the_winner_of_a_tie(site: Site) -> None:
    site.sign_in("arbiter")
    sent = partial(site.send, "/tournaments/prova/results?round=2", form="table", round="2", table="A")
    unknown = sent(**TIE, new__winner="1")  # the row is empty
    assert unknown.status_code == 422 and 'id="error-new-winner"' in unknown.text
    assert '<option value="1" selected>' in unknown.text
    pointless = sent(player__0="Anna", player__2="Bruno", new__winner="2")
    assert pointless.status_code == 422 and 'id="error-new-points-0"' in pointless.text
    assert sent(**TIE, new__winner="2").status_code == 303
    bruno = site.archive.people.find("Bruno")
    assert site.archive.tournaments.get("prova").tables[2, "A"].typed["winner"] == bruno  # type: ignore[index]
    fixing = site.client.get("/tournaments/prova/results?round=2&fix=A").text
    assert '<option value="1" selected>Bruno' in fixing  # who corrects the points keeps the winner


@pytest.mark.parametrize(("system", "says", "undecided"), [
    ("monopoli", "tie-nobody", True), ("open", "tie-shared", False), ("uno-contro-uno", "tie-even", False),
])  # fmt: skip
def test_the_page_says_what_becomes_of_a_tie(site: Site, system: str, says: str, undecided: bool) -> None:
    site.archive.tournaments.append("pari", [
        {"kind": "opened", "title": "Pari", "system": system},
        *({"kind": "entered", "player": one} for one in PLAYERS[:2]),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS[:2]},
        {"kind": "result", "round": 1, "table": "A", "points": {"Anna": "20", "Bruno": "20"}},
    ])  # fmt: skip
    site.sign_in("arbiter")
    words, page = messages("tournament", "it"), site.page("/tournaments/pari/results?round=1")
    assert words[says] in page and sum(words[key] in page for key in ("tie-nobody", "tie-shared", "tie-even")) == 1
    assert (words["is-level"] in page) == undecided


def test_tables_are_drawn_among_those_who_came(site: Site) -> None:
    site.sign_in("arbiter")
    people = [site.archive.people.find(name) for name in PLAYERS]
    answer = site.send("/tournaments/prova/results?round=2", form="draw", round="2", present=people[1:])
    assert answer.status_code == 303
    seated = [player for table in site.archive.tournaments.get("prova").tables_of_round(2) for player in table.seats]
    assert sorted(seated) == sorted(str(one) for one in people[1:])
    again = {"form": "draw", "round": "2", "present": people, "csrf": "x"}  # the page of somebody else, of before
    again["csrf"] = re.findall(r'name="csrf" value="(\w*)"', site.page("/tournaments/prova/results"))[0]
    for lang in ("it", "en"):
        refused = site.client.post(f"/tournaments/prova/results?lang={lang}", data=again)
        told = messages("tournament", lang)["drawn"].format(round=2)
        assert refused.status_code == 422 and told in refused.get_data(as_text=True)
    assert site.archive.tournaments.get("prova").rounds == 2


def test_a_form_of_another_site_writes_nothing(site: Site) -> None:
    site.sign_in("arbiter")
    for path in (
        "/tournaments/prova/results",
        "/new-tournament",
        "/tournaments/prova/entries",
    ):
        answer = site.client.post(
            path, data={"round": "1", "title": "x", **FOUR}, headers={"Origin": "http://other.example"}
        )
        assert answer.status_code == 403, path
    assert not site.points(1, "A") and len(site.archive.tournaments.ids()) == 1


def test_a_closed_tournament_has_no_forms(site: Site) -> None:
    site.archive.tournaments.append("prova", [{"kind": "closed"}])
    site.sign_in("arbiter")
    assert "<fieldset" not in site.page("/tournaments/prova/results")
    assert "/results" not in site.page("/tournaments/prova")
    assert site.send("/tournaments/prova/results", round="1", **FOUR).status_code == 422
    assert "/approve" not in site.page("/tournaments/prova")


def test_who_sits_where_comes_first_until_there_is_a_result(site: Site) -> None:
    wall = site.page("/tournaments/prova/wall")
    seats = re.findall(r"<li><span>([^<]+)</span> <strong>([AB])</strong>", wall)
    assert [name for name, _ in seats] == sorted(PLAYERS) and dict(seats)["Elena"] == "B"
    assert wall.index('class="seats"') < wall.index('<table class="ranking">')
    points = dict(zip(PLAYERS[:4], ("31", "24.5", "20", "9"), strict=True))
    site.archive.tournaments.append("prova", [{"kind": "result", "round": 1, "table": "A", "points": points}])
    wall = site.page("/tournaments/prova/wall")
    assert 'class="seats"' not in wall and '<table class="ranking">' in wall


def test_standings_and_sheets_are_printed(site: Site) -> None:
    points = dict(zip(PLAYERS[:4], ("31", "24.5", "20", "9"), strict=True))
    site.archive.tournaments.append("prova", [{"kind": "result", "round": 1, "table": "A", "points": points}])
    wall = site.page("/tournaments/prova/wall")
    assert wall.index("Anna") < wall.index("Bruno") < wall.index("Dino") and "24,5" in wall
    sheets = site.page("/tournaments/prova/sheets?round=1")
    assert sheets.count('<section class="sheet"') == 2 and "<svg" not in sheets, "of a server that no phone reaches"
    lan = site.client.get("/tournaments/prova/sheets?round=1", base_url="http://192.168.1.20:8001").text
    codes = [f"http://192.168.1.20:8001/record?tournament=prova&round=1&table={table}" for table in "AB"]
    assert all(qr_svg_inline(code) in lan for code in codes)
    assert site.client.get("/record?tournament=prova&round=1&table=B").status_code == 200
    game = seated_game(site.archive, PLAYERS[4:8], 3)
    site.archive.tournaments.append("prova", [{"kind": "linked", "round": 1, "table": "B", "game": game}])
    begun = site.client.get("/record?tournament=prova&round=1&table=B")
    assert begun.headers["Location"].endswith(f"/record/{game}"), "the sheet goes on leading to the recording"
    assert all(f'<th scope="row">{name}</th>' in sheets for name in PLAYERS)
    assert site.page("/tournaments/prova/sheets?round=0").count('<section class="sheet"') == 0


def seated_game(archive: Archive, players: list[str], last: int) -> str:
    """A game whose seats are these players, recorded up to an event."""
    made = generate(GameSpec("monopoli@1", 9))
    colours = dict(zip([key for key, _ in made.headers if key in COLOURS], players, strict=True))
    headers = [(key, colours.get(key, value)) for key, value in made.headers if key != "Result"]
    return archive.add_game(read(Game(headers, made.events[:last]).text()).games[0]).game_id


def with_a_table_in_progress(site: Site) -> None:
    """Table A has a result, the game of table B is not over."""
    points = dict(zip(PLAYERS[:4], ("31", "24.5", "20", "9"), strict=True))
    game = seated_game(site.archive, PLAYERS[4:], 60)
    site.archive.tournaments.append("prova", [
        {"kind": "result", "round": 1, "table": "A", "points": points},
        {"kind": "linked", "round": 1, "table": "B", "game": game},
    ])  # fmt: skip


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_table_in_progress_is_not_among_the_results(site: Site, lang: str) -> None:
    with_a_table_in_progress(site)
    page = site.page("/tournaments/prova/results", lang)  # the round that is played, not the next one
    live, known = page.split('id="live"')[1].split("</ul>")[0], page.split('id="known"')[1].split("</ul>")[0]
    assert "Elena" in live and "Anna" not in live and "Anna" in known and "Elena" not in known
    words = messages("tournament", lang)
    wall = site.page("/tournaments/prova/wall", lang)
    assert words["wall-unfinished"].format(tables="B") in wall and words["is-live"] in wall


@pytest.mark.parametrize("playing", [True, False])
def test_a_round_is_offered_for_approval_when_its_tables_are_finished(site: Site, playing: bool) -> None:
    if playing:
        with_a_table_in_progress(site)
    else:
        results = [{"kind": "result", "round": 1, "table": name, "points": dict(zip(players, "9876", strict=True))}
                   for name, players in (("A", PLAYERS[:4]), ("B", PLAYERS[4:]))]  # fmt: skip
        site.archive.tournaments.append("prova", results)
    site.sign_in("arbiter")
    page = site.page("/tournaments/prova")
    assert ('id="unfinished"' in page, "/tournaments/prova/approve" in page) == (playing, not playing)


@pytest.mark.parametrize(
    ("system", "parts"), [("open", ["0.75", "1.25", "50", "25", "0"]), ("monopoli", ["5"]), ("rcm", [])]
)
def test_the_print_for_the_wall_says_when_and_how_points_are_made(site: Site, system: str, parts: list[str]) -> None:
    site.archive.tournaments.append("altro", [
        {"kind": "opened", "title": "Altro", "system": system, "club": "Circolo Arci"},
        *({"kind": "entered", "player": one} for one in PLAYERS),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS[:4]},
    ])  # fmt: skip
    wall = site.page("/tournaments/altro/wall", "en")
    how = wall.split('class="how"')[1].split("</p>")[0]
    year = str(datetime.fromtimestamp(site.archive.log.clock() / 1000).astimezone().year)
    assert year in wall.split('class="lead"')[1].split("</p>")[0] and "Circolo Arci" in wall and ">Round 1<" in wall
    assert [word for word in re.findall(r"[0-9]+(?:\.[0-9]+)?", how.split(". ", 1)[-1]) if word in parts] == parts


def test_names_stay_hidden_where_the_archive_is_private(site: Site) -> None:
    client = create_app(site.archive, private=True).test_client()
    for path in ("/tournaments/prova/results", "/tournaments/prova/wall", "/tournaments/prova/sheets?round=1"):
        text = client.get(path).get_data(as_text=True)
        assert not any(name in text for name in PLAYERS), path


@pytest.mark.parametrize(("rounds", "columns"), [(5, 5), (6, 6), (12, 12), (13, 1)])
def test_the_print_for_the_wall_has_the_rounds_that_fit_on_a_page(site: Site, rounds: int, columns: int) -> None:
    site.archive.tournaments.append("lungo", [
        {"kind": "opened", "title": "Lungo", "system": "rcm"},
        *({"kind": "entered", "player": one} for one in PLAYERS[:2]),
        *(event for number in range(1, rounds + 1) for event in (
            {"kind": "table", "round": number, "table": "A", "seats": PLAYERS[:2]},
            {"kind": "result", "round": number, "table": "A", "points": {"Anna": str(number), "Bruno": "0"}})),
    ])  # fmt: skip
    wall = site.page("/tournaments/lungo/wall")
    cells = re.findall(r'<td class="number(?: total)?">([^<]*)</td>', wall.split("Anna</th>")[1].split("</tr>")[0])
    assert cells == [str(number) for number in range(rounds - columns + 1, rounds + 1)] + [str(sum(range(rounds + 1)))]
    assert ("wide" in wall.split("<body")[1].split(">")[0]) == (columns > 5)
