"""Filters of query strings, validated against the archive."""

from __future__ import annotations

from typing import Any

from plancia_api.current_archive import archive
from plancia_api.current_reader import exclude_hidden_games
from plancia_api.language import language
from plancia_api.problems import Problem
from plancia_api.shown_names import names_shown
from plancia_archive import ArchiveError, Filters
from plancia_archive.people.free_text import REFERENCE_PREFIX
from plancia_archive.queries.filter_values import (
    UnknownValue,
    check_filters,
    check_tournament,
    replace_names_in_filters,
)

NON_FILTER_PARAMETERS = ("lang", "under", "after", "limit", "sort")


def parse_filters(query: dict[str, Any], from_judgements: bool = True) -> Filters:
    """Returns the filters of a query; players are given by reference or, if names are shown, by name.

    If the answer is computed from judgements (`from_judgements`), or a filter is, open games that hide values from the
    caller are excluded. Raises Problem 422 for an unknown player or tournament and for a value that a filter does not
    have.
    """
    values = {key: value for key, value in query.items() if key not in NON_FILTER_PARAMETERS}
    for key in ("player", "winner"):
        if values.get(key):
            values[key] = find_player(key, values[key])
    filters = Filters(**values)
    filters = replace_names_in_filters(archive(), filters) if names_shown() else filters
    try:
        with archive().lock:
            check_filters(archive().db, filters)
            if filters.tournament is not None:
                check_tournament(archive().db, filters.tournament)
    except UnknownValue as error:
        raise invalid_parameter(error.field, error) from error
    return (
        exclude_hidden_games(filters) if from_judgements or filters.winner or filters.illegal is not None else filters
    )


def find_player(field: str, player: str) -> str:
    """Returns the reference of a player. Raises Problem 422 if unknown, and for a name if names are not shown."""
    reference = None
    if names_shown() or player.startswith(REFERENCE_PREFIX):
        with archive().lock:
            reference = archive().people.find(player)
    if reference is None:
        raise invalid_parameter(field, ArchiveError("person", player))
    return reference


def invalid_parameter(field: str, error: ArchiveError) -> Problem:
    """Returns the Problem 422 of a query parameter."""
    detail = error.text(language())
    return Problem("invalid", detail, [{"pointer": f"query/{field}", "detail": detail}], reason=error.code)
