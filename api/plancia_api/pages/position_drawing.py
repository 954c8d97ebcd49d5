"""Conditions of a search drawn on the board, and in words: an owner may be a colour or any player (`x`, `y`, `z`)."""

from __future__ import annotations

from collections.abc import Mapping

from plancia_api.pages.board_assets import outlines_address
from plancia_archive.queries.search import Term
from plancia_data import Counted
from plancia_replay.drawing import BoardOptions, BoardTexts, TerritoryText, board_svg
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.sentences import place_names

FREE_OWNERS = ("x", "y", "z")  # players whose colour does not matter; the numbers 1 to 3 on the board
SHORT_SIGNS = {">=": "≥", "<=": "≤", "==": "=", ">": ">", "<": "<"}


def condition_text(term: Term, words: Mapping[str, str], lang: str) -> str:
    """A condition in words: territory, owner, armies."""
    place = place_names(lang).get(term.land, term.land)
    return f"{place}: {requirement_text(term, words)}"


def requirement_text(term: Term, words: Mapping[str, str]) -> str:
    """What a condition asks of its territory."""
    owner = term.owner or ""
    name = words["anyone"] if not owner else words.get(f"owner.{owner}", owner)
    armies = words[f"sign.{term.sign}"].format(count=Counted(term.count)) if term.sign else ""
    return ", ".join(part for part in (name, armies) if part)


def draw_conditions(terms: Mapping[str, Term], words: Mapping[str, str], lang: str) -> str:
    """Draws conditions by territory on a board whose discs are buttons; those of free owners have their numbers."""
    options = BoardOptions(
        lang=lang, prefix="b", legend=False, layout="auto", interactive=True, title=words["board"],
        outlines=outlines_address(),
    )  # fmt: skip
    texts = {code: territory_text(place, terms.get(code), words) for code, place in place_names(lang).items()}
    position = {code: [term.owner or "?", term.count] for code, term in terms.items()}
    return board_svg(position, options, texts=BoardTexts(words["board-hint"], texts))


def territory_text(place: str, term: Term | None, words: Mapping[str, str]) -> TerritoryText:
    """What the board says of a territory: its condition, the armies with their sign, the number of a free owner."""
    if term is None:
        return TerritoryText(f"{place}: {words['no-condition']}", "", "")
    owner = term.owner or ""
    armies = f"{SHORT_SIGNS[term.sign]}{term.count}" if term.sign else ""
    letter = str(FREE_OWNERS.index(owner) + 1) if owner in FREE_OWNERS else owner if owner in COLOUR_LETTERS else ""
    return TerritoryText(f"{place}: {requirement_text(term, words)}", armies, letter)
