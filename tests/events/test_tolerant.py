"""What a tolerant reader takes beside the canonical form, what it refuses, and what it says of near misses (N1-N19)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import format_event, parse_event, read
from plancia_events.errors import NotationError
from plancia_events.kinds.setup import Deal
from plancia_events.names import LANDS, codes_by_name, parse_land
from plancia_events.text.headers import HEADER_ORDER, canonical_value, starts_with_header
from tests import examples

FOLDER = Path(__file__).parents[1] / "conformance" / "valid"

HEAD = (
    '[Notation "rgn 1"]\n[Variant "{variant}"]\n[Red "p_R"]\n[Blue "p_B"]\n[Completeness "full"]\n'
    '[Provenance "synthetic"]\n'
)


def game(lines: str, headers: str = "", variant: str = "monopoli@1") -> Any:
    """The reading of a game with these event lines and further headers."""
    return read((HEAD.format(variant=variant) + headers + "\n" + lines + "\n").encode(), "f.rgn")


def problems(reading: Any) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in reading.problems]


def test_n1_headers_stand_in_the_order_of_the_page() -> None:
    assert HEADER_ORDER.index("Place") < HEADER_ORDER.index("Date") < HEADER_ORDER.index("Round")
    text = game("TURN R", '[Round "2"] [Date "2026-11-27"] [Place "Milano"]\n').games[0].head()
    assert [line.split()[0] for line in text.splitlines() if line][2:5] == ["[Place", "[Date", "[Round"]


@pytest.mark.parametrize(
    "name",
    [
        "CIN\u0410",
        "\u0421IN",
        "SIA-",
        "-SIA",
        "AF.G",
        "CIN!",
        "SCA#",
        "中CIN",
        "\uff23\uff29\uff2e",
        "PER\u0443",
        "A+1",
        "SI--A",
        "",
    ],
)
def test_n2_signs_and_letters_of_other_alphabets_fit_no_territory(name: str) -> None:
    with pytest.raises(ValueError, match="land"):
        parse_land(name, 1)


def test_n2_every_name_of_the_board_is_still_read() -> None:
    assert {parse_land(name, 1) for name in codes_by_name()} == set(LANDS)
    for name in ("PERÙ", "perù", "Perú", "africa-del-nord", "Africa del Nord", "stati uniti occ"):
        assert parse_land(name, 1) in ("PER", "AFN", "SOC")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FOUL A R limit", "FOUL A R LIMIT"),
        ("STAT A R frozen why=Foo", "STAT A R frozen why=foo"),
        ("TAKE R CIN-2 why=LIMIT", "TAKE R CIN-2 why=limit"),
        ("OBJ R Ciclista set=a", "OBJ R ciclista set=A"),
        ("PEN A R Warning", "PEN A R warning"),
        ("ORDER * R B slots=r2,b1 facing=r", "ORDER * R B slots=R2,B1 facing=R"),
        ("SHOW R 1 cin", "SHOW R 1 CIN"),
        ("SHOW R 1 Cina", "SHOW R 1 CIN"),
        ("DRAW R #" + "AB" * 32, "DRAW R #" + "ab" * 32),
    ],
)
def test_n3_a_word_has_one_spelling(one: str, other: str) -> None:
    assert format_event(parse_event(one)) == other


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("DECL R CIN>SIA", "DECL R CIN>SIA"),
        ("PEN A R warning", "PEN A R warning"),
        ("TRIS R CIN SIA JOL =10", "TRIS R CIN SIA JOL =10+0"),
        ("TRIS R CIN SIA JOL = 10 + 2", "TRIS R CIN SIA JOL =10+2"),
        ("DEAL R", "DEAL R"),
        ("DEAL R ??? JOL", "DEAL R ??? JOL"),
        ("DEAL * SIA how=skipped", "DEAL * SIA how=skipped"),
        ("FOUL A R LIMIT for=3 before-attack found=self", "FOUL A R LIMIT found=self before-attack for=3"),
        ("PICK R CIN strip armies=2", "PICK R CIN armies=2 strip"),
        ("ATT R CIN>SIA 3V2 -1-1 by=B void=A456", "ATT R CIN>SIA 3v2 -1-1 void=a654 by=B"),
        ("check * " + "r3" * 42 + " hands=rosso3,b2", "CHECK * " + "R3" * 42 + " hands=R3,B2"),
        ("DRAW R CIN PUBLIC", "DRAW R CIN public"),
        ("SHOW R 1 CIN salt=" + "AB" * 8, "SHOW R 1 CIN salt=" + "ab" * 8),
        ("ATT R Cina > Siam 6,5,4 : 5,3 -1-1", "ATT R CIN>SIA 654:53 -1-1"),
        ("MOVE R Africa del Nord > Congo 2", "MOVE R AFN>CON 2"),
        ("MOVE R Africa  del   Nord>stati uniti\torientali 2", "MOVE R AFN>SOR 2"),
        ("PUT R Cina + 2, Africa del Nord + 1", "PUT R CIN+2 AFN+1"),
        ("REIN R 3 + 5 + 10 = 18", "REIN R 3+5+10=18"),
        ("PICK R CIN armies = 2", "PICK R CIN armies=2"),
        ("draw rosso", "DRAW R ???"),
        ("pesca rosso brasile", "DRAW R BRA"),
        ("attack red cina>siam 62:5 -0-1", "ATT R CIN>SIA 62:5 -0-1"),
        ("OBJ R Guerra fredda set=a", "OBJ R guerra-fredda set=A"),
    ],
)
def test_tolerated_and_written_in_one_way(typed: str, canonical: str) -> None:
    assert format_event(parse_event(typed)) == canonical
    assert format_event(parse_event(canonical)) == canonical


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("CARDS A deck>R penalty CIN", "colour", 9),
        ("DEAL * SIA armies=2", "dealt", 6),
        ("PICK R CIN armies=2 armies=3", "surplus", 21),
        ("SHOW R 1 CIN salt=00", "salt", 19),
        ("SHOW R 1 CIN salt=" + "zz" * 8, "salt", 19),
        ("MOVE R Africa del Nord > XXX 3", "land", 26),
        ("MOVE R Africa del Nord > EGI x", "number", 30),
    ],
)
def test_refused_where_it_stands(line: str, code: str, column: int) -> None:
    with pytest.raises(ValueError) as caught:
        parse_event(line)
    assert (caught.value.code, caught.value.column) == (code, column)  # type: ignore[attr-defined]


def test_n11_blanks_of_other_kinds_are_blanks_and_marks_are_refused() -> None:
    reading = read("\ufeff" + HEAD.format(variant="eg@1") + '[Event "a\u00a0b"]\n\nTURN\u00a0R\t{a\u202fb}\n')
    assert reading.ok and reading.games[0].text().endswith('[Provenance "synthetic"]\n\nTURN R {a b}\n')
    assert reading.games[0].header("Event") == "a b"
    for mark in "\u2028\u2029\u200b\u200d\ufeff\u202e\u2066\u0085\x0b":
        assert problems(game(f"TURN R {{a{mark}b}}")) == [("control", 8)], hex(ord(mark))


@pytest.mark.parametrize(
    ("name", "typed", "canonical"),
    [
        ("Date", "27/11/2026", "2026-11-27"), ("Date", "7.1.26", "2026-01-07"), ("Date", "2026-1-7", "2026-01-07"),
        ("Date", "2026-13-01", "2026-13-01"), ("Date", "0000-00-00", "0000-00-00"),
        ("Date", "??/11/2026", "2026-11-??"),
        ("Team", "rg bn", "RG BN"), ("Virtual", "nero", "N"), ("Result", "rosso 031 b 24,5 g ?", "R 31 B 24.5 G ?"),
        ("Completeness", "FULL", "full"), ("Completeness", "senza dadi", "no-dice"), ("Provenance", "foglio", "sheet"),
        ("Provenance", "IMPORTED:Domination", "imported:Domination"), ("Variant", "Monopoli@1+X", "monopoli@1 + x"),
        ("Rules", "AB" * 32, "ab" * 32), ("Option", "Rule.Name = 3", "rule.name=3"), ("Notation", "RGN  1", "rgn 1"),
    ],
)  # fmt: skip
def test_n12_n13_values_of_headers_have_one_spelling(name: str, typed: str, canonical: str) -> None:
    assert canonical_value(name, typed) == canonical == canonical_value(name, canonical)


def test_n13_an_impossible_month_is_kept_with_a_warning() -> None:
    from plancia_replay import judge

    found = judge(game("TURN R", '[Date "2026-13-01"]\n').games[0])
    assert [verdict.verdict for verdict in found.verdicts if verdict.rule == "record.date"] == ["warning"]


def test_n15_good_headers_stay_beside_a_bad_rest() -> None:
    reading = game("TURN R", '[Date "2026-01-01"] TURN R\n[Place "x"] 7 [Event "y"]\n')
    assert problems(reading) == [("header-form", 7), ("header-form", 8)]
    assert [reading.games[0].header(name) for name in ("Date", "Place", "Event")] == ["2026-01-01", "x", "y"]


def test_n16_a_line_not_understood_keeps_its_number() -> None:
    good = game("TURN R\nPUT R CIN+1\nPUT R SIA+1\nFOUL A R LIMIT for=3").games[0]
    reading = game("TURN R\nPUT R XXX+1\nPUT R SIA+1\nFOUL A R LIMIT for=3")
    found = reading.games[0]
    assert problems(reading) == [("land", 9)] and found.unread == [2] and found.version == good.version
    assert found.events[3] == good.events[3] and found.events[found.events[3].event - 1] == good.events[2]
    assert found.events[1].note == "unread: PUT R XXX+1"
    assert read(found.text()).ok and read(found.text()).games[0].text() == found.text()


def test_n16_lines_among_the_headers_are_no_events() -> None:
    reading = read("Notation\n" + HEAD.format(variant="eg@1") + 'Event "x"]\n[Place "y"]\n\nTURN R\n')
    assert [event.TAG for event in reading.games[0].events] == ["TURN"] and len(reading.games) == 1
    assert problems(reading) == [("tag", 1), ("tag", 8)]


@pytest.mark.parametrize("line", ["}{", "{" + "x" * 3000, "A" * 5000, "x\u202e", "\x00" * 9, "ATT R {a} {b}"])
def test_n16_any_line_can_be_quoted(line: str) -> None:
    reading = game(f"TURN R\n{line}\nEND R")
    found = reading.games[0]
    assert [event.TAG for event in found.events] == ["TURN", "NOTE", "END"] and len(reading.problems) == 1
    assert read(found.text()).games[0].text() == found.text()


def test_n17_n18_options() -> None:
    twice = game("TURN R", '[Option "score.classes.stack=none"]\n[Option "score.classes.stack=none"]\n')
    assert twice.ok and [name for name, _ in twice.games[0].headers].count("Option") == 1
    for text in ("a=b", "a.b=", "=b", "a..b=c", "a.b=c=d"):
        assert problems(game("TURN R", f'[Option "{text}"]\n')) == [("header-value", 7)], text


def test_a_version_not_known_is_one_problem_of_its_line() -> None:
    reading = read(HEAD.format(variant="eg@1").replace("rgn 1", "rgn 2") + "\nTURN R\n")
    assert problems(reading) == [("notation-version", 1)]
    assert problems(read(HEAD.format(variant="eg@1").replace("full", "ful") + "\n")) == [("header-value", 5)]


@pytest.mark.parametrize(
    ("line", "meant"),
    [("PUT R COM+1", "CON Congo"), ("PTU R CIN+1", "PUT"), ("ATACCO R CIN>SIA 1v1 -0-1", "ATT"),
     ("PICK R CIN armie=2", "armies="), ("CLAIM R obiective", "objective"), ("TURN roso", "rosso")],
)  # fmt: skip
def test_near_misses_name_what_may_be_meant(line: str, meant: str) -> None:
    problem = game(line).problems[0]
    assert meant in problem.near
    assert "Forse " in problem.text("it") and "Did you mean " in problem.text("en")
    assert f"[{problem.code}]" in problem.text("en").splitlines()[0]
    assert problem.to_json()["near"] == list(problem.near)


def test_near_misses_of_headers() -> None:
    assert game("TURN R", '[Evnt "x"]\n').problems[0].near == ("Event",)
    assert game("TURN R", '[Arbito "x"]\n').problems[0].near[0] == "Arbiter"
    assert "full" in read(HEAD.format(variant="eg@1").replace("full", "ful")).problems[0].near


@pytest.mark.parametrize(
    ("variant", "headers", "typed", "meant"),
    [("monopoli@1", "", "7", "befana"), ("monopoli@1", "", "Cold War", "guerra-fredda"), ("eg", "", "bed", "letto"),
     ("firenze@1", "", "7", "fir-7"), ("firenze@1", "", "Da Perù a India", "fir-3"),
     ("rcm@1 + objectives-at-setup", "", "16", "locomotiva"),
     ("firenze@1", '[Objectives "torneo16"]\n', "7", "befana"), ("nope@1", "", "La Befana", "la-befana")],
)  # fmt: skip
def test_objectives_by_number_and_name_of_the_list_in_play(variant: str, headers: str, typed: str, meant: str) -> None:
    found = game(f"OBJ R {typed}\nOBJ B ???\nFIX A 2 OBJ B {typed} {{x}}\nSHOW R 1 {typed}", headers, variant).games[0]
    assert [found.events[0].objective, found.events[2].replacement.objective, found.events[3].value] == [meant] * 3


@pytest.mark.parametrize("variant", ["pyrisk@1", "nope@1"])
def test_a_number_without_a_list_is_no_objective(variant: str) -> None:
    problems = game("OBJ R 7\nOBJ B ???\nFIX A 2 OBJ B 007 {x}\nSHOW R 1 7", "", variant).problems
    assert [(p.code, p.column) for p in problems] == [("word", 7), ("word", 15), ("word", 10)]
    assert '[Objectives "torneo16"]' in problems[0].text("en")


def test_a_file_is_told_by_any_header_of_ours() -> None:
    for start in ('[notation "rgn 1"]', ';\n[ Variant  "eg"]', '\ufeff[Notazione "rgn 1"]', '\n\n[Rosso "x"]'):
        assert starts_with_header(start.encode()), start
    for start in ("risiko", '{"kind": 1}', "[1, 2]", '[Nope "x"]', "a,b\n1,2\n"):
        assert not starts_with_header(start.encode()), start


MARKS = [*" 0179+-=>:?@{}#*.aALRXZ,;/'_|[]\\\t", "\u00a0", "\u0410", "\u212a", "\u0130", "\u0345", "\u00b2", "\u0661",
         "\ufb01", "\u017f", "\u2028", " > ", " = ", " + ", "  ", "for=", "???", "rosso", "Cina"]  # fmt: skip
UNTOUCHED = [line for name in ("every-kind", "italian")
             for line in (FOLDER / f"{name}.rgn").read_text("utf-8").partition("\n\n")[2].splitlines()]  # fmt: skip


@given(st.sampled_from(UNTOUCHED), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3), st.sampled_from(MARKS)),
                                            min_size=1, max_size=3))  # fmt: skip
@settings(max_examples=examples(400), deadline=None)
def test_whatever_is_typed_comes_to_rest_in_the_canonical_form(line: str, changes: list[tuple[int, int, str]]) -> None:
    for place, gone, put in changes:
        line = line[:place] + put + line[place + gone :]
    reading = game(line)
    found = reading.games[0]
    again = read(found.text())
    assert again.ok and again.games[0].events == found.events and again.games[0].text() == found.text()
    for problem in reading.problems:
        assert 1 <= problem.column <= len(problem.source) + 2 and problem.text("it") and problem.text("en")


def test_p2_a_table_that_is_dealt_territories_is_impossible() -> None:
    from plancia_replay import state_at

    found = game("TURN R").games[0]
    found.events = [Deal(actor="*", territories=["SIA"], armies=2), *found.events]
    assert state_at(found, 2)["stopped"] == 1


def written(line: str) -> str:
    """An event line in canonical form."""
    return format_event(parse_event(line))


def test_a_replacement_is_named_as_any_event() -> None:
    assert written("correzione A 1 metti R Cina+1 {x}") == "FIX A 1 PUT R CIN+1 {x}"
    for line in ("FIX A 1 annulla A 1 {x}", "FIX A 1 corregge A 1 PASS R {x}", "FIX A 1 Foo R {x}", "FIX A 1 {x}"):
        with pytest.raises(NotationError) as raised:
            parse_event(line)
        assert raised.value.code == "correction", line


def test_names_of_several_words_in_capitals() -> None:
    assert written("PUT R GRAN BRETAGNA+1 AFRICA DEL NORD+2") == "PUT R GBR+1 AFN+2"
    assert written("PICK R STATI-UNITI_OCCIDENTALI") == "PICK R SOC"


def test_json_omits_a_default_that_the_text_names() -> None:
    assert "how" not in game("DEAL R CIN how=deal").games[0].to_json()["events"][0]
    assert "roll" not in game("EROLL R 62 kind=own").games[0].to_json()["events"][0]
