"""Rulings: lines that a later ruling revokes, the score before and after, time for an appeal, what is refused."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from plancia_archive import Archive, ArchiveError
from plancia_archive.disputes.decision import render_decision
from plancia_archive.disputes.readings import describe_reading, other_readings
from plancia_archive.disputes.ruling_preview import preview_ruling, preview_sections
from plancia_archive.disputes.ruling_texts import ruling_texts
from plancia_archive.evidence.qr_codes import qr_svg_inline
from plancia_archive.integrity.verify import verify
from plancia_archive.people.shown_names import ShownNames
from plancia_data import variant_ids
from plancia_events import Game, read
from plancia_replay import judge_game, ruleset_for_game
from plancia_replay.batch.correction_effects import list_corrections
from tests.fixed_clock import archive_at

DAY = 86_400_000
GAME = Path(__file__).parents[2] / "docs" / "first-evening" / "appunti.txt"
APPEAL = {"kind": "appeal", "by": "G", "text": "again"}


@pytest.fixture
def archive(tmp_path: Path, evening: str) -> Archive:
    """An archive with the game of the first evening, and a clock that stands still."""
    made = archive_at(tmp_path / "a.db", 1_780_000_000_000)
    made.add_game(read(evening).games[0])
    return made


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The completed record of the first evening."""
    from click.testing import CliRunner

    from plancia_cli.main import plancia

    place = tmp_path_factory.mktemp("evening") / "serata.rgn"
    assert CliRunner().invoke(plancia, ["complete", str(GAME), "-o", str(place)]).exit_code == 0
    return place.read_text("utf-8")


def judged(archive: Archive) -> dict[str, Any]:
    """Points and winners of the game as it stands."""
    game = archive.game(archive.game_ids()[0])
    found = judge_game(game, archive.rules_of(game)).judgement("en")
    return {"points": {c: row["points"] for c, row in found.scores.items()}, "winners": sorted(found.end["winners"])}


def ruled(archive: Archive, lines: list[str], event: int = 43) -> str:
    dispute = archive.disputes.open("too few dice", "G", game=archive.game_ids()[0], event=event).id
    archive.disputes.rule(dispute, "upheld", "yes", lines=lines)
    return dispute


def test_the_last_ruling_revokes_the_lines_of_the_first(archive: Archive) -> None:
    before = judged(archive)
    dispute = ruled(archive, ["VOID A 10 {no objective}", "FIX A 91 OCC B ESE>GBR 3 {three}", "NOTE A about=43 {x}"])
    first = archive.disputes.get(dispute).of_kind("ruling")[0]["effect"]["first"]
    assert judged(archive)["points"]["V"] == 0 and judged(archive)["winners"] == ["G"]
    archive.disputes.add(dispute, APPEAL)
    last = archive.disputes.rule(dispute, "rejected", "no").ruling
    assert last is not None
    assert [line.partition(" {")[0] for line in last["effect"]["lines"]] == [
        "FIX A 10 OBJ V tappeto", "FIX A 91 OCC B ESE>GBR 4", f"VOID A {first + 2}"]  # fmt: skip
    assert judged(archive) == before and verify(archive) == []
    text = render_decision(archive, dispute, "en", str)
    assert "VOID A 10" in text and "FIX A 10 OBJ V tappeto" in text


@pytest.mark.parametrize(
    ("outcome", "lines", "stored", "points"),
    [
        ("upheld", [], [], 0),
        ("rejected", ["VOID A 10 {again}"], [], 0),
        ("partly", [], ["FIX A 10 OBJ V tappeto"], 33),
        ("upheld", ["VOID A 10 {again}", "NOTE A about=10 {kept}"], ["NOTE A about=10"], 0),
        ("rejected", ["NOTE A about=10 {gone}"], ["FIX A 10 OBJ V tappeto", "NOTE A about=10"], 33),
    ],
)
def test_a_ruling_keeps_lines_by_its_outcome_or_by_repeating_them(
    archive: Archive, outcome: str, lines: list[str], stored: list[str], points: int
) -> None:
    dispute = ruled(archive, ["VOID A 10 {no objective}"])
    archive.disputes.add(dispute, APPEAL)
    last = archive.disputes.rule(dispute, outcome, "so", lines=lines).ruling
    assert last is not None
    assert [line.partition(" {")[0] for line in last["effect"].get("lines", [])] == stored
    assert judged(archive)["points"]["V"] == points and verify(archive) == []


