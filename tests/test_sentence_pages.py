"""The pages of sentences: every sentence that the judge may say stands there, as a case or a game provokes it."""

from __future__ import annotations

import pytest

from plancia_data import words
from tests.make_sentences import PAGES, made, provoked, sentence_keys


def test_every_sentence_is_provoked_by_a_case_or_a_game() -> None:
    assert [key for key in sentence_keys() if key not in provoked()] == []


def test_both_languages_have_the_same_sentences() -> None:
    assert sorted(words("en")) == sorted(words("it"))


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_is_what_the_cases_say(lang: str) -> None:
    assert PAGES[lang].read_text("utf-8") == made()[PAGES[lang]]


@pytest.mark.parametrize("lang", PAGES)
def test_no_sentence_lacks_a_fact(lang: str) -> None:
    assert [one.key for one in provoked().values() if "?" in one.says[lang].replace("???", "")] == []


@pytest.mark.parametrize(("lang", "mark"), [("en", "supposing that"), ("it", "supponendo che")])
def test_no_sentence_says_twice_what_it_supposes(lang: str, mark: str) -> None:
    """Nor does a supposition point at another sentence."""
    parts = [one.says[lang].partition(f"({mark} ") for one in provoked().values()]
    suppositions = [(sentence, supposed.split()) for sentence, _, supposed in parts if supposed]
    assert len(suppositions) > 40
    for sentence, supposed in suppositions:
        runs = [" ".join(supposed[place : place + 5]) for place in range(len(supposed) - 4)]
        assert [run for run in runs if run in sentence] == [] and supposed[0] not in ("this", "questo"), sentence
