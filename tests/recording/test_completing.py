"""What is said at the table becomes the lines of the game: the paper game, shapes of lines, errors, undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_events import Game, format_event, read
from plancia_events.names import LANDS
from plancia_replay.recording.completing import complete_lines

HERE = Path(__file__).parent
GAME = read((HERE / "game.rgn").read_text("utf-8")).games[0]
LINES = [format_event(event) for event in GAME.events]
PAPER = (HERE / "paper.txt").read_text("utf-8")
KEYS = (HERE / "keystrokes.txt").read_text("utf-8")
COLOURS = ("ROSSO", "BLU", "VERDE", "NERO")


def after(*said: str, start: int = 0) -> list[str]:
    """The lines that these words become after the first `start` events of the paper game."""
    done = complete_lines(Game(GAME.headers, GAME.events[:start]), said, judged=False)
    assert done.unclear is None, (done.unclear, said[done.place])
    return [line.text for line in done.lines]


def problem(*said: str, start: int = 23) -> tuple[str, int, tuple[str, ...]]:
    """Code, column and fitting names of the error of the last of these words."""
    done = complete_lines(Game(GAME.headers, GAME.events[:start]), said, judged=False)
    assert done.unclear is not None and done.place == len(said) - 1, done.lines
    assert done.unclear.text("it") and done.unclear.text("en")
    return done.unclear.code, done.unclear.column, done.unclear.fits


def test_the_keystrokes_of_the_paper_game_become_its_events() -> None:
    assert after(*KEYS.splitlines()) == LINES
    typed = {word for line in KEYS.lower().split() for word in [line]}
    assert len(KEYS) <= 1600 and not typed & {code.lower() for code in LANDS}


def test_the_paper_itself_becomes_the_events() -> None:
    """Word for word; only the end of the turn in which the alarm rings is said."""
    lines = [line for line in PAPER.splitlines() if line.strip()]
    deals = [
        " ".join([line.split()[0], line.split(": ")[1]]) for line in lines if line.startswith(COLOURS) and ": " in line
    ]
    turns = lines[lines.index("-- giro 1 ROSSO") : -2]
    said = ["dadi 6 5 3 2", *deals, "obiettivi guerra fredda, letto, befana, elvis", "inizio ore 21:05"]
    for line in turns:
        said += ["fine", line] if line.startswith("***") else [line.removesuffix(": fine")]
    assert after(*said, "fine") == LINES


def test_derived_lines_are_marked() -> None:
    done = complete_lines(Game(GAME.headers, GAME.events[:22]), ["+3 alaska", "alaska tno 654 32", "+3 alberta"])
    assert [(line.text, line.derived) for line in done.lines] == [
        ("TURN R", True), ("PUT R ALA+3", False), ("ATT R ALA>TNO 654:32 -0-2", False), ("OCC R ALA>TNO 3", True),
        ("DRAW R ???", True), ("END R", True), ("TURN B", True), ("PUT B ALB+3", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("alaska kamchatka 654 32", "ATT R ALA>KAM 654:32 -0-2"),
        ("Alaska -> Kamchatka 6 5 4 / 3 2", "ATT R ALA>KAM 654:32 -0-2"),
        ("alaska kamc 456:23", "ATT R ALA>KAM 654:32 -0-2"),
        ("alaska kamc 65432", "ATT R ALA>KAM 654:32 -0-2"),
        ("alaska kamc -1-1", "ATT R ALA>KAM ?v? -1-1"),
        ("alaska kamc 3v2 -2-0", "ATT R ALA>KAM 3v2 -2-0"),
        ("attacca alaska kamc 61 5 {dado caduto}", "ATT R ALA>KAM 61:5 -0-1 {dado caduto}"),
        ("southern europe middle east 6 1", "ATT R EME>MEO 6:1 -0-1"),
        ("eur mer med or 6 1", "ATT R EME>MEO 6:1 -0-1"),
        ("em meo 6 1 @22:10", "ATT R EME>MEO 6:1 -0-1 @22:10"),
        ("Alaska attacca Kamchatka 6 5 4 contro 3 2", "ATT R ALA>KAM 654:32 -0-2"),
        ("da alaska contro kamchatka 654-32", "ATT R ALA>KAM 654:32 -0-2"),
        ("Anna: +3 afganistan", "PUT R AFG+3"),
        ("afn afo 1", "MOVE R AFN>AFO 1"),
        ("sposta 1 africa nord africa orientale", "MOVE R AFN>AFO 1"),
        ("carta brasile", "DRAW R BRA"),
        ("rinforzi", "REIN R 3+0+0=3"),
        ("rinforzi 4", "REIN R 3+0+0=4"),
        ("tris 8", "TRIS R ??? ??? ??? =8+0"),
        ("dichiara alaska kamc 3", "DECL R ALA>KAM 3"),
        ("PUT R ALA+3", "PUT R ALA+3"),
        ("rivendica mondo", "CLAIM R world"),
        ("ritira verde", "STAT A G withdrawn"),
        ("nota il dado è caduto", "NOTE * {il dado è caduto}"),
        ("annulla 23 non era il suo turno", "VOID * 23 {non era il suo turno}"),
        ("annulla 23 arbitro disattento", "VOID * 23 {arbitro disattento}"),
        ("annulla arbitro 23 non era il suo turno", "VOID A 23 {non era il suo turno}"),
        ("undo arbiter 23 {not his turn}", "VOID A 23 {not his turn}"),
        ("punti 21 17,5 18 46", "SCORE R 21"),
        ("firmano", "CERT * R B G N"),
    ],
)
def test_one_line_of_a_turn(said: str, line: str) -> None:
    assert after(said, start=23)[0] == line


@pytest.mark.parametrize(
    ("said", "code", "column", "fits"),
    [
        ("pippo siam 6 1", "land", 1, ("GIA",)),
        ("a t 621 51", "", 0, ()),  # only Alaska and the north west fit
        ("in s 65 4", "", 0, ()),  # Indonesia and Siam: India is Green's
        ("+3 a", "land-ambiguous", 4, ("ALA", "AFN", "AFO", "AFS", "AFG")),
        ("alaska kamc", "unknown", 1, ()),
        ("alaska kamc 7 1", "dice", 13, ()),
        ("alaska kamc 4", "dice-missing", 13, ()),
        ("alaska kamc 654", "dice-split", 13, ()),
        ("544 4", "nothing-to-repeat", 1, ()),
        ("sposta 9 alaska kamc", "impossible", 1, ()),
        ("alaska kamc -9-0", "impossible", 1, ()),
        ("sposta alaska kamc", "number", 19, ()),
        ("tris", "no-set", 1, ()),
        ("annulla", "nothing-to-undo", 1, ()),
        ("annulla 99 x", "event-number", 9, ()),
        ("annulla 5", "reason", 10, ()),
        ("passano 3", "no-conquest", 1, ()),
        ("ritira giallo", "colour", 8, ()),
        ("carta \x00", "sign", 7, ()),
        ("x" * 3000, "too-long", 1, ()),
        ("alaska kamc 654 32 {", "comment", 20, ()),
    ],
)  # fmt: skip
def test_what_is_unclear_says_where_and_what_fits(said: str, code: str, column: int, fits: tuple[str, ...]) -> None:
    if not code:
        assert after(said, start=23)
    else:
        assert problem(said) == (code, column, fits)


def test_armies_that_move_in() -> None:
    conquest = "alaska tno 654 32"
    assert after("+3 alaska", conquest, "5", start=23)[-1] == "OCC R ALA>TNO 5"
    assert after("+3 alaska", "alaska tno 654 32 4", start=23)[-1] == "OCC R ALA>TNO 4"
    assert after("+3 alaska", conquest, "alaska tno 4", start=23)[-1] == "OCC R ALA>TNO 4"
    assert problem("+3 alaska", conquest, "9") == ("impossible", 1, ())
    assert problem("+3 alaska", conquest, "544 4") == ("advance", 1, ())
    assert problem("alaska tno 111 66 3") == ("no-conquest", 1, ())
    done = complete_lines(Game(GAME.headers, GAME.events[:23]), ["+3 alaska", conquest])
    assert [line.text for line in done.pending] == ["OCC R ALA>TNO 3"]


def test_what_is_unclear_leaves_the_game_as_it_was() -> None:
    game = Game(GAME.headers, GAME.events[:60])  # Black has just taken Peru
    done = complete_lines(game, ["per bra 9 9"])
    assert done.unclear is not None and not done.lines and len(done.play.events) == 60 == len(game.events)


def test_undo_takes_back_the_last_thing_said() -> None:
    assert after("+3 alaska", "alaska tno 654 32", "+3 alberta", "annulla", "annulla", "undo", "+2 sca", start=23) == [
        "PUT R SCA+2"
    ]


def test_illegal_is_kept_with_its_finding_and_a_slip_undone_without() -> None:
    start = Game(GAME.headers, GAME.events[:23])
    kept = complete_lines(start, ["+3 cina"])
    assert [line.text for line in kept.lines] == ["PUT R CIN+3"]
    assert {verdict.rule for verdict in kept.verdicts} == {"placement.own_land"} and "Cina" in kept.verdicts[0].says
    assert complete_lines(start, ["+3 cina"], "en").verdicts[0].says.startswith("Red")
    undone = complete_lines(start, ["+3 cina", "annulla", "+3 alaska"])
    assert [line.text for line in undone.lines] == ["PUT R ALA+3"] and not undone.verdicts


def test_a_turn_out_of_order_is_written_as_said() -> None:
    assert after("turno verde", start=22) == ["TURN G"]
    assert after("verde: +2 congo", start=22) == ["TURN G", "PUT G CON+2"]


def test_english_words_mean_the_same() -> None:
    assert after("+3 alaska", "alaska northwest territory 654 32", "card", "end", "timeout 22:00", start=23) == [
        "PUT R ALA+3", "ATT R ALA>TNO 654:32 -0-2", "OCC R ALA>TNO 3", "DRAW R ???", "END R", "CLOCK * expired @22:00",
    ]  # fmt: skip


@pytest.mark.parametrize("option", [None, "attack.advance_possible.survivors=false"])
def test_an_occupation_that_no_number_mends_is_asked_about_with_the_throw(option: str | None) -> None:
    text = (HERE.parent / "games" / "stucchi" / "extra-turns.rgn").read_bytes()
    game = read(text).games[0]
    headers = [*game.headers, *([("Option", option)] if option else [])]
    place = next(number for number, event in enumerate(game.events) if event.TAG == "OCC") - 1
    before = Game(headers, list(game.events[:place]))  # Green has four armies beside Ukraine, held by one
    throw = complete_lines(before, ["ese ucr -1-1"])
    found = [(verdict.rule, verdict.verdict) for verdict in throw.verdicts]
    assert found == [("attack.advance_possible", "illegal" if option else "assumed")], "STU-24 has two readings"
    assert [one["event"] for one in throw.asks(throw.verdicts)] == ([place + 1] if option else []), (
        "once, if it is a slip"
    )
    assert [line.text for line in throw.pending] == ["OCC G ESE>UCR 2"]
    after = Game(headers, list(throw.play.game.events))
    for said in ("fine", "2"):
        done = complete_lines(after, [said])
        assert not done.verdicts and not done.asks(done.verdicts), "what follows from it is not told again"
    paper = complete_lines(Game(GAME.headers, GAME.events[:23]), ["+3 alaska", "alaska tno 654 32"])
    assert not paper.asks(paper.verdicts), "the least that moves in breaks no rule"


STUCCHI = read((HERE.parent / "games/stucchi/extra-turns.rgn").read_bytes()).games[0]
ATTACK = next(place for place, event in enumerate(STUCCHI.events) if event.TAG == "ATT")  # Central America, 7 on 2


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("america centrale soc", "ATT N AMC>SOC 3v2 -1-1"),
        ("attacca amc soc", "ATT N AMC>SOC 3v2 -1-1"),
        ("america centrale soc 2", "ATT N AMC>SOC 2v2 -2-0"),
        ("AMC SOC -1-1", "ATT N AMC>SOC 3v2 -1-1"),
        ("AMC SOC 3v2", "ATT N AMC>SOC 3v2 -1-1"),
    ],
)
def test_an_attack_without_dice_has_its_losses_by_the_armies_engaged(said: str, line: str) -> None:
    done = complete_lines(Game(STUCCHI.headers, STUCCHI.events[:ATTACK]), [said])
    assert done.unclear is None and [one.text for one in done.lines] == [line] and done.asks(done.verdicts) == []


def test_three_against_three_costs_three_and_two() -> None:
    play = complete_lines(Game(STUCCHI.headers, STUCCHI.events[: STUCCHI.numbers_of("TURN")[0] - 1]), []).play
    source, target = next(
        (a, b) for a in play.territories("N") if play.armies(a) > 3 for b in play.neighbours(a)
        if play.armies(b) > 2 and play.owner(b) not in ("", "N", "-", "G")
    )  # fmt: skip
    done = complete_lines(play.game, ["turno nero", f"{source} {target}", f"{source} {target} 1"])
    assert [line.text for line in done.lines][-2:] == [
        f"ATT N {source}>{target} 3v3 -3-2", f"ATT N {source}>{target} 1v{min(3, play.armies(target) - 2)} -1-0"
    ]  # fmt: skip


def test_dice_in_a_game_without_dice_are_asked_about_at_once() -> None:
    done = complete_lines(Game(STUCCHI.headers, STUCCHI.events[:ATTACK]), ["amc soc 666 11"])
    assert done.lines and "dadi" in done.asks(done.verdicts)[0]["says"]


def test_every_line_of_the_table_may_be_typed_as_it_stands_in_the_record() -> None:
    for path in ("monopoli/end-roll.rgn", "rcm/extra-turns.rgn", "stucchi/extra-turns.rgn"):
        game = read((HERE.parent / "games" / path).read_bytes()).games[0]
        for place, event in enumerate(game.events):
            line = format_event(event)
            if event.actor == "*" and event.TAG not in ("DRAFT", "ORDER"):
                done = complete_lines(Game(game.headers, game.events[:place]), [line], judged=False)
                assert done.unclear is None and [one.text for one in done.lines][-1:] == [line], line
    assert after("clock * started @21:00", start=22) == ["CLOCK * started @21:00"]
    assert after("OVER * agreement winner=N", start=30)[-1] == "OVER * agreement winner=N"
