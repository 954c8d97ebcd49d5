"""Every kind of event has its sentence in both languages, with names, forms of places, and nothing that it hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancia_data import board, messages
from plancia_events import KINDS, parse_event, read
from plancia_replay.text.event_sentences import TELLERS, tell_event
from plancia_replay.text.narrator import Narrator, Situation, place_forms

CONFORMANCE = Path(__file__).resolve().parents[1] / "conformance"
NAMES = {"R": "Anna", "B": "Bruno"}


def tell(line: str, lang: str = "it", situation: Situation | None = None) -> str:
    return tell_event(Narrator(lang, NAMES), parse_event(line), situation or Situation())


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_kind_is_told(lang: str) -> None:
    assert set(TELLERS) == {kind.TAG for kind in KINDS}, "name its sentence in TELLERS of event_sentences.py"
    events = read((CONFORMANCE / "valid" / "every-kind.rgn").read_bytes()).games[0].events
    assert {event.TAG for event in events} == set(TELLERS)
    for event in events:
        sentence = tell_event(Narrator(lang, NAMES), event)
        assert sentence and "{" not in sentence and "|" not in sentence, sentence


def test_an_attack_names_both_players_dice_and_losses() -> None:
    owners = Situation({"SIA": "B", "CIN": "R"})
    assert tell("ATT R CIN>SIA 654:32 -0-2", "it", owners) == (
        "Anna attacca il Siam di Bruno dalla Cina: 6 5 4 contro 3 2, 2 armate perse dalla difesa"
    )
    assert tell("ATT R CIN>SIA 62:5 -1-0", "en", owners) == (
        "Anna attacks Bruno in Siam from China: 6 2 against 5, the attack loses one army"
    )
    for dice in ("3v2", "?v?"):
        assert "Siam" in tell(f"ATT R CIN>SIA {dice} -1-1", "en", owners)
    assert "neutral" in tell("ATT R CIN>SIA 62:5 -1-0", "en", Situation({"SIA": "-"}))


def test_an_occupation_is_a_conquest_where_the_place_was_another_s() -> None:
    line = "OCC R CIN>SIA 3"
    assert "conquista il Siam" in tell(line, "it", Situation({"SIA": "B"}))
    assert "avanza dalla Cina al Siam" in tell(line, "it", Situation({"SIA": "R"}))


def test_one_army_is_in_the_singular() -> None:
    assert "1 armata sulla Cina e 2 sul Siam" in tell("PUT R CIN+1 SIA+2")
    assert "1 army on China and 2 on Siam" in tell("PUT R CIN+1 SIA+2", "en")


def test_hidden_values_stay_hidden() -> None:
    commitment = "#" + "a" * 64
    for line in ("OBJ R ???", f"OBJ R {commitment}", "DRAW R ???", f"DRAFT R 1 1 {commitment}"):
        for lang in ("it", "en"):
            assert "???" not in tell(line, lang) and "aaaa" not in tell(line, lang)


def test_every_place_has_its_forms() -> None:
    for lang in ("it", "en"):
        listed = [code for entry in messages("events", lang)["articles"].split("; ")
                  for code in entry.partition(": ")[2].split()]  # fmt: skip
        assert len(listed) == len(set(listed)) and set(listed) <= set(board("eg").codes)
        assert lang == "en" or len(listed) == 42
        assert all({"the", "from", "to", "on"} == set(forms) for forms in place_forms(lang).values())


def test_parts_are_marked_up_as_the_caller_wants() -> None:
    seen: list[tuple[str, str, str]] = []

    def mark(part: str, text: str, detail: str) -> str:
        seen.append((part, text, detail))
        return f"<{text}>"

    sentence = tell_event(Narrator("en", NAMES, {}, mark), parse_event("ATT R CIN>SIA 6:5 -0-1"))
    assert sentence.startswith("<Anna> attacks <Siam> from <China>: <6> against <5>")
    assert ("player", "Anna", "R") in seen and ("attack-die", "6", "6") in seen and ("defence-die", "5", "5") in seen
