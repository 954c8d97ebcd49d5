"""The page of positions: a position drawn on the board, or given as a form or as text, and the games that had it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from plancia_api import rate_limits
from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.pages.board_assets import outlines_address
from plancia_api.pages.rendering import page
from plancia_api.problems import Problem
from plancia_api.query_filters import parse_filters
from plancia_api.shown_names import game_titles
from plancia_archive import ArchiveError, Filters
from plancia_archive.queries.search import Search, Term, parse_pattern, search_page
from plancia_data import Counted, board, in_language, messages, variant_ids
from plancia_replay.drawing import BoardOptions, BoardTexts, TerritoryText, board_svg
from plancia_replay.rulesets.ruleset import COLOUR_LETTERS
from plancia_replay.text.sentences import place_names

blueprint = Blueprint("position_pages", "plancia_api", template_folder="templates")
MATCHES_A_PAGE = 20
REPLAY_SECONDS = 2.0  # for one page, at most
MAX_LENGTH = 500  # characters of a position, as in the API
FREE_OWNERS = ("x", "y", "z")  # players whose colour does not matter; the numbers 1 to 3 on the board
OWNERS = (*FREE_OWNERS, *"RBGYNV", "-")
ARMIES = re.compile(r"(>=|<=|==|=|<|>|≥|≤)? ?([0-9]{1,5})\Z")
SIGNS = {"": ">=", "=": "==", "≥": ">=", "≤": "<="}
SHORT_SIGNS = {">=": "≥", "<=": "≤", "==": "=", ">": ">", "<": "<"}


@blueprint.get("/positions")
def positions() -> Any:
    """The board to draw on, and the games with the position of the query, each with the first turn end that has it.

    The fields of the form, owner and armies of each territory, become one position in the address.
    """
    codes = place_names(language())
    if any(request.args.get(name) for code in codes for name in (code, f"{code}.n")):
        text, errors = position_of(request.args)
        if not errors:
            return redirect(f"/positions?{address_query(text)}#results")
        return position_page(text, {}, errors), 422
    text = request.args.get("position", "").strip()
    if not text:
        return position_page("", {}, {})
    try:
        return position_page(text, find_games(text), {})
    except ArchiveError as error:
        return position_page(text, {}, {"position": error.text(language())}), 422
    except ValueError:
        raise Problem("bad-cursor") from None


def position_of(fields: MultiDict[str, str]) -> tuple[str, dict[str, str]]:
    """The position that the fields of the form say, as the API takes it, and what is wrong by territory."""
    terms, errors = [], {}
    for code in place_names(language()):
        owner, armies = fields.get(code, ""), fields.get(f"{code}.n", "").strip()
        match = ARMIES.match(armies)
        if (armies and not match) or owner not in ("", *OWNERS):
            errors[code] = messages("positions", language())["wrong-armies"].format(armies=armies[:20])
        elif owner or match:
            sign = match[1] or "" if match else ""
            count = f"{SIGNS.get(sign, sign)}{match[2]}" if match else ""
            terms.append(code + (f"={owner}" if owner else "") + count)
    return " ".join(terms), errors


def address_query(text: str) -> str:
    """The query of a position, with the variant of this request."""
    variant, lang = request.args.get("variant", ""), request.args.get("lang", "")
    return urlencode(
        {"position": text, **({"variant": variant} if variant else {}), **({"lang": lang} if lang else {})}
    )


def find_games(text: str) -> dict[str, object]:
    """The matches of a position with the titles of their games, the next cursor, the number of games examined.

    Raises ArchiveError for a position that is none, ValueError for a wrong cursor, Problem 422 for an unknown variant
    and 429 for too many searches.
    """
    if len(text) > MAX_LENGTH:
        raise ArchiveError("pattern", f"{text[:40]}...")
    parse_pattern(text)
    variant = request.args.get("variant", "")
    filters = parse_filters(Filters(variant=variant or None))
    rate_limits.count_replay()
    rows, cursor, examined = search_page(
        archive(), Search(position=text), filters, request.args.get("after"), MATCHES_A_PAGE, REPLAY_SECONDS
    )
    return {"rows": rows, "titles": game_titles(row["game"] for row in rows), "cursor": cursor, "examined": examined}


def position_page(text: str, found: dict[str, Any], errors: dict[str, str]) -> Response:
    """The page with a position drawn; `errors` are by territory, or of the whole text under `position`."""
    words, places = messages("positions", language()), place_names(language())
    terms: list[Term] = [] if "position" in errors else parse_pattern(text) if text else []
    chosen = {term.land: term for term in reversed(terms)}
    typed = {code: request.args.get(f"{code}.n", "") for code in places}
    return page(
        "positions.html", say=words, text=text, found=found, errors=errors, variants=variant_ids(),
        variant=request.args.get("variant", ""), drawing=Markup(draw_conditions(chosen, words, language())),
        conditions=[condition_text(term, words, language()) for term in terms], chosen=chosen, typed=typed,
        owners=[(owner, words[f"owner.{owner}"]) for owner in OWNERS], free=FREE_OWNERS, continents=continents(),
        script={"words": {key: words[key] for key in SCRIPT_WORDS} | {o: words[f"owner.{o}"] for o in OWNERS},
                "places": places},
    )  # fmt: skip


SCRIPT_WORDS = ("sign.>=", "sign.<=", "sign.==", "sign.>", "sign.<", "anyone", "no-condition", "remove", "empty")


def continents() -> list[tuple[str, list[tuple[str, str]]]]:
    """The continents with code and name of their territories."""
    places = list(place_names(language()).items())
    return [(in_language(language(), it, en), [places[land] for land in lands])
            for _, it, en, _, lands in board("eg").continents]  # fmt: skip


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
