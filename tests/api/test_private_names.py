"""Without the right to read names, no address of a private server has one, nor has a site published without names."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from plancia_api import create_app
from plancia_archive.log.authors import Author, acting_as
from plancia_data import languages
from tests import SOAK
from tests.api.dispute_site import PHOTO
from tests.season import season_archive

MARK = "zzquirin"  # ends every player's name, and is in nothing else, such as base64
FORMATS = ("rgn", "ndjson", "movetext", "csv", "json", "html", "md", "txt")
LIMIT = 1_000_000
STEPS: list[dict[str, Any]] = [
    {
        "kind": "table",
        "round": 4,
        "table": "A",
        "seats": [f"{name}{MARK}" for name in ("Ivo", "Anna", "Carla", "Dino")],
    },
    {"kind": "left", "player": f"Ivo{MARK}"},
    {"kind": "adjusted", "player": f"Marta{MARK}", "points": "-1", "why": f"Marta{MARK} left early, says Dino{MARK}"},
    {"kind": "lot", "round": 3, "players": [f"Dino{MARK}", f"Luca{MARK}"]},
]


class Season:
    """The season after three evenings, with what a generated sentence may tell of people."""

    def __init__(self, path: Path) -> None:
        self.archive = archive = season_archive(path, MARK, "The arbiter corrects a record")
        archive.tournaments.append("autunno", STEPS)
        archive.people.add_alias(f"Anna{MARK}", f"Annina {MARK}")
        self.game = archive.resolve("serata-2a")
        opened = archive.disputes.open(f"Marta{MARK} had the cyclist", f"Marta{MARK}", game=self.game, event=14)
        archive.disputes.add_evidence(opened.id, PHOTO, f"the card of Marta{MARK}", f"Marta{MARK}", name="a.jpg")
        archive.disputes.add(opened.id, {"kind": "answer", "by": f"Dino{MARK}", "text": f"Marta{MARK} is right"})
        self.evidence, self.dispute = archive.disputes.get(opened.id).lines[1]["sha256"], opened.id
        with acting_as(Author("local", "arbiter")):
            archive.disputes.rule(
                opened.id, "upheld", f"Marta{MARK} is believed", arbiter="Annina " + MARK,
                lines=[f"NOTE A about=14 {{the card of Marta{MARK}}}"],
            )  # fmt: skip
            archive.disputes.open("31, not 21", f"Luca{MARK}", tournament="autunno", event=14)
            archive.approvals.approve(archive.resolve("serata-1a"))
        archive.confirmations.confirm(archive.resolve("serata-3a"), f"Elena{MARK}")
        archive.withdrawals.withdraw(archive.resolve("serata-3b"), f"asked by Luca{MARK}")
        archive.checkpoints.sign()
        self.people = [row["player"] for row in archive.people.all()]
        self.app = create_app(
            archive,
            private=True,
            writes_per_minute=LIMIT,
            bulk_per_minute=LIMIT,
            seconds_per_minute=LIMIT,
            stream_seconds=0,
        )

    def addresses(self) -> list[str]:
        """Every address that a GET route has here, with the formats that it offers and views of its own."""
        size, values = self.archive.last_index() + 1, dict[str, Any]({
            "game_id": self.game, "dispute_id": self.dispute, "digest": self.evidence, "event": 14, "player": "",
            "place": f"0/000.p/{self.archive.last_index() + 1}", "name": "autunno", "variant": "monopoli",
            "action": "answer", "filename": "board.css",
        })  # fmt: skip
        found = []
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()):
                continue
            given = {name: values.get(name, 1) for name in rule.arguments}
            if "entries" in rule.rule:
                given["number"] = f"000.p/{size}"
            for player in self.people if "player" in given else [""]:
                for name in (self.names(rule.rule) or [given["name"]]) if "name" in given else [""]:
                    choice = {**given, **({"player": player} if player else {}), **({"name": name} if name else {})}
                    found.append(self.app.url_map.bind("localhost").build(rule.endpoint, choice, method="GET"))
        reads = [one for one in found if one.startswith("/api/v1/") and "tile" not in one]
        return [*found, *(f"{one}.{form}" for one in reads for form in FORMATS), *self.queries()]

    def names(self, rule: str) -> list[str]:
        """What stands for `name` in an address that is no tournament's."""
        from plancia_archive.statistics.registry import REGISTERED

        if "statistics" in rule:
            return list(REGISTERED)
        if rule.startswith("/clubs"):
            return ["Arci Monopoli"]
        return ["monopoli"] if rule.startswith("/variants") else []

    def queries(self) -> list[str]:
        """Views of pages, and requests that are refused."""
        games = [f"/games/{game}{query}" for game in self.archive.game_ids()
                 for query in ("?at=14", "?print", "?as=recorded", "?under=torneo", "")]  # fmt: skip
        told = [f"/tournaments/autunno/results?round={number}" for number in range(1, 5)]
        told += [
            f"/tournaments/autunno{page}?round={number}" for number in range(1, 5) for page in ("", "/wall", "/sheets")
        ]
        told += [f"/disputes/{self.dispute}/receipt/{number}" for number in range(1, 5)]
        told += ["/disputes?state=open-any", "/api/v1/events?after=0", "/api/v1/games?withdrawn=true"]
        asked = [f"/api/v1/tournaments/autunno/draw?seed=7&absent={self.people[0]}", "/api/v1/disputes?game=serata-2a"]
        asked += [
            f"/api/v1/statistics/head-to-head?player={self.people[0]}",
            "/players?q=z",
            "/games?player=A",
        ]
        return games + told + asked


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return Season(tmp_path_factory.mktemp("season") / "a.db")


