"""Names of people in free text: references in the log, whatever way the text came in."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_archive import Archive, ArchiveError, verify
from plancia_archive.people.free_text import WORD_OR_REFERENCE, KnownNames, NameWords, name_key
from plancia_cli.main import plancia
from plancia_events import read
from tests import examples

REF = "p_7Q2M9K1A"
OTHER = "p_00000000"


@pytest.mark.parametrize(("name", "text", "bound"), [
    ("Mario Rossi", "ROSSI, mario protesta", f"{REF} protesta"),
    ("Mario Rossi", "Mário  Rossì!", f"{REF}!"),
    ("Mario Rossi", "mario.rossi e Mario-Rossi, Mario_Rossi", f"{REF} e {REF}, {REF}"),
    ("Mario Rossi", "i rossi attaccano, poi Mario", "i rossi attaccano, poi Mario"),
    ("Mario Rossi", "Mario; Rossi", "Mario; Rossi"),
    ("Mario Rossi", "Mariorossi", "Mariorossi"),
    ("Søren Møller", "SØREN MØLLER", REF),
    ("Иван Петров", "петров ИВАН", REF),
    ("Jean-Luc D'Angelo", "d'angelo jean luc", REF),
    ("Zanzotto", "zanzotto in ritardo", f"{REF} in ritardo"),
    ("Leo", "leo, Leo", f"leo, {REF}"),
    ("A", "A la carta", "A la carta"),
])  # fmt: skip
def test_a_name_is_found_in_any_spelling(name: str, text: str, bound: str) -> None:
    assert KnownNames([(name, REF)]).replace(text) == bound


def test_the_longest_name_is_taken() -> None:
    names = KnownNames([("Anna Maria Verdi", REF), ("Anna", OTHER)])
    assert names.replace("Anna Maria Verdi, Anna") == f"{REF}, {OTHER}"
    assert names.replace(f"{REF} e {OTHER}") == f"{REF} e {OTHER}"


def test_a_part_of_a_name_stands_for_the_one_seated_player_it_belongs_to() -> None:
    names, seated = KnownNames([("Mario Rossi", REF), ("Carla De Luca", OTHER), ("Ugo Neri", "p_11111111")]), {
        REF: NameWords.of("Mario Rossi"), OTHER: NameWords.of("Carla De Luca")
    }  # fmt: skip
    assert names.replace("Rossi a De Luca: i rossi; Neri", seated) == f"{REF} a {OTHER}: i rossi; Neri"
    twins = {REF: NameWords.of("Mario Rossi"), OTHER: NameWords.of("Anna Rossi")}
    assert names.replace("Rossi", twins) == "Rossi"
    one = {REF: NameWords.of("Mario Zanzotti"), OTHER: NameWords.of("Vittoria Serra", ["serra vichi"])}
    text = "zanzotti, ZANZÒTTI e mario dopo la vittoria di serra e vichi"
    assert names.replace(text, one) == f"{REF}, {REF} e mario dopo la vittoria di {OTHER} e vichi"


GAME = """[Notation "rgn 1"]
[Variant "monopoli@1"]
{headers}[Red "Mario Rossi"]
[Blue "Carla De Luca"]
[Green "Ugo Neri"]
[Completeness "full"]
[Provenance "sheet"]

