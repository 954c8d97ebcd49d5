"""The forms that take lists of names, driven by what a browser sends: shown first, then stored, and nothing lost."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from plancia_data import messages
from tests.api.test_results_forms import Site
from tests.api.test_results_forms import site as site

OPENED = {"title": "Coppa d'Inverno 2027!", "club": "Arci", "system": "open"}
PASTED = """Iscritti:
1. Anna
2) UGO GALLI
- Pia Neri 👍
[23/11/26, 21:04] Gaia: Rita Longo
Lia Conti, Teo Riva
Rossi, Mario
Nadia Sera
~Zoë Fabbri~"""


class Fields(HTMLParser):
    """What a browser would send of the form of a page, and its names by state."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.radios: dict[str, list[str]] = {}
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        kind, name = values.get("type", "text"), values.get("name", "")
        self.text = name if tag == "textarea" else ""
        if tag == "input" and name and (kind not in ("checkbox", "radio") or "checked" in values):
            self.values[name] = values.get("value", "")
        elif tag == "option" and "selected" in values:
            self.values["system"] = values["value"]
        if kind == "radio":
            self.radios.setdefault(name, []).append(values["value"])

    def handle_data(self, data: str) -> None:
        if self.text:
            self.values[self.text] = self.values.get(self.text, "") + data.removeprefix("\n")

    def row(self, name: str) -> str:
        return next(
            key.partition("-")[2] for key, value in self.values.items() if key.startswith("name-") and value == name
        )


def entrants(site: Site, name: str) -> list[str]:
    return [site.archive.people.name(player) for player in site.archive.tournaments.get(name).players]


def send(site: Site, path: str, values: dict[str, str], lang: str = "it") -> Any:
    return site.client.post(f"{path}?lang={lang}", data=values)


def test_a_pasted_list_is_shown_and_what_is_chosen_is_stored(site: Site) -> None:
    site.archive.people.find_or_make("Nadia Serra")
    site.sign_in("arbiter")
    shown = site.send("/new-tournament", **OPENED, players=PASTED)
    text = html.unescape(shown.get_data(as_text=True))
    assert shown.status_code == 200 and site.archive.tournaments.ids() == ["prova"]
    assert site.archive.people.find("Ugo Galli") is None, "nothing is stored yet"
    assert "9 persone, 5 nuove, 3 da chiarire" in text and "«Iscritti:»" in text and "incollato: - Pia Neri 👍" in text
    form = Fields(shown.get_data(as_text=True))
    assert {key: form.values[key] for key in OPENED} == OPENED and form.values["players"] == PASTED
    assert form.radios == {
        f"who-{form.row('Mario Rossi')}": ["new", "split", "out"],
        f"who-{form.row('Nadia Sera')}": [site.archive.people.find("Nadia Serra"), "new", "out"],
        f"who-{form.row('Zoë Fabbri')}": ["new", "out"],
    }
    form.values |= {f"who-{form.row('Mario Rossi')}": "split", f"name-{form.row('Rita Longo')}": "Rita Longhi"}
    form.values.pop(f"in-{form.row('Teo Riva')}")
    for lang in ("it", "en"):
        refused = send(site, "/new-tournament", {**form.values, "step": "store"}, lang)
        told = messages("entrants", lang)["not-clear"].format(names="Nadia Sera, Zoë Fabbri")
        assert refused.status_code == 422 and told in html.unescape(refused.get_data(as_text=True))
    form = Fields(refused.get_data(as_text=True))
    assert f"in-{form.row('Teo Riva')}" not in form.values, "who was left out stays so, and can be put back"
    form.values |= {f"who-{form.row('Nadia Sera')}": form.radios[f"who-{form.row('Nadia Sera')}"][0]}
    form.values |= {f"who-{form.row('Zoë Fabbri')}": "out", "step": "store"}
    answer = send(site, "/new-tournament", form.values)
    assert answer.location == "/tournaments/coppa-d-inverno-2027/results"
    names = ["Anna", "Ugo Galli", "Pia Neri", "Rita Longhi", "Lia Conti", "Rossi", "Mario", "Nadia Serra"]
    assert entrants(site, "coppa-d-inverno-2027") == names
    assert send(site, "/new-tournament", {**OPENED, "csrf": form.values["csrf"]}).location.startswith(
        "/tournaments/coppa-d-inverno-2027-2"
    ), "without players there is nothing to show"


def test_an_answer_holds_for_the_name_that_was_shown_alone(site: Site) -> None:
    site.sign_in("arbiter")
    form = Fields(site.send("/tournaments/prova/entries", players="Ana Ferri\nAnna Ferri").get_data(as_text=True))
    row = form.row("Anna Ferri")
    form.values |= {f"who-{row}": "new", f"name-{row}": "Bruno", "step": "store"}
    form.values |= {f"who-{form.row('Ana Ferri')}": "new"}
    answer = send(site, "/tournaments/prova/entries", form.values)
    assert answer.location == "/tournaments/prova/entries?entered=1#recorded"
    assert entrants(site, "prova")[-1] == "Ana Ferri", "Bruno has entered already, and is not new"