def leaks(app: Flask, addresses: list[str], headers: dict[str, str]) -> dict[str, str]:
    """Each address whose answer has a name, with the words around it."""
    found, client = {}, app.test_client()
    alike: Counter[str] = Counter()
    for address in addresses:
        shape = re.sub(r"\b[a-z]_\w+|\d+", "N", address)
        alike[shape] += 1
        if alike[shape] > 2 and not SOAK:  # each language once
            continue
        for lang in languages() if SOAK else languages()[alike[shape] % 2 :][:1]:
            answer = client.get(address, headers={"Accept-Language": lang, "Accept": "*/*", **headers})
            assert answer.status_code < 500, address
            if hit := re.search(
                rf".{{0,60}}{MARK}.{{0,30}}", answer.get_data().decode(errors="replace"), re.IGNORECASE
            ):
                found[address] = hit[0]
    return found


def test_no_address_of_a_private_server_has_a_name(season: Season) -> None:
    addresses = season.addresses()
    remarks = {remark.code for remark in season.archive.tournaments.remarks("autunno")}
    assert {"declared", "gone", "withdrawn"} <= remarks and len(addresses) > 200
    assert leaks(season.app, addresses, {}) == {}


def test_a_recorder_is_shown_no_name_on_pages_and_in_refusals(season: Season) -> None:
    recorder = {"Authorization": "Bearer " + season.archive.tokens.grant("t", "recorder")[1]}
    told = [one for one in season.queries() if one.startswith(("/tournaments", "/disputes", "/games"))]
    assert leaks(season.app, told, {**recorder, "Accept": "text/html"}) == {}
    client, first = season.app.test_client(), season.people[0]
    table = {"kind": "result", "round": 4, "table": "A", "points": {person: 10 for person in season.people}}
    seats = season.archive.tournaments.get("autunno").tables[4, "A"].seats
    fits = {**table, "points": dict.fromkeys(seats, 10)}
    absent = next(person for person in season.people if person not in seats)
    for event in (table, {**fits, "winner": absent}, {**fits, "out": [absent]}, {**fits, "points": {first: "x"}}):
        answer = client.post("/api/v1/tournaments/autunno/events", json={"events": [event]},
                             headers={**recorder, "Idempotency-Key": str(event)[-60:]})  # fmt: skip
        assert answer.status_code == 422 and MARK not in answer.get_data(as_text=True).casefold(), event


def test_the_same_sentences_have_names_for_readers(season: Season) -> None:
    reader = {"Authorization": "Bearer " + season.archive.tokens.grant("r", "reader")[1], "Accept-Language": "en"}
    client = season.app.test_client()
    remark = f"Marta{MARK} 27 declared, Marta{MARK} 17 recomputed"
    assert remark in client.get("/tournaments/autunno", headers=reader).get_data(as_text=True)
    assert remark in client.get("/api/v1/tournaments/autunno/standings", headers=reader).get_data(as_text=True)
    hidden = client.get("/api/v1/tournaments/autunno", headers={"Accept-Language": "en"}).get_json()["remarks"]
    (declared,) = [one["text"] for one in hidden if one["code"] == "declared"]
    assert declared.replace(season.archive.people.find(f"Marta{MARK}") or "?", f"Marta{MARK}").count(remark) == 1


def test_the_report_of_a_tournament_has_no_withdrawn_game(season: Season) -> None:
    report = season.app.test_client().get("/api/v1/tournaments/autunno/report")
    assert report.status_code == 200
    (line,) = [one for one in report.get_data(as_text=True).splitlines() if one.startswith("013   3 B")]
    assert line.split()[3] == "-" and "=" not in line
