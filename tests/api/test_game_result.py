"""The result that a finished game's page opens with: winner, points with the bonus, length, what turned the game."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from plancia_api import create_app
from plancia_api.pages.turning import find_turning
from plancia_archive import Archive
from plancia_archive.facts.odds import conquest_odds
from plancia_data import demonstration, messages
from plancia_events import Game, read
from plancia_replay import judge
from plancia_replay.judging.replay import ruleset_for_game
from plancia_replay.judging.scores import compute_scores, sole_leader
from plancia_replay.judging.table_json import state_at, table_after

GAMES = Path(__file__).resolve().parents[1] / "games"
SEASON = GAMES.parents[1] / "docs" / "season"
PAPER = (SEASON / "serata-2a.rgn").read_text("utf-8")
ENDED_BY_POINTS = ("torneo/end-roll", "rcm/faults", "eg/faults", "uno-contro-uno/end-roll", "firenze/arbiter-die")


def game_of(name: str) -> Game:
    return read((GAMES / f"{name}.rgn").read_bytes()).games[0]


def points_at(game: Game, number: int) -> dict[str, float]:
    rules = ruleset_for_game(game)
    table = table_after(game, number, rules, True)[0]
    return {letter: entry["points"] for letter, entry in compute_scores(rules, table).items()}


def lead_at(game: Game, number: int, winner: str) -> float:
    points = points_at(game, number)
    return points.pop(winner) - max(points.values())


@pytest.mark.parametrize("name", ENDED_BY_POINTS)
def test_from_the_turning_move_on_nobody_is_ahead_of_the_winner(name: str) -> None:
    game = game_of(name)
    judgement = judge(game, None, "en")
    turning, winner = find_turning(game, ruleset_for_game(game), judgement, True), str(judgement.end["winner"])
    assert turning
    leads = {number: lead_at(game, number, winner) for number in range(turning.move - 1, len(game.events) + 1)}
    assert turning.move and leads.pop(turning.move - 1) < 0 <= min(leads.values())
    assert leads[turning.move] == turning.lead


@pytest.mark.parametrize("name", ["torneo/end-roll", "monopoli/end-roll", "rcm/extra-turns"])
def test_no_throw_weighs_more_than_the_one_that_is_told(name: str) -> None:
    """Chances as exact fractions of the boards; a conquest is worth what it then adds to the lead, where it came."""
    game = game_of(name)
    judgement = judge(game, None, "en")
    turning, winner = find_turning(game, ruleset_for_game(game), judgement, True), str(judgement.end["winner"])
    assert turning
    events: list[Any] = game.events
    for number in game.numbers_of("ATT"):
        throw, board = events[number - 1], state_at(game, number - 1)["board"]
        usable, defenders = board[throw.source][1] - 1, board[throw.target][1]
        before = conquest_odds(usable, defenders)
        after = conquest_odds(usable - throw.attack_losses, defenders - throw.defence_losses)
        if number == turning.throw.event:
            assert [turning.throw.before, turning.throw.after] == pytest.approx([float(before), float(after)])
        if events[number].TAG == "OCC" and number < len(events):
            worth = lead_at(game, number + 1, winner) - lead_at(game, number - 1, winner)
            assert turning.throw.gain >= float(2 * Fraction(worth) * (after - before)) - 1e-9, number


@pytest.mark.parametrize("name", ["monopoli/objective", "eg/world", "imported/pyrisk-1", "stucchi/extra-turns"])
def test_nothing_is_told_where_something_else_decided_or_nobody_won(name: str) -> None:
    game = game_of(name)
    assert find_turning(game, ruleset_for_game(game), judge(game, None, "en"), True) is None


def test_nothing_is_told_where_the_points_or_the_course_are_not_known() -> None:
    game, rules = read(PAPER).games[0], ruleset_for_game(read(PAPER).games[0])
    assert find_turning(game, rules, judge(game, None, "en"), True)
    covered = re.sub(r"^(OBJ .) .*", r"\1 ???", PAPER, flags=re.M)
    for text in (covered, PAPER.replace('[Completeness "full"]', '[Completeness "turns-only"]')):
        game = read(text).games[0]
        assert find_turning(game, rules, judge(game, None, "en"), True) is None


def test_the_winner_leads_by_what_the_variant_counts() -> None:
    game = game_of("rcm/faults")
    table = table_after(game, len(game.events), ruleset_for_game(game), True)[0]
    assert sole_leader(compute_scores(ruleset_for_game(game), table), table) == judge(game, None, "en").end["winner"]


def served(folder: Path, *texts: str | bytes) -> tuple[Archive, list[str], FlaskClient]:
    archive = Archive.open(folder / "a.db", create=True)
    ids = [archive.add_game(read(text).games[0]).game_id for text in texts]
    return archive, ids, create_app(archive).test_client()


def outcome(page: str) -> str:
    found = re.search(r'<section class="outcome".*?</section>', page, re.S)
    return html.unescape(re.sub(r"<[^>]+>", "|", found[0])) if found else ""


def cells(page: str) -> list[list[str]]:
    table = re.search(r'<table class="scores">.*?</table>', page, re.S)
    assert table
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table[0], re.S)
    return [[re.sub(r"<[^>]+>", "", one).strip() for one in re.findall(r"<t[hd][^>]*>.*?</t[hd]>", row, re.S)]
            for row in rows]  # fmt: skip


def test_the_page_opens_with_the_result_and_the_bonus(tmp_path: Path) -> None:
    _, (game,), client = served(tmp_path, PAPER)
    page = client.get(f"/games/{game}?lang=it").text
    assert cells(page)[:3] == [
        ["", "Punti", "Bonus", "Classifica"],
        ["Dino", "20", "+5", "25"],
        ["Bruno", "18", "", "18"],
    ]
    assert page.index('id="outcome"') < page.index('class="sections') < page.index('id="board"')
    told = outcome(page)
    assert "Ha vinto Dino" in told and "5 giri" in told and "sdadata" in told
    assert 'href="#e150"' in page and "Da qui nessuno ha più avuto più punti di Dino (vantaggio allora: 2)." in told
    assert "Probabilità di conquista 57 % → 12 %; in gioco 5 punti di distacco." in told
    account = page.partition('data-seat="G"')[2].partition("</article>")[0]
    assert "vittoria" in account and ">5</td>" in account


def test_the_best_seat_comes_first_also_by_declared_points(tmp_path: Path) -> None:
    typed = (SEASON / "serata-3b.rgn").read_text("utf-8")
    declared = re.sub(
        r'\[Completeness "full"\]', '[Completeness "result-only"]\n[Result "R 12 G 34 Y 20"]', PAPER.split("\n\n")[0]
    )
    _, (by_header, by_lines), client = served(tmp_path, declared + "\n", typed)
    for game, points in ((by_header, ["34", "20", "12"]), (by_lines, ["26", "21", "14"])):
        page = client.get(f"/games/{game}?lang=en").text
        assert [row[1] for row in cells(page)[1:4]] == points and "round" not in outcome(page)


def test_how_long_it_took_is_told_by_times_of_day_or_by_live_entries(tmp_path: Path) -> None:
    timed = re.sub(r"^(TURN .)$", r"\1 @22:50", PAPER, count=1, flags=re.M)
    timed = re.sub(r"^(OVER .*)$", r"\1 @01:05", timed, flags=re.M)
    live = PAPER.replace('[Provenance "synthetic"]', '[Provenance "live"]')
    lines = live.splitlines(keepends=True)
    cut = next(number for number, line in enumerate(lines) if line.startswith("OVER"))
    archive, (by_times, untimed), client = served(tmp_path, timed, PAPER)
    now = archive.log.clock()
    archive.log.clock = lambda: now
    begun = archive.add_game(read("".join(lines[:cut]).replace("serata-2a", "live")).games[0]).game_id
    archive.log.clock = lambda: now + 47 * 60_000
    archive.append(begun, ["".join(lines[cut:]).strip()], None)
    for game, words in ((by_times, "2 h 15 min"), (begun, "47 min")):
        assert words in outcome(client.get(f"/games/{game}?lang=en").text)
    assert " min" not in outcome(client.get(f"/games/{untimed}?lang=en").text)


def test_an_open_game_leads_those_who_may_back_to_its_recording(tmp_path: Path) -> None:
    begun = PAPER[: PAPER.index("OVER")].replace("[Result", "[X-Result")
    archive, (game,), client = served(tmp_path, begun)
    link = f'href="/record/{game}"'
    assert link not in client.get(f"/games/{game}").text and not outcome(client.get(f"/games/{game}").text)
    for role, shown in (("recorder", True), ("reader", False)):
        client.set_cookie("plancia_token", archive.tokens.grant(role, role)[1])
        page = client.get(f"/games/{game}?lang=en").text
        assert (link in page) == shown == (messages("game", "en")["continue"] in page), role


def test_corrections_stand_behind_one_line(tmp_path: Path) -> None:
    archive, (game,), client = served(tmp_path, demonstration()["monopoli.rgn"])
    archive.append(game, ["VOID A 49 {twice}"], None)
    page = client.get(f"/games/{game}?lang=en").text
    assert re.search(r'<details class="folded" id="corrections"><summary><h2>Corrections \(1\)</h2></summary>', page)
    assert 'id="corrections" open' in client.get(f"/games/{game}?cited={len(archive.game(game).events)}").text


def test_equal_cards_of_a_hand_are_counted(tmp_path: Path) -> None:
    hidden = re.sub(r"^DRAW (.).*", r"DRAW \1 ???", (GAMES / "eg" / "objective.rgn").read_text("utf-8"), flags=re.M)
    _, (game,), client = served(tmp_path, hidden)
    hands = re.findall(r'data-now="cards">([^<]*)<', client.get(f"/games/{game}?lang=en").text)
    assert "5: Southern Europe, China, hidden card × 3" in hands


@pytest.mark.parametrize(("text", "first"), [
    (demonstration()["monopoli.rgn"], ["monopoli"]),
    ((GAMES / "imported" / "rrl-stock-d1.rgn").read_bytes(), ["risiko-rl-stock", "risiko-rl", "torneo"]),
])  # fmt: skip
def test_other_rules_are_those_of_the_own_family_then_what_people_play(
    tmp_path: Path, text: bytes, first: list[str]
) -> None:
    _, (game,), client = served(tmp_path, text)
    page = client.get(f"/games/{game}?lang=it").text
    names = re.findall(r'<option value="([a-z-]+)"', page.partition('name="under"')[2].partition("</select>")[0])
    assert names[: len(first)] == first
    assert {"rcm", "torneo", "eg"} <= set(names) and not {"record", "pyrisk", "syncs"} & set(names)
