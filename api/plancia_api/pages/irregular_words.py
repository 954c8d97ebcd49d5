"""What is irregular in a game, in words: moves, the record, the headers, each counted apart."""

from __future__ import annotations

from plancia_api.language import language
from plancia_archive.queries.irregularities import Irregularities, irregularities_of
from plancia_data import Counted, messages
from plancia_replay import Judgement


def irregular_words(found: Irregularities) -> list[str]:
    """Returns a phrase for each of moves, record and headers that has something irregular."""
    say = messages("game", language())
    counts = (
        ("irregular-moves", found.moves), ("irregular-record", found.record), ("irregular-headers", found.headers),
    )  # fmt: skip
    return [str(say[key]).format(count=Counted(count)) for key, count in counts if count]


def counted_findings(judgement: Judgement) -> str:
    """Returns the number of findings of every kind, then what is irregular."""
    total = messages("game", language())["findings-count"].format(count=Counted(len(judgement.verdicts)))
    return " · ".join([total, *irregular_words(irregularities_of(judgement))])
