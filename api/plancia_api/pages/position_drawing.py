"""Conditions of a search drawn on the board, and in words: an owner may be a colour or any player (`x`, `y`, `z`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from plancia_api.pages.board_assets import outlines_address
from plancia_archive.queries.search import Term
from plancia_data import Counted
from plancia_replay.drawing import BoardOptions, board_svg
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
    drawn = board_svg({code: [term.owner or "?", term.count] for code, term in terms.items()}, options)
    drawn = re.sub(r'<desc id="b-desc">.*?</desc>', f'<desc id="b-desc">{escape(words["board-hint"])}</desc>', drawn)
    for code, place in place_names(lang).items():
        term = terms.get(code)
        text = escape(f"{place}: {requirement_text(term, words) if term else words['no-condition']}")
        drawn = re.sub(rf'(<g id="b-{code}" [^>]*><title>)[^<]*', lambda found, text=text: found[1] + text, drawn)  # type: ignore[misc]
        drawn = re.sub(
            rf'(<g id="b-{code}-disc"[^>]* aria-label=")[^"]*', lambda found, text=text: found[1] + text, drawn  # type: ignore[misc]
        )  # fmt: skip
        if term:
            drawn = write_on_disc(drawn, code, term)
    return drawn


def write_on_disc(drawn: str, code: str, term: Term) -> str:
    """Writes the armies of a condition and the number of a free owner on a disc."""
    armies = f"{SHORT_SIGNS[term.sign]}{term.count}" if term.sign else ""
    long = ' data-long=""' if len(armies) > 2 else ""
    letter = str(FREE_OWNERS.index(term.owner) + 1) if term.owner in FREE_OWNERS else None
    start = drawn.index(f'<g id="b-{code}-disc"')
    end = drawn.index("</g>", start)
    disc = re.sub(r'(<text class="pb-armies" y="-2")[^>]*>[^<]*', rf"\g<1>{long}>{escape(armies)}", drawn[start:end])
    if letter:
        disc = re.sub(r'(<text class="pb-letter"[^>]*>)[^<]*', rf"\g<1>{letter}", disc)
    return drawn[:start] + disc + drawn[end:]
