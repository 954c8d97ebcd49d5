"""The dates of a tournament as a calendar to subscribe to (RFC 5545)."""

from __future__ import annotations

from datetime import date, datetime

from icalendar import Calendar

from plancia_api import create_app
from plancia_archive import Archive


def test_rounds_with_a_date_are_events_that_change_with_it(archive: Archive) -> None:
    archive.tournaments.append("autunno", [
        {"kind": "opened", "title": "Torneo d'autunno, 2026", "system": "open", "club": "Circolo; Arci"},
        {"kind": "scheduled", "round": 1, "when": "2026-12-03T21:00"},
        {"kind": "scheduled", "round": 2, "when": "2026-12-10"},
    ])  # fmt: skip
    client = create_app(archive).test_client()
    answer = client.get("/tournaments/autunno/calendar.ics?lang=it")
    assert answer.mimetype == "text/calendar" and all(len(line) <= 75 for line in answer.data.split(b"\r\n"))
    first, second = Calendar.from_ical(answer.data).walk("VEVENT")
    assert str(first["SUMMARY"]) == "Torneo d'autunno, 2026: Turno 1" and str(first["LOCATION"]) == "Circolo; Arci"
    assert first.decoded("DTSTART") == datetime(2026, 12, 3, 21) and b"DTSTART:20261203T210000\r\n" in answer.data
    assert second.decoded("DTSTART") == date(2026, 12, 10)
    assert str(first["URL"]) == "http://localhost/tournaments/autunno"
    archive.tournaments.append("autunno", [{"kind": "scheduled", "round": 1, "when": "2026-12-04T21:30"}])
    moved = Calendar.from_ical(client.get("/tournaments/autunno/calendar.ics").data).walk("VEVENT")[0]
    assert (moved["UID"], moved.decoded("DTSTART")) == (first["UID"], datetime(2026, 12, 4, 21, 30))
    assert moved.decoded("SEQUENCE") > first.decoded("SEQUENCE")
    assert "calendar.ics" in client.get("/tournaments/autunno").text
    assert client.get("/tournaments/niente/calendar.ics").status_code == 404
