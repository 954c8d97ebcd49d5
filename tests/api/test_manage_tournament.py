"""The page on which a tournament is managed, driven by what a browser sends: the accidents of an evening."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from plancia_api.publishing import publish
from plancia_archive import Archive, ArchiveError
from plancia_archive.exports.reports import format_report, store_report
from plancia_archive.integrity.verify import verify
from plancia_data import messages
from tests.api.test_results_forms import PLAYERS, Site, seated_game

PLACE = "/tournaments/prova/manage"
POINTS = {"Anna": "31", "Bruno": "24.5", "Carla": "20", "Dino": "9"}


@pytest.fixture
def desk(tmp_path: Any) -> Site:
    """Two drawn tables of four, and one entrant who sits at none; an arbiter has signed in."""
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.tournaments.append("prova", [
        {"kind": "opened", "title": "Prova", "system": "open"},
        *({"kind": "entered", "player": one} for one in [*PLAYERS, "Lia"]),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS[:4]},
        {"kind": "table", "round": 1, "table": "B", "seats": PLAYERS[4:]},
    ])  # fmt: skip
    site = Site(archive)
    site.sign_in("arbiter")
    return site


def state(site: Site) -> Any:
    return site.archive.tournaments.get("prova")


def ref(site: Site, name: str) -> str:
    return str(site.archive.people.find(name))


def seats(site: Site, table: str, number: int = 1) -> list[str]:
    return [site.archive.people.name(player) for player in state(site).tables[number, table].seats]


def sent(site: Site, form: str, **values: Any) -> Any:
    """The answer to a form of the page as it stands now."""
    page = site.page(PLACE)
    hidden = {
        name: re.findall(rf'name="{name}" value="(\w*)"', page)[0] for name in ("csrf", "request", "seen", "round")
    }
    return site.client.post(PLACE, data={**hidden, "form": form, **values})


def told(site: Site, answer: Any) -> str:
    """What the page says was done."""
    assert answer.status_code == 303, answer.text
    page = site.client.get(answer.location.partition("#")[0]).text
    return unescape(" ".join(re.findall(r"✓ ([^<]*)<", page.split('id="done"')[1].split("</div>")[0])))


def refused(answer: Any, *said: str) -> None:
    """The form came back, with sentences that say all of this."""
    assert answer.status_code in (409, 422), answer.text
    alerts = unescape(" ".join(re.findall(r'role="alert">([^<]*)<', answer.text)))
    assert all(one in alerts for one in said), alerts


def test_who_comes_late_enters_and_may_sit_at_a_drawn_table(desk: Site) -> None:
    assert PLACE in desk.page("/tournaments/prova") and PLACE in desk.page("/tournaments/prova/results?round=1")
    assert "/tournaments/prova/entries" in desk.page(PLACE)
    said = told(desk, sent(desk, "sit", table="B", newcomer=" Mario  Nuovo ", instead=""))
    assert "Iscritti: Mario Nuovo." in said and seats(desk, "B")[-1] == "Mario Nuovo"
    told(desk, sent(desk, "sit", table="B", instead=ref(desk, "Lia")))
    refused(sent(desk, "sit", table="B", newcomer="Uno Troppo", instead=""), "da 2 a 6 giocatori: 1/B: 7")
    assert desk.archive.people.find("Uno Troppo") is None
    assert seats(desk, "B") == ["Elena", "Fabio", "Gaia", "Ivo", "Mario Nuovo", "Lia"]


def test_who_leaves_is_marked_in_standings_and_on_the_wall_and_may_come_back(desk: Site) -> None:
    assert told(desk, sent(desk, "leave", player=ref(desk, "Lia"))).startswith("Ha lasciato il torneo: Lia.")
    for page in ("/tournaments/prova", "/tournaments/prova/wall"):
        assert re.search(r"Lia(</a>)? <small class=\"hint\">ha lasciato il torneo", desk.page(page))
    assert ref(desk, "Lia") not in desk.page("/tournaments/prova/results?round=2")  # the form that draws
    assert told(desk, sent(desk, "return", player=ref(desk, "Lia"))) == "Di nuovo in gioco: Lia."
    assert not state(desk).left


def test_who_sits_at_a_table_gives_up_the_seat_before_leaving(desk: Site) -> None:
    refused(sent(desk, "leave", player=ref(desk, "Dino")), "Dino siede al tavolo A del turno 1", "dare prima il posto")
    said = told(desk, sent(desk, "seat", player=ref(desk, "Dino"), instead=ref(desk, "Lia"), leaves="1"))
    assert "Ha lasciato il torneo: Dino." in said and "al tavolo A siedono adesso: Anna, Bruno, Carla, Lia." in said
    assert seats(desk, "A") == ["Anna", "Bruno", "Carla", "Lia"] and state(desk).left == {ref(desk, "Dino")}


def test_seats_are_swapped_within_and_between_tables(desk: Site) -> None:
    told(desk, sent(desk, "seat", player=ref(desk, "Anna"), instead=ref(desk, "Ivo")))
    assert (seats(desk, "A"), seats(desk, "B")) == (
        ["Ivo", "Bruno", "Carla", "Dino"],
        ["Elena", "Fabio", "Gaia", "Anna"],
    )
    told(desk, sent(desk, "seat", player=ref(desk, "Ivo"), instead=ref(desk, "Dino")))
    assert seats(desk, "A") == ["Dino", "Bruno", "Carla", "Ivo"]


def test_an_absence_found_after_the_draw(desk: Site) -> None:
    told(desk, sent(desk, "seat", player=ref(desk, "Dino"), newcomer="Mario Nuovo", instead=""))
    assert seats(desk, "A") == ["Anna", "Bruno", "Carla", "Mario Nuovo"] and len(state(desk).players) == 10
    told(desk, sent(desk, "seat", player=ref(desk, "Ivo"), instead="-"))
    assert seats(desk, "B") == ["Elena", "Fabio", "Gaia"]
    told(
        desk, sent(desk, "sit", table="B", instead=ref(desk, "Mario Nuovo"))
    )  # moves from a table of four to one of three
    assert (len(seats(desk, "A")), seats(desk, "B")[-1]) == (3, "Mario Nuovo")
    told(desk, sent(desk, "sit", table="A", newcomer="Pia Ultima", instead=""))
    assert seats(desk, "A")[-1] == "Pia Ultima"
    refused(sent(desk, "seat", player=ref(desk, "Anna"), instead=""), messages("tournament", "it")["needs.instead"])


def test_a_table_that_has_played_keeps_its_seats(desk: Site) -> None:
    desk.archive.tournaments.append("prova", [{"kind": "result", "round": 1, "table": "A", "points": POINTS}])
    assert ref(desk, "Anna") not in desk.page(PLACE).split('id="seat"')[1].split("</form>")[0]
    before = state(desk).version
    refused(sent(desk, "seat", player=ref(desk, "Anna"), instead=ref(desk, "Ivo")), "1/A (Anna, Bruno, Carla, Dino)")
    assert 'id="undraw"' not in desk.page(PLACE)
    refused(sent(desk, "undraw"), "1/A (Anna, Bruno, Carla, Dino)")
    assert state(desk).version == before and state(desk).tables[1, "A"].typed


def test_a_draw_is_taken_back_and_drawn_again(desk: Site) -> None:
    assert "Il sorteggio del turno 1 è ritirato" in told(desk, sent(desk, "undraw"))
    assert state(desk).rounds == 0 and len(state(desk).players) == 9
    everybody = list(state(desk).players)
    assert desk.send("/tournaments/prova/results", form="draw", round="1", present=everybody).status_code == 303
    assert state(desk).rounds == 1


def test_two_people_act_at_once(desk: Site) -> None:
    """The page of one shows tables that the other has changed since: nothing is done, and both are told."""
    page = desk.page(PLACE)
    hidden = {name: re.findall(rf'name="{name}" value="(\w*)"', page)[0] for name in ("csrf", "seen", "round")}
    keys = re.findall(r'name="request" value="(\w*)"', page)
    told(desk, sent(desk, "seat", player=ref(desk, "Dino"), instead=ref(desk, "Lia")))
    for form, values in (("seat", {"player": ref(desk, "Carla"), "instead": ref(desk, "Ivo")}), ("undraw", {})):
        old = desk.client.post(PLACE, data={**hidden, "request": keys[0], "form": form, **values})
        refused(old, "qualcun altro ha cambiato i tavoli del turno 1")
    assert seats(desk, "A") == ["Anna", "Bruno", "Carla", "Lia"]
    gone = sent(desk, "seat", player=ref(desk, "Dino"), instead=ref(desk, "Ivo"))
    refused(gone, "Dino non siede a nessun tavolo", "Guardare i tavoli")


def test_a_form_that_is_sent_twice_does_once_and_says_so_twice(desk: Site) -> None:
    page = desk.page(PLACE)
    hidden = {
        name: re.findall(rf'name="{name}" value="(\w*)"', page)[0] for name in ("csrf", "seen", "round", "request")
    }
    data = {**hidden, "form": "seat", "player": ref(desk, "Dino"), "instead": ref(desk, "Lia")}
    first, again = (desk.client.post(PLACE, data=data) for _ in range(2))
    assert first.location == again.location and told(desk, again)
    version = state(desk).version
    assert sent(desk, "leave", player=ref(desk, "Dino")).status_code == 303 and state(desk).version == version + 1


def test_a_tournament_is_closed_and_reopened(desk: Site) -> None:
    refused(sent(desk, "close"), "1/A (Anna, Bruno, Carla, Dino)", "1/B (Elena, Fabio, Gaia, Ivo)")
    assert told(desk, sent(desk, "close", anyway="1")) == "Il torneo è chiuso." and state(desk).closed
    page = desk.page(PLACE)
    assert 'id="reopen"' in page and 'id="seat"' not in page and PLACE in desk.page("/tournaments/prova")
    refused(sent(desk, "reopen", why=" "), messages("tournament", "it")["needs.why"])
    assert told(desk, sent(desk, "reopen", why="foglio letto male")) == "Il torneo è di nuovo aperto."
    assert not state(desk).closed


def test_closing_names_what_nobody_approved_and_open_disputes(desk: Site) -> None:
    for table, players in (("A", PLAYERS[:4]), ("B", PLAYERS[4:])):
        points = dict(zip(players, ("30", "20", "15", "5"), strict=True))
        desk.archive.tournaments.append("prova", [{"kind": "result", "round": 1, "table": table, "points": points}])
    desk.archive.disputes.open("sul foglio 31", ref(desk, "Anna"), tournament="prova", event=state(desk).version)
    refused(sent(desk, "close"), "Da approvare: turno 1 A, B.", "1 contestazione aperta.")
    assert not state(desk).closed
    assert told(desk, sent(desk, "close", anyway="1")) == "Il torneo è chiuso."


def test_a_mistaken_table_is_removed(desk: Site) -> None:
    refused(sent(desk, "remove", table="1/B", why=""), messages("tournament", "it")["needs.why"])
    assert told(desk, sent(desk, "remove", table="1/B", why="formato due volte")) == "Turno 1: tolto il tavolo B."
    assert list(state(desk).tables) == [(1, "A")]
    for place in ("1/B", "x/y", "B"):
        refused(sent(desk, "remove", table=place, why="formato due volte"), f"Il tavolo {place} non c'è più")


def test_the_sheet_of_a_recording_that_was_left_off_is_typed(desk: Site) -> None:
    game = seated_game(desk.archive, PLAYERS[4:], 60)
    desk.archive.tournaments.append("prova", [{"kind": "linked", "round": 1, "table": "B", "game": game}])
    assert "/tournaments/prova/results?round=1&amp;fix=B" in desk.page(PLACE)
    values = {f"points-B-{seat}": str(20 - seat) for seat in range(4)}
    assert desk.send("/tournaments/prova/results", round="1", fix="B", **values).status_code == 303
    assert state(desk).tables[1, "B"].left_off == game


@pytest.mark.parametrize("role", ["recorder", "player", None])
def test_only_who_directs_manages(desk: Site, role: str | None) -> None:
    desk.client = desk.app.test_client()
    if role:
        secret = desk.archive.tokens.grant("y", role, player="Anna" if role == "player" else None)[1]
        assert desk.client.post("/sign-in", data={"token": secret, "next": "/"}).status_code == 303
    page = desk.page(PLACE)
    assert f'action="{PLACE}' not in page and messages("tournament", "it")["manage-who"] in unescape(page)
    assert PLACE not in desk.page("/tournaments/prova")
    csrf = re.findall(r'name="csrf" value="(\w*)"', page) or [""]
    version = state(desk).version
    answer = desk.client.post(PLACE, data={"form": "undraw", "round": "1", "csrf": csrf[0], "request": "ab" * 12})
    assert answer.status_code in (401, 403) and state(desk).version == version


def test_a_notice_of_a_forged_address_says_nothing_that_was_not_done(desk: Site) -> None:
    for did in ("1-999", "5-2", "0-3", "x", "12-12"):
        assert 'id="done"' not in desk.page(f"{PLACE}?did={did}")


def test_in_english_too(desk: Site) -> None:
    desk.page("/?lang=en")
    answer = desk.client.get(f"{PLACE}?lang=en")
    hidden = {name: re.findall(rf'name="{name}" value="(\w*)"', answer.text)[0]
              for name in ("csrf", "request", "seen", "round")}  # fmt: skip
    again = desk.client.post(f"{PLACE}?lang=en", data={**hidden, "form": "leave", "player": ref(desk, "Dino")})
    assert again.status_code == 422 and "Dino sits at table A of round 1" in again.text


@pytest.mark.parametrize(("write", "code"), [
    ({"round": 1, "player": "Lia", "instead": "Anna"}, "t-unseated"), ({"round": 2, "player": "Anna"}, "t-undrawn"),
    ({"round": 1, "table": "C", "instead": "Lia"}, "t-table"),
    ({"round": 1, "player": "Anna", "instead": "Anna"}, "t-twice"),
    ({"round": 1, "player": "Anna", "instead": "Nobody Known"}, "person"),
    ({"round": 1, "player": "Anna", "instead": "Ivo", "leaves": True}, "t-swaps"),
])  # fmt: skip
def test_seats_that_cannot_change_are_refused_whole(desk: Site, write: dict[str, Any], code: str) -> None:
    from plancia_archive.actions import ChangeSeats
    from plancia_archive.actions.action import Caller

    before = state(desk).version
    with pytest.raises(ArchiveError) as caught:
        ChangeSeats(**write).perform(desk.archive, "prova", Caller())
    assert caught.value.code == code and state(desk).version == before


def test_a_tournament_opened_by_mistake_is_hidden_and_shown_again(desk: Site, tmp_path: Any) -> None:
    """Who looks for it by its address is told; everywhere else it is as if it had not been opened."""
    archive, game = desk.archive, seated_game(desk.archive, PLAYERS[4:], 60)
    archive.tournaments.append("prova", [{"kind": "linked", "round": 1, "table": "B", "game": game}])
    anybody = desk.app.test_client()
    anna = f"/players/{ref(desk, 'Anna')}"
    places = ("/tournaments", "/", anna, "/record", "/api/v1/tournaments")
    before = {place: anybody.get(place).text for place in places}
    assert [place for place in places if "prova" not in before[place].casefold()] == []
    refused(sent(desk, "hide", why=""), messages("tournament", "it")["needs.why"])
    assert told(desk, sent(desk, "hide", why="aperto due volte")).startswith("Il torneo è nascosto.")
    for place in places:
        assert "prova" not in anybody.get(place).text.casefold(), place
    assert archive.db.execute("SELECT count(*) FROM link").fetchone()[0] == 0 and verify(archive) == []
    assert archive.tournaments.ids() == [] and archive.tournaments.hidden() == ["prova"]
    page = anybody.get("/tournaments/prova").text
    assert "aperto due volte" in page and "/record?" not in page and "/results" not in page
    assert anybody.get("/api/v1/tournaments/prova").get_json()["hidden"] == "aperto due volte"
    assert PLACE in desk.page("/tournaments")  # who directs finds it again
    refused(sent(desk, "seat", player=ref(desk, "Anna"), instead=ref(desk, "Lia")), "nascosto")
    assert told(desk, sent(desk, "unhide")) == "Il torneo si vede di nuovo."
    assert [place for place in places if "prova" not in anybody.get(place).text.casefold()] == []
    assert archive.db.execute("SELECT game FROM link").fetchall() == [(game,)] and verify(archive) == []


def test_a_closed_tournament_is_hidden_too(desk: Site) -> None:
    told(desk, sent(desk, "close", anyway="1"))
    told(desk, sent(desk, "hide", why="prova"))
    told(desk, sent(desk, "unhide"))
    assert state(desk).closed and state(desk).hidden is None


def test_a_published_site_leaves_a_hidden_tournament_out(desk: Site, tmp_path: Any) -> None:
    publish(desk.archive, tmp_path / "site")
    assert any("prova" in path.name for path in (tmp_path / "site").rglob("*"))
    told(desk, sent(desk, "hide", why="aperto due volte"))
    publish(desk.archive, tmp_path / "site")
    assert not [path for path in (tmp_path / "site").rglob("*") if "prova" in path.name]
    assert "aperto due volte" not in "".join(
        path.read_text("utf-8", "ignore") for path in (tmp_path / "site").rglob("*.html")
    )


def test_rounds_have_days_and_hours(desk: Site) -> None:
    fields = {"was-1": "", "day-1": "2026-11-26", "hour-1": "21:00", "was-2": "", "day-2": "2026-12-03", "hour-2": ""}
    assert (
        told(desk, sent(desk, "dates", **fields)) == "Turno 1: 26 novembre 2026, ore 21:00. Turno 2: 3 dicembre 2026."
    )
    assert state(desk).schedule == {1: "2026-11-26T21:00", 2: "2026-12-03"}
    for page in ("/tournaments/prova", "/tournaments/prova/wall", "/tournaments/prova/sheets?round=1"):
        assert "26 novembre 2026, ore 21:00" in desk.page(page), page
    for page in ("/tournaments/prova", "/tournaments/prova/wall"):
        assert "Turno 2, 3 dicembre 2026" in desk.page(page), page
    assert told(desk, sent(desk, "dates", **{"was-2": "2026-12-03", "day-2": ""})) == "Turno 2: da fissare."
    refused(
        sent(desk, "dates", **{"was-1": "2026-11-26T21:00", "day-1": "2026-11-26", "hour-1": "21:00"}), "È già così"
    )
    for day, hour in (("3/12/2026", ""), ("2026-02-30", ""), ("", "21:00"), ("2026-12-03", "25:00")):
        refused(sent(desk, "dates", **{"was-3": "", "day-3": day, "hour-3": hour}), "Un giorno, per esempio")
    again = sent(desk, "dates", **{"was-1": "", "day-1": "2026-11-27"})  # the page of somebody who saw no date yet
    refused(again, "data del turno 1: adesso è 26 novembre 2026, ore 21:00")
    assert state(desk).schedule == {1: "2026-11-26T21:00"}


def test_dates_survive_the_report(desk: Site) -> None:
    desk.archive.tournaments.append("prova", [{"kind": "scheduled", "round": 2, "when": "2026-12-03T21:00"}])
    copy = store_report(desk.archive, "copia", format_report(desk.archive, "prova").encode())
    assert copy.schedule == state(desk).schedule != {}


def test_a_title_is_changed(desk: Site) -> None:
    said = told(desk, sent(desk, "title", was="Prova", title="Coppa  d'Inverno"))
    assert said == "Il torneo si chiama adesso «Coppa d'Inverno»."
    assert "Coppa d&#39;Inverno" in desk.page("/tournaments") and state(desk).id == "prova"
    refused(sent(desk, "title", was="Prova", title="Altro"), "adesso è «Coppa d'Inverno»")
    refused(sent(desk, "title", was="Coppa d'Inverno", title=""), "Scrivere il nome")
    refused(sent(desk, "title", was="Coppa d'Inverno", title="Coppa d'Inverno"), "È già così")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_what_needs_attention_is_told_without_words_of_the_command_line(desk: Site, lang: str) -> None:
    """Who left and still sits, an uneven number, a level lead: no option, no command, no name of a file of sources."""
    desk.archive.tournaments.append("coppa", [
        {"kind": "opened", "title": "Coppa", "system": "monopoli"},
        *({"kind": "entered", "player": one} for one in PLAYERS[:5]),
        {"kind": "table", "round": 1, "table": "A", "seats": PLAYERS[:3]},
        {"kind": "result", "round": 1, "table": "A", "points": {"Anna": "20", "Bruno": "20", "Carla": "1"}},
        {"kind": "table", "round": 2, "table": "A", "seats": PLAYERS[:5]}, {"kind": "left", "player": "Dino"},
    ])  # fmt: skip
    page = unescape(desk.page("/tournaments/coppa", lang))
    told_there = page.split("<summary>" + messages("api", lang)["notices"])[1].split("</details>")[0]
    assert messages("tournament", lang)["manage"] in told_there and told_there.count("<li>") >= 4
    assert not re.search(r"--|plancia |\.txt|\b[0-9a-f]{12}", told_there), told_there
    refusal = desk.send("/tournaments/coppa/results?round=3", form="draw", round="3", present=[ref(desk, "Anna")])
    assert refusal.status_code == 422 and "--" not in re.findall(r'role="alert">([^<]*)<', refusal.text)[0]
