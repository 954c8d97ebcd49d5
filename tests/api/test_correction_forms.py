"""The form on a game's page that adds evidence to a correction."""

from __future__ import annotations

import hashlib
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plancia_archive.disputes.correction_evidence import CorrectionReference
from plancia_archive.integrity.verify import verify
from plancia_data import messages
from tests.api.dispute_site import PHOTO, Site, photo


@pytest.fixture
def corrected(site: Site) -> int:
    """The number of a correction of the site's game."""
    site.archive.append(site.game, ["VOID A 20 {drawn twice}"], None)
    return len(site.archive.game(site.game).events)


def send(site: Site, client: FlaskClient, event: int, **fields: Any) -> TestResponse:
    """Sends the form of a correction; `lang` is the language of the answer."""
    page = client.get(f"/games/{site.game}").text
    form = page.partition(f'id="cite-{event}"')[2].partition("</form>")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    return client.post(f"/games/{site.game}/corrections/{event}/evidence", data={**hidden, **fields})


def references(site: Site, event: int) -> list[CorrectionReference]:
    return site.archive.corrections.of_game(site.game).get(event, [])


def test_a_file_evidence_of_a_dispute_and_a_mark_are_stored(site: Site, corrected: int) -> None:
    dispute = site.opened()
    stored = site.archive.disputes.add_evidence(dispute, b"the sheet", "sheet", "Bruno").of_kind("evidence")[0]
    client = site.client("arbiter")
    page = client.get(f"/games/{site.game}").text
    assert f'<option value="{dispute}"' in page and f'<option value="{stored["sha256"]}"' in page
    answer = send(site, client, corrected, photo=photo(), known=stored["sha256"], id="sheet-12", about="table 3")
    assert answer.status_code == 303 and answer.headers["Location"].endswith(f"?cited={corrected}#mend-{corrected}")
    found = references(site, corrected)
    digests = [hashlib.sha256(PHOTO).hexdigest(), stored["sha256"], None]
    assert [one.get("sha256") for one in found] == digests and found[2]["id"] == "sheet-12"
    assert {one["about"] for one in found} == {"table 3"} and verify(site.archive) == []
    page = client.get(answer.headers["Location"].partition("#")[0]).text
    assert "sheet-12" in page and 'role="status"' in page.partition(f'id="mend-{corrected}"')[2]


@pytest.mark.parametrize(("fields", "field"), [({}, "photo"), ({"id": "sheet 12"}, "id"), ({"id": "d_00000000"}, "id")])
def test_a_refused_form_comes_back_open_with_what_was_typed(
    site: Site, corrected: int, fields: dict[str, str], field: str
) -> None:
    answer = send(site, site.client("arbiter"), corrected, **fields, about="the signed sheet")
    form = answer.text.partition(f'id="cite-{corrected}" open')[2].partition("</form>")[0]
    assert answer.status_code == 422 and f'id="error-cite-{corrected}-{field}"' in form
    assert 'value="the signed sheet"' in form and all(f'value="{text}"' in form for text in fields.values())
    assert references(site, corrected) == []


def test_an_empty_photo_is_refused_in_its_own_words(site: Site, corrected: int) -> None:
    answer = send(site, site.client("arbiter"), corrected, photo=(io.BytesIO(), "sheet.jpg"))
    form = answer.text.partition(f'id="cite-{corrected}" open')[2].partition("</form>")[0]
    assert answer.status_code == 422 and messages("page_refusals", "it")["evidence-empty"] in form
    assert f'id="error-cite-{corrected}-photo"' in form and references(site, corrected) == []


def test_a_form_sent_twice_counts_once(site: Site, corrected: int) -> None:
    client = site.client("arbiter")
    for _ in range(2):
        assert send(site, client, corrected, request="0123456789abcdef", id="sheet-12").status_code == 303
    assert len(references(site, corrected)) == 1


@pytest.mark.parametrize("role", ["", "bruno", "reader", "other"])
def test_who_may_not_write_the_game_has_no_form_and_is_refused(site: Site, corrected: int, role: str) -> None:
    client = site.client(role)
    assert f'id="cite-{corrected}"' not in client.get(f"/games/{site.game}").text
    csrf = re.search(r'name="csrf" value="([^"]*)"', client.get("/disputes/new?game=" + site.game).text)
    answer = client.post(f"/games/{site.game}/corrections/{corrected}/evidence",
                         data={"csrf": csrf[1] if csrf else "", "id": "sheet-12"})  # fmt: skip
    assert answer.status_code in (401, 403) and references(site, corrected) == []


def test_an_event_that_is_no_correction_and_the_address_of_the_form(site: Site, corrected: int) -> None:
    client = site.client("arbiter")
    csrf = re.search(r'name="csrf" value="([^"]*)"', client.get(f"/games/{site.game}").text)
    assert csrf is not None
    answer = client.post(f"/games/{site.game}/corrections/3/evidence", data={"csrf": csrf[1], "id": "sheet-12"})
    assert answer.status_code == 422 and references(site, 3) == []
    again = client.get(f"/games/{site.game}/corrections/{corrected}/evidence?lang=en")
    assert again.headers["Location"].endswith(f"{site.game}?lang=en#mend-{corrected}")
