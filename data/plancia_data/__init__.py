"""Data files and their loaders: boards, decks, objectives, variants, glossary, words and messages.

Imports no other package of the project. The codes and the standard order of territories are part of the notation.
"""

from plancia_data.board import Board, alternative_list, board, board_ids, deck, objective_lists, objectives, open_border
from plancia_data.board_map import BoardMap, board_map
from plancia_data.close_matches import close_matches
from plancia_data.described_tables import datasette_settings, described_tables
from plancia_data.extras import EXTRAS, MissingExtra, missing_extra, name_missing_extras
from plancia_data.languages import DEFAULT_LANGUAGE, in_language, language_name, language_of, languages, text_in
from plancia_data.library import (
    board_of,
    case_index,
    citation,
    conflicts,
    decimal_text,
    demonstration,
    editions,
    expected_rule_numbers,
    explanations,
    glossary,
    importers,
    messages,
    national_ranking,
    objective_list_of,
    rankings,
    samples,
    source_page,
    sources,
    variant_ids,
    variant_source,
    words,
)
from plancia_data.plurals import Counted, GenderedName, gendered, wrap_number, wrap_numbers

__all__ = [
    "DEFAULT_LANGUAGE",
    "EXTRAS",
    "Board",
    "BoardMap",
    "Counted",
    "GenderedName",
    "MissingExtra",
    "alternative_list",
    "board",
    "board_ids",
    "board_map",
    "board_of",
    "case_index",
    "citation",
    "close_matches",
    "conflicts",
    "datasette_settings",
    "decimal_text",
    "deck",
    "demonstration",
    "described_tables",
    "editions",
    "expected_rule_numbers",
    "explanations",
    "gendered",
    "glossary",
    "importers",
    "in_language",
    "language_name",
    "language_of",
    "languages",
    "messages",
    "missing_extra",
    "name_missing_extras",
    "national_ranking",
    "objective_list_of",
    "objective_lists",
    "objectives",
    "open_border",
    "rankings",
    "samples",
    "source_page",
    "sources",
    "text_in",
    "variant_ids",
    "variant_source",
    "words",
    "wrap_number",
    "wrap_numbers",
]