def test_a_correction_of_somebody_else_is_not_revoked(archive: Archive) -> None:
    dispute = ruled(archive, ["VOID A 10 {no objective}"])
    archive.append(archive.game_ids()[0], ["FIX A 10 OBJ V motorino {the sheet}"], None)
    archive.disputes.add(dispute, APPEAL)
    last = archive.disputes.rule(dispute, "rejected", "no").ruling
    assert last is not None and "lines" not in last["effect"]


def test_adjusted_points_are_taken_back(archive: Archive) -> None:
    store, players = archive.tournaments, ["Anna", "Bruno", "Carla", "Dino"]
    entered = [{"kind": "entered", "player": name} for name in players]
    store.append("autunno", [{"kind": "opened", "title": "Autunno", "system": "open"}, *entered,
                             {"kind": "table", "round": 1, "table": "A", "seats": players},
                             {"kind": "result", "round": 1, "table": "A",
                              "points": {name: 40 - 7 * place for place, name in enumerate(players)}}])  # fmt: skip
    before = [(row.player, row.total) for row in store.standings("autunno")]
    dispute = archive.disputes.open("too few", "Bruno", tournament="autunno", event=7).id
    more = [{"kind": "adjusted", "player": "Bruno", "points": "1", "why": "counted again"}]
    archive.disputes.rule(dispute, "upheld", "yes", events=more)
    bruno = archive.people.find("Bruno") or ""
    item = next(line for line in render_decision(archive, dispute, "en", str).splitlines() if "standings of" in line)
    assert bruno.replace("_", "\\_") in item and "\u2192" in item
    archive.disputes.add(dispute, {"kind": "appeal", "by": "Anna", "text": "no"})
    archive.disputes.rule(dispute, "rejected", "no")
    assert [(row.player, row.total) for row in store.standings("autunno")] == before and verify(archive) == []


@pytest.mark.parametrize("form", ["md", "html"])
def test_the_decision_has_the_score_before_and_after(archive: Archive, form: str) -> None:
    dispute = ruled(archive, ["VOID A 10 {no objective}"])
    names = ShownNames(archive.people, "en").text
    text = render_decision(archive, dispute, "en", names, form)
    names_then = "Anna (blue) 23, Bruno (green) 31, Carla (black) 24, Dino (violet)"
    assert f"score before these lines: winner Dino (violet); {names_then} 33" in text
    assert f"score after these lines: winner Bruno (green); {names_then} 0" in text
    unnamed = render_decision(archive, dispute, "en", str, form)
    assert "Dino" not in unnamed and "p_" not in unnamed.partition("score before")[2] and "Violet 33" in unnamed
    assert re.search(r"(- |<li>)effect: [^\n]*voids event 10[^\n]*VOID A 10 ", text)


def test_a_linked_game_shows_the_places_before_and_after(archive: Archive) -> None:
    players = ["Anna", "Bruno", "Carla", "Dino"]
    entered = [{"kind": "entered", "player": name} for name in players]
    archive.tournaments.append("autunno", [
        {"kind": "opened", "title": "Autunno", "system": "open"}, *entered,
        {"kind": "table", "round": 1, "table": "A", "seats": players},
        {"kind": "linked", "round": 1, "table": "A", "game": archive.game_ids()[0]},
    ])  # fmt: skip
    assert archive.tournaments.standings("autunno")[0].player == archive.people.find("Dino")
    dispute = ruled(archive, ["FIX A 10 OBJ V giraffa {misread}"])
    item = next(
        line for line in render_decision(archive, dispute, "en", str).splitlines() if "standings of autunno" in line
    )
    dino = (archive.people.find("Dino") or "").replace("_", "\\_")
    assert f"{dino} 1. (" in item and archive.tournaments.standings("autunno")[0].player != archive.people.find("Dino")


