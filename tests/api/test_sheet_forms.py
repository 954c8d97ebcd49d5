"""A sheet of results loaded by the page of a tournament: shown first, then stored, all or nothing."""

from __future__ import annotations

import html
import io
from typing import Any

import openpyxl
import pytest

from plancia_archive import Archive
from plancia_data import messages
from tests.api.test_entrants_forms import Fields
from tests.api.test_results_forms import Site
from tests.archive.test_club_sheets import EVENINGS, FOREIGN, NAMES, columns, merged, number, saved, total

PATH = "/tournaments/t/load"


@pytest.fixture
def site(tmp_path: Any) -> Site:
    archive = Archive.open(tmp_path / "a.db", create=True)
    archive.tournaments.append("t", [{"kind": "opened", "title": "T", "system": "monopoli"}])
    made = Site(archive)
    made.sign_in("keeper")
    return made


def send(site: Site, data: bytes | None, name: str = "autunno.xlsx", lang: str = "it", **values: str) -> Any:
    hidden = values if "csrf" in values else {"csrf": Fields(site.page(PATH)).values["csrf"], **values}
    files = {} if data is None else {"file": (io.BytesIO(data), name)}
    return site.client.post(f"{PATH}?lang={lang}", data={**hidden, **files}, content_type="multipart/form-data")


def stored(site: Site) -> dict[Any, Any]:
    return {key: {site.archive.people.name(one): number(points) for one, points in table.typed["points"].items()}
            for key, table in site.archive.tournaments.get("t").tables.items() if table.typed}  # fmt: skip


def test_a_sheet_is_shown_and_then_stored(site: Site) -> None:
    site.archive.people.find_or_make("Anna Ferri")
    site.archive.people.find_or_make("Dino Sali")
    shown = send(site, merged())
    text = html.unescape(shown.get_data(as_text=True))
    assert shown.status_code == 200 and stored(site) == {} and site.archive.people.find("Bruno Galli") is None
    assert "4 tavoli nel foglio. 8 persone, 6 nuove, 1 da chiarire" in text and "Turno 1, tavolo A" in text
    assert "i totali scritti nel foglio sono uguali a quelli letti (Classifica finale: 8)" in text
    form = Fields(shown.get_data(as_text=True))
    row = form.row("Dino Sala")
    assert form.radios == {f"who-{row}": [site.archive.people.find("Dino Sali"), "new"]}, "he has points: he is needed"
    refused = send(site, None, **{**form.values, "step": "store"})
    assert refused.status_code == 422 and "Resta da chiarire: Dino Sala." in refused.get_data(as_text=True)
    form = Fields(refused.get_data(as_text=True))
    form.values |= {f"who-{row}": form.radios[f"who-{row}"][0], f"name-{form.row('Carla Neri')}": "Carla Nerini"}
    answer = send(site, None, **{**form.values, "step": "store"})
    assert answer.location == "/tournaments/t?results=4#recorded"
    names = {**NAMES, "SALA DINO": "Dino Sali", "NERI CARLA": "Carla Nerini"}
    assert stored(site) == {(evening, letter): {names[name]: number(points) for name, points in seats.items()}
                            for evening, tables in EVENINGS.items() for letter, seats in tables.items()}  # fmt: skip


def test_points_by_evening_alone_count_in_the_standings(site: Site) -> None:
    shown = send(site, columns())
    text = html.unescape(shown.get_data(as_text=True))
    assert "<strong>1ª SERATA</strong>: Anna Ferri 31,5" in text and "(Foglio1!F5): 43 / 42" in text
    answer = send(site, None, **{**Fields(text).values, "step": "store"})
    assert answer.location == "/tournaments/t?loaded=1#recorded"
    rows = {site.archive.people.name(row.player): row.total for row in site.archive.tournaments.standings("t")}
    assert rows == {NAMES[name]: total(name) for name in NAMES}
    assert "Registrati i punti del foglio." in site.page("/tournaments/t?loaded=1")


def test_what_is_there_already_is_told_before_and_replaced_only_when_said(site: Site) -> None:
    form = Fields(send(site, merged()).get_data(as_text=True))
    assert send(site, None, **{**form.values, "step": "store"}).status_code == 303
    book = openpyxl.load_workbook(io.BytesIO(merged()))
    book.worksheets[0]["E7"] = 25
    shown = send(site, saved(book))
    assert shown.status_code == 409 or shown.status_code == 422
    text = html.unescape(shown.get_data(as_text=True))
    assert "Nel torneo c'è già" in text and 'name="instead"' in text and "--replace" not in text
    form = Fields(shown.get_data(as_text=True))
    answer = send(site, None, **{**form.values, "instead": "1", "step": "store"})
    assert answer.status_code == 303 and number(25) in stored(site)[1, "A"].values()


@pytest.mark.parametrize(("data", "said"), [
    (b"", "Scegliere il file"), (FOREIGN["xls"], "salvarlo come .xlsx"), (FOREIGN["ods"], "salvarlo come .xlsx"),
    (b"ciao;a tutti\n", "mancano le intestazioni"), (bytes(2_000_001), "più grande di 2 MB"),
])  # fmt: skip
def test_what_is_no_sheet_comes_back_with_what_to_do(site: Site, data: bytes, said: str) -> None:
    answer = send(site, data, "risultati.xls")
    assert answer.status_code in (400, 422) and said in html.unescape(answer.get_data(as_text=True))
    assert 'name="file"' in answer.get_data(as_text=True)


def test_cells_that_are_not_understood_are_listed_in_both_languages(site: Site) -> None:
    book = openpyxl.load_workbook(io.BytesIO(merged()))
    book.worksheets[0]["E7"], book.worksheets[0]["D9"] = "tanti", None
    for lang, words in (("it", "foglio «Risultati», cella {}"), ("en", "sheet “Risultati”, cell {}")):
        text = html.unescape(send(site, saved(book), lang=lang).get_data(as_text=True))
        assert words.format("E7") in text and words.format("D9") in text and "[number]" not in text
        assert messages("sheets", lang)["read_it"] in text


def test_a_recorder_loads_none(site: Site) -> None:
    site.sign_in("recorder")
    assert 'type="file"' not in site.page(PATH)
    form = {"csrf": "x"}
    assert send(site, merged(), **form).status_code == 403 and stored(site) == {}
