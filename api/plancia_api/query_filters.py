"""The filters of a query string, checked against the archive."""

from __future__ import annotations

from typing import Any

from plancia_api.current_archive import archive
from plancia_api.language import language
from plancia_api.names import names_shown
from plancia_api.problems import Problem
from plancia_api.readers import shown_alone
from plancia_archive import ArchiveError, Filters
from plancia_archive.queries.filter_values import UnknownValue, check_filters, check_tournament, with_references

NO_FILTERS = ("lang", "under", "after", "limit", "sort")


def filters_of(query: dict[str, Any], judged: bool = True) -> Filters:
    """The filters of a query; a player is given by reference or, where names are shown, by name.

    Open games that hide something from the caller are left out where the answer follows from judgements (`judged`), or
    where a filter does. Raises Problem 422 for an unknown player or tournament and for a value outside a closed
    vocabulary.
    """
    values = {key: value for key, value in query.items() if key not in NO_FILTERS}
    for key in ("player", "winner"):
        if values.get(key):
            values[key] = player_reference(key, values[key])
    filters = Filters(**values)
    filters = with_references(archive(), filters) if names_shown() else filters
    try:
        with archive().lock:
            check_filters(archive().db, filters)
            if filters.tournament is not None:
                check_tournament(archive().db, filters.tournament)
    except UnknownValue as error:
        raise invalid_value(error.field, error) from error
    return shown_alone(filters) if judged or filters.winner or filters.illegal is not None else filters


def player_reference(field: str, player: str) -> str:
    """The reference of a player. Raises Problem 422 for an unknown one, and for any name where names are not shown."""
    reference = None
    if names_shown() or player.startswith("p_"):
        with archive().lock:
            reference = archive().people.find(player)
    if reference is None:
        raise invalid_value(field, ArchiveError("person", player))
    return reference


def invalid_value(field: str, error: ArchiveError) -> Problem:
    """The Problem 422 of one query parameter."""
    detail = error.text(language())
    return Problem("invalid", detail, [{"pointer": f"query/{field}", "detail": detail}], reason=error.code)