def test_entrants_are_added_and_told(site: Site) -> None:
    assert 'href="/tournaments/prova/entries"' in site.page("/tournaments/prova")
    site.sign_in("keeper")
    shown = site.send("/tournaments/prova/entries", players="3) ANNA\n4) ugo BASSI")
    form = Fields(shown.get_data(as_text=True))
    assert "Già iscritte a questo torneo (1)" in shown.get_data(as_text=True)
    again = send(site, "/tournaments/prova/entries", {**form.values, "players": "Pia Fo", "step": "read"})
    assert "Pia Fo" in Fields(again.get_data(as_text=True)).values.values()
    for _ in range(2):  # sent twice, it counts once
        answer = send(site, "/tournaments/prova/entries", {**form.values, "step": "store"})
        assert answer.location.startswith("/tournaments/prova/entries?entered=")
    assert entrants(site, "prova")[-2:] == ["Ivo", "Ugo Bassi"]
    page = site.page("/tournaments/prova/entries?entered=1")
    assert "1 persona iscritta" in page and re.search(r"<li>Ugo Bassi", page)


@pytest.mark.parametrize(("typed", "field"), [
    ({"players": ""}, "players"), ({"players": "👍\n---"}, "players"),
    ({"players": "\n".join(f"P{n} Po" for n in range(201))}, "players"),
])  # fmt: skip
def test_what_cannot_be_a_list_comes_back(site: Site, typed: dict[str, str], field: str) -> None:
    site.sign_in("arbiter")
    answer = site.send("/tournaments/prova/entries", **typed)
    assert answer.status_code == 422 and f'id="error-{field}"' in answer.get_data(as_text=True)
    assert len(entrants(site, "prova")) == 8


def test_an_emptied_name_and_a_title_that_is_missing_come_back_with_the_list(site: Site) -> None:
    site.sign_in("arbiter")
    form = Fields(site.send("/new-tournament", **OPENED, players="Ugo Bassi\nPia Fo").get_data(as_text=True))
    row = form.row("Ugo Bassi")
    answer = send(site, "/new-tournament", {**form.values, "title": "", f"name-{row}": "", "step": "store"})
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422 and 'id="error-title"' in text and "Pia Fo" in text
    answer = send(site, "/new-tournament", {**form.values, f"name-{row}": "", "step": "store"})
    assert answer.status_code == 422 and f'id="error-name-{row}"' in answer.get_data(as_text=True)
    assert site.archive.tournaments.ids() == ["prova"]


def test_a_recorder_reads_no_names_of_others_from_the_form(site: Site) -> None:
    site.sign_in("recorder")
    answer = site.send("/tournaments/prova/entries", players="Ana")
    assert answer.status_code == 403 and "who-0" not in answer.get_data(as_text=True)


def test_the_entrants_of_an_earlier_tournament_are_taken(site: Site) -> None:
    """They are shown first; who left is not among them, who was unticked does not enter, who is typed enters too."""
    store = site.archive.tournaments
    store.append(
        "prova", [{"kind": "removed", "round": 1, "table": "B", "why": "x"}, {"kind": "left", "player": "Ivo"}]
    )
    store.append("sbagliato", [{"kind": "opened", "title": "Sbagliato", "system": "open"},
                               {"kind": "entered", "player": "Anna"}, {"kind": "hidden", "why": "y"}])  # fmt: skip
    site.sign_in("arbiter")
    form = site.page("/new-tournament")
    assert '<option value="prova">Prova (7 persone)</option>' in form and "sbagliato" not in form
    shown = site.send("/new-tournament", **OPENED, players="Zoë Fabbri", step="take", **{"from": "prova"})
    assert shown.status_code == 200 and len(store.ids()) == 1
    fields = Fields(shown.text)
    values = {**fields.values, **OPENED, "step": "store"}
    del values[f"in-{fields.row('Dino')}"]
    assert site.client.post("/new-tournament", data=values).status_code == 303
    came = ["Zoë Fabbri", "Anna", "Bruno", "Carla", "Elena", "Fabio", "Gaia"]
    assert entrants(site, "coppa-d-inverno-2027") == came and site.archive.people.find("Zoë Fabbri")
    again = Fields(shown.text).values | OPENED | {"step": "read"}  # the list that was taken is read again, not lost
    assert "Gaia" in site.client.post("/new-tournament", data=again).text


def test_a_tournament_takes_the_entrants_of_another_one(site: Site) -> None:
    site.archive.tournaments.append("nuovo", [{"kind": "opened", "title": "Nuovo", "system": "open"},
                                              {"kind": "entered", "player": "Anna"}])  # fmt: skip
    site.sign_in("arbiter")
    assert 'value="nuovo"' not in site.page("/tournaments/nuovo/entries")
    shown = site.send("/tournaments/nuovo/entries", step="take", players="", **{"from": "prova"})
    assert (
        site.client.post("/tournaments/nuovo/entries", data={**Fields(shown.text).values, "step": "store"}).status_code
        == 303
    )
    assert len(entrants(site, "nuovo")) == 8
    for chosen in ("", "nobody"):
        refused = site.send("/tournaments/nuovo/entries", step="take", players="", **{"from": chosen})
        assert refused.status_code == 422 and messages("entrants", "it")["from-none"] in refused.text
