"""The numbers by name are those of the kinds of event."""

from __future__ import annotations

from plancia_events import ops
from plancia_events.kinds import KINDS
from tests.make_ops import PAGE, name_of, page


def test_the_numbers_by_name_are_those_of_the_kinds() -> None:
    assert {kind.TAG: getattr(ops, kind.TAG, None) for kind in KINDS} == {kind.TAG: kind.OP for kind in KINDS}
    words = {name_of(kind.TAG, word): place for kind in KINDS for place, word in enumerate(kind.WORDS)}
    assert {name: getattr(ops, name, None) for name in words} == words
    assert PAGE.read_text("utf-8") == page(), "run `python -m tests.make_ops`"
