"""Which option says what three cards bring: the same as their worth, for every hand of three."""

from __future__ import annotations

import itertools

import pytest

from plancia_replay.rules.cards.exchange import SetValueBySymbols

HANDS = [hand for hand in itertools.product(range(4), repeat=4) if sum(hand) == 3]


@pytest.mark.parametrize("substitutes", [False, True])
@pytest.mark.parametrize("hand", HANDS)
def test_the_option_named_is_the_one_that_counts(hand: tuple[int, int, int, int], substitutes: bool) -> None:
    infantry, cavalry, cannons, jolly = hand
    symbols = infantry | cavalry << 6 | cannons << 12 | jolly << 18
    rule = SetValueBySymbols(1, 2, 3, 4, 5, 6, 7, jolly_substitutes=substitutes)
    named = rule.option(symbols)
    assert (0 if named == "-" else getattr(rule, named)) == rule.set_armies(symbols)


def test_what_is_hidden_or_no_three_cards_names_no_option() -> None:
    rule = SetValueBySymbols()
    assert {rule.option(-1), rule.option(0), rule.option(2), rule.option(4)} == {"-"}
