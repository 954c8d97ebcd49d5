"""Generated games told in words of the table become the same lines: nothing that follows has to be said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plancia_events import Game, format_event
from plancia_replay.recording.completing import complete_lines
from plancia_replay.synthetic.game import GameSpec, generate
from plancia_replay.synthetic.turns import DeadEnd
from tests import SOAK
from tests.recording.speaking import spoken

DOCUMENTS = ("rcm@1", "firk@1", "stucchi@1", "firenze@1", "uno-contro-uno@1", "monopoli@1")
OTHERS = ("torneo@1", "eg@1")
CLAIMS = {  # by variant: ends by a claim to which games are led within a few tries, which take most of the time
    "rcm@1": ("target",), "firk@1": ("objective", "world"), "firenze@1": ("objective",),
    "uno-contro-uno@1": ("objective", "elimination"), "monopoli@1": ("objective", "world"),
    "torneo@1": ("objective", "world"), "eg@1": ("objective", "world"),
}  # fmt: skip


def told(spec: GameSpec, lang: str) -> None:
    """Generates a game, tells it, and compares."""
    try:
        game = generate(spec)
    except DeadEnd:
        return
    lines = [format_event(event) for event in game.events]
    said = spoken(game, lang)
    done = complete_lines(Game(game.headers, []), said, judged=False)
    got = [line.text for line in done.lines]
    place = next(
        (k for k, (one, two) in enumerate(zip(got, lines, strict=False)) if one != two), min(len(got), len(lines))
    )
    assert got == lines, (spec, place, got[place : place + 2], lines[place : place + 2], done.unclear,
                          said[done.place] if done.place >= 0 else "")  # fmt: skip
    assert len(said) < len(lines) and any(line.derived for line in done.lines)


@pytest.mark.parametrize("variant", [*DOCUMENTS, *OTHERS])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_game_of_each_document_told_in_each_language(variant: str, lang: str) -> None:
    told(GameSpec(variant, 11), lang)


@settings(deadline=None, max_examples=60 if SOAK else 6)
@given(
    st.sampled_from(
        [(name, end) for name in (*DOCUMENTS, *OTHERS) for end in ("", "agreement", *CLAIMS.get(name, ()))]
    ),
    st.integers(0, 10**6),
    st.sampled_from(["it", "en"]),
)
def test_any_game_that_is_told_becomes_its_lines(kind: tuple[str, str], seed: int, lang: str) -> None:
    variant, ending = kind
    told(GameSpec(variant, seed, ending), lang)
