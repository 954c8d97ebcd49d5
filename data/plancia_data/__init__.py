"""The texts: board, decks, objectives, variants, glossary and words, as data files with their loaders.

Imports nothing of the project. Codes and the standard order of territories are part of the notation.
"""

from plancia_data.board import Board, board, board_ids, deck, objective_lists, objectives, other_reading
from plancia_data.counting import Counted, counted, told
from plancia_data.extras import EXTRAS, MissingExtra, missing_extra, named_extras
from plancia_data.languages import DEFAULT_LANGUAGE, in_language, language_name, language_of, languages, text_in
from plancia_data.library import (
    case_index,
    citation,
    conflicts,
    datasette_settings,
    demonstration,
    editions,
    expected_numbers,
    glossary,
    goal_list,
    importers,
    messages,
    national_ranking,
    rankings,
    samples,
    source_page,
    sources,
    variant_ids,
    variant_source,
    words,
)
from plancia_data.nearness import near

__all__ = [
    "DEFAULT_LANGUAGE",
    "EXTRAS",
    "Board",
    "Counted",
    "MissingExtra",
    "board",
    "board_ids",
    "case_index",
    "citation",
    "conflicts",
    "counted",
    "datasette_settings",
    "deck",
    "demonstration",
    "editions",
    "expected_numbers",
    "glossary",
    "goal_list",
    "importers",
    "in_language",
    "language_name",
    "language_of",
    "languages",
    "messages",
    "missing_extra",
    "named_extras",
    "national_ranking",
    "near",
    "objective_lists",
    "objectives",
    "other_reading",
    "rankings",
    "samples",
    "source_page",
    "sources",
    "text_in",
    "told",
    "variant_ids",
    "variant_source",
    "words",
]
