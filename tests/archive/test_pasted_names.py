"""Lists of names as people paste them: what is taken off, what is asked, who is known."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from plancia_archive import Archive
from plancia_archive.people.pasted_names import Entrant, read_names, recognise, spelt
from tests import examples

CLEAN = {
    "1. Anna Ferri": "Anna Ferri", "2) BRUNO GALLI": "Bruno Galli", "- Carla Neri 👍": "Carla Neri",
    "14.Ugo Po": "Ugo Po",
    "[23/11/26, 21:04] Gaia: Gaia Longo": "Gaia Longo", "23/11/26, 21:05 - Ivo Marini: ci sono!": "Ivo Marini",
    "[21:06, 23/11/2026] +39 333 1234567: 3️⃣ dino sala ✅": "Dino Sala", "• D'AMICO TERESA": "Teresa D'Amico",
    "\u200e[11/23/26, 9:04:33 PM] ~\u202fGaia: Zoë Fabbri": "Zoë Fabbri", "FERRI Anna": "Anna Ferri",
    "NICOLO' VERDI": "Nicolò Verdi", "*Anna Ferri*": "Anna Ferri", "Pia Fo 21:04": "Pia Fo", "(12) Lia Po ok": "Lia Po",
    "Sara Neri (pagato)": "Sara Neri", "Marco Bianchi (Bari)": "Marco Bianchi (Bari)", "Mario R.": "Mario R.",
    "Anna Maria Rossi": "Anna Maria Rossi", "ROSSI MARIA GRAZIA": "Maria Grazia Rossi", "𝐀𝐧𝐧𝐚 𝐁𝐢𝐚𝐧𝐜𝐡𝐢": "Anna Bianchi",
    "13 – Jean-Luc Picard": "Jean-Luc Picard", "Gaia: presente": "Gaia", "Nome: Anna Ferri": "Anna Ferri",
    "DE LUCA MARIO": "De Luca Mario", "P1": "P1", "ugo BASSI": "Ugo Bassi",
    "Ludwig van Dijk": "Ludwig van Dijk", "d\u2019amico": "D'Amico",
}  # fmt: skip


@pytest.mark.parametrize("line", CLEAN)
def test_what_messages_put_around_a_name_is_taken_off(line: str) -> None:
    assert [(one.name, one.doubt, one.source) for one in read_names(line)] == [
        (CLEAN[line], "", " ".join(line.split()))
    ]


@pytest.mark.parametrize(("line", "names"), [
    ("Elena Conti, Fabio Riva", ["Elena Conti", "Fabio Riva"]), ("Anna, Bruno, Carla", ["Anna", "Bruno", "Carla"]),
    ("Luca e Marta", ["Luca", "Marta"]), ("8) Nicolò Rossi 9) ESPOSITO CIRO", ["Nicolò Rossi", "Ciro Esposito"]),
    ("Iscritti: Anna Ferri; Ugo Po", ["Anna Ferri", "Ugo Po"]),
])  # fmt: skip
def test_several_names_of_a_line_are_several_people(line: str, names: list[str]) -> None:
    assert [(one.name, one.doubt) for one in read_names(line)] == [(name, "") for name in names]


@pytest.mark.parametrize(("line", "name", "doubt"), [
    ("Rossi, Mario", "Mario Rossi", "comma"), ("De Luca, Maria Grazia", "Maria Grazia De Luca", "comma"),
    ("Anna Ferri - Torino", "Anna Ferri (Torino)", "comma"), ("~Nadia Serra~", "Nadia Serra", "struck"),
    ("Paolo Verdi (forse)", "Paolo Verdi", "unsure"), ("Ugo Bassi?", "Ugo Bassi", "unsure"),
    ("Bruno Galli non viene", "Bruno Galli", "absent"), ("Torneo di venerdì sera", "Torneo di venerdì sera", "text"),
    ("23/11/26, 21:00 - Anna ha aggiunto Bruno e Carla", "Anna ha aggiunto Bruno e Carla", "text"),
    ("chi porta il tabellone e le pedine nuove", "chi porta il tabellone", "text"),
])  # fmt: skip
def test_what_may_be_something_else_is_asked(line: str, name: str, doubt: str) -> None:
    read = read_names(line)[0]
    assert (read.name, read.doubt) == (name, doubt)


def test_a_line_without_a_name_is_told_and_kept() -> None:
    assert [(one.source, one.doubt) for one in read_names("Iscritti torneo:\n👍\n\n 15 \n")] == [
        ("Iscritti torneo:", "left-out"), ("👍", "left-out"), ("15", "left-out")]  # fmt: skip


def test_a_hostile_list_takes_no_time_and_loses_nothing() -> None:
    chance, start = random.Random(5), time.process_time()
    letters = "abAB À’.,;:-–()[]~*_/|+&1234567890👍🏽✅\u200e\u200d\ufe0f\u20e3\t?!eE\u0378\ue000\u0301ß①½ª°@"
    lines = ["".join(chance.choice(letters) for _ in range(chance.randrange(1, 25))) for _ in range(examples(3000))]
    for line in [*lines, "1. " * 300, "1" * 100_000, "ci sono " * 120, "(" * 50_000]:
        read = read_names(line)
        assert bool(read) == bool(line.strip())
        assert all(one.name.isprintable() and (one.doubt == "left-out") == (not one.name) for one in read)
        assert all(" ".join(line.split()).startswith(one.source) for one in read)
    assert time.process_time() - start < 15


def test_a_heading_tells_that_the_surname_comes_first() -> None:
    assert (
        spelt("MARTINO ANDREA", surname_first=True) == "Andrea Martino" and spelt("GALLI PIPPO", True) == "Pippo Galli"
    )
    assert spelt("FERRI ANNA (BARI)", True) == "Anna Ferri (BARI)" and spelt("ROSSI", True) == "Rossi"


@pytest.fixture
def people(tmp_path: Path) -> Archive:
    archive = Archive.open(tmp_path / "a.db", create=True)
    for name in ("Anna Ferri", "Marco Bianchi", "Marco Bianchi (Bari)", "Gaia Longo", "Dino Sala"):
        archive.people.find_or_make(name)
    return archive


def read(archive: Archive, text: str, *entered: str) -> list[Entrant]:
    there = [str(archive.people.find(name)) for name in entered]
    return recognise(archive.people, read_names(text), there)


@pytest.mark.parametrize(("line", "state", "question", "alike"), [
    ("FERRI ANNA", "known", "", []), ("Ugo Po", "new", "", []), ("Dino Sale", "unclear", "alike", ["Dino Sala"]),
    ("BIANCHI MARCO", "unclear", "namesake", ["Marco Bianchi (Bari)"]), ("Gaia", "unclear", "alike", ["Gaia Longo"]),
    ("Marco Bianchi (Pisa)", "unclear", "alike", ["Marco Bianchi"]),
    ("Longo, Gaia", "known", "", []),
    ("Anna Ferri forse", "unclear", "unsure", []),
])  # fmt: skip
def test_who_is_known_new_or_not_clear(people: Archive, line: str, state: str, question: str, alike: list[str]) -> None:
    one = read(people, line)[0]
    assert (one.state, one.question, [people.people.name(other) for other in one.alike]) == (state, question, alike)


def test_the_same_name_twice_and_names_alike_within_a_list_are_asked(people: Archive) -> None:
    states = [(one.state, one.question, one.other) for one in read(people, "Ugo Po\n2. UGO PO\nUgo Pò (Bari)\nPia Fo")]
    assert states == [("new", "", ""), ("unclear", "twice", ""), ("unclear", "listed", "Ugo Po"), ("new", "", "")]
    assert [one.state for one in read(people, "Anna Ferri\nGaia Longo", "Anna Ferri")] == ["entered", "known"]


def test_an_answer_settles_a_name_and_two_answers_for_one_person_do_not(people: Archive) -> None:
    names = read_names("Dino Sale\nDino Sala\nMarco Bianchi")
    names[0].answer, names[2].answer = "new", "p_00000000"
    assert [one.state for one in recognise(people.people, names)] == ["new", "known", "unclear"]
    names[0].answer, names[2].answer = (
        str(people.people.find("Dino Sala")),
        str(people.people.find("Marco Bianchi (Bari)")),
    )
    assert [one.state for one in recognise(people.people, names)] == ["known", "unclear", "known"]
    names[1].answer = "out"
    assert [one.state for one in recognise(people.people, names)] == ["known", "out", "known"]
