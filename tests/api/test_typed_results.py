"""Results typed by several people, over a recording that was left off, approved, disputed by who sat there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from plancia_data import messages
from tests.api.test_results_forms import FOUR, PLAYERS, Site, seated_game
from tests.api.test_results_forms import site as site

RESULTS = "/tournaments/prova/results"
B = {f"points-B-{seat}": str(20 - seat) for seat in range(4)}
HERS = {**FOUR, "points-A-0": "31,5"}


def typed(site: Site, table: str, *values: str, **more: Any) -> None:
    players = PLAYERS[:4] if table == "A" else PLAYERS[4:]
    points = dict(zip(players, values, strict=True))
    site.archive.tournaments.append("prova", [{"kind": "result", "round": 1, "table": table, "points": points, **more}])


@pytest.mark.parametrize("lang", ["it", "en"])
def test_of_two_who_type_the_same_table_both_figures_are_shown_and_none_dropped(site: Site, lang: str) -> None:
    site.sign_in("arbiter")
    typed(site, "A", "35", "24.5", "24.5", "9")  # the arbiter was quicker
    answer = site.client.post(RESULTS, data={**hidden(site, lang), "round": "1", **HERS, **B})
    words, text = messages("tournament", lang), answer.text
    assert answer.status_code == 409 and 'value="31,5"' in text and 'name="points-B-0"' not in text
    assert words["conflict"].split("{")[0].strip() in text and "Anna 35" in text
    assert f"Anna {'31,5' if lang == 'it' else '31.5'}" in text
    assert site.points(1, "B")["Elena"] == "20" and site.points(1, "A")["Anna"] == "35"
    seen = str(site.archive.tournaments.get("prova").tables[1, "A"].event)
    stale = site.send(RESULTS, round="1", **HERS, **{"choice-A": "mine", "seen-A": "1"})
    assert stale.status_code == 409 and site.points(1, "A")["Anna"] == "35"
    kept = site.send(RESULTS, round="1", **HERS, **{"choice-A": "there", "seen-A": seen})
    assert kept.status_code == 303 and site.points(1, "A")["Anna"] == "35"
    mine = site.send(RESULTS, round="1", **HERS, **{"choice-A": "mine", "seen-A": seen})
    assert mine.status_code == 303 and site.points(1, "A")["Anna"] == "31.5"


def test_a_recorder_does_not_replace_and_loses_nothing(site: Site) -> None:
    site.sign_in("recorder")
    typed(site, "A", "35", "24.5", "24.5", "9")
    seen = str(site.archive.tournaments.get("prova").tables[1, "A"].event)
    answer = site.send(RESULTS, round="1", **HERS, **{"choice-A": "mine", "seen-A": seen})
    assert answer.status_code == 403 and 'value="31,5"' in answer.text and site.points(1, "A")["Anna"] == "35"


def test_the_api_names_both_results(site: Site) -> None:
    typed(site, "A", "35", "24.5", "24.5", "9")
    token = site.archive.tokens.grant("y", "arbiter")[1]
    event = {"kind": "result", "round": 1, "table": "A", "points": dict(zip(PLAYERS, ("31.5", "24.5", "24.5", "9")))}
    answer = site.app.test_client().post(
        "/api/v1/tournaments/prova/events",
        json={"events": [event]},
        headers={"Authorization": f"Bearer {token}", "If-Match": "*"},
    )
    assert answer.status_code == 409 and "Anna 35" in answer.text and "Anna 31.5" in answer.text
    assert "(custode, " in answer.text, "the role, in the language of the answer"


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_round_of_typed_results_is_approved_and_says_so(site: Site, lang: str) -> None:
    typed(site, "A", "35", "24.5", "24.5", "9")
    typed(site, "B", "35", "24.5", "24.5", "9")
    site.sign_in("arbiter")
    before = site.page("/tournaments/prova/wall", lang)
    assert "A, B" in before.split('class="state"')[1].split("</p>")[0]
    answer = site.send("/tournaments/prova", round="1")  # what the button sends, once to the wrong address
    assert answer.status_code == 405
    seen = re.findall(r'name="seen" value="([0-9]+)"', site.page("/tournaments/prova", lang))[0]
    typed(site, "B", "36", "24.5", "24.5", "9", instead=True)  # meanwhile, and nobody has looked at it
    approve = {**hidden(site, lang), "round": "1"}
    stale = site.client.post("/tournaments/prova/approve", data={**approve, "seen": seen})
    assert stale.status_code in (409, 412) and site.archive.tournaments.get("prova").version > int(seen)
    done = site.client.post("/tournaments/prova/approve", data={**approve, "seen": str(int(seen) + 1)})
    assert done.location == "/tournaments/prova?round=1&approved=2#recorded"
    page = site.page(done.location.partition("#")[0], lang)
    assert 'id="recorded"' in page and "/tournaments/prova/approve" not in page and page.count("badge final") == 3
    state = site.page("/tournaments/prova/wall", lang).split('class="state"')[1].split("</p>")[0]
    assert state == (">Ogni risultato è approvato." if lang == "it" else ">Every result is approved.")
    again = site.client.post("/tournaments/prova/approve", data={**hidden(site), "round": "1"})
    assert "approved=0" in again.location


def hidden(site: Site, lang: str = "it") -> dict[str, str]:
    """The secret of the forms of the session, whose language is chosen."""
    return {"csrf": site.page(RESULTS, lang).partition('name="csrf" value="')[2].partition('"')[0]}


def test_a_closed_tournament_calls_nothing_approved_that_is_not(site: Site) -> None:
    typed(site, "A", "35", "24.5", "24.5", "9")
    game = seated_game(site.archive, PLAYERS[4:], 10**6)
    site.archive.tournaments.append("prova", [
        {"kind": "linked", "round": 1, "table": "B", "game": game}, {"kind": "closed"}
    ])  # fmt: skip
    site.sign_in("arbiter")
    page = site.page("/tournaments/prova")
    assert "Ogni risultato" not in page and "Da approvare: turno 1 A, B." in page
    assert page.count("badge final") == 1  # the sheet of a closed tournament, not the game
    done = site.client.post("/tournaments/prova/approve", data={**hidden(site), "round": "1"})
    assert done.location.endswith("approved=1#recorded")
    after = site.page("/tournaments/prova")
    assert "/tournaments/prova/approve" not in after and "Da approvare: turno 1 A." in after


def test_the_sheet_is_typed_over_a_recording_that_was_left_off(site: Site) -> None:
    game = seated_game(site.archive, PLAYERS[4:], 60)
    site.archive.tournaments.append("prova", [{"kind": "linked", "round": 1, "table": "B", "game": game}])
    site.sign_in("arbiter")
    assert f"{RESULTS}?round=1&amp;fix=B" in site.page(RESULTS).replace('href="?', f'href="{RESULTS}?')
    form = site.page(f"{RESULTS}?round=1&fix=B")
    assert 'name="points-B-0"' in form and messages("tournament", "it")["fill-in-over"] in form
    assert site.send(RESULTS, round="1", fix="B", **B).status_code == 303 and site.points(1, "B")["Elena"] == "20"
    page = site.page("/tournaments/prova")
    assert f'/games/{game}">{messages("tournament", "it")["left-off"]}' in page
    assert 'id="left-off"' in (shown := site.page(f"/games/{game}")) and 'id="live"' not in shown
    answer = site.client.get("/api/v1/tournaments/prova").get_json()
    assert [table["left_off"] for table in answer["tables"]] == [None, game]


@pytest.mark.parametrize("limits", [{}, {"tournaments": ["prova"]}])
def test_a_player_objects_to_the_typed_result_of_the_own_table(site: Site, limits: dict[str, Any]) -> None:
    typed(site, "A", "35", "24.5", "24.5", "9")
    event = site.archive.tournaments.get("prova").tables[1, "A"].event
    secret = {name: site.archive.tokens.grant(name, "player", limits, name)[1] for name in ("Bruno", "Elena")}
    form, claim = f"/disputes/new?tournament=prova&event={event}", "sul foglio Anna ne ha 34"
    for name in ("Elena", "Bruno"):  # she sat at the other table
        client = site.app.test_client()
        client.post("/sign-in", data={"token": secret[name], "next": "/"})
        csrf = client.get(form).text.partition('name="csrf" value="')[2].partition('"')[0]
        answer = client.post(
            "/disputes/new", data={"csrf": csrf, "tournament": "prova", "event": str(event), "claim": claim}
        )
        assert answer.status_code == (303 if name == "Bruno" else 403)
    (row,) = site.archive.disputes.listed(None, tournament="prova")
    for path in (f"/disputes/{row.dispute}", f"/disputes/{row.dispute}/decision", answer.location):
        shown = client.get(path).text
        assert "Turno 1, tavolo A: Anna 35, Bruno 24,5, Carla 24,5, Dino 9" in shown, path
        assert messages("disputes", "it")["names-whole"].partition("'")[0] in shown, (
            "what is quoted has other words than were typed"
        )
    answered = client.post(f"/disputes/{row.dispute}/withdraw", data={"csrf": csrf, "why": "contato male"})
    assert answered.status_code == 303
    headers = {"Authorization": f"Bearer {secret['Elena']}"}
    body = {"claim": claim, "claimant": "Elena", "tournament": "prova", "event": event}
    assert site.app.test_client().post("/api/v1/disputes", json=body, headers=headers).status_code == 403


def test_a_disputed_table_is_marked_and_left_when_its_round_is_approved(site: Site) -> None:
    typed(site, "A", "35", "24.5", "24.5", "9")
    typed(site, "B", "35", "24.5", "24.5", "9")
    tables = site.archive.tournaments.get("prova").tables
    site.archive.disputes.open("34", "Bruno", tournament="prova", event=tables[1, "A"].event)
    site.sign_in("arbiter")
    page = site.page("/tournaments/prova")
    table = page.split('class="tables"')[1]
    assert table.split("</h3>")[0].count("badge disputed") == 1 and "Tavolo A: contestato" in page
    done = site.client.post("/tournaments/prova/approve", data={**hidden(site), "round": "1"})
    assert "approved=1" in done.location and not site.archive.tournaments.get("prova").tables[1, "A"].approved
    again = site.client.post("/api/v1/tournaments/prova/approval", json={"round": 1}, headers={
        "Authorization": f"Bearer {site.archive.tokens.grant('y', 'arbiter')[1]}"}).get_json()  # fmt: skip
    assert again["typed_before"] == ["B"] and [one["code"] for one in again["left"]] == ["disputed"]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_ruling_corrects_two_players_of_the_table_and_says_so(site: Site, lang: str) -> None:
    typed(site, "A", "35", "24.5", "20", "9", withdrawn=["Dino"])
    event = site.archive.tournaments.get("prova").tables[1, "A"].event
    address = f"/disputes/{site.archive.disputes.open('exchanged', 'Bruno', tournament='prova', event=event).id}"
    site.sign_in("arbiter")
    assert f'name="seen" value="{event}"' in site.page(address, lang)
    ruling = {"outcome": "upheld", "text": "exchanged", "seen": str(event), "winner-A": ""}
    ruling |= {f"points-A-{seat}": text for seat, text in enumerate(("35", "20", "24,5", "x"))}
    csrf = hidden(site)
    refused = site.client.post(f"{address}/ruling", data={**csrf, **ruling})
    assert refused.status_code == 422 and 'id="error-ruling-points-A-3"' in refused.text
    stale = site.client.post(f"{address}/ruling", data={**csrf, **ruling, "points-A-3": "9", "seen": "1"})
    assert stale.status_code == 422 and site.points(1, "A")["Bruno"] == "24.5"
    assert site.client.post(f"{address}/ruling", data={**csrf, **ruling, "points-A-3": "9"}).status_code == 303
    assert site.points(1, "A") == {"Anna": "35", "Bruno": "20", "Carla": "24.5", "Dino": "9"}
    kept = site.archive.tournaments.get("prova").tables[1, "A"].typed
    assert kept and kept["withdrawn"], "what the form does not ask stays"
    for page in (site.page(address, lang), site.page(f"{address}/decision", lang)):
        told = f"Anna 35, Carla {'24,5' if lang == 'it' else '24.5'}, Bruno 20, Dino 9"
        effect = messages("disputes", lang)["ruled.result"].format(table="A", round=1, title="Prova", points=told)
        assert effect in page