CLOCK * started {{{comment}}}
"""


def game(comment: str, headers: str = "") -> str:
    """A game of three people with a comment and further headers."""
    return GAME.format(comment=comment, headers=headers)


def keep(archive: Archive, text: str) -> str:
    """Stores the game of a text; its id."""
    reading = read(text)
    assert reading.ok, reading.problems[0].text("en")
    return archive.add_game(reading.games[0]).game_id


def logged(archive: Archive) -> str:
    """All bodies of the log."""
    return b"\n".join(
        bytes(row[0]) for row in archive.db.execute("SELECT body FROM entry WHERE game NOT LIKE 'ruleset:%'")
    ).decode()


def tournament(archive: Archive, *events: dict[str, Any]) -> None:
    """Opens a tournament with the three people of the game, and appends."""
    opened = {"kind": "opened", "title": "T", "system": "monopoli"}
    entered = [{"kind": "entered", "player": name} for name in ("Mario Rossi", "Carla De Luca", "Ugo Neri")]
    archive.tournaments.append("t", [*([] if events[0]["kind"] == "opened" else [opened]), *events[:1], *entered])
    archive.tournaments.append("t", list(events[1:]))


def append_comment(archive: Archive, name: str) -> None:
    archive.append(keep(archive, game("x")), [f"CLOCK * paused {{{name}}}"], None)


def withdraw(archive: Archive, name: str) -> None:
    archive.withdrawals.withdraw(keep(archive, game("x")), f"lo dice {name}")


def restore_game(archive: Archive, name: str) -> None:
    kept = keep(archive, game("x"))
    archive.withdrawals.withdraw(kept, "x")
    archive.withdrawals.restore(kept, f"lo dice {name}")


def replace_game(archive: Archive, name: str) -> None:
    kept = keep(archive, game("x"))
    archive.add_game(read(game("y")).games[0], replaces=kept, why=f"riletta da {name}")


WAYS: dict[str, Callable[[Archive, str], object]] = {
    "comment": lambda archive, name: keep(archive, game(f"protesta {name}")),
    "event": lambda archive, name: keep(archive, game("x", f'[Event "Memorial {name}"]\n')),
    "place": lambda archive, name: keep(archive, game("x", f'[Place "casa di {name}"]\n')),
    "round": lambda archive, name: keep(archive, game("x", f'[Round "finale {name}"]\n')),
    "match": lambda archive, name: keep(archive, game("x", f'[Match "{name}"]\n')),
    "label": lambda archive, name: keep(archive, game("x", f'[Game "{name.replace(" ", "-")}"]\n')),
    "x-header": lambda archive, name: keep(archive, game("x", f'[X-Note "{name} in ritardo"]\n')),
    "x-header name": lambda archive, name: keep(archive, game("x", f'[X-{name.replace(" ", "-")} "1"]\n')),
    "dice": lambda archive, name: keep(archive, game("x", f'[X-Dice "dadi di {name}"]\n')),
    "append": append_comment, "withdrawal": withdraw, "restored": restore_game, "replaced": replace_game,
    "title": lambda archive, name: tournament(
        archive, {"kind": "opened", "title": f"Trofeo {name}", "system": "monopoli", "club": f"Circolo {name}"},
        {"kind": "entered", "player": "Anna Verdi", "team": f"Amici di {name}"},
    ),
    "adjusted": lambda archive, name: tournament(
        archive, {"kind": "entered", "player": "Anna Verdi"},
        {"kind": "adjusted", "player": "Anna Verdi", "points": "-1", "why": f"offese {name}"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("spelling", ["Mario Rossi", "ROSSI mario", "Mariuccio Ros"])
def test_no_name_enters_the_log(archive: Archive, way: str, spelling: str) -> None:
    keep(archive, game("prima"))
    with archive.writing():
        archive.people.add_alias("Mario Rossi", "Mariuccio Ros")
    reference = archive.people.find("Mario Rossi") or ""
    before = logged(archive).count(reference)
    WAYS[way](archive, spelling)
    text = logged(archive).casefold()
    assert "mario" not in text and "ross" not in text and "mariuccio" not in text
    assert text.count(reference.casefold()) > before or way == "x-header name"
    assert verify(archive) == [] and archive.rebuild() == []


def test_a_person_of_the_game_itself_is_known(archive: Archive) -> None:
    kept = keep(archive, game("Rossi protesta, De Luca ride"))
    rossi, luca = (archive.people.find(name) for name in ("Mario Rossi", "Carla De Luca"))
    assert f"{{{rossi} protesta, {luca} ride}}" in archive.text(kept)


def test_the_same_file_is_a_duplicate_whoever_became_known_between(archive: Archive) -> None:
    text = game("Anna Verdi arbitra, Mario Rossi, Zoe Blu", '[Event "Coppa Anna Verdi"]\n[Game "g1"]\n')
    kept = keep(archive, text)
    for name in ("Anna Verdi", "Zoe Blu"):
        with archive.writing():
            archive.people.find_or_make(name)
        again = archive.add_game(read(text).games[0])
        assert (again.duplicate, again.game_id) == (True, kept)
    with archive.writing():
        archive.people.rename("Mario Rossi", "Mario Bianchi")
        archive.people.find_or_make("Mario")
    assert archive.add_game(read(text).games[0]).game_id == kept
    assert archive.add_game(read(text.replace("Coppa", "Trofeo").replace("g1", "g2")).games[0]).game_id != kept
    archive.append(kept, ["CLOCK * paused"], None)
    assert archive.add_game(read(text).games[0]).game_id == kept
    assert archive.resolve("g1") == kept


def test_a_withdrawn_game_stays_withdrawn_when_a_person_becomes_known(archive: Archive) -> None:
    text = game("Anna Verdi arbitra")
    kept = keep(archive, text)
    archive.withdrawals.withdraw(kept, "x")
    with archive.writing():
        archive.people.find_or_make("Anna Verdi")
    assert archive.add_game(read(text).games[0]).withdrawn == "x"


def test_a_team_entered_before_its_person_was_known_stays_one_team(archive: Archive) -> None:
    tournament(archive, {"kind": "entered", "player": "A1", "team": "Zanzotti"})
    archive.tournaments.append("t", [{"kind": "entered", "player": "Zanzotti"},
                                     {"kind": "entered", "player": "A2", "team": "Zanzotti"}])  # fmt: skip
    assert list(archive.tournaments.get("t").teams()) == ["Zanzotti"]


def test_a_comment_too_long_with_references_is_refused(archive: Archive) -> None:
    with pytest.raises(ArchiveError) as caught:
        keep(archive, game("Neri, " * 165))
    assert caught.value.code == "free-text-long" and archive.count() == 0


def test_words_that_may_be_names_are_told(archive: Archive) -> None:
    text = game("Xylander protesta con Mario Rossi, il Rosso ha il Brasile e il Turno", '[Place "Quirinalle"]\n')
    added = archive.add_game(read(text).games[0])
    assert added.likely_names == ["Xylander"]
    assert archive.append(added.game_id, ["CLOCK * paused {lo vede Yvonne}"], None).likely_names == ["Yvonne"]


@pytest.mark.parametrize(("headers", "comment", "told"), [
    ('[Event "Torneo Quirinalle 2005"]\n[Place "Quirinalle"]\n', "si gioca a Quirinalle", []),
    ('[Event "Coppa Zenit"]\n[Place "Arci Pontida"]\n', "Zenit e Pontida, Monopoli", []),
    ('[Event "Memorial Ulrico Zanzotti"]\n[Place "Bari"]\n', "per Zanzotti", ["Ulrico", "Zanzotti"]),
    ('[Round "di Xylander"]\n', "vince Yvonne, poi Yvonne", ["Xylander", "Yvonne"]),
])  # fmt: skip
def test_words_of_place_event_and_variant_are_not_told(
    archive: Archive, headers: str, comment: str, told: list[str]
) -> None:
    assert archive.add_game(read(game(comment, headers)).games[0]).likely_names == told


def test_an_import_tells_each_word_once_with_a_count(tmp_path: Path) -> None:
    texts = {"a.rgn": "Xylander protesta", "b.rgn": "ancora Xylander", "c.rgn": "poi Yvonne, a Roma"}
    for name, comment in texts.items():
        headers = f'[Event "Torneo Roma 2005"]\n[Place "Roma"]\n[Game "{name}"]\n'
        (tmp_path / name).write_text(game(comment, headers), "utf-8")
    files = [str(tmp_path / name) for name in texts]
    for lang, count in (("en", "2 games, first in"), ("it", "2 partite, la prima in")):
        base = ["--lang", lang, "-a", str(tmp_path / f"{lang}.db"), "import"]
        output = CliRunner().invoke(plancia, [*base, *files]).output
        (line,) = [one for one in output.splitlines() if "Xylander" in one or "Yvonne" in one or "Roma" in one]
        assert f"Xylander ({count} {files[0]}); Yvonne ({files[2]})" in line


LETTERS = "abcdefgilmnoprstuvzàéñøß"
WORDS = st.text(LETTERS, min_size=4, max_size=9)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(WORDS, min_size=2, max_size=3), st.lists(WORDS, max_size=6), st.integers(0, 3))
def test_no_known_name_stands_in_the_log(name: list[str], others: list[str], spelling: int) -> None:
    spellings = (lambda word: unicodedata.normalize("NFD", word), str.title, str.upper, str.casefold)
    written = [str(spellings[spelling](word)) for word in name]
    names = KnownNames([(" ".join(name).title(), REF)])
    for text in (" ".join([*others, *written]), ", ".join([*written[::-1], *others])):
        bound = names.replace(text)
        assert REF in bound and name_key(name) not in {
            name_key(WORD_OR_REFERENCE.findall(bound)[start : start + len(name)]) for start in range(len(others) + 2)
        }


def test_an_export_with_names_has_them_in_free_text_too(archive: Archive) -> None:
    text = game("protesta Mario Rossi", '[Event "Memorial Mario Rossi"]\n[Game "g1"]\n')
    kept = keep(archive, text)
    exported = CliRunner().invoke(plancia, ["-a", str(archive.path), "export", kept, "--names"]).output
    assert "{protesta Mario Rossi}" in exported and '[Event "Memorial Mario Rossi"]' in exported
    plain = CliRunner().invoke(plancia, ["-a", str(archive.path), "export", kept]).output
    assert plain == archive.text(kept) and "Rossi" not in plain


def test_games_alike_but_for_their_ids_are_told_apart_by_their_headers(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recorder that numbers games of one hand: none of the stored ones is read whole to see that they differ."""
    text = game("Mario Rossi", '[Game "g1"]\n')
    games = [read(text.replace('"g1"', f'"g{number}"')).games[0] for number in range(3)]
    read_whole: list[str] = []
    monkeypatch.setattr(type(archive.log), "game", lambda log, game_id: read_whole.append(game_id))
    assert [archive.add_game(given).duplicate for given in games] == [False] * 3 and read_whole == []
