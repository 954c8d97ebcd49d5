"""Tournaments over HTTP: refusals, draw, national points, corrections of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from plancia_api import create_app
from plancia_archive import Archive
from plancia_data import samples

NAMES = ["Anna", "Bruno", "Gino", "Nadia", "Ezio", "Fabia", "Gaia", "Ugo"]
OVER = samples()["monopoli-serata.rgn"].decode() + "OVER * agreement\n"
PATH = "/api/v1/tournaments/t"


class Desk:
    """A client with a token and the tournament of eight players, two tables seated."""

    def __init__(self, archive: Archive) -> None:
        self.client: FlaskClient = create_app(archive).test_client()
        self.auth = {"Authorization": "Bearer " + archive.tokens.make("t", ["write"])}
        self.post([
            {"kind": "opened", "title": "t", "system": "monopoli"},
            *({"kind": "entered", "player": name, "team": name[0] if name in "Anna" else "X"} for name in NAMES),
            {"kind": "table", "round": 1, "table": "A", "seats": NAMES[:4]},
            {"kind": "table", "round": 1, "table": "B", "seats": NAMES[4:]},
        ], **{"If-Match": '"0"'})  # fmt: skip

    def post(self, events: list[dict[str, Any]], **headers: str) -> TestResponse:
        headers = headers or {"If-Match": f'"{self.get("").get_json()["version"]}"'}
        return self.client.post(f"{PATH}/events", json={"events": events}, headers={**self.auth, **headers})

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(PATH + path, headers=headers)

    def keep(self, text: str) -> str:
        answer = self.client.post("/api/v1/games", data=text, content_type="text/x-rgn", headers=self.auth)
        return str(answer.get_json()["game"])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(Archive.open(tmp_path / "a.db", create=True))


def result(**more: Any) -> dict[str, Any]:
    return {"kind": "result", "round": 1, "table": "B", "points": dict(zip(NAMES[4:], [20, 18.5, 9, 4])), **more}


def test_a_repeated_request_gets_the_first_answer(desk: Desk) -> None:
    first = desk.post([result()], **{"Idempotency-Key": "k"})
    desk.post([{"kind": "left", "player": "Ugo"}])
    again = desk.post([result()], **{"Idempotency-Key": "k"})
    assert again.status_code == 200 and again.get_json() == first.get_json()
    other = desk.post([result(instead=True)], **{"Idempotency-Key": "k"})
    assert other.status_code == 409 and desk.get("").get_json()["version"] == 13
    stale = desk.post([{"kind": "closed"}], **{"If-Match": '"11"'})
    assert (stale.status_code, stale.get_json()["current"]) == (412, 13)
    assert "tournament" in desk.client.post(
        f"{PATH}/events", json={"events": [{"kind": "closed"}]},
        headers={**desk.auth, "If-Match": '"11"', "Accept-Language": "en"},
    ).get_json()["detail"]  # fmt: skip
    assert desk.client.post(f"{PATH}/events", json={"events": [result()]}, headers=desk.auth).status_code == 428


@pytest.mark.parametrize(("event", "status", "said"), [
    ({"kind": "table", "round": 1, "table": "C", "seats": NAMES[:2]}, 422, "Anna: 1/A"),
    ({"kind": "table", "round": 1, "table": "A", "seats": NAMES[:4]}, 422, "1/A"),
    ({"kind": "result", "round": 9, "table": "A", "points": {}}, 422, "9/A"),
    ({"kind": "linked", "round": 1, "table": "A", "game": "g", "points": "31"}, 422, "linked.points"),
    ({"kind": "linked", "round": 1, "table": "A", "game": "nothing"}, 404, "nothing"),
    ({"kind": "entered", "player": "x" * 100000}, 422, "100000/80"),
    ({"kind": "left", "player": "Nobody"}, 404, "Nobody"),
    ({"kind": "opened", "title": "t", "system": "monopoli"}, 422, "t"),
])  # fmt: skip
def test_refusals_are_problems_in_both_languages(desk: Desk, event: dict[str, Any], status: int, said: str) -> None:
    details = {}
    for lang in ("it", "en"):
        answer = desk.client.post(
            f"{PATH}/events?lang={lang}", json={"events": [event]}, headers={**desk.auth, "If-Match": '"11"'}
        )
        assert answer.status_code == status and answer.mimetype == "application/problem+json"
        details[lang] = answer.get_json()["detail"]
        assert said in details[lang] and "p_" not in details[lang]
    assert details["it"] != details["en"] and desk.get("").get_json()["version"] == 11


def test_a_correction_changes_the_standings_and_their_tag(desk: Desk) -> None:
    game = desk.keep(OVER)
    assert desk.post([{"kind": "linked", "round": 1, "table": "A", "game": game}, result()]).status_code == 200
    first = desk.get("/standings?lang=en")
    assert [remark["code"] for remark in first.get_json()["remarks"]] == ["level"]
    tag = first.headers["ETag"]
    assert desk.get("/standings?lang=en", **{"If-None-Match": tag}).status_code == 304
    lines = "FIX A 9 OBJ R elvis {the card shown at the end}"
    numbered = desk.client.get(f"/api/v1/games/{game}/events").get_json()["items"]
    number = next(item["event"] for item in numbered if item["line"].startswith("OBJ R"))
    version = desk.client.get(f"/api/v1/games/{game}").get_json()["version"]
    done = desk.client.post(
        f"/api/v1/games/{game}/events", data=lines.replace(" 9 ", f" {number} "), content_type="text/plain",
        headers={**desk.auth, "If-Match": f'"{version}"'},
    )  # fmt: skip
    assert done.status_code == 200
    second = desk.get("/standings?lang=en", **{"If-None-Match": tag})
    assert second.status_code == 200 and second.headers["ETag"] != tag
    totals = [{row["name"]: row["total"] for row in one.get_json()["items"]} for one in (first, second)]
    assert totals[0]["Anna"] == "26" != totals[1]["Anna"]
    assert totals[0]["Fabia"] == totals[1]["Fabia"] == "18.5"


def test_standings_draw_and_national_points_by_parameters(desk: Desk) -> None:
    desk.post([result()])
    whole = desk.get("?lang=it").get_json()
    assert whole["players"][0]["name"] == "Anna" and whole["tables"][0]["names"] == NAMES[:4]
    assert [remark["text"] for remark in whole["remarks"]] == ["tavolo 1/A: manca il risultato"]
    log = desk.get("/events?after=9&limit=2").get_json()
    assert [(one["event"], one["kind"], one["v"]) for one in log["items"]] == [(10, "table", 1), (11, "table", 1)]
    assert sorted(log["names"].values()) == sorted(NAMES) and log["version"] == 12
    assert len(desk.get("/events").get_json()["items"]) == 12
    teams = desk.get("/standings?teams=true").get_json()["items"]
    assert [(row["team"], row["total"], len(row["names"])) for row in teams] == [("X", "56.5", 7), ("A", "0", 1)]
    assert desk.get("/standings?round=1").get_json()["round"] == 1
    assert desk.get("/standings?round=2").status_code == 404
    one, other = desk.get("/draw?seed=5").get_json(), desk.get("/draw?seed=5").get_json()
    assert one == other and [len(event["seats"]) for event in one["events"]] == [4, 4] and one["version"] == 12
    absent = desk.get("/draw?absent=Anna&absent=Ugo&by=standings").get_json()["items"]
    assert [len(event["names"]) for event in absent] == [6]
    assert desk.get("/draw?sizes=5%2B5").status_code == 422 and desk.get("/draw?sizes=9").status_code == 422
    assert desk.get("/draw?absent=Nobody").status_code == 404
    national = desk.get("/national?of=open").get_json()
    assert national["tables"] == 2 and national["items"][0]["points"] == "244.800"  # 1.2 x (100 + 2) x 2
    assert desk.get("/national?of=fiera").status_code == 422
    report = desk.get("/report")
    assert report.mimetype == "text/plain" and report.get_data(as_text=True).startswith("012 t\n")
    assert desk.post(one["events"]).status_code == 200 and desk.get("").get_json()["rounds"] == 2
    for path in ("/draw", "/report", "/national?of=open", "/standings"):
        assert desk.client.get("/api/v1/tournaments/none" + path).status_code == 404