def test_a_dispute_is_not_closed_before_the_time_for_an_appeal_is_over(archive: Archive) -> None:
    dispute, now = ruled(archive, []), archive.log.clock()
    for later, code in ((0, "dispute-early"), (7 * DAY - 1000, "dispute-early")):
        archive.log.clock = lambda later=later: now + later  # type: ignore[misc]
        with pytest.raises(ArchiveError) as caught:
            archive.disputes.add(dispute, {"kind": "closed", "why": "done"})
        assert caught.value.code == code and "2026-06-04T20:26:40Z" in caught.value.what
    archive.log.clock = lambda: now + 7 * DAY
    assert archive.disputes.add(dispute, {"kind": "closed", "why": "done"}).state == "closed"


@pytest.mark.parametrize(
    ("code", "what", "options"),
    [
        ("dispute-reading", "foo=bar", {"reading": "foo=bar"}),
        ("dispute-impossible", "82: OCC V MEO>AFG", {"lines": ["VOID A 81 {x}"]}),
    ],
)
def test_refused_rulings_store_nothing(archive: Archive, code: str, what: str, options: dict[str, Any]) -> None:
    dispute = archive.disputes.open("x", "G", game=archive.game_ids()[0], event=43, rule="MON-15").id
    before = archive.last_index()
    with pytest.raises(ArchiveError) as caught:
        archive.disputes.rule(dispute, "upheld", "yes", **options)
    assert caught.value.code == code and what in caught.value.what and archive.last_index() == before
    listed = "attack.dice_not_fewer=false"
    assert archive.disputes.rule(dispute, "upheld", "yes", reading=listed).lines[-1]["reading"] == listed


def test_each_ruling_has_its_section_and_revoked_lines_say_so(archive: Archive) -> None:
    dispute = ruled(archive, ["VOID A 10 {no objective}", "NOTE A about=43 {x}"])
    archive.disputes.add(dispute, APPEAL)
    archive.disputes.rule(dispute, "partly", "no", lines=["NOTE A about=43 {x}"])
    first, second = ruling_texts(archive, archive.disputes.get(dispute), "it", str)
    assert [line.is_revoked for line in first.added] == [True, False]
    assert [(line.revokes, line.is_revoked) for line in second.added] == [(True, False)]
    assert all(line.sentence for line in first.added) and "ruling d_" not in second.added[0].text
    stored = archive.disputes.get(dispute).of_kind("ruling")[1]["effect"]["lines"]
    assert stored == [f"FIX A 10 OBJ V tappeto {{ruling {dispute}}}"]
    text = render_decision(archive, dispute, "en", str)
    sections = text.split("\n## ")
    with_lines = [section for section in sections if "- effect: " in section]
    assert len(with_lines) == 2 and with_lines[0].count("revoked") == 1 and text.count("final score") == 1
    assert "final score" in with_lines[1]


def test_the_position_begins_with_the_sentence_of_the_event(archive: Archive) -> None:
    dispute = archive.disputes.open("too few dice", "G", game=archive.game_ids()[0], event=43).id
    text = render_decision(archive, dispute, "it", str)
    line = next(index for index, one in enumerate(text.splitlines()) if one.startswith("    ATT B TNO>GRO"))
    assert "Groenlandia" in text.splitlines()[line - 1] and "filled:" not in text.splitlines()[line]


def test_the_decision_tells_readings_in_words(archive: Archive) -> None:
    dispute = archive.disputes.open("x", "G", game=archive.game_ids()[0], event=43, rule="MON-15").id
    archive.disputes.rule(dispute, "upheld", "yes", reading="attack.dice_not_fewer=false")
    for lang, sentence in (("en", "uses at least as many dice"), ("it", "usa almeno tanti dadi quanti")):
        text = render_decision(archive, dispute, lang, str)
        chosen = [section for section in text.split("\n## ") if sentence in section]
        assert len(chosen) == 3, "clause, recomputation and ruling"
        assert "dice\\_not\\_fewer" not in text and "=false" not in text and "=true" not in text


