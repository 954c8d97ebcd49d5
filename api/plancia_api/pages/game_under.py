"""What another rule-set makes of a game, beside its own rules: end, winner, points, findings."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from plancia_api.game_cache import cached_judgement
from plancia_api.language import language
from plancia_api.pages.game_view import GameView
from plancia_api.pages.irregular_words import counted_findings
from plancia_api.pages.rendering import spoken_number
from plancia_api.pages.variant_titles import variant_title
from plancia_data import messages, variant_ids
from plancia_replay import Judgement
from plancia_replay.text.sentences import vocabulary

Outcome = list[tuple[str, str]]  # label and value


@dataclass(frozen=True)
class JudgedUnder:
    """The result of the button that judges: `rows` are (label, by the game's own rules, by the others).

    `own` and `other` are the names of the rules, the other one empty where the game was judged by its own; `compare`
    is the address of the page that compares the two.
    """

    own: str
    other: str
    rows: list[tuple[str, str, str]]
    compare: str

    @property
    def is_same(self) -> bool:
        """True where the other rules change nothing of the result."""
        return all(one == two for _, one, two in self.rows)


def judged_under(view: GameView) -> JudgedUnder | None:
    """What the query `under` asks for, with no value the game's own rules; None without it."""
    if "under" not in request.args:
        return None
    own = cached_judgement(view.head, language(), "corrected")
    first = outcome(view, own)
    second = outcome(view, view.judgement) if view.under else first
    rows = [(label, one, two) for (label, one), (_, two) in zip(first, second, strict=True)]
    other = variant_title(view.judgement.variant) if view.under else ""
    compare = f"/variants/{own.variant}?with={view.judgement.variant}" if other else ""
    return JudgedUnder(variant_title(own.variant), other, rows, compare)


def outcome(view: GameView, judgement: Judgement) -> Outcome:
    """The end of a game, its winner, the points of each seat, its findings counted."""
    say, colours = messages("game", language()), vocabulary(language())
    undecided = messages("api", language())["verdict_undecidable"]
    winners = ", ".join(seat_name(view, letter) for letter in judgement.end["winners"])
    points = [
        (view.seat_words.get(letter) or str(colours[f"colour.{letter}"]),
         undecided if judgement.undecided(letter) else spoken_number(judgement.scores.get(letter, {}).get("points")))
        for letter in view.game.players
    ]  # fmt: skip
    stopped = judgement.impossible["event"] if judgement.impossible else 0
    return [
        (say["under-end"], str(judgement.end["says"])),
        (say["under-winner"], undecided if judgement.end.get("undecidable") else winners),
        *points,
        (say["findings"], counted_findings(judgement)),
        *([(say["stopped-here"], say["at-line"].format(event=stopped))] if stopped else []),
    ]


def seat_name(view: GameView, letter: str) -> str:
    """The name of a seat, or its colour where names are not shown."""
    return view.seat_words.get(letter) or str(vocabulary(language())[f"colour.{letter}"])


def rule_set_titles() -> list[tuple[str, str]]:
    """Id and title of each variant, by title."""
    return sorted(((name, variant_title(name)) for name in variant_ids()), key=lambda one: one[1].casefold())
