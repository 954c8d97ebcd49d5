"""Comments of this program in words: those of completed lines and of revoking lines; every other stays."""

from __future__ import annotations

import pytest

from plancia_data import languages, messages
from plancia_replay.text.comments import comment_in_words

PARTS = ("actor", "losses", "end", "territories", "follows", "number")


@pytest.mark.parametrize("lang", languages())
def test_every_part_has_a_word(lang: str) -> None:
    texts = messages("events", lang)
    for part in PARTS:
        assert comment_in_words(f"filled: {part}", lang) == texts["filled"].format(parts=texts[f"filled.{part}"])


def test_a_comment_of_a_player_stays_before_it() -> None:
    assert comment_in_words("in fretta; filled: actor, losses", "it").startswith("in fretta; ")
    assert "losses" not in comment_in_words("in fretta; filled: actor, losses", "it")
    assert "d_287YXWF5" in comment_in_words("ruling d_287YXWF5", "it")
    assert not comment_in_words("ruling d_287YXWF5", "it").startswith("ruling")


@pytest.mark.parametrize("comment", ["", "ruling of the table", "a bottle was filled: yes!", "filled:"])
def test_other_comments_stay(comment: str) -> None:
    assert comment_in_words(comment, "it") == comment