def test_the_decision_tells_approval_and_reopening(archive: Archive) -> None:
    dispute = archive.disputes.open("x", "G", game=archive.game_ids()[0], event=43).id
    archive.disputes.rule(dispute, "rejected", "no", due="2026-01-01T00:00:00Z")
    assert "the result is not approved" in render_decision(archive, dispute, "en", str)
    archive.disputes.add(dispute, {"kind": "closed", "why": "done"})
    archive.approvals.approve(archive.game_ids()[0])
    approved = render_decision(archive, dispute, "en", str)
    index = archive.last_index()
    assert "the result is approved and final" in approved and f"position in the log: {index})" in approved
    archive.approvals.reopen(archive.game_ids()[0], "a line was missing")
    reopened = render_decision(archive, dispute, "en", str)
    assert "the result is not approved" in reopened and "a line was missing" in reopened
    assert f"position in the log: {index})" in reopened and f"position in the log: {index + 1})" in reopened


def test_the_decision_has_the_time_of_the_zone_and_utc(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    dispute = ruled(archive, [])
    for zone, expected in (("Europe/Rome", "2026-05-28 22:26:40 +02:00 (2026-05-28T20:26:40Z)"),
                           ("UTC", "- 2026-05-28T20:26:40Z")):  # fmt: skip
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert expected in render_decision(archive, dispute, "en", str)
    monkeypatch.undo()
    time.tzset()


def test_the_decision_has_the_qr_code_of_the_head(archive: Archive) -> None:
    text = render_decision(archive, ruled(archive, []), "en", str, "html")
    assert qr_svg_inline(archive.checkpoints.head().head()) in text


def test_every_reading_of_every_rule_has_words() -> None:
    for variant in variant_ids():
        game = Game([("Variant", variant)], [], [])
        rules = ruleset_for_game(game)
        names = [name for name, _ in other_readings(game, rules, {one["rule_id"] for one in rules.content["clauses"]})]
        for lang in ("en", "it"):
            told = [describe_reading(game, rules, name, lang) for name in names]
            assert len(set(told)) == len(set(names)), variant
            assert not [text for text in told if "=" in text], (variant, lang)


def test_a_preview_is_what_the_ruling_does_and_stores_nothing(archive: Archive) -> None:
    dispute = archive.disputes.open("x", "G", game=archive.game_ids()[0], event=43, rule="MON-15").id
    before, score = archive.last_index(), judged(archive)
    lines = ["VOID A 10 {no objective}", "FIX A 91 OCC B ESE>GBR 3 {three}"]
    preview = preview_ruling(archive, dispute, "upheld", "yes", "en", str, lines=lines, arbiter="Zoe Nuova", reading="")
    assert archive.last_index() == before and archive.disputes.get(dispute).state == "open"
    assert archive.people.find("Zoe Nuova") is None and judged(archive) == score and verify(archive) == []
    data: Any = preview.to_json()
    assert data["effect"]["lines"] == lines and data["changes"]["winners"] == (["V"], ["G"])
    assert (
        data["changes"]["scores"]["V"] == (33, None) and data["board"]["before"]["GBR"] != data["board"]["after"]["GBR"]
    )
    stored = archive.disputes.rule(dispute, "upheld", "yes", lines=lines)
    assert data["effect"] == stored.of_kind("ruling")[-1]["effect"] and data["state"] == stored.state
    sections = preview_sections(preview, "it")
    assert (
        len(sections) == 4
        and len(sections[3][3]) == 2
        and any(item.startswith("Gran Bretagna: ") or item.startswith("Great Britain: ") for item in sections[3][1])
    )


def test_a_preview_of_a_conflict_names_the_event_and_refusals_are_those_of_the_ruling(archive: Archive) -> None:
    dispute = archive.disputes.open("x", "G", game=archive.game_ids()[0], event=43).id
    fixed = ["FIX A 91 OCC B ESE>GBR 3 {three}"]
    preview = preview_ruling(archive, dispute, "upheld", "yes", "en", str, lines=fixed)
    archive.append(archive.game_ids()[0], fixed, None)
    game = archive.game(archive.game_ids()[0])
    expected = list_corrections(game, archive.rules_of(game), "en")["items"][-1]
    assert preview.effect is not None
    assert preview.effect.to_json()["conflicts"] == expected["conflicts"]
    assert preview.effect.to_json()["scores"] == expected["scores"]
    with pytest.raises(ArchiveError) as caught:
        preview_ruling(archive, dispute, "upheld", "yes", "en", str, lines=["VOID A 81 {x}"])
    assert caught.value.code == "dispute-impossible"
